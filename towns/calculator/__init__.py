"""Trying dates: what the law would say if certain things happened on certain days."""
