"""The ledger of a case read as a story, and rows whose state follows from it."""
