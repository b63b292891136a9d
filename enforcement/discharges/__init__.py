"""Releases and illicit discharges: who was told, when, and that it was confirmed."""
