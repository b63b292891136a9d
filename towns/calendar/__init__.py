"""Today in the town, words for days, counter hours, and the day on which an online filing counts."""
