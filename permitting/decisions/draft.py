"""The draft of a decision as a DOCX file: what a board writes in, before the act is recorded; never read back."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

from permitting.decisions.findings import count_words, tally
from permitting.decisions.models import Decision
from permitting.decisions.papers import appeal_words
from permitting.decisions.steps import OUTCOMES
from permitting.waivers.queries import rows_of, waivers
from permitting.waivers.steps import OUTCOMES as RULINGS
from towns.folder import Folder
from towns.law.board_rules import conditions_for, findings_of, lasting_authority, vote_of, words_of
from towns.models import Membership, Party
from towns.notices import printing
from towns.roles import Role
from towns.words import day_words

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_BLANK = "____________________"


def draft_docx(folder: Folder, on: date) -> bytes:
    """The decision as far as the record holds it: tests to answer, standard conditions, the vote, the appeal."""
    import docx

    paper = docx.Document()
    paper.core_properties.title = f"Draft decision, {folder.case.number}"
    paper.core_properties.author = folder.town.name
    board = printing.board_name(folder, on)
    paper.add_heading(f"Draft decision: {folder.matter.name}", level=1)
    paper.add_paragraph(
        f"{folder.town.name}, {board}. Draft of {day_words(on)}; not the act of the board until it is signed."
    )
    row = _row(folder)
    _facts(paper, folder)
    _tests(paper, folder, row)
    _waivers(paper, folder)
    _conditions(paper, folder, row)
    _vote(paper, folder, row)
    _law(paper, folder)
    out = io.BytesIO()
    paper.save(out)
    return out.getvalue()


def _row(folder: Folder) -> Decision | None:
    entry = folder.last("decided")
    return Decision.objects.filter(case=folder.case, event_seq=entry.seq).first() if entry else None


def _table(paper: Any, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    table = paper.add_table(rows=1, cols=len(head), style="Table Grid")
    for cell, text in zip(table.rows[0].cells, head, strict=True):
        cell.text = text
        cell.paragraphs[0].runs[0].bold = True
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _facts(paper: Any, folder: Folder) -> None:
    case = folder.case
    people = {
        party.kind: party.name for party in Party.objects.filter(case=case).exclude(kind=Party.Kind.ABUTTER)
    }
    lines = [
        ("Case", case.number),
        ("Applicant", people.get(Party.Kind.APPLICANT, _BLANK)),
        ("Owner", people.get(Party.Kind.OWNER, _BLANK)),
        ("Land", ", ".join(filter(None, (case.address, case.map_lot))) or _BLANK),
    ]
    for event, label in (
        ("filed", "Filed"),
        ("complete", "Complete"),
        ("hearing_opened", "Hearing opened"),
        ("hearing_closed", "Hearing closed"),
    ):
        if entry := folder.last(event):
            lines.append((label, entry.day_words))
    _table(paper, ("", ""), lines)


def _tests(paper: Any, folder: Folder, row: Decision | None) -> None:
    rules = findings_of(folder.matter)
    paper.add_heading("Findings", level=2)
    kept = {line["key"]: line for line in (row.findings if row else ())}
    for rule in rules:
        line = kept.get(rule.key, {})
        goes_with = " or ".join(OUTCOMES[outcome].lower() for outcome in rule.outcomes) or "every decision"
        paper.add_paragraph(f"“{rule.text}” ({rule.cite}; for: {goes_with})", style="List Number")
        paper.add_paragraph(
            f"The board finds: {line.get('answer') or 'yes / no'}. {line.get('words') or _BLANK}"
        )
    own = kept.get("", {}).get("words", "")
    if own or not rules:
        paper.add_paragraph(own or _BLANK)


def _waivers(paper: Any, folder: Folder) -> None:
    asked = waivers(folder, rows=rows_of(folder))
    if not asked:
        return
    paper.add_heading("Waivers", level=2)
    for waiver in asked:
        what = waiver.row.requirement if waiver.row else waiver.key
        said = RULINGS.get(waiver.outcome, waiver.outcome) or "granted / denied"
        paper.add_paragraph(
            f"{what}: {said}. {waiver.row.ruling if waiver.row else ''}".strip(), style="List Number"
        )


def _conditions(paper: Any, folder: Folder, row: Decision | None) -> None:
    paper.add_heading("Conditions", level=2)
    if row is not None:
        for condition in row.conditions.all():
            lasting = " (goes on binding after the as-built plan)" if condition.survives_as_built else ""
            paper.add_paragraph(f"{condition.text}{lasting}", style="List Number")
        return
    for rule in conditions_for(folder.law, folder.case.matter):
        lasting = "; goes on binding after the as-built plan" if rule.survives_as_built else ""
        paper.add_paragraph(f"[ ] {rule.text} ({rule.cite}{lasting})")
    if clause := lasting_authority(folder.law, folder.case.matter):
        paper.add_paragraph(f"The board may set “{clause.text}” ({clause.cite}).")
    paper.add_paragraph(_BLANK)


def _vote(paper: Any, folder: Folder, row: Decision | None) -> None:
    paper.add_heading("Vote", level=2)
    rule = vote_of(folder.matter)
    if rule:
        paper.add_paragraph(f"“{rule.says}” ({rule.cite})")
    if row is not None:
        paper.add_paragraph(f"{OUTCOMES.get(row.outcome, row.outcome)}, voted {day_words(row.voted)}.")
        _table(paper, ("Member", "Vote"), [(vote["name"], vote["vote"]) for vote in row.votes])
        paper.add_paragraph(count_words(tally(row.votes), rule))
        return
    seats = Membership.objects.filter(
        town=folder.town, role__in=(Role.MEMBER, Role.CHAIR), board__in=("", folder.matter.board)
    ).select_related("person")
    names = sorted(seat.person.name for seat in seats)
    paper.add_paragraph(f"Moved: {_BLANK}  Seconded: {_BLANK}")
    _table(paper, ("Member", "Yes, no, abstain, absent"), [(name, "") for name in names or [_BLANK]])


def _law(paper: Any, folder: Folder) -> None:
    paper.add_heading("Appeal", level=2)
    for said in appeal_words(folder):
        paper.add_paragraph(f"{said.text} ({said.cite})")
    silence = words_of(folder.matter, "silence")
    if silence:
        paper.add_heading("If the board does not act", level=2)
        paper.add_paragraph(f"{silence.text} ({silence.cite})")
