"""A department that exists in the tests alone: the felling of shade trees. No file of the product names it."""
