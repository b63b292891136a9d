"""The narrow looks across towns that the sweep and the health page are allowed."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("towns", "0002_record")]
    operations = [
        migrations.RunSQL((SQL / "due_clocks.sql").read_text(), (SQL / "due_clocks_undo.sql").read_text()),
    ]
