"""Project files: the cases of one undertaking on one page, whatever department keeps them."""
