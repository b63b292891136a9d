"""How the sweep and the mail stand, for a town's staff and for a monitor."""
