"""Notations that other programs read and write."""
