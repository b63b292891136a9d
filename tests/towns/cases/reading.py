"""Reading a page as a person does: its words, without the marks around them."""

import html
import re
from typing import Any

_KEPT_TOGETHER = re.compile(r'<span class="(?:nobr|cite)">(.*?)</span>|<time[^>]*>(.*?)</time>', re.S)


def words_of(answer: Any) -> str:
    """The words of a page's body."""
    page = answer.content.decode()
    page = re.sub(r"<(style|script|title|head)\b.*?</\1>", " ", page, flags=re.S)
    for _ in range(2):
        page = _KEPT_TOGETHER.sub(lambda found: found[1] or found[2] or "", page)
    return (
        html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split())).replace("\xa0", " ").replace(" .", ".")
    )


def hidden_fields(answer: Any) -> dict[str, Any]:
    """The hidden fields of the last form on a page; a name that stands several times has a list."""
    form = answer.content.decode().rpartition("<form")[2]
    found: dict[str, Any] = {}
    pairs = re.findall(r'<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', form)
    for name, value in ((html.unescape(one), html.unescape(other)) for one, other in pairs):
        if name == "csrfmiddlewaretoken":
            continue
        if name in found:
            before = found[name]
            found[name] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            found[name] = value
    return found
