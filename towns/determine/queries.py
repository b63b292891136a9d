"""What the page shows: each permit with its answer in words, the reasons, what is missing and what to do next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from towns.determine.answers import Given, in_words
from towns.law.determination import Answer, Question, determine, questions
from towns.law.determination_reasons import Reason
from towns.law.determination_schema import BOARD, FIGURES_NEEDED, NO, YES
from towns.law.figures import ACTIVITY, FIGURES
from towns.law.rules import Bylaw

#: The heading of an answer, and the kind of its tag.
WORDS = {
    YES: ("Yes, it is needed", "info"),
    NO: ("No, it is not needed", "fine"),
    BOARD: ("The board decides", "soon"),
    FIGURES_NEEDED: ("It cannot be told yet: figures are missing", "wait"),
}
TAGS = {YES: "Needed", NO: "Not needed", BOARD: "Board decides", FIGURES_NEEDED: "Figures missing"}

_KEYS = re.compile(rf" \((?:{'|'.join(figure.key for figure in FIGURES)})\)")
_MISSING = "What would decide, and is not known"
_QUOTED = re.compile(r"^(.*?)\s*The text: “(.*)”$", re.DOTALL)


@dataclass(frozen=True)
class Why:
    """One reason: our sentence, the text quoted if there is one, and the citation."""

    says: str
    quote: str
    cite: str


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
    why = tuple(reason_of(reason) for reason in answer.because if not reason.text.startswith(_MISSING))
    name = board.acting(day) if board else ""
    return Outcome(
        answer.matter, answer.name, name, answer.required, words, TAGS[answer.required], kind, why, missing
    )


def _label(key: str) -> str:
    label = next(figure.label for figure in FIGURES if figure.key == key)
    return label[:1].upper() + label[1:]


def reason_of(reason: Reason) -> Why:
    """A reason without the names of keys, its quotation set apart."""
    text = _KEYS.sub("", reason.text)
    found = _QUOTED.match(text)
    return Why(found[1], found[2], reason.cite) if found else Why(text, "", reason.cite)


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
