"""Believable, plainly fictional people and cases, so that a new installation shows what it does."""
