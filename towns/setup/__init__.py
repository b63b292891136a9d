"""Where a town sets itself up: facts, look, people and law."""
