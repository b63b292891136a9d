"""Waivers: requests to be let off a requirement, and the waiver of a permit altogether."""
