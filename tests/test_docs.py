"""The documents do what they show.

In a `console` block a line that begins with `$ ` is a command. Those of `saizen`, `python` and `printf` are run from
the root of the repository, and what they print on stdout must be the lines below them; talk on stderr, which holds
times, is not shown. Pictures that they write must be those of the documents. A line `...` stands for any lines, `...`
inside a line for any text. Other commands (`$ make play`) are not run.
`python` blocks are run one after another, as one program a document; those with `>>>` must answer as they show.
"""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(path.relative_to(ROOT) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")
PICTURES = "docs/pictures"
RUN = re.compile(r"(printf|saizen|python) ")


def blocks(document: Path, kind: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [content for found, content in BLOCK.findall(text) if found == kind]


def commands() -> Iterator[object]:
    """Yield each document with a command it shows and the lines below."""
    for document in DOCUMENTS:
        for block in blocks(document, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                while command.endswith("\\"):
                    more, _, shown = shown.partition("\n")
                    command = command[:-1] + more
                if RUN.match(command):
                    yield pytest.param(command, shown, id=f"{document}: {command[:60]}")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `saizen` and `python` are those under test and the home is not the real one."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, words in (("saizen", "-m saizen"), ("python", "")):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        tool.chmod(0o755)
    search = [str(Path(folder).resolve()) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
    return {
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(search),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }


def pattern(shown: str) -> str:
    """Return what a document shows as a regular expression, in which `...` stands for anything."""
    lines = [line.rstrip() for line in shown.rstrip().splitlines()]
    parts = [r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n" for line in lines]
    return "".join(parts)


@pytest.mark.slow  # each takes little, all of them minutes
@pytest.mark.parametrize(("command", "shown"), list(commands()))
def test_a_command_prints_what_its_document_shows(
    command: str, shown: str, environment: dict[str, str], tmp_path: Path
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    result = subprocess.run(
        command.replace(PICTURES, str(pictures)),
        shell=True,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    printed = "".join(f"{line.rstrip()}\n" for line in result.stdout.rstrip().splitlines())
    assert "Traceback" not in result.stderr
    if re.fullmatch(pattern(shown), printed) is None:
        assert printed == shown, result.stderr  # shows where they part
    made = list(pictures.iterdir())
    assert len(made) == command.count(PICTURES), result.stderr
    for picture in made:
        assert picture.read_bytes() == (ROOT / PICTURES / picture.name).read_bytes()


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_a_program_runs_and_answers_as_shown(
    document: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", environment["PATH"])
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    names: dict[str, object] = {"__name__": "document"}
    for block in blocks(document, "python"):
        if ">>>" not in block:
            exec(compile(block, str(document), "exec"), names)
            continue
        session = parser.get_doctest(block, names, str(document), str(document), 0)
        runner.run(session, clear_globs=False)
        names = session.globs
    assert runner.failures == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_a_link_leads_somewhere(document: Path) -> None:
    text = BLOCK.sub("", (ROOT / document).read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if not re.match(r"[a-z]+:|#", target):
            assert (ROOT / document.parent / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize(
    ("document", "example"),
    [
        ("docs/how-to/own-game.md", "nim.py"),
        ("docs/how-to/own-player.md", "my_player.py"),
        ("docs/tutorial/from-a-tree-to-a-program.md", "nim.py"),
        ("docs/ja/tutorial.md", "nim.py"),
    ],
)
def test_a_document_shows_the_example_as_it_is(document: str, example: str) -> None:
    assert (ROOT / "examples" / example).read_text(encoding="utf-8") in blocks(Path(document), "python")
