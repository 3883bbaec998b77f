"""The tree of a search at one of its steps, as SVG, TikZ, PNG or text."""

from collections.abc import Mapping, Sequence

from saizen.drawing.messages import Language
from saizen.drawing.trees import Drawing, NodePicture, Shape, svg_file, tree_drawing, tree_text, tree_tikz
from saizen.errors import SettingError
from saizen.games.base import Value
from saizen.lesson.replay import Frame, NodeView, Status, replay
from saizen.lesson.sentences import value_text, window_text
from saizen.lesson.trace import Trace

__all__ = ["png_of", "step_drawing", "step_svg", "step_text", "step_tikz"]

NOTES: Mapping[str, Mapping[Language, str]] = {
    "one_leaf": {"en": "1 leaf cut", "ja": "葉 1 個を省略"},
    "leaves": {"en": "{count} leaves cut", "ja": "葉 {count} 個を省略"},
    "cut": {"en": "cut", "ja": "枝刈り"},
    "truncated": {"en": "truncated here", "ja": "以下は省略"},
}


def step_svg(trace: Trace, step: int | None = None, language: Language = "en") -> str:
    """Return the tree after so many events (None: all of them) as an SVG file."""
    return svg_file(step_drawing(trace, step, language), f"{trace.algorithm}: {value_text(trace.value)}")


def step_drawing(trace: Trace, step: int | None = None, language: Language = "en") -> Drawing:
    """Draw the tree after so many events, to be put into a larger picture."""
    return tree_drawing(pictures(trace, step, language), trace.children)


def step_tikz(trace: Trace, step: int | None = None) -> str:
    """Return the tree after so many events as a LaTeX file."""
    return tree_tikz(pictures(trace, step, "en"), trace.children)


def step_text(trace: Trace, step: int | None = None, language: Language = "en", *, plain: bool = False) -> str:
    """Return the tree after so many events as lines of text."""
    return tree_text(pictures(trace, step, language), trace.children, plain=plain)


def png_of(svg: str, zoom: float = 2.0) -> bytes:
    """Return an SVG picture as PNG."""
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise SettingError("PNG needs the extra png: pip install 'saizen[png]'; SVG needs nothing") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))


def pictures(trace: Trace, step: int | None, language: Language) -> Sequence[NodePicture]:
    """Return how each node looks after so many events."""
    frame = replay(trace, len(trace.events) if step is None else step)
    return [picture(trace, frame, index, language) for index in range(len(trace.nodes))]


def picture(trace: Trace, frame: Frame, index: int, language: Language) -> NodePicture:
    """Return how a node looks."""
    node, view = trace.nodes[index], frame.views[index]
    ends = node.is_over or (view.is_leaf and not trace.children[index])
    parent = frame.views[node.parent] if node.parent >= 0 else None
    unseen = view.status is Status.UNSEEN
    return NodePicture(
        shape=Shape.LEAF if ends else Shape.MAX if node.is_max else Shape.MIN,
        label=node.move if node.name is None else node.name,
        value=shown_value(view, node.written),
        window="" if unseen or ends or has_no_window(trace, view) else window_text(view.window),
        note=note(trace, frame, index, language),
        cells=node.cells,
        is_current=index == frame.current and frame.entered > 0,
        is_chosen=parent is not None and parent.best == index and not view.is_skipped,
        is_skipped=view.is_skipped,
        is_unseen=unseen,
    )


def shown_value(view: NodeView, written: Value | None) -> str:
    """Return the value so far, or what stands at a leaf that was not looked at."""
    if view.value is None:
        return "" if written is None else value_text(written)
    return f"{view.meaning} {value_text(view.value)}".lstrip()


def has_no_window(trace: Trace, view: NodeView) -> bool:
    """Tell whether a search knows no windows, so that there is nothing to be shown."""
    return trace.algorithm in ("minimax", "negamax") or view.window is None


def note(trace: Trace, frame: Frame, index: int, language: Language) -> str:
    """Return what is to be said of a node beside its numbers."""
    if index in trace.truncated:
        return NOTES["truncated"][language]
    if not frame.views[index].is_skipped:
        return ""
    leaves = trace.nodes[index].leaves
    key = "cut" if leaves is None else "one_leaf" if leaves == 1 else "leaves"
    return NOTES[key][language].format(count=leaves)
