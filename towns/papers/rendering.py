"""Print one paper: check its facts, set it once, and give back the tagged PDF, its web page and the hash of the PDF.

WeasyPrint is imported only when a paper is printed; its faces and stylesheet are kept for the life of the process.
It is not safe to run in two threads at once over shared faces, so one paper is set at a time in a process.
"""

from __future__ import annotations

import atexit
import base64
import hashlib
import logging
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.template import Engine
from django.template.context import Context

from towns.papers import filters, fonts, problems
from towns.papers.facts import CaseFacts, LawWords, TownPaper
from towns.papers.kinds import Paper as PaperKind
from towns.papers.kinds import kind as kind_called
from towns.papers.plain import build
from towns.papers.problems import PaperRefused, Problem

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration

__all__ = ["Paper", "PaperFailed", "PaperRefused", "Problem", "check", "policy", "preview", "render"]

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SEAL = "town-seal:"  # the address under which a paper asks for the seal
_UNSET = "\x02unset:%s\x03"  # stands where a template names what does not exist; facts cannot hold these characters

_press = threading.Lock()


@dataclass(frozen=True)
class Paper:
    """A printed paper. `problems` are those it was printed in spite of."""

    kind: str
    title: str
    html: str  # the same paper as a web page: same words, self-contained
    pdf: bytes
    sha256: str  # of the PDF
    pages: int
    problems: tuple[Problem, ...] = ()
    override_reason: str = ""


class PaperFailed(Exception):
    """The PDF could not be set; `html` is the same paper as a web page, which can be kept and printed by hand."""

    def __init__(self, title: str, html: str) -> None:
        self.html = html
        super().__init__(
            f"“{title}” could not be set as a PDF. Its web page is kept: print that and report the fault."
        )


def render(
    kind: str,
    facts: Mapping[str, Any] | Any,
    *,
    town: TownPaper | Mapping[str, Any],
    law: LawWords | Mapping[str, Any],
    override_reason: str | None = None,
) -> Paper:
    """Print a paper from its facts.

    Raises PaperRefused where something stops it (a blank, a letter, the seal, an address) and no reason was given;
    PaperFailed where the PDF cannot be set; LookupError for an unknown kind; TypeError for facts of another kind.
    """
    job = make_job(kind, facts, town, law)
    reason = (override_reason or "").strip()
    if job.problems and not reason:
        raise PaperRefused(job.problems)
    try:
        pdf, pages = typeset(job, page_source(job))
    except problems.MissingImage as lost:
        if not reason:
            raise
        job = replace(job, town=replace(job.town, seal=None), problems=job.problems + lost.problems)
        pdf, pages = typeset(job, page_source(job))
    html = web_page(job)
    return Paper(
        kind=kind,
        title=job.title,
        html=html,
        pdf=pdf,
        sha256=hashlib.sha256(pdf).hexdigest(),
        pages=pages,
        problems=job.problems,
        override_reason=reason if job.problems else "",
    )


def check(kind: str, facts: Any, *, town: Any, law: Any) -> tuple[Problem, ...]:
    """What would stop this paper, without printing it: for the page that asks somebody to confirm."""
    return make_job(kind, facts, town, law).problems


def preview(kind: str, facts: Any, *, town: Any, law: Any) -> str:
    """The paper as a web page, blanks and all, to be looked at before it is printed. It is no paper yet."""
    return web_page(make_job(kind, facts, town, law))


# ---------------------------------------------------------------- from facts to a page


@dataclass(frozen=True)
class Job:
    """One paper on its way to the press."""

    kind: PaperKind
    facts: Any
    town: TownPaper
    law: LawWords
    case: CaseFacts
    problems: tuple[Problem, ...]

    @property
    def title(self) -> str:
        """The name at the head of the paper; a permit is called by its matter."""
        return self.case.matter if self.kind.key == "permit" else self.kind.title

    @property
    def foot(self) -> str:
        """The line at the foot of every page."""
        return " · ".join(filter(None, (self.case.number, self.title, self.law.cite)))

    @property
    def spares(self) -> tuple[str, ...]:
        """The spare typefaces this paper needs."""
        return fonts.spares_needed("".join(every_text((self.facts, self.town, self.law))))


def make_job(kind: str, facts: Any, town: Any, law: Any) -> Job:
    """Check the facts and make them ready for the press."""
    called = kind_called(kind)
    town, law, facts = build(TownPaper, town), build(LawWords, law), build(called.needs, facts)
    found = problems.find(facts, town, law)
    if called.letter and getattr(facts, "recipient", None) is not None:
        found += tuple(
            p for p in problems.find_in_recipient(facts.recipient, "facts.recipient") if p not in found
        )
    facts, town, law = problems.filled(facts), problems.filled(town), problems.filled(law)
    case = getattr(facts, "case", None) or getattr(getattr(facts, "notice", None), "case", None)
    if not {"case", "notice"} & {f.name for f in fields(facts)}:
        case = CaseFacts()  # a paper about no case has no number to print
    return Job(called, facts, town, law, case or problems.filled(CaseFacts()), found)


def every_text(value: Any) -> Iterable[str]:
    """Every text in a record and the records in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from every_text(item)
    elif is_dataclass(value):
        for f in fields(value):
            yield from every_text(getattr(value, f.name))


def context(job: Job, seal: str, style: str = "") -> dict[str, Any]:
    """What the templates see."""
    facts = job.facts
    notice = getattr(facts, "notice", facts)
    return {
        "kind": job.kind,
        "title": job.title,
        "number": job.case.number,
        "case": job.case,
        "facts": facts,
        "town": job.town,
        "law": job.law,
        "foot": job.foot,
        "seal": seal,
        "style": style,
        "stamp_label": job.kind.stamp if getattr(facts, "posting", getattr(facts, "stamp", True)) else "",
        "opens": filters.local(getattr(notice, "opens", None), job.town.zone),
        "chairs": tuple(filter(None, [getattr(facts, "chair", None)])),
        "signers": tuple(filter(None, [getattr(facts, "signer", None)])),
        "small": job.kind.letter and getattr(facts, "recipient", None) and window_is_small(facts.recipient),
    }


def window_is_small(recipient: Any) -> bool:
    """Whether the address needs the smaller type to show whole in the window."""
    return problems.window_size(recipient) != problems.WINDOW_SIZES[0][0]


@cache
def _engine() -> Engine:
    """A template engine of our own: no context processors, everything escaped, a name that does not exist is loud."""
    return Engine(
        dirs=[str(TEMPLATES)],
        autoescape=True,
        string_if_invalid=_UNSET,
        builtins=["django.template.defaulttags", "django.template.loader_tags", "towns.papers.filters"],
    )


def fill(template: str, values: Mapping[str, Any]) -> str:
    """The template with its facts; NameError where it names a fact that does not exist."""
    page = _engine().get_template(template).render(Context(dict(values)))
    if lost := re.search("\x02unset:(.*?)\x03", page):
        raise NameError(f"{template} names “{lost[1]}”, which is not among the facts.")
    return page


def page_source(job: Job) -> str:
    """The page the press sets."""
    return fill(job.kind.template, context(job, seal_address(job.town)))


def seal_address(town: TownPaper) -> str:
    """Where the press finds the seal; nothing where there is none that can be printed."""
    return SEAL if problems.seal_type(town.seal or b"") else ""


def web_page(job: Job) -> str:
    """The paper as a self-contained web page."""
    media = problems.seal_type(job.town.seal or b"")
    seal = f"data:{media};base64,{base64.b64encode(job.town.seal or b'').decode()}" if media else ""
    return fill(
        job.kind.template, context(job, seal, ink_css(job.town) + _css("paper.css") + _css("screen.css"))
    )


def policy(html: str) -> str:
    """The Content-Security-Policy a paper's web page is shown under: its own style, its own seal, nothing else."""
    style = "".join(re.findall("<style>(.*?)</style>", html, re.DOTALL)[:1])
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def _css(name: str) -> str:
    return (TEMPLATES / "paper" / name).read_text(encoding="utf-8")


def ink_css(town: TownPaper) -> str:
    """The town's ink, where it is a colour; the house ink where it is not."""
    ink = town.ink if re.fullmatch("#[0-9a-fA-F]{6}", town.ink) else "#162e51"
    return f"html{{--ink:{ink}}}\n"


# ---------------------------------------------------------------- from a page to a PDF


@lru_cache(maxsize=6)
def _sheet(spares: tuple[str, ...], ink: str) -> tuple[CSS, FontConfiguration]:
    """The stylesheet and its loaded faces, kept for the next paper that needs the same."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    faces = FontConfiguration()
    atexit.register(_sheet.cache_clear)  # while its libraries are still there to be tidied with
    source = ink + fonts.faces_css(spares) + _css("paper.css") + _css("print.css")
    return CSS(string=source, font_config=faces, url_fetcher=_Shipped(None)), faces


class _Shipped:
    """Fetches what travels with the product and the seal it was given; everything else is refused, and said so."""

    def __init__(self, seal: bytes | None) -> None:
        self.seal = seal
        self.refused: list[str] = []

    def __call__(self, url: str) -> Any:
        from weasyprint.urls import URLFetcherResponse

        if url == SEAL and self.seal:
            return URLFetcherResponse(url, self.seal, {"Content-Type": problems.seal_type(self.seal)})
        if url.startswith(fonts.SCHEME):
            return URLFetcherResponse(url, fonts.font_bytes(url), {"Content-Type": "font/ttf"})
        self.refused.append(url)
        raise ValueError(f"A paper fetches nothing from outside: {url[:80]}")


def typeset(
    job: Job, source: str, *, page_css: str = "", spares: tuple[str, ...] | None = None
) -> tuple[bytes, int]:
    """The page as a tagged PDF/UA-1, and how many pages it has."""
    fetch = _Shipped(job.town.seal)
    with _press, _overheard() as complaints:
        try:
            document = _lay_out(job, source, page_css, job.spares if spares is None else spares, fetch)
            pdf = document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True)
        except Exception as fault:
            if not _seal_prints(job.town):
                raise problems.MissingImage("the town seal") from fault
            raise PaperFailed(job.title, web_page(job)) from fault
    # Pictures are drawn last, and a picture that cannot be drawn is only complained of.
    if lost := fetch.refused or [said for said in complaints if "image" in said]:
        raise problems.MissingImage(lost[0])
    return pdf, len(document.pages)


def _seal_prints(town: TownPaper) -> bool:
    """Whether the seal alone can be set; asked only when a paper failed, to name the culprit."""
    from weasyprint import HTML

    try:
        HTML(string=f'<img src="{SEAL}">', url_fetcher=_Shipped(town.seal)).write_pdf()
    except Exception:
        return False
    return True


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """What WeasyPrint complains of while it works; it says there, and nowhere else, that a picture is missing."""
    said: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    ear, press = Ear(logging.ERROR), logging.getLogger("weasyprint")
    press.addHandler(ear)
    try:
        yield said
    finally:
        press.removeHandler(ear)


def _lay_out(job: Job, source: str, page_css: str, spares: tuple[str, ...], fetch: _Shipped) -> Document:
    from weasyprint import CSS, HTML

    sheet, faces = _sheet(spares, ink_css(job.town))
    stack = ", ".join(f'"{family}"' for family in ("Docket Sans", *spares))
    foot = f"@page {{ @bottom-left {{ content: {css_text(job.foot)}; font-family: {stack} }} }}"
    own = CSS(string=foot + page_css, font_config=faces, url_fetcher=fetch)
    return HTML(string=source, base_url="paper:", url_fetcher=fetch).render(
        font_config=faces, stylesheets=[sheet, own]
    )


def css_text(text: str) -> str:
    """A text as a CSS string, whatever it holds."""
    return '"' + "".join(c if c.isalnum() or c in " .,-·" else f"\\{ord(c):x} " for c in text) + '"'
