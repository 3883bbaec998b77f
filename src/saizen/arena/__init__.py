"""Matches and tournaments: games by the thousand, and numbers that can be trusted."""
