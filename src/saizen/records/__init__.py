"""Notation and file formats."""
