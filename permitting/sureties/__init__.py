"""Sureties: what the Town holds, or may draw, so that permitted work is finished and kept up."""
