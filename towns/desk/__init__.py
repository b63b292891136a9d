"""The desk: everything the staff of a town do in the browser."""
