"""Applications: filing, completeness, withdrawal, silence and its certificate."""
