"""Parcels: the land by its map and lot, and everything the town keeps about it on one page."""
