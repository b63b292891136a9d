"""Permitting: applications, hearings on them, decisions, permits and what follows from a permit."""
