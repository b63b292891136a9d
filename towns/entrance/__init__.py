"""The doors: choosing a town, signing in and out, an account of one's own, and an applicant's filings over all towns."""
