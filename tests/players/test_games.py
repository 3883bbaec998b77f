"""Many games between two specs."""

from typing import Any

import pytest

from saizen.errors import SettingError
from saizen.games.base import Side, final_score
from saizen.games.othello import Othello
from saizen.games.tree import Tree
from saizen.players import make_player, play_game
from saizen.players.games import play_games


def test_each_game_has_streams_of_its_own() -> None:
    start = Othello(4, 4)
    outcomes = play_games(start, "random", "random", games=6, seed=3)
    assert len({outcome.moves for outcome in outcomes}) > 1
    assert outcomes[2:5] == play_games(start, "random", "random", games=3, seed=3, from_game=2)


def test_the_score_is_that_of_the_side_to_move_first() -> None:
    starts: list[Any] = [Othello(4, 4), Tree([[3, -12, 8], [2, 4]]), Tree([[3, -12, 8], [2, 4]], first=Side.SECOND)]
    for start in starts:
        outcome = play_games(start, "minimax:depth=2", "random", seed=5)[0]
        first, second = make_player("minimax:depth=2", start, seed=5), make_player("random", start, seed=5, side=1)
        players = (first, second) if start.next_player is Side.FIRST else (second, first)
        record = play_game(start, *players)
        assert outcome.moves == record.moves
        score = final_score(record.end)
        assert outcome.score == (score if record.end.next_player is start.next_player else -score)


def test_no_games_are_none_and_fewer_are_refused() -> None:
    assert play_games(Othello(), "random", "random", games=0) == []
    with pytest.raises(SettingError, match="games=-1 cannot be played; use 0 or more"):
        play_games(Othello(), "random", "random", games=-1)
