"""The narrow look across towns that a person's own page is allowed: in which towns they began an application."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("permitting", "0002_filing_drafts")]
    operations = [
        migrations.RunSQL((SQL / "begun_in.sql").read_text(), (SQL / "begun_in_undo.sql").read_text()),
    ]
