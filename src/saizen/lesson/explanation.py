"""A search explained, as an object that shows itself: in notebooks, as files, as text."""

from dataclasses import dataclass
from typing import Any

from saizen.drawing.messages import Language
from saizen.games.base import State
from saizen.games.tree import Tree, parse_tree
from saizen.lesson.page import explain_html
from saizen.lesson.pictures import png_of, step_svg, step_text, step_tikz
from saizen.lesson.recording import record
from saizen.lesson.sentences import sentences
from saizen.lesson.trace import MOST_NODES, Trace
from saizen.search import Evaluator

__all__ = ["Explanation", "explain"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that happened in a search, in a language. A notebook shows it as a page to step through."""

    trace: Trace
    language: Language = "en"

    def __len__(self) -> int:
        return len(self.trace.events)

    def __str__(self) -> str:
        return self.text()

    def sentences(self) -> list[str]:
        """Return why each step happened."""
        return list(sentences(self.trace, self.language))

    def html(self) -> str:
        """Return a page to step through, which needs nothing else."""
        return explain_html(self.trace, self.language)

    def svg(self, step: int | None = None) -> str:
        """Return the tree after so many steps (None: all) as a picture."""
        return step_svg(self.trace, step, self.language)

    def png(self, step: int | None = None) -> bytes:
        """Return the same as PNG, which needs `saizen[png]`."""
        return png_of(self.svg(step))

    def tikz(self, step: int | None = None) -> str:
        """Return the same as LaTeX."""
        return step_tikz(self.trace, step)

    def text(self, step: int | None = None) -> str:
        """Return the same as text."""
        return step_text(self.trace, step, self.language)

    def widget(self) -> Any:
        """Return the page as a widget of the notebook, which needs `saizen[notebook]`."""
        from saizen.lesson.widget import page_widget

        return page_widget(self.html())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the page in a frame for notebooks, and the tree for whatever cannot show that."""
        from saizen.lesson.widget import framed

        return {"text/plain": self.text(), "text/html": framed(self.html()), "image/svg+xml": self.svg()}


def explain(
    position: State | str | Any,
    algorithm: str = "alphabeta",
    *,
    depth: int | None = None,
    evaluate: Evaluator[Any] | None = None,
    language: Language = "en",
    most_nodes: int = MOST_NODES,
) -> Explanation:
    """Search a position, or a tree given as text or nested lists, and explain every step.

    Unless told, alpha-beta searches to the end of the game.
    """
    if isinstance(position, str):
        position = parse_tree(position)
    elif isinstance(position, (int, float, list, tuple, dict)):
        position = Tree(position)
    trace = record(position, algorithm, depth=depth, evaluate=evaluate, most_nodes=most_nodes)
    return Explanation(trace, language)
