"""Every paper as a resident, a court or a screen reader meets it."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.towns.papers import samples
from tests.towns.papers.reading import close, pdf_text, reader, web
from towns.papers import kinds, rendering
from towns.papers.facts import Plan, Recipient, Vote
from towns.papers.rendering import PaperFailed, PaperRefused

TEMPLATES = sorted(Path(rendering.TEMPLATES, "paper").glob("*.html"))
PICTURES = [pytest.param(*sample, id=name) for name, sample in samples.EVERY.items()]


def printed(name: str, **changes: Any) -> rendering.Paper:
    kind, facts, town = samples.EVERY[name]
    return rendering.render(kind, replace(facts, **changes), town=town, law=samples.LAW)


def with_case(name: str, **changes: Any) -> rendering.Paper:
    return printed(name, case=replace(samples.CASE, **changes))


def number_of(facts: Any) -> list[str]:
    """The case number that a paper bears; none on a paper that belongs to no case."""
    return ["SMP-2026-0014"] if hasattr(facts, "case") or hasattr(facts, "notice") else []


@pytest.mark.parametrize(("kind", "facts", "town"), PICTURES)
def test_every_paper_prints_as_tagged_letter_with_our_faces(kind: str, facts: Any, town: Any) -> None:
    made = rendering.render(kind, facts, town=town, law=samples.LAW)
    pdf = reader(made.pdf)
    root = pdf.trailer["/Root"]
    assert made.problems == ()
    assert made.pages == len(pdf.pages)
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pdf.metadata.title == ", ".join([made.title, *number_of(facts)])
    assert b"pdfuaid" in root["/Metadata"].get_object().get_data()
    for page in pdf.pages:
        assert (page.mediabox.width, page.mediabox.height) == (612, 792)
        for font in page["/Resources"]["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert "Docket-" in inner["/BaseFont"]
            assert "/FontFile2" in inner["/FontDescriptor"].get_object()


@pytest.mark.parametrize(("kind", "facts", "town"), PICTURES)
def test_the_web_page_says_what_the_pdf_says(kind: str, facts: Any, town: Any) -> None:
    made = rendering.render(kind, facts, town=town, law=samples.LAW)
    foot = " · ".join([*number_of(facts), made.title, "§ 267-18"])
    text = close(pdf_text(made.pdf))
    for number in range(1, made.pages + 1):
        for line in (foot, f"Page {number} of {made.pages}"):
            assert close(line) in text
            text = text.replace(close(line), "", 1)
    page = web(made.html)
    for block in page.blocks:
        assert close(block) in text, block
    assert Counter(close("".join(page.blocks))) == Counter(text)


@pytest.mark.parametrize(("kind", "facts", "town"), PICTURES)
def test_the_web_page_stands_alone_and_has_one_heading(kind: str, facts: Any, town: Any) -> None:
    html = rendering.render(kind, facts, town=town, law=samples.LAW).html
    tags = web(html).tags
    names = Counter(tag for tag, _ in tags)
    assert ("html", {"lang": "en"}) in tags
    assert (names["h1"], names["main"], names["header"], names["footer"], names["title"]) == (1, 1, 1, 1, 1)
    assert not names["script"]
    assert not names["link"]
    assert all(attrs["src"].startswith("data:image/") and attrs["alt"] for tag, attrs in tags if tag == "img")
    assert "url(" not in html
    assert all("scope" in attrs for tag, attrs in tags if tag == "th")


def test_the_same_facts_give_the_same_bytes() -> None:
    assert printed("decision").sha256 == printed("decision").sha256


def test_a_mapping_prints_like_the_record() -> None:
    from towns.papers.plain import as_plain

    plain = as_plain(samples.NOTICE)
    made = rendering.render("hearing_notice", plain, town=samples.TOWN, law=as_plain(samples.LAW))
    assert made.sha256 == printed("hearing_notice").sha256


def test_a_warm_notice_is_printed_in_under_a_second() -> None:
    printed("hearing_notice")
    began = time.perf_counter()
    printed("hearing_notice")
    assert time.perf_counter() - began < 1


# ---------------------------------------------------------------- what stops a paper


def blanks(record: Any, path: str = "facts") -> list[tuple[str, Any]]:
    """Each required fact of a filled record, with the record as it is when only that fact is blank."""
    found = []
    for f in fields(record):
        value = getattr(record, f.name)
        if f.metadata["required"]:
            empty = () if isinstance(value, tuple) else "  " if isinstance(value, str) else None
            found.append((f"{path}.{f.name}", replace(record, **{f.name: empty})))
        if is_dataclass(value):
            inner = blanks(value, f"{path}.{f.name}")
            found += [(where, replace(record, **{f.name: changed})) for where, changed in inner]
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            inner = blanks(value[0], f"{path}.{f.name}[1]")
            found += [(where, replace(record, **{f.name: (changed, *value[1:])})) for where, changed in inner]
    return found


@pytest.mark.parametrize(("kind", "facts", "town"), PICTURES)
def test_each_blank_required_fact_is_named_and_stops_the_print(kind: str, facts: Any, town: Any) -> None:
    cases = blanks(facts)
    assert len(cases) >= 10
    for where, blank in cases:
        with pytest.raises(PaperRefused) as refused:
            rendering.render(kind, blank, town=town, law=samples.LAW)
        assert where in [p.field for p in refused.value.problems if p.kind == "blank_field"], where
        for problem in refused.value.problems:
            assert problem.says.endswith("is blank.")
            assert problem.mend.endswith(".")


@pytest.mark.parametrize("kind", [kind.key for kind in kinds.every()])
def test_a_paper_with_no_facts_at_all_is_refused_but_prints_with_a_reason(kind: str) -> None:
    nothing = kinds.kind(kind).needs()
    with pytest.raises(PaperRefused, match="is blank"):
        rendering.render(kind, nothing, town={}, law={})
    made = rendering.render(kind, nothing, town={}, law={}, override_reason="A form to fill in by hand.")
    assert "[not given]" in pdf_text(made.pdf)
    assert made.override_reason == "A form to fill in by hand."
    assert made.problems


def test_a_blank_parcel_is_never_printed_silently() -> None:
    land = replace(samples.CASE.land, parcels="")
    with pytest.raises(PaperRefused, match=r"The assessors' map and lot is blank\. Enter it on the case"):
        with_case("permit", land=land)


def test_spaces_are_no_reason() -> None:
    with pytest.raises(PaperRefused):
        rendering.render(
            "permit",
            replace(samples.PERMIT, permittee=""),
            town=samples.TOWN,
            law=samples.LAW,
            override_reason="  ",
        )


def test_a_reason_is_kept_only_where_it_was_needed() -> None:
    made = rendering.render(
        "permit", samples.PERMIT, town=samples.TOWN, law=samples.LAW, override_reason="Just in case"
    )
    assert made.override_reason == ""


@pytest.mark.parametrize(
    "seal", [None, b"", b"\x89PNG\r\n\x1a\n broken", b"<html>", b"<svg", b"not a picture"]
)
def test_a_missing_or_broken_seal_stops_the_print(seal: bytes | None) -> None:
    town = replace(samples.TOWN, seal=seal)
    with pytest.raises(PaperRefused) as refused:
        rendering.render("hearing_notice", samples.NOTICE, town=town, law=samples.LAW)
    (problem,) = refused.value.problems
    assert problem.kind == "missing_image"
    assert "settings" in problem.mend
    made = rendering.render(
        "hearing_notice", samples.NOTICE, town=town, law=samples.LAW, override_reason="Seal is late"
    )
    assert "<img" not in made.html
    assert made.problems == (problem,)


def test_a_seal_that_asks_for_something_from_outside_is_refused() -> None:
    asks = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="http://example.com/x.png"/></svg>'
    with pytest.raises(PaperRefused) as refused:
        rendering.render("permit", samples.PERMIT, town=replace(samples.TOWN, seal=asks), law=samples.LAW)
    assert [p.value for p in refused.value.problems] == ["http://example.com/x.png"]
    town = replace(samples.TOWN, seal=asks)
    made = rendering.render(
        "permit", samples.PERMIT, town=town, law=samples.LAW, override_reason="Seal is late"
    )
    assert made.problems == refused.value.problems
    assert "<img" not in made.html


def test_a_seal_that_cannot_be_drawn_is_refused() -> None:
    bad = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="a b c d"><path d="M"/></svg>'
    with pytest.raises(PaperRefused, match="picture"):
        rendering.render("permit", samples.PERMIT, town=replace(samples.TOWN, seal=bad), law=samples.LAW)


@pytest.mark.parametrize("seal", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_seal_may_be_any_usual_picture(seal: str) -> None:
    import io

    from PIL import Image

    held = io.BytesIO()
    Image.new("RGB", (40, 40), "navy").save(held, seal)
    town = replace(samples.TOWN, seal=held.getvalue())
    made = rendering.render("hearing_notice", samples.NOTICE, town=town, law=samples.LAW)
    assert f"data:image/{seal.lower()};base64," in made.html
    assert "/XObject" in reader(made.pdf).pages[0]["/Resources"]


def test_a_letter_no_face_holds_is_named_with_its_field() -> None:
    with pytest.raises(PaperRefused) as refused:
        with_case("permit", owner="House 🏠 Trust")
    (problem,) = refused.value.problems
    assert problem.field == "facts.case.owner"
    assert problem.value == "House 🏠 Trust"
    assert "“🏠” (U+1F3E0, house building)" in problem.says


def test_a_control_character_is_refused_and_left_out_when_overridden() -> None:
    facts = replace(samples.PERMIT, permittee="Owner\x00 Ltd\x0b")
    with pytest.raises(PaperRefused, match="U\\+0000, a control character"):
        rendering.render("permit", facts, town=samples.TOWN, law=samples.LAW)
    made = rendering.render(
        "permit", facts, town=samples.TOWN, law=samples.LAW, override_reason="Scanner noise"
    )
    assert "Owner Ltd" in pdf_text(made.pdf)


def test_check_and_preview_speak_before_the_act() -> None:
    facts = replace(samples.DECISION, voted=None)
    (problem,) = rendering.check("decision", facts, town=samples.TOWN, law=samples.LAW)
    assert problem.field == "facts.voted"
    assert "[not given]" in rendering.preview("decision", facts, town=samples.TOWN, law=samples.LAW)


def test_when_the_press_fails_the_web_page_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def jam(*_: Any, **__: Any) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(rendering, "_lay_out", jam)
    with pytest.raises(PaperFailed) as failed:
        printed("permit")
    assert "SMP-2026-0014-P" in failed.value.html


# ---------------------------------------------------------------- hard facts


HOSTILE = '<script>alert(1)</script>&amp;"\'{{ town.town }}{% now "Y" %}'


def hostile(value: Any) -> Any:
    """The record with markup in every text."""
    if isinstance(value, str):
        return HOSTILE if value not in ("yes", "no", "recused", "approved_with_conditions") else value
    if isinstance(value, tuple):
        return tuple(hostile(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        keep = ("seal", "zone", "ink", "key")
        return replace(
            value, **{f.name: hostile(getattr(value, f.name)) for f in fields(value) if f.name not in keep}
        )
    return value


@pytest.mark.parametrize(("kind", "facts", "town"), PICTURES)
def test_markup_in_every_field_is_only_text(kind: str, facts: Any, town: Any) -> None:
    made = rendering.render(
        kind,
        hostile(facts),
        town=hostile(town),
        law=hostile(samples.LAW),
        override_reason="the address is absurd",
    )
    assert "<script" not in made.html
    assert "alert(1)" in made.html
    assert close(HOSTILE) in close(pdf_text(made.pdf))


def test_the_ink_cannot_carry_a_stylesheet() -> None:
    town = replace(samples.TOWN, ink="red}body{display:none")
    assert "display:none" not in rendering.render("permit", samples.PERMIT, town=town, law=samples.LAW).html


def test_a_name_of_200_letters_without_a_space_stays_on_the_sheet() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff" * 6
    text = close(pdf_text(with_case("hearing_notice", owner=name, applicant=name).pdf))
    assert name in text
    assert close(pdf_text(printed("permit", permittee=name).pdf)).count(name) == 1


def test_a_long_notice_takes_three_pages_and_loses_nothing() -> None:
    plans = tuple(
        Plan(title=f"Sheet number {n} of the plan set", prepared_by="Brook Civil Group") for n in range(90)
    )
    made = with_case(
        "hearing_notice", plans=plans, work="\n".join(f"Paragraph {n} of the work." for n in range(40))
    )
    text = pdf_text(made.pdf)
    assert made.pages >= 3
    assert all(close(f"Sheet number {n} of the plan set") in close(text) for n in range(90))
    assert f"Page 3 of {made.pages}" in text


def test_four_hundred_votes_and_none() -> None:
    votes = tuple(Vote(member=f"Member {n}", vote="yes") for n in range(400))
    assert all(
        f"Member{n}Infavor" in close(pdf_text(printed("decision", votes=votes).pdf)) for n in (0, 200, 399)
    )
    bare = printed("decision", findings=(), waivers=(), conditions=(), copies_to=(), hearing_opened=None)
    assert "Findings" not in pdf_text(bare.pdf)


def test_names_in_other_scripts_print_with_our_faces_and_read_as_written() -> None:
    names = [
        "李小龍",
        "김민수",
        "Σωκράτης",
        "Владимир",
        "Nguyễn Thị Hồng",
        "Հայկ",
        "სანდრო",
        "አበበ",
        "ราชา",
        "José Ñuñez",
    ]
    made = with_case("permit", work="; ".join(names))
    text = close(pdf_text(made.pdf))
    assert all(close(name) in text for name in names)
    used = {
        font.get_object()["/BaseFont"]
        for page in reader(made.pdf).pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert all("Docket-" in name for name in used)
    assert any("Docket-Han" in name for name in used)


@pytest.mark.parametrize(
    ("written", "set_as"),
    [
        ("שרה כהן", '<bdi dir="rtl">שרה כהן</bdi>'),
        ("שרה כהן, Trustee, October 13, 2026", '<bdi dir="rtl">שרה כהן</bdi>, Trustee, October 13, 2026'),
        ("c/o محمد علي <b>", 'c/o <bdi dir="rtl">محمد علي</bdi> &lt;b&gt;'),
        ("Sarah Cohen", "Sarah Cohen"),
    ],
)
def test_a_right_to_left_name_is_set_apart_and_moves_no_date(written: str, set_as: str) -> None:
    made = with_case("hearing_notice", owner=written)
    assert f"<td>{set_as}</td>" in made.html
    text = pdf_text(made.pdf)
    assert close("Tuesday, October 13, 2026") in close(text)
    assert Counter(close(written)) <= Counter(close(text))


def test_the_paper_prints_the_day_and_hour_of_the_town() -> None:
    late = datetime(2026, 10, 14, 0, 30, tzinfo=UTC)
    text = pdf_text(printed("hearing_notice", opens=late).pdf)
    assert "Tuesday, October" in text
    assert close("8:30 p.m.") in close(text)
    with pytest.raises(ValueError, match="no time zone"):
        printed("hearing_notice", opens=datetime(2026, 10, 13, 19, 0))  # noqa: DTZ001


def test_applicant_and_owner_are_one_row_only_when_they_are_one() -> None:
    assert "Applicant and owner" in pdf_text(printed("hearing_notice").pdf)
    text = pdf_text(with_case("hearing_notice", applicant="Someone Else").pdf)
    assert "Applicant Someone Else" in text
    assert "Owner Stony Brook Realty Trust" in text


def test_only_the_copy_to_post_has_the_stamp_box() -> None:
    assert "Posted by the Town Clerk" in pdf_text(printed("posting").pdf)
    assert "Posted by the Town Clerk" not in pdf_text(printed("hearing_notice").pdf)


def test_a_forced_permit_says_why_it_issues() -> None:
    text = close(pdf_text(printed("forced_permit").pdf))
    assert (
        close(
            "took no action within the time allowed, as the Town Clerk certified on Monday, November 30, 2026"
        )
        in text
    )
    assert close("must issue a stormwater management permit.” (§ 267-18)") in text
    assert close("The Planning Board set no conditions.") in text


def test_the_certificate_shows_the_count_and_its_reasons() -> None:
    text = close(pdf_text(printed("certificate").pdf))
    assert close("Friday, November 27, 2026") in text
    assert close("Nov 26 is Thanksgiving Day, so Fri Nov 27.") in text


def test_a_letter_that_does_not_fit_its_window_is_refused() -> None:
    crowd = Recipient(lines=tuple(f"Trustee number {n}" for n in range(9)))
    with pytest.raises(PaperRefused, match="does not fit in the envelope's window"):
        printed("incompleteness", recipient=crowd)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_number_and_no_town_stands_in_a_template(template: Path) -> None:
    words = re.sub(r"{%.*?%}|{{.*?}}|<[^>]*>", " ", template.read_text(encoding="utf-8"))
    assert not re.search(r"\d", words)
    assert not re.search(
        r"\b(one|two|three|five|seven|ten|twenty|thirty|sixty|ninety) (business )?days?\b", words, re.I
    )
    towns = "hopkinton|grafton|ludlow|wrentham|norfolk|planning board|conservation commission|public works"
    assert not re.search(towns, template.read_text(encoding="utf-8"), re.IGNORECASE)


def test_an_unknown_kind_names_those_there_are() -> None:
    with pytest.raises(LookupError, match="hearing_notice"):
        rendering.render("postcard", {}, town={}, law={})


def test_a_template_that_names_no_fact_is_loud(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "odd.html").write_text("{{ case.nonesuch }}", encoding="utf-8")
    monkeypatch.setattr(rendering._engine(), "dirs", [str(tmp_path)])
    with pytest.raises(NameError, match=r"odd.html names “case.nonesuch”"):
        rendering.fill("odd.html", {"case": samples.CASE})


def test_the_press_is_loaded_only_when_a_paper_is_printed() -> None:
    import subprocess
    import sys

    script = "import sys; import towns.papers.letters; sys.exit('weasyprint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_two_threads_print_the_same_paper() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        hashes = set(pool.map(lambda _: printed("hearing_notice").sha256, range(8)))
    assert len(hashes) == 1
