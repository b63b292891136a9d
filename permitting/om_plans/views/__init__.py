"""The pages of operation and maintenance plans."""
