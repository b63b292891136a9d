"""Mail that must go out, kept until it has."""
