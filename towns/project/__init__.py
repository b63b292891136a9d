"""The composition root: settings, addresses, processes. It may name anyone; nobody imports it."""
