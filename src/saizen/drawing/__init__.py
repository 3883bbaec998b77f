"""Pictures that know no rules: boards as text, and the words of both languages."""
