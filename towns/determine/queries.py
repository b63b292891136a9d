"""What the page shows: each permit with its answer in words, the reasons, what is missing and what to do next."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from towns.determine.answers import Given, in_words
from towns.law.determination import Answer, Question, determine, questions
from towns.law.determination_reasons import Reason, label_of
from towns.law.determination_schema import BOARD, FIGURES_NEEDED, NO, YES
from towns.law.figures import ACTIVITY, FIGURES
from towns.law.passages import Clause, Definition, clauses_for, definitions_of, numbering_of
from towns.law.rules import Bylaw

#: The heading of an answer, and the kind of its tag.
WORDS = {
    YES: ("Yes, it is needed", "info"),
    NO: ("No, it is not needed", "fine"),
    BOARD: ("The board decides", "soon"),
    FIGURES_NEEDED: ("It cannot be told yet: something is not known", "wait"),
}
TAGS = {YES: "Needed", NO: "Not needed", BOARD: "Board decides", FIGURES_NEEDED: "Not known yet"}

_KEYS = re.compile(rf" \((?:{'|'.join([*(figure.key for figure in FIGURES), ACTIVITY])})\)")
_MISSING = "What would decide, and is not known"
_HEADINGS = (
    ("What a design must meet", ("design",)),
    ("Applying, and how it is reviewed", ("application", "review")),
    ("If work begins without it", ("enforcement",)),
    ("Water let into the storm drains", ("discharge",)),
    ("When the bylaw began", ("transition",)),
)
_QUOTED = re.compile(r"^(.*?)\s*The text: “(.*)”$", re.DOTALL)


@dataclass(frozen=True)
class Why:
    """One reason: our sentence, the text quoted if there is one, and the citation."""

    says: str
    quote: str
    cite: str


@dataclass(frozen=True)
class Passages:
    """Clauses of the text under one heading."""

    heading: str
    clauses: tuple[Clause, ...]


def marked(law: Bylaw, cite: str) -> str:
    """A citation, marked where its section number is ours and not the text's."""
    numbering = numbering_of(law)
    return f"{cite} ({numbering.says})" if numbering and numbering.ours(cite) else cite


@dataclass(frozen=True)
class Missing:
    """A figure that would decide, and the address that asks for it."""

    text: str
    label: str
    query: str


@dataclass(frozen=True)
class Outcome:
    """One permit of the town and whether the project needs it."""

    matter: str
    permit: str
    board: str
    required: str
    words: str
    tag: str
    tag_kind: str
    why: tuple[Why, ...]
    missing: tuple[Missing, ...]
    passages: tuple[Passages, ...] = ()

    @property
    def needed(self) -> bool:
        """Whether it is certainly needed."""
        return self.required == YES

    @property
    def by_board(self) -> bool:
        """Whether the text leaves it to the board."""
        return self.required == BOARD


@dataclass(frozen=True)
class Line:
    """One answer given, with the address that asks it again."""

    key: str
    question: str
    answer: str
    query: str


def outcomes(law: Bylaw, given: Given, day: date) -> list[Outcome]:
    """Every permit that the town's text measures, in its order."""
    asked = {question.key: question for question in questions(law)}
    return [_outcome(law, answer, given, asked, day) for answer in determine(law, given.values)]


def _outcome(law: Bylaw, answer: Answer, given: Given, asked: dict[str, Question], day: date) -> Outcome:
    board = law.boards.get(law.matters[answer.matter].board)
    words, kind = WORDS[answer.required]
    missing = tuple(
        Missing(asked[key].text, _label(key), given.query(ask=key)) for key in answer.missing if key in asked
    )
    why = tuple(reason_of(reason, law) for reason in answer.because if not reason.text.startswith(_MISSING))
    name = board.acting(day) if board else ""
    passages = () if answer.required == NO else passages_of(law, answer.matter)
    return Outcome(
        answer.matter, answer.name, name, answer.required, words, TAGS[answer.required], kind, why, missing, passages
    )  # fmt: skip


def _label(key: str) -> str:
    label = label_of(key)
    return label[:1].upper() + label[1:]


def reason_of(reason: Reason, law: Bylaw) -> Why:
    """A reason without the names of keys, its quotation set apart."""
    text = _KEYS.sub("", reason.text)
    found = _QUOTED.match(text)
    cite = marked(law, reason.cite)
    return Why(found[1], found[2], cite) if found else Why(text, "", cite)


def passages_of(law: Bylaw, matter: str = "") -> tuple[Passages, ...]:
    """What else the text says that matters to a project: for one permit, or (no matter) to everybody."""
    found = []
    for heading, places in _HEADINGS:
        clauses = clauses_for(law, *places, matter=matter)
        shown = tuple(replace(clause, cite=marked(law, clause.cite)) for clause in clauses)
        found += [Passages(heading, shown)] if shown else []
    return tuple(found)


def words_of(law: Bylaw) -> tuple[Definition, ...]:
    """Every word that the text defines and that is kept."""
    return tuple(replace(item, cite=marked(law, item.cite)) for item in definitions_of(law))


def term_words(law: Bylaw, question: Question) -> tuple[Definition | None, str]:
    """What the text means by the word of law in a question: its definition, or a sentence that it has none."""
    if not question.term:
        return None, ""
    found = next((item for item in words_of(law) if item.term == question.term), None)
    return found, "" if found else f"The text held does not define “{question.term}”."


def lines(law: Bylaw, given: Given) -> list[Line]:
    """The answers given, in the order of the questions."""
    return [
        Line(question.key, short(question), in_words(question, given), given.query(ask=question.key))
        for question in questions(law)
        if question.key in given.answered and question.key not in given.wrong
    ]


def short(question: Question) -> str:
    """A question as it stands on a list of answers."""
    if question.kind == ACTIVITY:
        return "Is all of the work something the text exempts?"
    return question.text.removesuffix(" Leave it empty if the project stands alone.")


# ---------------------------------------------------------------- answers that go on to an application

#: The figures that an application asks for too.
_FILED = ("disturbed_sqft", "common_plan_sqft", "lot_sqft")


def carried(law: Bylaw, given: Given, matter: str) -> str:
    """The answers as the query of the address at which an application begins: what is asked for there too, and all
    of them in words as the beginning of its description."""
    figures = [(key, str(given.values.get(key, "")).replace(",", "")) for key in _FILED]
    said = "\n".join(f"{line.question} {line.answer}" for line in lines(law, given))
    begun = [("matter", matter), *((key, value) for key, value in figures if value.isdecimal())]
    return urlencode([*begun, *([("description", said)] if said else [])])
