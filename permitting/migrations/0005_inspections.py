"""Permits and inspections as things in a case, reports and photographs of visits, and what a condition has to say."""

import django.db.models.deletion
import django_fsm
import towns.wall
from django.conf import settings
from django.db import migrations, models

# A permit of an earlier version has no number in its event, so its row is the first of the case. Its state is what the
# ledger says; whatever this reads too simply, the next step on the case writes anew from the replay.
FILL = """
WITH standing AS (
    SELECT e.case_id, e.name FROM towns_event e
    WHERE e.name IN ('certificate_issued', 'expired', 'work_completed') AND NOT EXISTS (
        SELECT 1 FROM towns_event later WHERE later.case_id = e.case_id AND (later.facts ->> 'seq')::int = e.seq
        AND (later.name = 'taken_back' OR (later.name = 'corrected' AND later.facts -> 'remove' = 'true'::jsonb))
    )
), counted AS (
    SELECT id, row_number() OVER (PARTITION BY case_id ORDER BY event_seq) AS place FROM permitting_permit
)
UPDATE permitting_permit permit SET number = counted.place, state = CASE
    WHEN EXISTS (SELECT 1 FROM standing s WHERE s.case_id = permit.case_id AND s.name = 'certificate_issued')
        THEN 'completed'
    WHEN EXISTS (SELECT 1 FROM standing s WHERE s.case_id = permit.case_id AND s.name = 'expired') THEN 'expired'
    WHEN EXISTS (SELECT 1 FROM standing s WHERE s.case_id = permit.case_id AND s.name = 'work_completed')
        THEN 'active'
    ELSE 'issued'
END
FROM counted WHERE counted.id = permit.id
"""
LASTING = "UPDATE permitting_condition SET phase = 'for_ever' WHERE survives_as_built"


class Migration(migrations.Migration):

    dependencies = [
        ('permitting', '0004_findings_comments_waivers'),
        ('towns', '0009_project_files'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Inspection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('state', django_fsm.FSMField(choices=[('requested', 'Requested'), ('scheduled', 'Scheduled'), ('held', 'Made, outcome awaited'), ('passed', 'Passed'), ('passed_with_items', 'Passed with items to correct'), ('failed', 'Failed'), ('corrected', 'Corrected'), ('cancelled', 'Cancelled')], default='requested', max_length=50, protected=True)),
                ('stage', models.CharField(default='routine', max_length=60)),
                ('point', models.CharField(blank=True, help_text='The point of the work, where the law wants a stage made at several.', max_length=120)),
                ('day', models.DateField(blank=True, help_text='The day on which it is to be made.', null=True)),
                ('time', models.TimeField(blank=True, help_text="The hour, in the town's zone.", null=True)),
                ('held_on', models.DateField(blank=True, help_text='The day of the last visit.', null=True)),
                ('mend_by', models.DateField(blank=True, help_text='The day by which what was found is to be corrected.', null=True)),
            ],
            options={
                'ordering': ('case_id', 'number'),
            },
            bases=(django_fsm.FSMModelMixin, models.Model),
        ),
        migrations.CreateModel(
            name='InspectionPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('inspection', models.PositiveSmallIntegerField()),
                ('event_seq', models.PositiveIntegerField(blank=True, null=True)),
                ('caption', models.CharField(blank=True, max_length=300)),
                ('item', models.CharField(blank=True, help_text='The line of the checklist that it shows.', max_length=60)),
                ('taken', models.DateTimeField(blank=True, null=True)),
                ('latitude', models.DecimalField(blank=True, decimal_places=6, max_digits=9, null=True)),
                ('longitude', models.DecimalField(blank=True, decimal_places=6, max_digits=9, null=True)),
                ('thumbnail', models.BinaryField(blank=True, help_text='A small JPEG; made by a job.', null=True)),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='InspectionReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_seq', models.PositiveIntegerField()),
                ('inspection', models.PositiveSmallIntegerField()),
                ('inspector', models.CharField(blank=True, max_length=200)),
                ('firm', models.CharField(blank=True, max_length=200)),
                ('met_with', models.CharField(blank=True, help_text='Who went along.', max_length=200)),
                ('began', models.TimeField(blank=True, null=True)),
                ('ended', models.TimeField(blank=True, null=True)),
                ('weather', models.CharField(blank=True, max_length=200)),
                ('rain_inches_24h', models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True)),
                ('rain_source', models.CharField(blank=True, help_text='The gauge or station.', max_length=200)),
                ('discharge', models.TextField(blank=True, help_text='Any water that left the site: where, and how it looked.')),
                ('items', models.JSONField(blank=True, default=list, help_text='[{key, text, rating, what, mend_by}], rating one of ok, maintenance, corrective, not_reached, none.')),
                ('notes', models.TextField(blank=True)),
                ('by_monitor', models.BooleanField(default=False, help_text="Made by the applicant's own monitor.")),
                ('never_was', models.BooleanField(default=False, help_text='A correction says that the visit was not made.')),
            ],
            options={
                'ordering': ('event_seq',),
            },
        ),
        migrations.AlterModelOptions(
            name='permit',
            options={'ordering': ('-number',)},
        ),
        migrations.RemoveConstraint(
            model_name='permit',
            name='permitting_permit_event',
        ),
        migrations.AddField(
            model_name='condition',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='condition',
            name='document',
            field=towns.wall.WithinTown(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.document'),
        ),
        migrations.AddField(
            model_name='condition',
            name='due_day',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='condition',
            name='due_days',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='condition',
            name='due_event',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='condition',
            name='evidence',
            field=models.CharField(blank=True, help_text='What shows that it is met.', max_length=300),
        ),
        migrations.AddField(
            model_name='condition',
            name='heading',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='condition',
            name='key',
            field=models.CharField(blank=True, help_text="Its key among the bylaw's standard conditions.", max_length=60),
        ),
        migrations.AddField(
            model_name='condition',
            name='met',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='condition',
            name='met_by_event',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='condition',
            name='phase',
            field=models.CharField(choices=[('before_work', 'Before work starts'), ('during_work', 'During the work'), ('before_certificate', 'Before the certificate of completion'), ('for_ever', 'For the life of the system')], default='during_work', max_length=30),
        ),
        migrations.AddField(
            model_name='condition',
            name='proof',
            field=models.CharField(blank=True, help_text='What was seen.', max_length=300),
        ),
        migrations.AddField(
            model_name='condition',
            name='reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='permit',
            name='begun',
            field=models.DateField(blank=True, help_text='The day on which the work began.', null=True),
        ),
        migrations.AddField(
            model_name='permit',
            name='number',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='permit',
            name='state',
            field=django_fsm.FSMField(choices=[('issued', 'Issued'), ('active', 'Work under way'), ('suspended', 'Suspended'), ('expired', 'Expired'), ('lapsed', 'Lapsed, never used'), ('revoked', 'Revoked'), ('surrendered', 'Surrendered'), ('completed', 'Completed'), ('void', 'Entered by mistake')], default='issued', max_length=50, protected=True),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RunSQL(LASTING, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name='permit',
            name='event_seq',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='permit',
            name='issued',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='permit',
            name='permittee',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddConstraint(
            model_name='condition',
            constraint=towns.wall.SameTown(field='document', name='permitting_condition_document_same_town'),
        ),
        migrations.AddConstraint(
            model_name='condition',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['before_work', 'during_work', 'before_certificate', 'for_ever'])), name='permitting_condition_phase_known'),
        ),
        migrations.AddConstraint(
            model_name='permit',
            constraint=models.UniqueConstraint(fields=('case', 'number'), name='permitting_permit_number'),
        ),
        migrations.AddConstraint(
            model_name='permit',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['issued', 'active', 'suspended', 'expired', 'lapsed', 'revoked', 'surrendered', 'completed', 'void'])), name='permitting_permit_state_known'),
        ),
        migrations.AddField(
            model_name='inspection',
            name='case',
            field=towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='inspections', to='towns.case'),
        ),
        migrations.AddField(
            model_name='inspection',
            name='town',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town'),
        ),
        migrations.AddField(
            model_name='inspectionphoto',
            name='case',
            field=towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='inspection_photos', to='towns.case'),
        ),
        migrations.AddField(
            model_name='inspectionphoto',
            name='document',
            field=towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.document'),
        ),
        migrations.AddField(
            model_name='inspectionphoto',
            name='town',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town'),
        ),
        migrations.AddField(
            model_name='inspectionreport',
            name='case',
            field=towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='inspection_reports', to='towns.case'),
        ),
        migrations.AddField(
            model_name='inspectionreport',
            name='town',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town'),
        ),
        migrations.AddIndex(
            model_name='inspection',
            index=models.Index(fields=['town', 'day'], name='permitting_inspection_day'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=towns.wall.Walled(name='permitting_inspection_wall'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.UniqueConstraint(fields=('id', 'town'), name='permitting_inspection_in_town'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=towns.wall.SameTown(field='case', name='permitting_inspection_case_same_town'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.UniqueConstraint(fields=('case', 'number'), name='permitting_inspection_number'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['requested', 'scheduled', 'held', 'passed', 'passed_with_items', 'failed', 'corrected', 'cancelled'])), name='permitting_inspection_state_known'),
        ),
        migrations.AddConstraint(
            model_name='inspectionphoto',
            constraint=towns.wall.Walled(name='permitting_inspectionphoto_wall'),
        ),
        migrations.AddConstraint(
            model_name='inspectionphoto',
            constraint=models.UniqueConstraint(fields=('id', 'town'), name='permitting_inspectionphoto_in_town'),
        ),
        migrations.AddConstraint(
            model_name='inspectionphoto',
            constraint=towns.wall.SameTown(field='case', name='permitting_inspectionphoto_case_same_town'),
        ),
        migrations.AddConstraint(
            model_name='inspectionphoto',
            constraint=towns.wall.SameTown(field='document', name='permitting_inspectionphoto_document_same_town'),
        ),
        migrations.AddConstraint(
            model_name='inspectionphoto',
            constraint=models.UniqueConstraint(fields=('document',), name='permitting_inspection_photo_document'),
        ),
        migrations.AddConstraint(
            model_name='inspectionreport',
            constraint=towns.wall.Walled(name='permitting_inspectionreport_wall'),
        ),
        migrations.AddConstraint(
            model_name='inspectionreport',
            constraint=models.UniqueConstraint(fields=('id', 'town'), name='permitting_inspectionreport_in_town'),
        ),
        migrations.AddConstraint(
            model_name='inspectionreport',
            constraint=towns.wall.SameTown(field='case', name='permitting_inspectionreport_case_same_town'),
        ),
        migrations.AddConstraint(
            model_name='inspectionreport',
            constraint=models.UniqueConstraint(fields=('case', 'event_seq'), name='permitting_inspection_report_event'),
        ),
    ]
