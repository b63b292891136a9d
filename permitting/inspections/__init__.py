"""Inspections of a site: the stages that the law asks for, and the visits between them."""
