"""The pages of a case: overview, steps, documents, people, ledger."""
