"""`saizen textbook`: the systems of the five source documents."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from textwrap import indent
from typing import Any

import click

from saizen.arena.statistics import same_rate_probability, wilson_interval
from saizen.cli.board import format_value
from saizen.cli.console import Console, write
from saizen.cli.options import console_options
from saizen.drawing.text import display_width
from saizen.games.base import side_name
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.records.transcript import follow
from saizen.textbook import best_result as results
from saizen.textbook import console as consoles
from saizen.textbook import othello, tictactoe, tree

__all__ = ["command"]


@click.group("textbook", invoke_without_command=True, epilog="Example: saizen textbook tree")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Run the systems of the five source documents."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("best-result", epilog='Example: saizen textbook best-result --moves "c2 c1"')
@click.option("--moves", default="", help="The line to expand; then always the first candidate.")
@console_options
def best_result(moves: str, console: Console, seed: int) -> None:
    """Value each move of the document's position; expand a line."""
    state = results.position()
    found = {state.move_name(move).upper(): result.name for move, result in results.move_results(state).items()}
    best = results.best_result(state).name
    diagrams = list(results.expansion(state, follow(state, moves)[1]))
    if console.as_json:
        answers = [{"move": move.lower(), "result": result} for move, result in found.items()]
        answer = {"position": state.position_text(), "result": best, "moves": answers, "expansion": diagrams}
        return console.emit("textbook/best-result", answer)
    side = side_name(state, state.next_player).lower()
    console.show(f"{results.diagram(state)}\n\n{console.text('textbook_best_result', side=side, result=best)}")
    for move, result in found.items():
        console.show(f"{move} {result}")
    for depth, diagram in enumerate(diagrams):
        console.show("\n" + indent(diagram, "  " * depth))
    return None


Rule = Callable[[tictactoe.Board], tictactoe.Action | None]


def rules(seed: int) -> dict[str, Rule]:
    """Return the document's rule as it is written, with its condition corrected, and among exact moves only."""
    return {
        "literal": lambda board: tictactoe.document_choice(board, corrected=False, seed=seed),
        "corrected": lambda board: tictactoe.document_choice(board, corrected=True, seed=seed),
        "minimax": lambda board: tictactoe.minimax(board, seed=seed),
    }


@command.command("tictactoe", epilog='Example: saizen textbook tictactoe --position "X-------- O"')
@click.option("--position", help="Only show what each rule plays here: X, O, - row by row, a blank, X or O to move.")
@console_options
def course(position: str | None, console: Console, seed: int) -> None:
    """Try the course's rule and minimax on every opponent."""
    if position is None:
        return show_records(console, rules(seed))
    board = tictactoe.board_of(TicTacToe().parse_position(position))
    choices = {name: rule(board) for name, rule in rules(seed).items()}
    if console.as_json:
        return console.emit("textbook/tictactoe", {"position": position, "choices": choices})
    for name, action in choices.items():
        console.show(f"{name} {action}")
    return None


def show_records(console: Console, rules: dict[str, Rule]) -> None:
    """Show how each rule fares in every game it can be led into, and one game that each loses as O."""
    records: list[dict[str, Any]] = []
    lost: dict[str, list[str]] = {}
    for name, rule in rules.items():
        for side, win in (("X", 1), ("O", -1)):
            games = [(history, tictactoe.utility(board) * win) for history, board in tictactoe.every_game(rule, side)]
            ends = Counter(value for _, value in games)
            records.append({"name": name, "side": side, "won": ends[1], "drawn": ends[0], "lost": ends[-1]})
            if ends[-1] and side == "O":
                history = next(history for history, value in games if value == -1)
                lost[name] = [TicTacToe().move_name(row * 3 + column) for row, column in history]
    if console.as_json:
        return console.emit("textbook/tictactoe", {"records": records, "lost_as_o": lost})
    for record in records:
        console.show(console.text("textbook_record", **record))
    for name, line in lost.items():
        console.show(console.text("textbook_lost_game", name=name, side="O", line=" ".join(line)))
    return None


STRATEGY = click.Choice(othello.STRATEGIES)
EVALUATION = click.Choice(list(othello.EVALUATIONS))


@command.command("othello", epilog="Example: saizen textbook othello --white minimax --white-eval custom --games 100")
@click.option("--white", type=STRATEGY, help="White's strategy; with --white or --black only this pairing is played.")
@click.option("--black", type=STRATEGY, help="Black's strategy.")
@click.option("--white-eval", type=EVALUATION, help="Evaluation for --white minimax (default: mass_count).")
@click.option("--black-eval", type=EVALUATION, help="Evaluation for --black minimax (default: mass_count).")
@click.option("--depth", type=click.IntRange(1), default=2, show_default=True, help="Plies of minimax.")
@click.option(
    "--first", type=click.Choice(list(othello.COLOURS)), default="black", show_default=True, help="Who begins."
)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Games of each pairing.")
@console_options
def othello_games(white: str | None, black: str | None, console: Console, **settings: Any) -> None:
    """Show the worked example and win rates against random play."""
    for colour, strategy in (("white", white), ("black", black)):
        if settings[f"{colour}_eval"] is not None and strategy != "minimax":
            raise click.UsageError(f"--{colour}-eval is for --{colour} minimax only")
    if white is None and black is None:
        return show_table(console, settings)
    return show_pairing(console, white or "random", black or "random", settings)


def show_table(console: Console, settings: dict[str, Any]) -> None:
    """Show the document's example and its table."""
    example = othello.example()
    table = othello.strategy_table(**{key: settings[key] for key in ("games", "seed", "first", "depth")})
    cells = list(table_cells(table))
    if console.as_json:
        return console.emit("textbook/othello", {"example": example_answer(example), "games": cells})
    console.show(f"{example.position}\n")
    for line in example_rows(example):
        console.show(line)
    choice = example.position.legal_moves().index(example.choice) + 1
    console.show(console.text("textbook_example", choice=choice) + "\n")
    for cell in cells:
        console.show(console.text("textbook_record", **cell | names(cell, console)))
    return None


def table_cells(table: othello.Table) -> Iterator[dict[str, Any]]:
    """Yield the cells of the document's table as JSON."""
    for (strategy, evaluation), rates in table.items():
        for colour, tally in rates.items():
            yield {"strategy": strategy, "evaluation": evaluation, "side": colour, **record(tally, colour)}


def names(cell: dict[str, Any], console: Console) -> dict[str, str]:
    """Return what people call the player of a cell, and its side."""
    name = "random" if cell["strategy"] == "random" else f"minimax {cell['evaluation']}"
    return {"name": name, "side": console.text(f"side_{cell['side']}")}


def record(tally: othello.Tally, colour: othello.Colour) -> dict[str, int]:
    """Return the games as the player of one colour counts them."""
    won, lost = (tally.white, tally.black) if colour == "white" else (tally.black, tally.white)
    return {"won": won, "drawn": tally.draws, "lost": lost}


def example_rows(example: othello.Example) -> Iterator[str]:
    """Yield a line for each move: its number, the replies with their values, the highest and the lowest."""
    state = example.position
    for number, (move, replies) in enumerate(example.replies.items(), 1):
        reached = state.apply_move(move)
        values = " ".join(f"{reached.move_name(reply)}:{format_value(value)}" for reply, value in replies.items())
        highest, lowest = format_value(example.highest(move)), format_value(example.lowest(move))
        yield f"{number} {state.move_name(move)}  max {highest:>2}  min {lowest:>2}  {values}"


def example_answer(example: othello.Example) -> dict[str, Any]:
    """Return the worked example as JSON."""
    state = example.position
    moves = [
        {"move": state.move_name(move), "max": example.highest(move), "min": example.lowest(move)}
        for move in example.replies
    ]
    return {"position": state.position_text(), "moves": moves, "choice": state.move_name(example.choice)}


def show_pairing(console: Console, white: str, black: str, settings: dict[str, Any]) -> None:
    """Play one pairing and show who won how often, warning when the games cannot differ."""
    for colour in othello.COLOURS:
        settings[f"{colour}_evaluation"] = settings.pop(f"{colour}_eval") or "mass_count"
    same = othello.repeats(white, black) and settings["games"] > 1
    if same and not console.as_json:
        console.say("textbook_repeats", games=settings["games"])
    tally = othello.play_games(white, black, **settings)
    if console.as_json:
        answer = {"white": white, "black": black, "games": tally.games, **record(tally, "white"), "repeats": same}
        return console.emit("textbook/othello", answer)
    for colour, strategy in (("white", white), ("black", black)):
        side = console.text(f"side_{colour}")
        console.show(console.text("textbook_record", name=strategy, side=side, **record(tally, colour)))
    return None


SIGNIFICANCE = 0.05  # how often the table is accused where all of it is right


@command.command("winrates", epilog="Example: saizen textbook winrates --games 20000 --seed 1")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Games of each cell.")
@console_options
def win_rates(games: int, console: Console, seed: int) -> None:
    """Hold the Othello document's win rates against ours.

    Each strategy plays random, black moving first; a draw counts as not won. A cell is not reproduced where Fisher's
    exact test tells the document's 1000 games from ours, at 95 % for the six cells together.
    """
    cells = [compared(cell) for cell in table_cells(othello.strategy_table(games, seed))]
    if console.as_json:
        answer = {"games": games, "seed": seed, "document_games": othello.DOCUMENT_GAMES, "cells": cells}
        return console.emit("textbook/winrates", answer)
    console.show(console.text("textbook_counting", games=games))
    for line in rate_rows(cells, console):
        console.show(line)
    console.show()
    missed = [cell for cell in cells if not cell["reproduces"]]
    for cell in missed:
        percents = {"document": f"{cell['document']:.0%}", "here": f"{cell['rate']:.1%}"}
        console.show(console.text("textbook_not_reproduced", **names(cell, console), **percents))
    console.show(console.text("textbook_others_fit" if missed else "textbook_all_fit"))
    return None


def compared(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell with its win rate, the document's, and whether the two go together."""
    won, games = cell["won"], cell["won"] + cell["drawn"] + cell["lost"]
    percent = othello.DOCUMENT_RATES[cell["strategy"], cell["evaluation"]][cell["side"]]
    document_won = othello.document_wins(percent, won / games)
    probability = same_rate_probability(won, games, document_won, othello.DOCUMENT_GAMES)
    return cell | {
        "rate": won / games,
        "rate_ci95": wilson_interval(won, games),
        "document": percent / 100,
        "probability": probability,
        "reproduces": probability >= SIGNIFICANCE / (2 * len(othello.DOCUMENT_RATES)),
    }


def rate_rows(cells: list[dict[str, Any]], console: Console) -> Iterator[str]:
    """Yield the lines of the table: the document's rate, ours and its interval."""
    heads = (console.text("textbook_document"), console.text("textbook_here"), console.text("textbook_interval"))
    yield rate_row("", *heads)
    for cell in cells:
        low, high = cell["rate_ci95"]
        label = console.text("textbook_cell", **names(cell, console))
        yield rate_row(label, f"{cell['document']:.0%}", f"{cell['rate']:.1%}", f"{low:.1%} - {high:.1%}")


def rate_row(label: str, document: str, here: str, interval: str) -> str:
    """Return a line of the table, its columns under one another."""
    columns = ((document, 9), (here, 9), (interval, 17))
    padded = "".join(" " * (width - display_width(text)) + text for text, width in columns)
    return label + " " * (28 - display_width(label)) + padded


# The document's four calls, which even `return get_value(node)` would pass, and three that can fail.
CALLS = [("root", depth, True) for depth in (0, 2, 3, 7)]
CALLS += [("node_2_2", 1, True), ("node_2_2", 1, False), ("node_1_1", 1, False)]


@command.command("tree", epilog="Example: saizen textbook tree --node node_1_1 --depth 2 --player b")
@click.option("--node", type=click.Choice(list(tree.NODES)), help="Value this node only (default: root).")
@click.option("--depth", type=click.IntRange(0), help="Moves to look ahead from there (default: 2).")
@click.option("--player", type=click.Choice(["a", "b"]), help="Who moves there (default: a).")
@console_options
def exercise(node: str | None, depth: int | None, player: str | None, console: Console, seed: int) -> None:
    """Value the nodes of the exercise's tree."""
    nodes = tree.example()
    calls = CALLS
    if (node, depth, player) != (None, None, None):
        calls = [(node or "root", 2 if depth is None else depth, player != "b")]
    values = [(*call, tree.minimax(nodes[call[0]], *call[1:])) for call in calls]
    if console.as_json:
        keys = ("node", "max_depth", "player_a_moves", "value")
        return console.emit("textbook/tree", {"calls": [dict(zip(keys, value, strict=True)) for value in values]})
    names = {id(known): name for name, known in nodes.items()}
    console.show("\n".join(tree_rows(nodes["root"], names)) + "\n")
    for name, max_depth, player_a_moves, value in values:
        console.show(f"minimax({name}, {max_depth}, {player_a_moves}) = {value}")
    return None


def tree_rows(node: tree.Node, names: dict[int, str], depth: int = 0) -> Iterator[str]:
    """Yield a line for each node, its children below it."""
    yield f"{'  ' * depth}{names[id(node)]}: {node.name}, {node.value}"
    for child in node.children:
        yield from tree_rows(child, names, depth + 1)


@command.command("console", epilog="Example: saizen textbook console --size 6 --strategy maxflip")
@click.option("--size", type=int, default=4, show_default=True, help="Squares a side: even, from 4 to 26.")
@click.option("--turn", type=click.Choice(consoles.TURNS), default="human", show_default=True, help="Who begins.")
@click.option(
    "--strategy", type=click.Choice(consoles.STRATEGIES), default="random", show_default=True, help="White's."
)
@click.option("--moves", default="", help="Answers to give before you are asked, e.g. '13 33'.")
@console_options
def console_game(size: int, turn: str, strategy: str, moves: str, console: Console, seed: int) -> None:
    """Play Othello of any size as black, typing row and column."""
    typed = iter(moves.replace(",", " ").split())

    stream = sys.stderr if console.as_json else sys.stdout

    def show(text: str) -> None:
        write(text.replace("→", "->").replace("↓", "v") if console.plain else text, stream)

    def read(prompt: str) -> str:
        answer = next(typed, None)
        if answer is None:
            write(prompt, stream, end="")
            return input()
        show(prompt + answer)
        return answer

    game = consoles.Game(size, turn, strategy, seed=seed, language=console.language, read=read, write=show)
    end = game.start()
    if console.as_json:
        console.emit("textbook/console", console_answer(end))


def console_answer(end: Othello) -> dict[str, Any]:
    """Return how a game ended, or how far it came, as JSON."""
    winner = end.winner() if end.is_over() else None
    return {
        "over": end.is_over(),
        "winner": winner and winner.value,
        "discs": list(end.discs),
        "position": end.position_text(),
    }
