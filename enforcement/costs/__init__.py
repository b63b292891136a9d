"""What the town spends on work that somebody else should have done, and how it is paid back."""
