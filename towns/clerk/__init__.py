"""The town clerk's queue: what waits for the clerk's word, stamp or signature."""
