"""The desk: which cases want something, and lists of all."""
