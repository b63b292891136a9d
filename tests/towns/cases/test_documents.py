"""Documents are kept for good under the hash of their content, and come back only as files to save."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction
from django.test import Client

from tests.town_fixtures import TownHall
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.documents import storage
from towns.models import Document
from towns.roles import Role

PDF = b"%PDF-1.7\nplans"


def upload(
    norfolk: TownHall, case: Any, *files: SimpleUploadedFile, role: str = Role.PLANNER, **fields: str
) -> Any:
    address = f"/norfolk/cases/{case.number}/documents/"
    return norfolk.client(role).post(address, {"files": list(files), **fields}, follow=True)


def rows(norfolk: TownHall, case: Any) -> list[Document]:
    with tenancy.town(norfolk.town):
        return list(Document.objects.filter(case=case).order_by("pk"))


def test_a_file_comes_back_byte_for_byte_and_cannot_run(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    page = b"<html><script>alert(1)</script></html>"

    upload(norfolk, case, SimpleUploadedFile("Plän “A”.html", page, "text/html"), title="Plans")
    row = rows(norfolk, case)[0]
    answer = norfolk.client(Role.MEMBER).get(f"/norfolk/cases/{case.number}/documents/{row.pk}/")

    assert answer.getvalue() == page
    assert answer["Content-Type"] == "text/plain"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"].startswith('attachment; filename="')
    assert "filename*=UTF-8''Pl%C3%A4n" in answer["Content-Disposition"]
    assert "sandbox" in answer["Content-Security-Policy"]
    assert row.sha256 == hashlib.sha256(page).hexdigest()
    assert row.by == norfolk.people[Role.PLANNER]


def test_bad_files_are_named_and_good_ones_beside_them_are_kept(norfolk: TownHall) -> None:
    case = norfolk.case("filed")

    answer = upload(
        norfolk, case, SimpleUploadedFile("good.pdf", PDF), SimpleUploadedFile("empty.pdf", b""),
        SimpleUploadedFile("big.pdf", bytes(60 * 1024 * 1024)),
    )  # fmt: skip

    page = words_of(answer)
    assert "Kept with the case: good.pdf." in page
    assert "“empty.pdf” is empty (0 bytes)." in page
    assert "“big.pdf” has 60 MB; the most is 50 MB." in page
    assert "There are 2 problems" in page
    assert [row.filename for row in rows(norfolk, case)] == ["good.pdf"]


def test_no_file_and_too_many_files(norfolk: TownHall) -> None:
    case = norfolk.case("filed")

    assert "Choose at least one file." in words_of(upload(norfolk, case))
    many = [SimpleUploadedFile(f"{number}.pdf", PDF) for number in range(21)]
    assert "Send at most 20 files at once; 21 were chosen." in words_of(upload(norfolk, case, *many))
    assert rows(norfolk, case) == []


def test_a_long_title_is_refused_and_nothing_is_kept(norfolk: TownHall) -> None:
    case = norfolk.case("filed")

    answer = upload(norfolk, case, SimpleUploadedFile("a.pdf", PDF), title="t" * 301)

    assert "at most 300 characters" in words_of(answer)
    assert rows(norfolk, case) == []


def place(town: Any, sha256: str) -> Path:
    """Where a content lies on disk."""
    return Path(storage.files().path(storage.key_of(town, sha256)))


def test_the_same_content_lies_on_the_disk_once_and_each_town_keeps_its_own(
    norfolk: TownHall, grafton: TownHall
) -> None:
    one, other = norfolk.case("filed"), grafton.case("filed")
    sha = hashlib.sha256(PDF).hexdigest()

    upload(norfolk, one, SimpleUploadedFile("a.pdf", PDF), SimpleUploadedFile("b.pdf", PDF))
    grafton.client(Role.PLANNER).post(
        f"/grafton/cases/{other.number}/documents/", {"files": SimpleUploadedFile("c.pdf", PDF)}
    )

    assert {row.sha256 for row in rows(norfolk, one)} == {sha}
    assert place(norfolk.town, sha).read_bytes() == PDF
    assert place(grafton.town, sha).read_bytes() == PDF
    assert not list(Path(place(norfolk.town, sha)).parent.parent.glob(".incoming-*"))


def test_a_file_changed_on_the_disk_is_not_handed_out(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    content = b"%PDF-1.7\nonly here"
    upload(norfolk, case, SimpleUploadedFile("a.pdf", content))
    row = rows(norfolk, case)[0]
    lies = place(norfolk.town, row.sha256)
    lies.write_bytes(b"%PDF-1.7\nforged")

    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/documents/{row.pk}/")

    assert answer["Content-Type"].startswith("text/html")
    assert "is not on the disk as it was stored" in words_of(answer)
    lies.unlink()
    assert "is not on the disk" in words_of(
        norfolk.client().get(f"/norfolk/cases/{case.number}/documents/{row.pk}/")
    )


def test_a_document_is_never_edited(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    upload(norfolk, case, SimpleUploadedFile("a.pdf", PDF))

    with tenancy.town(norfolk.town), pytest.raises(DatabaseError), transaction.atomic():
        Document.objects.filter(case=case).update(title="another")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("plans.pdf", "plans.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\clerk\\plans.pdf", "plans.pdf"),
        ("a\x00b\r\nc.pdf", "abc.pdf"),
        ("..", "file"),
        ("", "file"),
        ('x<y>:"z".pdf', "x_y___z_.pdf"),
        ("n" * 300 + ".pdf", "n" * 196 + ".pdf"),
        ("n" * 300, "n" * 200),
        ("n." + "e" * 300, "n." + "e" * 198),
        ("\u202eevil.pdf", "evil.pdf"),
    ],
)
def test_names_are_cut_safely(name: str, clean: str) -> None:
    assert storage.clean_name(name) == clean
    assert len(storage.clean_name(name)) <= 200


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (b"%PDF-1.4", "a.exe", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n123", "a", "image/png"),
        (b"\xff\xd8\xff\xe0", "a.pdf", "image/jpeg"),
        (b"PK\x03\x04", "a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (b"PK\x03\x04", "a.zip", "application/zip"),
        (b"<svg onload=alert(1)>", "a.svg", "text/plain"),
        ("Grün".encode(), "a.txt", "text/plain"),
        (b"\xfc\xff\xfe bad text here", "a.txt", "application/octet-stream"),
        (b"MZ\x00\x01", "a.pdf", "application/octet-stream"),
    ],
)
def test_what_a_file_is_shows_in_its_first_bytes(head: bytes, name: str, kind: str) -> None:
    assert storage.sniffed(head, name) == kind


def test_any_store_of_djangos_kind_keeps_documents(norfolk: TownHall, settings: Any) -> None:
    """The store is a setting: what is kept in another one is read from there, whole and checked."""
    settings.STORAGES = {
        **settings.STORAGES, "documents": {"BACKEND": "django.core.files.storage.InMemoryStorage", "OPTIONS": {}}
    }  # fmt: skip
    case = norfolk.case("filed")
    upload(norfolk, case, SimpleUploadedFile("a.pdf", b"%PDF-1.7\nin memory"))
    (row,) = rows(norfolk, case)

    with tenancy.town(norfolk.town):
        assert storage.content(norfolk.town, row) == b"%PDF-1.7\nin memory"
    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/documents/{row.pk}/")
    assert answer.getvalue() == b"%PDF-1.7\nin memory"

    kept = storage.files()
    kept.delete(storage.key_of(norfolk.town, row.sha256))
    kept.save(storage.key_of(norfolk.town, row.sha256), SimpleUploadedFile("x", b"forged"))
    with tenancy.town(norfolk.town):
        assert storage.content(norfolk.town, row) is None
    upload(norfolk, case, SimpleUploadedFile("again.pdf", b"%PDF-1.7\nin memory"))
    with tenancy.town(norfolk.town):
        assert storage.content(norfolk.town, row) == b"%PDF-1.7\nin memory"


def test_a_document_made_public_by_mistake_is_withdrawn_from_view_and_stays_on_file(
    norfolk: TownHall,
) -> None:
    case = norfolk.case("filed")
    client = norfolk.client(Role.PLANNER)
    where = f"/norfolk/cases/{case.number}/documents/"
    client.post(where, {"files": SimpleUploadedFile("a.pdf", PDF), "title": "Letter", "public": "on"})
    (row,) = rows(norfolk, case)
    shown = f"/norfolk/register/{case.number}/documents/{row.pk}/"
    assert Client().get(shown).status_code == 200

    assert "say why" in words_of(client.post(f"{where}{row.pk}/withdraw/", {"reason": " "}))
    assert Client().get(shown).status_code == 200
    assert norfolk.client(Role.MEMBER).post(f"{where}{row.pk}/withdraw/", {"reason": "x"}).status_code == 403
    client.post(f"{where}{row.pk}/withdraw/", {"reason": "It names a neighbor’s child."})

    assert Client().get(shown).status_code == 404
    assert "Letter" not in Client().get(f"/norfolk/register/{case.number}/").content.decode()
    page = words_of(client.get(where))
    assert "Withdrawn" in page
    assert "It names a neighbor’s child." in page
    assert client.get(f"{where}{row.pk}/").status_code == 200
