"""The narrow look across towns that a person's own page is allowed: in which towns they filed."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("towns", "0004_town_papers_and_sign_ins")]
    operations = [
        migrations.RunSQL((SQL / "filed_in.sql").read_text(), (SQL / "filed_in_undo.sql").read_text()),
    ]
