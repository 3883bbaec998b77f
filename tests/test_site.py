"""The site of the documents is built without a warning, asks nothing of another host, and its links lead somewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

ROOT = Path(__file__).parents[1]
FETCHED = ("src", "srcset", "href", "data", "poster", "xlink:href")  # what a browser asks for by itself, but of an <a>
OUTSIDE = re.compile(r"[a-z]+:|(?:\.\./)+examples/")  # the examples stay where they are
ELSEWHERE = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
IN_STYLES = re.compile(r"""(?:url\(|@import)\s*["']?\s*(?:https?:)?//[^"')\s]*""", re.IGNORECASE)


class Page(HTMLParser):
    """What one page fetches, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = IN_STYLES.findall(text)
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in FETCHED and value is not None:
                (self.links if tag == "a" else self.fetched).append(value)

    @property
    def foreign(self) -> list[str]:
        return [address for address in self.fetched if ELSEWHERE.match(address) or IN_STYLES.match(address)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, made as `make docs` makes it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    return folder


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(site.rglob("*.html")):
        yield path, Page(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_document_has_its_page(site: Path) -> None:
    documents = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert len(documents) > 20
    assert [path for path in documents if not (site / path).with_suffix(".html").is_file()] == []


@pytest.mark.slow
def test_no_page_asks_anything_of_another_host(site: Path) -> None:
    assert {str(path): page.foreign for path, page in pages(site) if page.foreign} == {}


@pytest.mark.slow
def test_no_style_asks_anything_of_another_host(site: Path) -> None:
    styles = sorted(site.rglob("*.css"))
    assert styles
    assert [found for path in styles for found in IN_STYLES.findall(path.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_a_link_inside_the_site_leads_somewhere(site: Path) -> None:
    for path, page in pages(site):
        for link in (*page.links, *page.fetched):
            target = unquote(urldefrag(link.partition("?")[0]).url)
            base = site if target.startswith("/") else path.parent
            if target and not OUTSIDE.match(target):
                assert (base / target.lstrip("/")).exists(), f"{link} in {path.relative_to(site)}"


@pytest.mark.slow
def test_the_reference_shows_what_the_docstrings_say(site: Path) -> None:
    text = (site / "reference" / "saizen.html").read_text(encoding="utf-8")
    assert 'id="saizen.search.alphabeta.alphabeta"' in text
    assert "fail-soft alpha-beta pruning" in text


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.org/a.js"></script>',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<img alt="" src="HTTP://example.org/a.png">',
        "<style>@import 'https://example.org/a.css';</style>",
        '<p style="background: url(http://example.org/a.png)">',
    ],
)
def test_what_comes_from_elsewhere_is_found(text: str) -> None:
    assert len(Page(text).foreign) == 1


@pytest.mark.parametrize("text", ['<a href="https://example.org">there</a>', '<script src="../js/a.js"></script>'])
def test_a_link_to_follow_and_a_file_of_the_site_are_not(text: str) -> None:
    assert Page(text).foreign == []
