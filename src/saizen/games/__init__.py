"""The rules: one module a game, and the protocol they share."""
