"""Pages: whatever words are put in, they stay words."""

from html.parser import HTMLParser

from saizen.drawing.page import details, escaped, figure, page, paragraph, section, table

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
