"""Signing in, guessing passwords, links that work once, and where each person is led."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.town_fixtures import TownHall
from towns.accounts import passwords
from towns.models import FailedSignIn, Membership, Person
from towns.roles import Role

GOOD = {"email": "town_clerk@norfolk.example", "password": "correct horse battery"}


@pytest.fixture(autouse=True)
def letters(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def test_each_person_is_led_home(norfolk: TownHall, grafton: TownHall):
    assert Client().post("/sign-in/", GOOD)["Location"] == "/norfolk/desk/"
    assert (
        Client().post("/sign-in/", {**GOOD, "email": " TOWN_CLERK@norfolk.example "})["Location"]
        == "/norfolk/desk/"
    )

    Membership.objects.create(person=norfolk.people[Role.TOWN_CLERK], town=grafton.town, role=Role.MEMBER)
    assert Client().post("/sign-in/", GOOD)["Location"] == "/"

    Person.objects.create_user("ana@applicant.example", "correct horse battery", name="Ana")
    assert Client().post("/sign-in/", {**GOOD, "email": "ana@applicant.example"})["Location"] == "/my/"


@pytest.mark.parametrize(
    "where", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_nobody_is_led_away_from_the_site(norfolk: TownHall, where: str):
    assert Client().post("/sign-in/", {**GOOD, "next": where})["Location"] == "/norfolk/desk/"


def test_guessing_is_slow(norfolk: TownHall):
    for _ in range(passwords.MOST_FAILURES):
        assert Client().post("/sign-in/", {**GOOD, "password": "guess"}).status_code == 422

    refused = Client().post("/sign-in/", GOOD)
    assert refused.status_code == 422
    assert "Wait 15 minutes" in refused.content.decode()

    FailedSignIn.objects.update(at=timezone.now() - passwords.WITHIN - timedelta(seconds=1))
    assert Client().post("/sign-in/", GOOD).status_code == 302
    assert not FailedSignIn.objects.exists()


def test_an_account_needs_twelve_characters_and_a_new_address(db: None):
    sent = {"name": "Ana Applicant", "email": "Ana@applicant.example", "password": "short"}
    assert "at least 12 characters" in Client().post("/sign-in/account/", sent).content.decode()

    client = Client()
    assert client.post("/sign-in/account/", {**sent, "password": "three plain words"})["Location"] == "/my/"
    assert client.get("/my/").status_code == 200
    again = Client().post("/sign-in/account/", {**sent, "password": "three plain words"})
    assert "There is an account with this e-mail" in again.content.decode()
    assert not Membership.objects.exists()


def test_a_forgotten_password_is_set_by_a_link_that_works_once(norfolk: TownHall):
    same = [
        Client().post("/sign-in/forgotten/", {"email": email}).content.decode()
        for email in (GOOD["email"], "no@one.example")
    ]
    assert same[0].replace(GOOD["email"], "") == same[1].replace("no@one.example", "")
    (letter,) = mail.outbox
    path = re.search(r"/sign-in/set-password/\S+", str(letter.body))[0]

    client = Client()
    assert client.post(path, {"password": "password"}).status_code == 422
    assert client.post(path, {"password": "another plain phrase"})["Location"] == "/norfolk/desk/"
    assert Client().get(path).status_code == 410
    assert Client().post("/sign-in/", {**GOOD, "password": "another plain phrase"}).status_code == 302


def test_signing_out_needs_a_button(norfolk: TownHall):
    client = norfolk.client()
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/norfolk/desk/").status_code == 302


def test_what_was_typed_is_handed_to_its_own_page_only(norfolk: TownHall):
    browser = Client()
    browser.post("/norfolk/setup/boards/planning_board/", {"name": "Typed before"})
    browser.post("/sign-in/", {**GOOD, "email": "town_administrator@norfolk.example"})

    assert "Typed before" not in browser.get("/norfolk/setup/town/").content.decode()
    assert "Typed before" in browser.get("/norfolk/setup/boards/planning_board/").content.decode()
