"""The draft of a decision as a DOCX file: what a board writes in, before the act is recorded; never read back."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from typing import Any

from permitting.decisions.findings import count_words, tally
from permitting.decisions.models import Decision
from permitting.decisions.papers import appeal_words
from permitting.decisions.steps import OUTCOMES
from permitting.waivers.queries import rows_of, waivers
from permitting.waivers.steps import OUTCOMES as RULINGS
from towns.calendar.words import day_words
from towns.law.board_rules import conditions_for, findings_of, lasting_authority, vote_of, words_of
from towns.models import Membership, Party
from towns.papers import printing
from towns.record.case_file import CaseFile
from towns.roles import Role

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_BLANK = "____________________"


def draft_docx(file: CaseFile, on: date) -> bytes:
    """The decision as far as the record holds it: tests to answer, standard conditions, the vote, the appeal."""
    import docx

    paper = docx.Document()
    paper.core_properties.title = f"Draft decision, {file.case.number}"
    paper.core_properties.author = file.town.name
    board = printing.board_name(file, on)
    paper.add_heading(f"Draft decision: {file.matter.name}", level=1)
    paper.add_paragraph(
        f"{file.town.name}, {board}. Draft of {day_words(on)}; not the act of the board until it is signed."
    )
    row = _row(file)
    _facts(paper, file)
    _tests(paper, file, row)
    _waivers(paper, file)
    _conditions(paper, file, row)
    _vote(paper, file, row)
    _law(paper, file)
    out = io.BytesIO()
    paper.save(out)
    return out.getvalue()


def _row(file: CaseFile) -> Decision | None:
    entry = file.last("decided")
    return Decision.objects.filter(case=file.case, event_seq=entry.seq).first() if entry else None


def _table(paper: Any, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = paper.add_table(rows=1, cols=len(head), style="Table Grid")
    for cell, text in zip(table.rows[0].cells, head, strict=True):
        cell.text = text
        cell.paragraphs[0].runs[0].bold = True
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _facts(paper: Any, file: CaseFile) -> None:
    case = file.case
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
        if entry := file.last(event):
            lines.append((label, entry.day_words))
    _table(paper, ("", ""), lines)


def _tests(paper: Any, file: CaseFile, row: Decision | None) -> None:
    rules = findings_of(file.matter)
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


def _waivers(paper: Any, file: CaseFile) -> None:
    asked = waivers(file, rows=rows_of(file))
    if not asked:
        return
    paper.add_heading("Waivers", level=2)
    for waiver in asked:
        what = waiver.row.requirement if waiver.row else waiver.key
        said = RULINGS.get(waiver.outcome, waiver.outcome) or "granted / denied"
        paper.add_paragraph(
            f"{what}: {said}. {waiver.row.ruling if waiver.row else ''}".strip(), style="List Number"
        )


def _conditions(paper: Any, file: CaseFile, row: Decision | None) -> None:
    paper.add_heading("Conditions", level=2)
    if row is not None:
        for condition in row.conditions.all():
            lasting = " (remains in force after the as-built plan)" if condition.survives_as_built else ""
            paper.add_paragraph(f"{condition.text}{lasting}", style="List Number")
        return
    for rule in conditions_for(file.law, file.case.matter):
        lasting = "; remains in force after the as-built plan" if rule.survives_as_built else ""
        paper.add_paragraph(f"[ ] {rule.text} ({rule.cite}{lasting})")
    if clause := lasting_authority(file.law, file.case.matter):
        paper.add_paragraph(f"The board may set “{clause.text}” ({clause.cite}).")
    paper.add_paragraph(_BLANK)


def _vote(paper: Any, file: CaseFile, row: Decision | None) -> None:
    paper.add_heading("Vote", level=2)
    rule = vote_of(file.matter)
    if rule:
        paper.add_paragraph(f"“{rule.says}” ({rule.cite})")
    if row is not None:
        paper.add_paragraph(f"{OUTCOMES.get(row.outcome, row.outcome)}, voted {day_words(row.voted)}.")
        _table(paper, ("Member", "Vote"), [(vote["name"], vote["vote"]) for vote in row.votes])
        paper.add_paragraph(count_words(tally(row.votes), rule))
        return
    seats = Membership.objects.filter(
        town=file.town, role__in=(Role.MEMBER, Role.CHAIR), board__in=("", file.matter.board)
    ).select_related("person")
    names = sorted(seat.person.name for seat in seats)
    paper.add_paragraph(f"Moved: {_BLANK}  Seconded: {_BLANK}")
    _table(paper, ("Member", "Yes, no, abstain, absent"), [(name, "") for name in names or [_BLANK]])


def _law(paper: Any, file: CaseFile) -> None:
    paper.add_heading("Appeal", level=2)
    for said in appeal_words(file):
        paper.add_paragraph(f"{said.text} ({said.cite})")
    silence = words_of(file.matter, "silence")
    if silence:
        paper.add_heading("If the board does not act", level=2)
        paper.add_paragraph(f"{silence.text} ({silence.cite})")
