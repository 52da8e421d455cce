"""Worlds that explain a view: what a seat that may not see everything can still hold to be true."""
