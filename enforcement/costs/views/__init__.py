"""The pages of costs: one recovery and the list of them; the receipts of a day."""
