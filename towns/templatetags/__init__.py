"""The words and small drawings that every page shares: dates, distances, citations, tags, ribbons, form fields."""
