"""The shipped typefaces: what they hold, what they weigh, under which licence."""

from __future__ import annotations

import pytest

from towns.papers import fonts


@pytest.mark.parametrize(
    "text",
    [
        "Conceição, Ñuñez, Łódź, Škoda, O’Brien, Müller & Sons",
        "§ 267-18 · “plans” – 6.2 acres × ½",
        "Nguyễn Thị Hồng",
    ],
)
def test_latin_names_and_the_signs_of_law_need_at_most_one_spare(text: str) -> None:
    assert fonts.missing_letters(text) == []
    assert set(fonts.spares_needed(text)) <= {"Docket Noto"}


@pytest.mark.parametrize(
    ("text", "spare"),
    [
        ("李小龍", "Docket Han"),
        ("ひらがな", "Docket Han"),
        ("김민수", "Docket Hangul"),
        ("שרה", "Docket Hebrew"),
        ("محمد", "Docket Arabic"),
        ("ភាសាខ្មែរ", "Docket Khmer"),
        ("Σωκράτης", "Docket Noto"),
        ("नमस्ते", "Docket Devanagari"),
    ],
)
def test_a_script_brings_its_own_face(text: str, spare: str) -> None:
    assert fonts.missing_letters(text) == []
    assert fonts.spares_needed(text) == (spare,)


def test_decomposed_accents_count_as_their_letter() -> None:
    assert fonts.missing_letters("Conceic\u0327a\u0303o") == []


def test_joiners_and_direction_marks_need_no_face() -> None:
    assert fonts.missing_letters("a\u200d\u200f\ufe0f\u00ad") == []


def test_what_no_face_holds_is_listed_once_in_order() -> None:
    assert fonts.missing_letters("b🏠\x01🏠\ue000") == ["🏠", "\x01", "\ue000"]


def test_only_shipped_faces_can_be_asked_for() -> None:
    assert fonts.font_bytes("typeface:Merriweather-Bold.ttf")
    for url in ("typeface:../paper.py", "typeface:/etc/hostname", "file:///etc/hostname"):
        with pytest.raises(KeyError):
            fonts.font_bytes(url)


def test_all_faces_weigh_under_20_megabytes_and_are_all_used() -> None:
    shipped = list(fonts.FOLDER.glob("*.ttf"))
    assert sum(path.stat().st_size for path in shipped) < 20 * 2**20
    assert {path.name for path in shipped} == {face.file for face in fonts.CORE + fonts.SPARE}


def test_each_family_has_its_licence_beside_it() -> None:
    held = " ".join(path.read_text(encoding="utf-8") for path in (fonts.FOLDER / "licenses").iterdir())
    assert held.count("SIL OPEN FONT LICENSE Version 1.1") == len(
        {f.file.split("-")[0] for f in fonts.CORE + fonts.SPARE}
    )


def test_lines_are_counted_as_they_set() -> None:
    assert fonts.line_count("12 Main Street", 9.5, 234) == 1
    assert fonts.line_count("W" * 60, 9.5, 234) > 2
    assert fonts.line_count("", 9.5, 234) == 1
    assert fonts.width("MM", 10) == 2 * fonts.width("M", 10)
