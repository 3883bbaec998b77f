"""Pages: whatever words are put in, they stay words."""

import json
from base64 import b64decode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.drawing.page import details, embedded, escaped, figure, page, paragraph, section, table

HOSTILE = "</title></p><script>alert('&\")</script>\x00\ud800\u202e"
VOID = {"meta"}


class Reader(HTMLParser):
    """Reads a page: its tags, which must close in order, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_every_piece_escapes_its_words() -> None:
    parts = (
        section(HOSTILE, paragraph(HOSTILE, HOSTILE), details(HOSTILE), figure("", HOSTILE)),
        table(HOSTILE, (HOSTILE, HOSTILE), [(HOSTILE, HOSTILE)]),
        table(HOSTILE, (), [(HOSTILE, HOSTILE)], words=True),
    )
    reader = Reader(page(HOSTILE, *parts))
    assert "script" not in reader.tags
    shown = HOSTILE[:-3] + "\ufffd" * 3
    assert reader.words.count(shown) == 2 + 4 + 5 + 3
    page(HOSTILE, *parts).encode("utf-8")


def test_a_page_allows_nothing_from_elsewhere() -> None:
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in page("title")


def test_words_of_all_languages_stay() -> None:
    assert escaped("最善 – Žižka, naïve; 🏆\t½") == "最善 – Žižka, naïve; 🏆\t½"


def test_only_the_script_of_a_page_may_run() -> None:
    script = "document.title = '最善';"
    text = page("title", language="ja", style="p { margin: 0 }", script=script)
    policy = text.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.keys() == {"default-src", "style-src", "script-src"}
    assert rules["default-src"] == "'none'"
    digest = rules["script-src"].removeprefix("'sha256-").removesuffix("'")
    assert b64decode(digest) == sha256(script.encode()).digest()
    assert f'<script type="module">{script}</script>' in text
    assert '<html lang="ja">' in text
    assert "p { margin: 0 }</style>" in text


@pytest.mark.parametrize("end", ["</script>", "</SCRIPT", "<!--", "<script"])
def test_a_script_that_would_end_its_element_is_refused(end: str) -> None:
    with pytest.raises(ValueError, match="must not contain"):
        page("title", script=f"const text = '{end}';")


@given(words=st.lists(st.text() | st.sampled_from(["</script><img>", "<!--<script>", "\u2028\u2029", "]]>", '"\\'])))
def test_embedded_data_comes_back_and_ends_nothing(words: list[str]) -> None:
    element = embedded("words", words)
    inside = element.removeprefix('<script type="application/json" id="words">').removesuffix("</script>\n")
    assert "<" not in inside
    assert not set("\u2028\u2029") & set(inside)
    inside.encode("utf-8")
    for given_words, kept in zip(words, json.loads(inside), strict=True):
        assert len(given_words) == len(kept)
        assert all(one == other or other == "\ufffd" for one, other in zip(given_words, kept, strict=True))


def test_embedded_data_holds_no_number_that_json_has_not() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        embedded("value", [float("inf")])
