"""What a reader gets from a paper: the text of its PDF, and the visible text of its web page."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

from pypdf import PdfReader

BLOCKS = {"p", "h1", "h2", "th", "td", "li", "title"}


def reader(pdf: bytes) -> PdfReader:
    """The PDF, opened."""
    return PdfReader(io.BytesIO(pdf))


def pdf_text(pdf: bytes) -> str:
    """All text of the PDF, page after page."""
    return "\n".join(page.extract_text() for page in reader(pdf).pages)


def close(text: str) -> str:
    """The text without its spaces: where a line breaks is no part of what it says."""
    return re.sub("[\\s\u00a0\u200b-\u200f\u202a-\u202e\u2066-\u2069]+", "", text)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._silent = self._foot = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("style", "script", "title"):
            self._silent = True
        if tag == "footer":
            self._foot = True
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script", "title"):
            self._silent = False
        if tag == "footer":
            self._foot = False

    def handle_data(self, data: str) -> None:
        if not self._silent and not self._foot and data.strip():
            self.blocks[-1] += data


def web(html: str) -> _Page:
    """The web page: its `tags`, and its visible `blocks` of text without the foot."""
    page = _Page()
    page.feed(html)
    page.blocks = [block for block in page.blocks if block.strip()]
    return page
