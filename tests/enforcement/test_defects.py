"""Whatever a step of enforcement can hold against a fact has words for the person who reads it."""

import re
from pathlib import Path

import pytest

import enforcement
from enforcement.costs.case_type import COST_RECOVERY
from enforcement.discharges.case_type import SPILL

ROOM = Path(enforcement.__file__).parent
#: Stop("key", …) and ("key",) where a step names what it holds against a fact.
NAMED = re.compile(r'Stop\(\s*"(\w+)"|\("(\w+)",\)')


@pytest.mark.parametrize(("case_type", "folder"), [(COST_RECOVERY, "costs"), (SPILL, "discharges")])
def test_every_defect_has_words(case_type, folder):
    texts = [
        path.read_text("utf-8")
        for path in (ROOM / folder).glob("*.py")
        if path.name not in ("models.py", "papers.py")
    ]
    named = {key for text in texts for pair in NAMED.findall(text) for key in pair if key}
    assert len(named) >= 3
    # What stops before the file is closed, and what then stays held against it, go by two names.
    assert named - {"not_confirmed"} == set(case_type.defects)
    assert all(said.endswith(".") and said[0].isupper() for said in case_type.defects.values())
