"""The systems of the five source documents, each working in its own words; a module for each document."""
