"""The trained evaluation of 8×8 Othello: its file, and what it says of a position."""

import hashlib
import lzma
import struct
from functools import cache
from importlib.resources import files
from typing import TypeGuard

from saizen import _native
from saizen.errors import UnreadableFileError
from saizen.games.base import State
from saizen.games.othello import Othello

__all__ = ["is_trained_for", "judge", "load_evaluation", "pack_weights", "unpack_weights"]

WEIGHTS = "othello_8x8.weights"
MARK = b"saizen weights\n"
FORMAT = 1
HEADER = struct.Struct("<HI32s")  # format, bytes of the weights, and their SHA-256
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 1}]


def pack_weights(weights: bytes) -> bytes:
    """Return the file that holds weights: what they are, by what they can be known, and they themselves, compressed."""
    header = HEADER.pack(FORMAT, len(weights), hashlib.sha256(weights).digest())
    return MARK + header + lzma.compress(weights, lzma.FORMAT_RAW, filters=FILTERS)


def unpack_weights(data: bytes) -> bytes:
    """Return the weights in a file, refusing one that is foreign, of another format, cut short or changed."""
    if not data.startswith(MARK):
        raise UnreadableFileError("this is no file of weights")
    body = data[len(MARK) :]
    if len(body) < HEADER.size:
        raise UnreadableFileError("the file of weights is cut short")
    number, size, digest = HEADER.unpack_from(body)
    if number != FORMAT or size != _native.Evaluation.size():
        raise UnreadableFileError(f"the file of weights has format {number} and {size} bytes, made for another version")
    try:
        decompressor = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
        weights = decompressor.decompress(body[HEADER.size :], size)
    except lzma.LZMAError as error:
        raise UnreadableFileError(f"the file of weights is damaged: {error}") from None
    if hashlib.sha256(weights).digest() != digest:
        raise UnreadableFileError("the file of weights is damaged or cut short: its checksum differs")
    return weights


@cache
def load_evaluation() -> _native.Evaluation:
    """Return the evaluation that comes with the package, and let native searches use it."""
    evaluation = _native.Evaluation(unpack_weights(files("saizen.engine").joinpath(WEIGHTS).read_bytes()))
    _native.install_evaluation(evaluation)
    return evaluation


def is_trained_for(state: State) -> TypeGuard[Othello]:
    """Tell whether a position is of the board that the evaluation is trained for."""
    return isinstance(state, Othello) and (state.width, state.height) == (8, 8)


def judge(state: Othello) -> int:
    """Return how many discs the side to move will probably win by, to the nearest."""
    return load_evaluation().discs(state.own, state.other)
