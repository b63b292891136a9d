"""The inspector's day and the form for a phone: sent twice it is one visit, and a picture carries no hidden data."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import ExifTags, Image

from permitting.inspections import pictures
from permitting.inspections.photos import InspectionPhoto
from permitting.inspections.queries import day_of, never_held
from permitting.models import Inspection, InspectionReport
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.documents import storage
from towns.models import Document
from towns.roles import Role


def photo(*, turned: bool = True, name: str = "IMG_1.jpg") -> SimpleUploadedFile:
    """A picture 60 wide and 40 high, red at the left, as a phone held upright hides it: lying, with place and time."""
    image = Image.new("RGB", (60, 40), "white")
    image.paste("red", (0, 0, 30, 40))
    hidden = Image.Exif()
    if turned:
        hidden[ExifTags.Base.Orientation] = 6  # the camera was turned: show it turned by 90 degrees
    hidden.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = "2026:11:30 10:34:05"
    hidden.get_ifd(ExifTags.IFD.GPSInfo).update({
        ExifTags.GPS.GPSLatitudeRef: "N", ExifTags.GPS.GPSLatitude: (42.0, 7.0, 12.0),
        ExifTags.GPS.GPSLongitudeRef: "W", ExifTags.GPS.GPSLongitude: (71.0, 19.0, 30.0),
    })  # fmt: skip
    out = io.BytesIO()
    image.save(out, "JPEG", exif=hidden, quality=95)
    return SimpleUploadedFile(name, out.getvalue(), content_type="image/jpeg")


def test_a_picture_stands_upright_and_carries_no_place_or_time() -> None:
    read = pictures.read(photo())
    read.file.seek(0)
    kept = Image.open(read.file)
    assert (kept.width, kept.height) == (40, 60)
    assert not kept.getexif()
    assert b"GPS" not in read.file.open().read()
    top, bottom = kept.getpixel((20, 10)), kept.getpixel((20, 50))
    assert top[0] > 200 > top[1]
    assert min(bottom) > 200
    assert read.taken is not None
    assert f"{read.taken:%Y-%m-%d %H:%M:%S}" == "2026-11-30 10:34:05"
    assert (read.latitude, read.longitude) == (Decimal("42.120000"), Decimal("-71.325000"))


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0 broken"])
def test_what_is_no_picture_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(storage.BadFile, match=r"“a\.jpg”"):
        pictures.read(SimpleUploadedFile("a.jpg", data))


def answers(**more: Any) -> dict[str, Any]:
    return {"once": str(uuid4()), "on": "11/30/2026", "stage": "erosion", "outcome": "passed_with_items",
            "rate_perimeter": "corrective", "what_perimeter": "Reset the fence.", "mend_by": "12/04/2026",
            "weather": "Rain", "rain_inches_24h": "0.4", **more}  # fmt: skip


def test_what_is_sent_twice_is_one_visit_with_its_pictures_once(norfolk: TownHall) -> None:
    case = norfolk.case("permitted")
    client = norfolk.client(Role.INSPECTOR)
    address = f"/norfolk/cases/{case.number}/visit/"
    sent = answers()
    for _ in range(2):
        told = client.post(
            address, {**sent, "photo_perimeter": photo()}, headers={"accept": "application/json"}
        )
        assert told.status_code == 200, told.content
        assert told.json() == {"url": f"/norfolk/cases/{case.number}/site/"}
    with tenancy.town(norfolk.town):
        row = Inspection.objects.get(case=case)
        report = InspectionReport.objects.get(case=case)
        kept = InspectionPhoto.objects.get(case=case)
        document = Document.objects.get(case=case, pk=kept.document_id)
    assert (row.stage, row.state, row.mend_by) == ("erosion", "passed_with_items", date(2026, 12, 4))
    assert (report.weather, report.rain_inches_24h, report.inspector) == (
        "Rain",
        Decimal("0.40"),
        "Norfolk Inspector",
    )
    assert report.to_do == [
        {"key": "perimeter", "text": "Perimeter controls (fence, straw wattle, berm)", "rating": "corrective",
         "what": "Reset the fence."}
    ]  # fmt: skip
    assert (document.public, kept.item, kept.latitude) == (False, "perimeter", Decimal("42.120000"))
    small = client.get(f"/norfolk/cases/{case.number}/photos/{kept.pk}.jpg")
    assert (small.status_code, small["Content-Type"]) == (200, "image/jpeg")


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_kept(norfolk: TownHall) -> None:
    case = norfolk.case("permitted")
    client = norfolk.client(Role.INSPECTOR)
    address = f"/norfolk/cases/{case.number}/visit/"
    json = {"headers": {"accept": "application/json"}}
    assert "outcome" in client.post(address, answers(outcome="passed"), **json).json()["errors"]
    assert (
        "notes"
        in client.post(address, answers(outcome="failed", rate_perimeter="ok"), **json).json()["errors"]
    )
    assert "on" in client.post(address, answers(on="12/24/2026"), **json).json()["errors"]
    bad = SimpleUploadedFile("a.jpg", b"no picture")
    assert "__all__" in client.post(address, {**answers(), "photos": bad}, **json).json()["errors"]
    assert client.post(address, answers(outcome="passed")).status_code == 422
    with tenancy.town(norfolk.town):
        assert not Inspection.objects.filter(case=case).exists()
        assert not InspectionPhoto.objects.filter(case=case).exists()
    assert norfolk.client(Role.MEMBER).post(address, answers()).status_code == 403
    assert norfolk.client(Role.MEMBER).get("/norfolk/inspections/").status_code == 403


def test_the_day_is_sorted_by_hour_and_place_and_names_what_is_late_and_never_held(norfolk: TownHall) -> None:
    case = norfolk.case("permitted")
    norfolk.act(case, "record_work", TODAY)
    other = norfolk.case("permitted", title="Another lot", address="9 Zeta Street")
    for where, stage, moment in (
        (other, "routine", "2026-12-02T09:00"), (case, "final", "2026-12-02T09:00"), (other, "storm", "2026-12-02T08:00"),
    ):  # fmt: skip
        norfolk.act(where, "schedule_inspection", TODAY, inspection="new", stage=stage, **{"for": moment})
    norfolk.act(other, "request_inspection", TODAY, inspection="new", stage="bury")
    norfolk.act(
        other,
        "record_visit",
        TODAY,
        inspection="new",
        stage="erosion",
        outcome="failed",
        mend_by="2026-12-01",
    )
    with tenancy.town(norfolk.town):
        found = day_of(date(2026, 12, 2))
        assert [row.stage for row in found.visits] == ["storm", "final", "routine"]
        assert [row.stage for row in found.again] == ["erosion"]
        assert [row.stage for row in found.asked] == ["bury"]
        assert [row.stage for row in day_of(date(2026, 12, 3)).late] == ["storm", "final", "routine"]
        never = {(one.case.number, one.line.rule.stage) for one in never_held(norfolk.town)}
    assert {stage for number, stage in never if number == case.number} == {"initial", "erosion", "bury"}
    page = norfolk.client(Role.INSPECTOR).get("/norfolk/inspections/?day=2026-12-02").content.decode()
    assert page.index("Visit after a storm") < page.index("Final inspection") < page.index("Routine visit")
    assert norfolk.client(Role.INSPECTOR).get("/norfolk/inspections/?day=soon").status_code == 404
