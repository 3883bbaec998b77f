"""Pages inside a notebook: in a frame of their own, where they can reach nothing of it."""

from functools import cache
from html import escape
from typing import Any

from saizen.errors import SettingError

__all__ = ["framed", "page_widget"]

HEIGHT = 640  # pixels
# The frame may run its own script and nothing else: no access to the notebook, no forms, no other page.
RENDER = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = model.get("title");
  frame.srcdoc = model.get("page");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  el.append(frame);
}
export default { render };
"""


def framed(page: str, title: str = "saizen") -> str:
    """Return a page as a piece of another one."""
    return (
        f'<iframe sandbox="allow-scripts" title="{escape(title)}" srcdoc="{escape(page)}" '
        f'style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'
    )


def page_widget(page: str, title: str = "saizen") -> Any:
    """Return a page as a widget of the notebook."""
    return widget_class()(page=page, title=title, height=HEIGHT)


@cache
def widget_class() -> Any:
    """Return the kind of widget, once anywidget is known to be there."""
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError:
        raise SettingError("widgets need the extra notebook: pip install 'saizen[notebook]'") from None

    class PageWidget(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        """Shows a page that needs nothing else."""

        _esm = RENDER
        page = traitlets.Unicode().tag(sync=True)
        title = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int().tag(sync=True)

    return PageWidget
