"""Which town a page belongs to and who stands before it."""
