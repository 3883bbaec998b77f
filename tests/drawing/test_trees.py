"""Trees as pictures and text: everything that is known of a node is in them, and nothing breaks them."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from saizen.drawing.trees import NodePicture, Shape, stacked, svg_file, tree_drawing, tree_text, tree_tikz

SVG = "{http://www.w3.org/2000/svg}"
NODES = [
    NodePicture(Shape.MAX, value="3", window="(3, +∞)", is_current=True),
    NodePicture(Shape.LEAF, "a", "3", is_chosen=True),
    NodePicture(Shape.MIN, "b", "≤ 2", note="truncated here", cells=("XO-", "---", "--X")),
    NodePicture(Shape.LEAF, "c", "2", is_skipped=True),
]
CHILDREN = [(1, 2), (), (3,), ()]
WORDS = st.text(max_size=12)


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_holds_every_word_of_the_nodes() -> None:
    svg = svg_file(tree_drawing(NODES, CHILDREN), "a tree")
    assert set(words_of(svg)) == {"3", "(3, +∞)", "a", "b", "≤ 2", "truncated here", "c", "2"}
    assert ET.fromstring(svg).findtext(f"{SVG}title") == "a tree"


def test_a_cut_is_dotted_and_struck_out_and_a_board_has_its_stones() -> None:
    svg = svg_file(tree_drawing(NODES, CHILDREN), "a tree")
    assert svg.count("stroke-dasharray") == 1
    assert svg.count("<circle") == 3
    without = [NodePicture(node.shape, node.label, node.value) for node in NODES]
    plain = svg_file(tree_drawing(without, CHILDREN), "a tree")
    assert "stroke-dasharray" not in plain
    assert "<circle" not in plain


def test_everything_stands_inside_the_picture() -> None:
    root = ET.fromstring(svg_file(tree_drawing(NODES, CHILDREN), "a tree"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        assert 0 <= float(element.get("x", 0)) <= width
        assert 0 <= float(element.get("y", 0)) <= height


def test_drawings_stand_one_below_the_other() -> None:
    one = tree_drawing(NODES, CHILDREN)
    both = stacked([("first", one), ("second", one)])
    assert both.height > 2 * one.height
    assert words_of(svg_file(both, "two")).count("≤ 2") == 2


@given(label=WORDS, value=WORDS, note=WORDS)
def test_whatever_words_a_node_has_the_picture_can_be_read(label: str, value: str, note: str) -> None:
    nodes = [NodePicture(Shape.MAX), NodePicture(Shape.LEAF, label, value, note=note)]
    ET.fromstring(svg_file(tree_drawing(nodes, [(1,), ()]), label))


@given(label=WORDS, value=WORDS)
def test_whatever_words_a_node_has_latex_sees_no_command_in_them(label: str, value: str) -> None:
    nodes = [NodePicture(Shape.MAX), NodePicture(Shape.LEAF, label, value)]
    text = tree_tikz(nodes, [(1,), ()])
    body = text[text.index(r"\begin{tikzpicture}") : text.index(r"\end{tikzpicture}")]
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", body):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert set(re.findall(r"\\[a-z]+", body)) <= {
        r"\begin", r"\node", r"\draw", r"\small", r"\tiny", r"\infty", r"\le", r"\ge", r"\alpha", r"\beta",
        r"\textbackslash", r"\textasciitilde", r"\textasciicircum",
    }  # fmt: skip


def test_text_has_a_line_for_each_node() -> None:
    assert tree_text(NODES, CHILDREN).splitlines() == [
        "MAX = 3        (3, +∞)  ◀",
        "├─ a: 3 ●",
        "└─ b: MIN ≤ 2  truncated here",
        "   └─ c: 2     ✂",
    ]
    assert tree_text(NODES, CHILDREN, plain=True).splitlines() == [
        "MAX = 3         (3, +inf)  <--",
        "|- a: 3 *",
        "`- b: MIN <= 2  truncated here",
        "   `- c: 2      x",
    ]


def test_a_deep_tree_is_drawn_without_recursion() -> None:
    size = 5000
    nodes = [NodePicture(Shape.MAX)] * size
    children = [(index + 1,) if index + 1 < size else () for index in range(size)]
    assert tree_text(nodes, children).count("\n") == size - 1
    assert tree_drawing(nodes, children).body.count("<g>") == size
