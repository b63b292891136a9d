"""Violation files: what was reported, found and cured on one site; each binds the orders and tickets that follow."""
