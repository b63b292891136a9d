"""Operation and maintenance plans: what keeps a stormwater system working for as long as the land exists."""
