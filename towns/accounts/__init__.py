"""The doors: choosing a town, signing in and out, an account of one's own, and one's filings over all towns."""
