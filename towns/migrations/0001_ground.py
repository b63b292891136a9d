"""The functions that the wall, the ledger and the sweep stand on; they come before any table."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL((SQL / "ground.sql").read_text(), (SQL / "ground_undo.sql").read_text()),
    ]
