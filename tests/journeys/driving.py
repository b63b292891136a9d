"""A person in front of a browser: signs in, follows links, fills in forms, records steps, reads papers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page

from tests.axe import violations
from tests.towns.papers.reading import close, pdf_text

PASSWORD = "correct horse battery"


class Visitor:
    """One person's tab. `errors` collects what scripts threw."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    # ------------------------------------------------------------ moving about

    def go(self, where: str) -> int:
        """Open an address; answers the status of the page."""
        response = self.page.goto(where)
        assert response is not None
        return response.status

    def sign_in(self, email: str, password: str = PASSWORD) -> Visitor:
        """Sign in at the front door as a person does."""
        self.go("/sign-in/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.press("Sign in")
        self.page.get_by_role("button", name="Sign out").wait_for()
        return self

    def follow(self, name: str) -> None:
        """Follow the link of this name; the first, where there are several."""
        self.page.get_by_role("link", name=name, exact=False).first.click()
        self.page.wait_for_load_state()

    def tab(self, name: str) -> None:
        """Open one of the pages of a case by its tab."""
        self.page.get_by_role("navigation", name="This case").get_by_role(
            "link", name=name, exact=True
        ).click()
        self.page.wait_for_load_state()

    def press(self, name: str) -> None:
        """Press the button of this name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.page.wait_for_load_state()

    # ------------------------------------------------------------ reading

    @property
    def text(self) -> str:
        """What stands in the page's main part, white space made even."""
        return " ".join(
            self.page.locator("main" if self.page.locator("main").count() else "body").inner_text().split()
        )

    @property
    def heading(self) -> str:
        """The page's one heading of the first rank."""
        return " ".join(self.page.locator("h1").inner_text().split())

    def reads(self, *words: str) -> None:
        """The page says all of this."""
        text = self.text
        for said in words:
            assert said in text, f"“{said}” is not on {self.page.url}:\n{text[:1500]}"

    def never_reads(self, *words: str) -> None:
        """The page, its source included, says nothing of this."""
        source = self.page.content().lower()
        for said in words:
            assert said.lower() not in source, f"“{said}” is on {self.page.url}"

    # ------------------------------------------------------------ filling in

    def fill(self, **fields: Any) -> None:
        """Fill in fields by their names: text as typed, True and lists tick, a choice by its value."""
        for name, value in fields.items():
            self._put(self.page.locator(f'main [name="{name}"]:not([type="hidden"])'), value)

    def _put(self, field: Locator, value: Any) -> None:
        first = field.first
        kind = first.get_attribute("type") or first.evaluate("node => node.tagName").lower()
        if kind in ("checkbox", "radio"):
            wanted = value if isinstance(value, (list, tuple)) else [value]
            for one in field.all():
                if (wanted == [True] or one.get_attribute("value") in wanted) and not one.is_checked():
                    # The design system draws the box itself; the label is what a person clicks.
                    self.page.locator(f'label[for="{one.get_attribute("id")}"]').first.click()
        elif kind == "select":
            first.select_option(value)
        elif kind in ("date", "time"):
            first.fill(value.isoformat()[:10] if kind == "date" else f"{value:%H:%M}")
        elif kind == "file":
            first.set_input_files(value)
        else:
            first.fill(str(value))

    # ------------------------------------------------------------ the record

    def record(self, case: str, step: str, *, why: str = "", proof: Any = None, **fields: Any) -> str:
        """Record a step: fill in, look at what it does, do it. Answers what the page before the act said.

        `why` is the reason given for going on over a stop.
        """
        self.go(f"{case}record/{step}/")
        title = self.heading
        self.fill(**fields)
        self.press("Go on")
        assert "check before you record it" in self.heading, self.text[:1500]
        said = self.text
        if why:
            self.page.locator("#override").fill(why)
        if proof is not None:
            self.page.locator("#proof").set_input_files(proof)
        self.press(title)
        assert self.page.url.endswith(case), f"not recorded, still at {self.page.url}: {self.text[:1500]}"
        self.reads("Recorded: ")
        return said

    def print_paper(self, case: str, kind: str, *, why: str = "") -> str:
        """Print a paper from its case; answers the text of the PDF as stored. `why` prints over what stops it."""
        self.go(f"{case}print/{kind}/")
        if why:
            self.fill(reason=why)
            self.press("Print with the reason")
        else:
            self.press("Print")
        self.reads("Printed and kept")
        return self.pdf(self.page.get_by_role("link", name="Open the PDF").get_attribute("href") or "")

    def pdf(self, where: str) -> str:
        """Fetch a PDF as this person and read its text."""
        answer = self.page.request.get(where)
        assert answer.status == 200, f"{where}: {answer.status}"
        assert answer.headers["content-type"] == "application/pdf"
        return text_of(answer.body())

    # ------------------------------------------------------------ what every page owes everybody

    def faults(self, width: int, *, axe: bool = True) -> list[str]:
        """What is wrong with the page as it stands, at a width of the screen in pixels."""
        self.page.set_viewport_size({"width": width, "height": 900})
        found = violations(self.page) if axe else []
        seen: dict[str, Any] = self.page.evaluate(_LOOK)
        if seen["scroll"] > width:
            found.append(f"scrolls sideways: {seen['scroll']} px wide because of {seen['wide']}")
        if seen["headings"] != 1:
            found.append(f"{seen['headings']} headings of the first rank")
        if not seen["title"].strip():
            found.append("no title")
        if seen["empty"]:
            found.append(f"links or buttons without a name: {seen['empty']}")
        if seen["twice"]:
            found.append(f"ids used twice: {seen['twice']}")
        return [f"at {width} px {fault}" for fault in found]

    def skips(self) -> bool:
        """Whether the first Tab reaches a visible link that skips to the content."""
        self.page.evaluate("document.activeElement && document.activeElement.blur()")
        self.page.evaluate("window.getSelection().removeAllRanges()")
        link = self.page.locator('a[href="#main"], a[href="#content"]').first
        if not link.count():
            return False
        link.focus()
        box = link.bounding_box()
        target = (link.get_attribute("href") or "")[1:]
        return box is not None and box["y"] >= 0 and self.page.locator(f"#{target}").count() == 1


#: Measures that axe does not take.
_LOOK = """() => {
  const wide = [...document.querySelectorAll('body *')].filter(n => {
    const box = n.getBoundingClientRect();
    if (box.right <= window.innerWidth + 1 || box.width === 0) { return false; }
    for (let up = n.parentElement; up; up = up.parentElement) {
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(up).overflowX)) { return false; }
    }
    return true;
  });
  const named = n => (n.innerText || n.textContent || '').trim() || n.getAttribute('aria-label') || n.title ||
    [...n.querySelectorAll('img')].some(i => i.alt);
  const ids = [...document.querySelectorAll('[id]')].map(n => n.id);
  return {
    scroll: document.documentElement.scrollWidth,
    wide: wide.slice(0, 3).map(n => n.outerHTML.slice(0, 140)),
    headings: [...document.querySelectorAll('h1')].length,
    title: document.title,
    empty: [...document.querySelectorAll('a[href], button')].filter(n => !named(n)).map(n => n.outerHTML.slice(0, 140)),
    twice: ids.filter((id, at) => ids.indexOf(id) !== at),
  };
}"""


def text_of(pdf: bytes) -> str:
    """The words of a PDF without their spaces: where a line breaks is no part of what it says."""
    return close(pdf_text(pdf))


def number_in(url: str) -> str:
    """The case number in an address."""
    found = re.search(r"[A-Z]+-\d{4}-\d+", url)
    assert found, url
    return found[0]
