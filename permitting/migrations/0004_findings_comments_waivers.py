"""Findings as a list of tests, comments of other boards, requests for waivers, and the state of a rescinded waiver."""

import django.db.models.deletion
import django_fsm
import towns.wall
from django.db import migrations, models

#: Words written before this become the one finding that has no test of its own.
TO_LIST = """
ALTER TABLE permitting_decision ALTER COLUMN findings TYPE jsonb USING
    CASE WHEN findings = '' THEN '[]'::jsonb
         ELSE jsonb_build_array(jsonb_build_object('key', '', 'text', '', 'cite', '', 'answer', '', 'words', findings))
    END
"""
TO_TEXT = """
ALTER TABLE permitting_decision ALTER COLUMN findings TYPE text USING coalesce(findings -> 0 ->> 'words', '')
"""


class Migration(migrations.Migration):
    dependencies = [
        ("permitting", "0003_where_begun"),
        ("towns", "0005_where_filed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event_seq", models.PositiveIntegerField()),
                ("board", models.CharField(max_length=80)),
                ("text", models.TextField()),
            ],
            options={
                "ordering": ("event_seq",),
            },
        ),
        migrations.CreateModel(
            name="WaiverRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event_seq", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=80)),
                ("requirement", models.TextField(help_text="What is to be waived.")),
                (
                    "section",
                    models.CharField(blank=True, help_text="The section that asks for it.", max_length=120),
                ),
                (
                    "reason",
                    models.TextField(blank=True, help_text="The explanation that supports the request."),
                ),
                ("ruling", models.TextField(blank=True, help_text="What the board said when it decided.")),
            ],
            options={
                "ordering": ("event_seq",),
            },
        ),
        migrations.RemoveConstraint(
            model_name="application",
            name="permitting_application_state_known",
        ),
        migrations.AlterField(
            model_name="application",
            name="state",
            field=django_fsm.FSMField(
                choices=[
                    ("draft", "Draft"),
                    ("filed", "Filed"),
                    ("incomplete", "Incomplete"),
                    ("complete", "Complete"),
                    ("hearing", "Hearing"),
                    ("deliberation", "Deliberation"),
                    ("approved", "Approved"),
                    ("approved_with_conditions", "Approved with conditions"),
                    ("disapproved", "Disapproved"),
                    ("deemed_approved", "Deemed approved"),
                    ("permitted", "Permitted"),
                    ("withdrawn", "Withdrawn"),
                    ("rescinded", "Rescinded"),
                ],
                default="draft",
                max_length=50,
                protected=True,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(TO_LIST, TO_TEXT)],
            state_operations=[
                migrations.AlterField(
                    model_name="decision",
                    name="findings",
                    field=models.JSONField(
                        blank=True,
                        default=list,
                        help_text="[{key, text, cite, answer, words}], answer yes, no or empty; the board’s own words have no key.",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            "draft",
                            "filed",
                            "incomplete",
                            "complete",
                            "hearing",
                            "deliberation",
                            "approved",
                            "approved_with_conditions",
                            "disapproved",
                            "deemed_approved",
                            "permitted",
                            "withdrawn",
                            "rescinded",
                        ],
                    )
                ),
                name="permitting_application_state_known",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="case",
            field=towns.wall.WithinTown(
                db_constraint=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="comments",
                to="towns.case",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="town",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="towns.town"
            ),
        ),
        migrations.AddField(
            model_name="waiverrequest",
            name="case",
            field=towns.wall.WithinTown(
                db_constraint=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="waivers",
                to="towns.case",
            ),
        ),
        migrations.AddField(
            model_name="waiverrequest",
            name="town",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="towns.town"
            ),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=towns.wall.Walled(name="permitting_comment_wall"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(fields=("id", "town"), name="permitting_comment_in_town"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=towns.wall.SameTown(field="case", name="permitting_comment_case_same_town"),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.UniqueConstraint(fields=("case", "event_seq"), name="permitting_comment_event"),
        ),
        migrations.AddConstraint(
            model_name="waiverrequest",
            constraint=towns.wall.Walled(name="permitting_waiverrequest_wall"),
        ),
        migrations.AddConstraint(
            model_name="waiverrequest",
            constraint=models.UniqueConstraint(
                fields=("id", "town"), name="permitting_waiverrequest_in_town"
            ),
        ),
        migrations.AddConstraint(
            model_name="waiverrequest",
            constraint=towns.wall.SameTown(field="case", name="permitting_waiverrequest_case_same_town"),
        ),
        migrations.AddConstraint(
            model_name="waiverrequest",
            constraint=models.UniqueConstraint(fields=("case", "key"), name="permitting_waiverrequest_key"),
        ),
    ]
