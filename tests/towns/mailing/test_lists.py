"""A typed list of names: the good rows make letters, each bad one says what to mend and keeps what was typed."""

from __future__ import annotations

import pytest

from towns.mailing.lists import decoded, key_of, read

ANN = "Ann Example\n12 Main Street\nNorfolk, MA 02056"
BO = "Bo Sample\nc/o Sample Trust\nPO Box 7\nWrentham, MA 02093-1234"


def test_a_paragraph_for_each_name() -> None:
    found = read(f"{ANN}\n\n   \n{BO}\nMap 14 Lot 52\n")
    assert [(row.name, row.lines, row.parcel) for row in found.rows] == [
        ("Ann Example", ("12 Main Street", "Norfolk, MA 02056"), ""),
        ("Bo Sample", ("c/o Sample Trust", "PO Box 7", "Wrentham, MA 02093-1234"), "Map 14 Lot 52"),
    ]
    assert not found.bad


def test_one_paragraph_alone_is_not_a_table() -> None:
    assert len(read(ANN).rows) == 1
    assert len(read("Lee, Ann, and Lee, Bo\n12 Main St, Unit 4, Rear\nNorfolk, MA 02056").rows) == 1


def test_line_ends_of_every_office_program() -> None:
    assert len(read(f"{ANN}\r\n\r\n{BO}\r\n").rows) == 2
    assert len(read(f"{ANN}\r\r{BO}".replace("\n", "\r")).rows) == 2


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_with_titles(mark: str) -> None:
    table = "\n".join(
        mark.join(cells)
        for cells in (
            ("Map-Lot", "Owner1", "Owner2", "Own_Addr", "Own_City", "Own_State", "Own_Zip", "Use"),
            ("14-52", "EXAMPLE ANN", "C/O BO", "12 MAIN ST", "NORFOLK", "MA", "02056", "101"),
            ("14-53", "SAMPLE BO", "", "9 ELM ST", "NORFOLK", "MA", "2056", "101"),
        )
    )
    found = read(table)
    assert [(row.name, row.lines, row.parcel) for row in found.rows] == [
        ("EXAMPLE ANN", ("C/O BO", "12 MAIN ST", "NORFOLK, MA 02056"), "14-52"),
        ("SAMPLE BO", ("9 ELM ST", "NORFOLK, MA 02056"), "14-53"),
    ]
    assert found.notes == ("Row 2: the ZIP code 2056 was read as 02056.",)


def test_a_table_without_titles() -> None:
    found = read(
        '"Example, Ann",12 Main Street,Norfolk,MA,02056\nBo Sample,9 Elm Street,"Norfolk, MA 02056"\n'
    )
    assert [(row.name, row.lines) for row in found.rows] == [
        ("Example, Ann", ("12 Main Street", "Norfolk, MA 02056")),
        ("Bo Sample", ("9 Elm Street", "Norfolk, MA 02056")),
    ]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("Ann Example", "too short"),
        ("Ann Example\nNorfolk, MA 02056", "too short"),
        ("Ann Example\n12 Main Street\nNorfolk", "has no ZIP code"),
        (f"Ann Example\n{'x' * 201}\nNorfolk, MA 02056", "more than 200 characters"),
        (f"{'A' * 301}\n12 Main Street\nNorfolk, MA 02056", "301 characters"),
        ("Ann\n1\n2\n3\n4\n5\n6\n7\nNorfolk, MA 02056", "do not fit in the envelope’s window"),
        ("Ann \U0001f3e0 Example\n12 Main Street\nNorfolk, MA 02056", "no typeface of ours can print"),
    ],
)
def test_a_bad_row_says_what_to_mend_and_keeps_what_was_typed(typed: str, says: str) -> None:
    found = read(f"{BO}\n\n{typed}")
    assert [row.name for row in found.rows] == ["Bo Sample"]
    (bad,) = found.bad
    assert says in " ".join(bad.says)
    assert bad.typed == typed
    assert found.to_mend == typed


def test_a_blank_name_in_a_table() -> None:
    found = read(",12 Main Street,Norfolk,MA,02056\nBo Sample,9 Elm Street,Norfolk,MA,02056\n")
    assert found.bad[0].says == ("The name is blank.",)
    assert found.to_mend == ",12 Main Street,Norfolk,MA,02056"
    mended = read("Ann Example" + found.to_mend)
    assert mended.rows[0].lines == ("12 Main Street", "Norfolk, MA 02056")


def test_what_is_to_be_mended_of_a_titled_table_can_be_read_again() -> None:
    found = read(
        "parcel,zip,name,address,city,state\n14-52,02056,Ann,,Norfolk,MA\n14-53,,Bo,,,\n", table=True
    )
    assert len(found.bad) == 2
    again = read(found.to_mend)
    assert [bad.number for bad in again.bad] == [1, 2]
    assert again.to_mend == found.to_mend
    mended = read(
        found.to_mend.replace("Ann,", "Ann,12 Main Street,").replace(
            "Bo,,", 'Bo,9 Elm Street,"Norfolk, MA 02056"'
        )
    )
    assert [(row.name, row.parcel) for row in mended.rows] == [
        ("Ann", "Parcel 14-52"),
        ("Bo", "Parcel 14-53"),
    ]


def test_foreign_addresses_need_no_zip_code() -> None:
    assert read("Ann Example\n1 Rue Inventée\n75001 Paris\nFRANCE").rows
    assert read("Ann Example\n1 Rue Inventée\nFRANCE").bad


def test_the_same_name_and_address_is_one_letter() -> None:
    found = read(
        f"{ANN}\n\nANN EXAMPLE\n12  Main Street.\nNorfolk MA 02056\n\nAnn Example\n14 Main Street\nNorfolk, MA 02056"
    )
    assert len(found.rows) == 2
    assert found.same == ("Row 2, ANN EXAMPLE, is the same as row 1: one letter is enough.",)
    assert not found.bad


def test_two_parcels_of_one_owner_are_one_letter_that_names_both() -> None:
    found = read(f"{ANN}\nMap 1 Lot 2\n\n{ANN}\nMap 1 Lot 3")
    assert [row.parcel for row in found.rows] == ["Map 1 Lot 2; Map 1 Lot 3"]


def test_who_is_on_the_case_already_is_not_added_again() -> None:
    known = {key_of("ann example", ("12 MAIN STREET", "Norfolk MA 02056"))}
    found = read(f"{ANN}\n\n{BO}", known)
    assert [row.name for row in found.rows] == ["Bo Sample"]
    assert found.same == ("Row 1, Ann Example, is on the case already.",)


def test_nothing_and_too_much() -> None:
    assert "empty" in read(" \n \n").problem
    assert (
        "Send it in parts"
        in read("\n\n".join(f"Ann {n}\n{n} Main St\nNorfolk, MA 02056" for n in range(5001))).problem
    )


def test_files_of_every_office_program() -> None:
    assert decoded("\ufeffJosé".encode()) == "José"
    assert decoded("José".encode("cp1252")) == "José"
    assert decoded("José".encode("utf-16")).endswith("José")
    for bad in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x00\x01\x02"):
        with pytest.raises(ValueError, match="This is"):
            decoded(bad)
