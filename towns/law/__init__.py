"""The town's law read as data: counting days, clocks, thresholds, fines and interest, with reasons."""
