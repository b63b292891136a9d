"""Permits: issued after a decision, or because the clerk certified that the time had passed."""
