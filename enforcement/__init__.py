"""Enforcement: violations, orders, tickets and the recovery of what the town spent."""
