"""Sureties, the papers behind their money, and the proofs for their release."""

import django.db.models.deletion
import django_fsm
import towns.wall
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('permitting', '0005_inspections'),
        ('towns', '0009_project_files'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReleaseProof',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('item', models.CharField(help_text='The key of what the law asks for.', max_length=80)),
                ('on', models.DateField(help_text='The day on which it came in.')),
                ('says', models.CharField(blank=True, max_length=300)),
                ('case', towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='release_proofs', to='towns.case')),
                ('document', towns.wall.WithinTown(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='release_proofs', to='towns.document')),
                ('permit', towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.case')),
                ('town', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town')),
            ],
            options={
                'ordering': ('item', 'id'),
                'constraints': [towns.wall.Walled(name='permitting_releaseproof_wall'), models.UniqueConstraint(fields=('id', 'town'), name='permitting_releaseproof_in_town'), towns.wall.SameTown(field='case', name='permitting_releaseproof_case_same_town'), towns.wall.SameTown(field='permit', name='permitting_releaseproof_permit_same_town'), towns.wall.SameTown(field='document', name='permitting_releaseproof_document_same_town'), models.UniqueConstraint(fields=('case', 'permit', 'item'), name='permitting_releaseproof_once')],
            },
        ),
        migrations.CreateModel(
            name='Surety',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', django_fsm.FSMField(choices=[('required', 'Required'), ('offered', 'Offered'), ('approved', 'Form approved'), ('in_force', 'In force'), ('called', 'Called'), ('exhausted', 'Used up'), ('expired', 'Expired'), ('replaced', 'Replaced'), ('released', 'Released')], default='required', max_length=50, protected=True)),
                ('purpose', models.CharField(choices=[('construction', 'Construction'), ('maintenance', 'Maintenance')], default='construction', max_length=20)),
                ('issuer', models.CharField(blank=True, help_text='The bank or surety company.', max_length=200)),
                ('instrument', models.CharField(blank=True, help_text='The number of the bond or letter.', max_length=80)),
                ('basis', models.TextField(blank=True, help_text='How the amount was arrived at.')),
                ('account', models.CharField(blank=True, help_text="The Town's account that holds the money.", max_length=80)),
                ('payee', models.CharField(blank=True, help_text='The payee of record: who gets back what is left.', max_length=200)),
                ('original_with', models.CharField(blank=True, help_text='Who keeps the original.', max_length=120)),
                ('present_at', models.CharField(blank=True, help_text='Where a call must be presented.', max_length=200)),
                ('present_by', models.TimeField(blank=True, help_text='By which hour of the last day.', null=True)),
                ('evergreen_months', models.PositiveSmallIntegerField(default=0, help_text='Renews itself for so many months unless cancelled; 0: it does not.')),
                ('notice_days', models.PositiveSmallIntegerField(default=0, help_text='Days of notice before the issuer may cancel or not renew.')),
                ('rule', models.CharField(blank=True, help_text='The rule or contract under M.G.L. c. 44 § 53G½ by which the board may spend the money.', max_length=200)),
                ('on_default', models.TextField(blank=True, help_text='What the instrument says of performance and default.')),
                ('on_earnings', models.TextField(blank=True, help_text='Who gets the interest.')),
                ('on_use', models.TextField(blank=True, help_text='What the money may be used for.')),
                ('on_return', models.TextField(blank=True, help_text='How it is given back.')),
                ('case', towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='sureties', to='towns.case')),
                ('town', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town')),
            ],
            options={
                'verbose_name': 'surety',
                'verbose_name_plural': 'sureties',
                'constraints': [towns.wall.Walled(name='permitting_surety_wall'), models.UniqueConstraint(fields=('id', 'town'), name='permitting_surety_in_town'), towns.wall.SameTown(field='case', name='permitting_surety_case_same_town'), models.UniqueConstraint(fields=('case',), name='permitting_surety_one_a_case'), models.CheckConstraint(condition=models.Q(('state__in', ['required', 'offered', 'approved', 'in_force', 'called', 'exhausted', 'expired', 'replaced', 'released'])), name='permitting_surety_state_known')],
            },
            bases=(django_fsm.FSMModelMixin, models.Model),
        ),
        migrations.CreateModel(
            name='SuretyPaper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_seq', models.PositiveIntegerField()),
                ('says', models.CharField(blank=True, help_text='What it was, in a few words.', max_length=300)),
                ('reference', models.CharField(blank=True, help_text='Invoice, warrant, deposit slip, vote.', max_length=120)),
                ('payee', models.CharField(blank=True, max_length=200)),
                ('case', towns.wall.WithinTown(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='surety_papers', to='towns.case')),
                ('document', towns.wall.WithinTown(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='surety_papers', to='towns.document')),
                ('town', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='towns.town')),
            ],
            options={
                'ordering': ('event_seq', 'id'),
                'constraints': [towns.wall.Walled(name='permitting_suretypaper_wall'), models.UniqueConstraint(fields=('id', 'town'), name='permitting_suretypaper_in_town'), towns.wall.SameTown(field='case', name='permitting_suretypaper_case_same_town'), towns.wall.SameTown(field='document', name='permitting_suretypaper_document_same_town')],
            },
        ),
    ]
