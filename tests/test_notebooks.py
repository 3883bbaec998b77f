"""Every notebook of the documentation runs from its first cell to its last, and shows what it promises."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(notebook: Any) -> set[str]:
    """Return the kinds of output of all cells."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return {kind for output in outputs for kind in output.get("data", {})}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells)  # they are made, not kept
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert {"image/svg+xml", "text/html", "text/plain", "application/vnd.jupyter.widget-view+json"} <= shown(notebook)


def test_there_are_notebooks_to_run() -> None:
    assert [path.name for path in NOTEBOOKS] == ["lesson.ipynb"]
