"""Noncriminal tickets under M.G.L. c. 40 § 21D."""
