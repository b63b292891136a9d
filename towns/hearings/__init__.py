"""Hearings: planning the day, proving the notice, opening, continuing, closing."""
