"""Runs axe on a page of a browser: every violation as a line that says what, why and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parent / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

_RUN = """async rules => {
  const found = await axe.run(document, {
    runOnly: {type: 'tag', values: rules}, iframes: false, preload: false, resultTypes: ['violations'],
  });
  return {violations: found.violations, passes: found.passes.length};
}"""


def violations(tab: Any) -> list[str]:
    """What axe has against the page that a tab shows; works under any content policy, since it is evaluated."""
    if not tab.evaluate("typeof window.axe === 'object'"):
        tab.evaluate(SCRIPT.read_text())
    found = tab.evaluate(_RUN, RULES)
    assert found["passes"] > 3, "axe looked at nothing"
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]} {_measured(one)}".rstrip()
        for one in found["violations"]
    ]


def _measured(one: dict[str, Any]) -> str:
    data = (one["nodes"][0]["any"] or [{}])[0].get("data") or {}
    return str(data.get("contrastRatio", "")) if isinstance(data, dict) else ""
