"""Teaching: see a search think, try it by hand, and check what others have written."""
