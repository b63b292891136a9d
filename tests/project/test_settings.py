"""A real installation's settings pass Django's own check for deployment; pages carry what protects them."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from towns.project import urls
from towns.project.headers import ContentSecurityMiddleware

CHECKOUT = Path(__file__).resolve().parent.parent.parent


def without_the_tests_own() -> dict[str, str]:
    """The environment less what the browser tests set for this process alone."""
    return {key: value for key, value in os.environ.items() if key != "DJANGO_ALLOW_ASYNC_UNSAFE"}


def check(tmp_path: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=CHECKOUT,
        env=without_the_tests_own() | {"TOWN_DOCKET_HOME": str(tmp_path)} | environ,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_installation_behind_https_has_nothing_to_warn_about(tmp_path):
    done = check(tmp_path, SITE_URL="https://docket.example.gov", SECRET_KEY=secrets.token_urlsafe(64))
    assert done.returncode == 0, done.stderr


def test_without_https_the_check_says_so(tmp_path):
    done = check(tmp_path)
    assert done.returncode != 0
    assert "SECURE_SSL_REDIRECT" in done.stderr


def test_every_answer_forbids_scripts_from_elsewhere():
    respond = ContentSecurityMiddleware(lambda request: HttpResponse())
    policy = respond(RequestFactory().get("/")).headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy


def test_a_page_may_carry_a_policy_of_its_own():
    respond = ContentSecurityMiddleware(
        lambda request: HttpResponse(headers={"Content-Security-Policy": "sandbox"})
    )
    assert respond(RequestFactory().get("/")).headers["Content-Security-Policy"] == "sandbox"


def test_documents_are_not_below_what_the_web_server_serves(settings):
    assert not Path(settings.MEDIA_ROOT).is_relative_to(settings.STATIC_ROOT)
    assert settings.MEDIA_URL == "/" or not settings.MEDIA_URL


def test_every_room_with_addresses_is_on_the_list():
    rooms = {
        ".".join(path.parent.relative_to(CHECKOUT).parts)
        for floor in ("towns", "permitting", "enforcement")
        for path in (CHECKOUT / floor).rglob("urls.py")
    }
    assert rooms - {"towns.project"} <= set(urls.ROOMS)


@pytest.mark.django_db
def test_a_stranger_to_the_site_gets_404(client):
    assert client.get("/no-such-town/").status_code == 404
