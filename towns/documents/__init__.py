"""Files of the cases: kept, checked, answered."""
