"""An adopted edition of a town's law is never changed or deleted; the database refuses it."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("towns", "0005_where_filed")]
    operations = [
        migrations.RunSQL((SQL / "adopted_editions.sql").read_text(), (SQL / "adopted_editions_undo.sql").read_text()),
    ]
