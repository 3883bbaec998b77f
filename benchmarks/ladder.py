"""Measure the levels of the engine: each plays the one below it.

python benchmarks/ladder.py 1:400 2:400 19:80 --results ladder.jsonl
python benchmarks/ladder.py --results ladder.jsonl

Level 2 plays 400 games against level 1, and so on; the second form only prints what is there. Elo adds up the steps
from level 1, so its error grows with the level; what counts for the order is the interval of each step.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Play what was asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", metavar="LEVEL:GAMES", help="the lower level, and the games")
    parser.add_argument("--results", type=Path, required=True, help="a file with one match a line")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--openings", default="balanced")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    for pair in options.pairs:
        level, games = map(int, pair.split(":"))
        shared = ["--openings", options.openings, "--workers", options.workers, "--seed", options.seed]
        result = play(level, ["--games", games, *shared])
        with options.results.open("a") as file:
            file.write(json.dumps({"level": level, **result}) + "\n")
        print(f"{level + 1} against {level}: {100 * result['score']:.1f} %", file=sys.stderr, flush=True)
    for row in table([json.loads(line) for line in options.results.read_text().splitlines()]):
        print(row)


def play(level: int, options: list[object]) -> dict[str, Any]:
    """Return the report of the match of the level above against this one."""
    players = [f"engine:level={number}" for number in (level + 1, level)]
    command = [sys.executable, "-m", "saizen", "match", "othello", *players, *map(str, options), "--json"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, Any] = json.loads(answer.stdout)
    return result


def table(matches: list[dict[str, Any]]) -> list[str]:
    """Return the rows of the ladder: every level with its step over the one before."""
    rows = [
        "| level | games | score against the level below | step in Elo (95 %) | Elo | seconds a move |",
        "|" + 6 * "---|",
    ]
    elo = 0.0
    for match in sorted(matches, key=lambda match: match["level"]):
        low, high = match["elo_ci95"]
        elo += match["elo"]
        rows.append(
            f"| {match['level'] + 1} | {match['games']} | {100 * match['score']:.1f} % "
            f"| {match['elo']:+.0f} ({low:+.0f} … {high:+.0f}) | {elo:.0f} | {match['seconds_per_move'][0]:.2g} |"
        )
    return rows


if __name__ == "__main__":
    main()
