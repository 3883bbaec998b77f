"""The pieces of a page that needs nothing else: no other file, no script but its own, whatever the text in it says.

Every piece escapes the words it is given; only what other pieces and charts return is put in as it is.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

from saizen.drawing.messages import Language

__all__ = ["details", "embedded", "escaped", "figure", "page", "paragraph", "section", "table"]

UNSHOWABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ENDS_SCRIPT = re.compile("<!--|</?script", re.IGNORECASE)
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2327; --soft: #59636b; --rule: #d5dade; --accent: #0b62a8 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15191c; --ink: #e7eaec; --soft: #a3adb4; --rule: #3a4247; --accent: #6db6f2 }
}
@media print { :root { --paper: #fff; --ink: #000; --soft: #333; --rule: #bbb; --accent: #0b4f88 } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0 }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--rule) }
p { margin: .4rem 0 }
.lead { font-size: 1.1rem }
.note, figcaption, caption, .end { color: var(--soft); font-size: .9rem }
.scroll { overflow-x: auto; margin: .75rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal }
caption { text-align: left; padding-bottom: .25rem }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top }
td { white-space: nowrap }
th:first-child { text-align: left; padding-left: 0 }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom }
tbody th { font-weight: 500; min-width: min(16rem, 36vw); overflow-wrap: anywhere; position: sticky; left: 0;
  background: var(--paper) }
.words th { min-width: 0; overflow-wrap: normal }
.words td { text-align: left; white-space: normal; overflow-wrap: anywhere }
.figures { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)) }
figure { margin: 0; max-width: 36rem }
.chart { display: block; width: 100%; height: auto }
.chart .line, .chart .whisker { stroke: var(--accent) }
.chart .band, .chart .bar, .chart .mark { fill: var(--accent) }
details { border-bottom: 1px solid var(--rule) }
summary { padding: .6rem 0; cursor: pointer }
summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
details details { margin-left: 1rem }
.games { list-style: none; margin: 0; padding: 0 0 .75rem }
.games li { padding: .4rem 0 .4rem .75rem; border-left: 3px solid var(--rule); margin: .5rem 0 }
.games p { margin: 0 }
.moves { font-family: ui-monospace, monospace; font-size: .85rem }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt }
  figure, tr, .games li { break-inside: avoid }
  h2 { break-after: avoid }
  .scroll { overflow: visible }
}
"""


def page(title: str, *parts: str, language: Language = "en", style: str = "", script: str = "") -> str:
    """Return a whole page; `style` is added to that of all pages, and `script` is the only one that may run."""
    running = f'<script type="module">{script}</script>\n' if script else ""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{escaped(title)}</h1>\n{''.join(parts)}</main>\n{running}</body>\n</html>\n"
    )


def policy(script: str) -> str:
    """Return what a page may do: nothing, but run the one script that has this text."""
    if not script:
        return POLICY
    if ENDS_SCRIPT.search(script):
        raise ValueError("a script in a page must not contain <!--, <script or </script")
    digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    return f"{POLICY}; script-src 'sha256-{digest}'"


def embedded(name: str, value: object) -> str:
    """Return data for the script of a page, as JSON in an element of this name; no text in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = UNSHOWABLE.sub("\ufffd", text)
    for character in "<\u2028\u2029":  # the first ends elements, the others end lines of a script
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f'<script type="application/json" id="{escaped(name)}">{text}</script>\n'


def section(title: str, *parts: str) -> str:
    """Return parts under a heading."""
    return f"<section>\n<h2>{escaped(title)}</h2>\n{''.join(parts)}</section>\n"


def paragraph(words: str, kind: str = "") -> str:
    """Return a paragraph, of a kind that the style knows: `lead`, `note` or `moves`."""
    return f'<p class="{escaped(kind)}">{escaped(words)}</p>\n' if kind else f"<p>{escaped(words)}</p>\n"


def details(summary: str, *parts: str) -> str:
    """Return parts that are hidden until asked for."""
    return f"<details>\n<summary>{escaped(summary)}</summary>\n{''.join(parts)}</details>\n"


def figure(chart: str, caption: str) -> str:
    """Return a chart with the words below it."""
    return f"<figure>\n{chart}\n<figcaption>{escaped(caption)}</figcaption>\n</figure>\n"


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, words: bool = False) -> str:
    """Return a table that scrolls in a box of its own; its cells are numbers to stand in line, or words to wrap."""
    top = "".join(f'<th scope="col">{escaped(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escaped(name)}</th>{"".join(f"<td>{escaped(cell)}</td>" for cell in cells)}</tr>\n'
        for name, *cells in rows
    )
    return (
        f'<div class="scroll" role="group" tabindex="0" aria-label="{escaped(caption)}">\n'
        f"<table{' class=words' if words else ''}>\n<caption>{escaped(caption)}</caption>\n"
        f"{f'<thead><tr>{top}</tr></thead>' if head else ''}\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"
    )


def escaped(words: str) -> str:
    """Return words as text of a page, whatever is in them; what no page may hold, or turns its text around, is `�`."""
    return escape(UNSHOWABLE.sub("\ufffd", words))
