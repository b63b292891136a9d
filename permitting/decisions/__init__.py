"""Decisions: the vote, the writing, findings and conditions, and agreements to extend the time."""
