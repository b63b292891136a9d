"""A case keeps the kind of its matter: it says which case type it is of, without reading the law."""

from django.db import migrations, models

# The keys that were shipped before matters named their kind; every other matter was an application for a permit.
FILL = """
UPDATE towns_case SET kind = CASE
    WHEN matter IN ('special_permit', 'site_plan', 'site_plan_waiver') THEN 'zoning'
    WHEN matter = 'stormwater_waiver' THEN 'waiver'
    WHEN matter IN ('notice_of_violation', 'enforcement_order') THEN 'order'
    WHEN matter IN ('cost_recovery', 'ticket', 'spill', 'om_plan') THEN matter
    ELSE 'permit'
END
"""


class Migration(migrations.Migration):
    dependencies = [("towns", "0007_letters_to_many")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="kind",
            field=models.CharField(
                default="",
                help_text="The matter's kind, as the law has it; says which case type.",
                max_length=40,
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
