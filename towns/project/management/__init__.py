"""Commands of the installation as a whole: its tables, its processes, its backups."""
