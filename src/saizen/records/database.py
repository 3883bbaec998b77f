"""SQLite files of our own: durable, and known by a mark, so that no other program's file is written to."""

import sqlite3

__all__ = ["claim"]


def claim(file: sqlite3.Connection, mark: int, kind: str, schema: str) -> None:
    """Make the tables in a new file; refuse another program's. The mark comes first: no table of ours is without."""
    filled = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if filled and file.execute("PRAGMA application_id").fetchone()[0] != mark:
        raise sqlite3.DatabaseError(f"it is a database, but no {kind}")
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = FULL")
    file.execute(f"PRAGMA application_id = {mark}")
    file.executescript(schema)
