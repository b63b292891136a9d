"""Definitions, clauses and section numbers: read strictly, and found by where they matter."""

from __future__ import annotations

import pytest

from towns.law import schema
from towns.law.entries import BylawError
from towns.law.passages import clauses_for, definition_of

CLAUSE = """
[[clause]]
key = "basins"
heading = "Basins"
place = "design"
matters = ["{matter}"]
text = "All basins must be fenced in."
cite = "§ 9"
"""


def sometown(more: str):
    """The shipped file of a town with more at its end."""
    text = (schema.FOLDER / "norfolk.toml").read_text("utf-8")
    return schema.parse(f"{text}\n{more}", name="norfolk.toml")


def test_a_clause_is_found_by_where_it_matters_and_for_what():
    law = sometown(CLAUSE.format(matter="groundwater_permit"))

    assert [clause.key for clause in clauses_for(law, "design", matter="groundwater_permit")] == ["basins"]
    assert "basins" not in [clause.key for clause in clauses_for(law, "design", matter="stormwater_permit")]
    assert "basins" not in [clause.key for clause in clauses_for(law, "review", matter="groundwater_permit")]
    assert "basins" not in [clause.key for clause in clauses_for(law, "design")]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (CLAUSE.format(matter="parade_permit"), "names 'parade_permit'"),
        (CLAUSE.format(matter="stormwater_permit") * 2, "twice"),
        (CLAUSE.format(matter="stormwater_permit").replace("design", "attic"), "place"),
        (CLAUSE.format(matter="stormwater_permit").replace('cite = "§ 9"', ""), "cite"),
        ('[[definition]]\nkey = "x"\nterm = "x"\ntext = "y"\ncite = "§ 9"\nworth = 1', "worth"),
    ],
)
def test_a_mistake_in_the_file_is_named(more: str, says: str):
    with pytest.raises(BylawError) as caught:
        sometown(more)
    assert says in str(caught.value)


def test_a_word_without_a_definition_has_none():
    assert definition_of(schema.load("norfolk"), "common plan") is None
    assert definition_of(schema.load("hopkinton"), "common plan").cite == "§ 172-3"
