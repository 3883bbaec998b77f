"""Boards as pictures."""

import xml.etree.ElementTree as ET

from saizen.drawing.boards import board_svg

SVG = "{http://www.w3.org/2000/svg}"
CELLS = ("X-O", "-X-")


def test_discs_are_told_apart_by_their_filling() -> None:
    root = ET.fromstring(board_svg(CELLS, "X-O-X- O"))
    fills = [circle.attrib["fill"] for circle in root.iter(f"{SVG}circle")]
    assert sorted(map(fills.count, set(fills))) == [1, 2]
    assert [text.text for text in root.iter(f"{SVG}text")] == ["a", "b", "c", "1", "2"]
    assert root.findtext(f"{SVG}title") == "X-O-X- O"


def test_marks_are_crosses_and_rings() -> None:
    root = ET.fromstring(board_svg(CELLS, "", stones="marks"))
    assert len(list(root.iter(f"{SVG}circle"))) == 1
    assert len([path for path in root.iter(f"{SVG}path") if path.get("stroke-linecap")]) == 2


def test_coordinates_may_be_others_or_none() -> None:
    root = ET.fromstring(board_svg(CELLS, "", columns=["1", "2", "<"], rows=["", ""]))
    assert [text.text for text in root.iter(f"{SVG}text") if text.text] == ["1", "2", "<"]
