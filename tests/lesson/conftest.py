"""A real browser for the pages of lessons: it opens them as files, and nothing may go wrong in it unseen."""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, sync_playwright

OpenPage: TypeAlias = Callable[..., Page]

QUIET = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the browser out of the fast tests: what it shows does not depend on the Python that wrote it."""
    for item in items:
        if "open_page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium: a person may test without it, CI may not."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None and "CI" not in os.environ:
        pytest.skip("Chromium is not installed (on Debian: apt-get install chromium)")
    assert path is not None, "Chromium is missing (on Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *QUIET])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Open the text of a page: `open_page(html, width=390)`. Errors and requests to anywhere fail the test."""
    faults: list[str] = []
    numbers = count()

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"console: {message.text}")

    def note_error(error: Error) -> None:
        faults.append(f"error: {error}")

    def open_text(html: str, *, width: int = 1280, height: int = 800, **options: Any) -> Page:
        path = tmp_path / f"page-{next(numbers)}.html"
        path.write_text(html, encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": height}, **options)

        def note_request(request: Request) -> None:
            if request.url.partition("#")[0] != path.as_uri():
                faults.append(f"request: {request.url}")

        page.on("console", note)
        page.on("pageerror", note_error)
        page.on("request", note_request)
        page.goto(path.as_uri())
        return page

    yield open_text
    for context in browser.contexts:
        context.close()
    assert not faults


def accessibility_faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong on a page as it stands."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['help']} ({fault['nodes'][0]['html'][:120]})" for fault in found]
