"""The record: a case opened, judged, changed through one door, settled, stored and shown to those who may see it."""
