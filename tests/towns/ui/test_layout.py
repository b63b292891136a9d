"""The form pack ties every field to its words, and every sample page passes axe at a desk and on a telephone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crispy_forms.utils import render_crispy_form
from django import forms
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.towns import gallery, gallery_form
from towns.templatetags import uswds
from towns.ui.layout import DocketHelper, Group, Note, Submit, effects

STATIC = Path(settings.BASE_DIR) / "static"
AXE = Path(__file__).parents[2] / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
POLICY = "default-src 'self'; style-src 'self' 'nonce-gallery'; img-src 'self' data:"


def shown(form: forms.BaseForm) -> str:
    return render_crispy_form(form, context={"csrf_token": "token"})


class Small(forms.Form):
    """One field with a hint."""

    title = forms.CharField(help_text="As on the <plans>.")
    helper = DocketHelper()


# The form, by its words


def test_label_says_required_in_words():
    html = shown(gallery_form.HearingForm())

    assert re.search(
        r'for="id_case_title">Name of the project\s+<span class="docket-required">\(required\)</span>', html
    )
    assert re.search(r'for="id_email">E-mail of the applicant\s*</label>', html)


def test_hint_and_error_are_tied_to_the_field():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))
    box = re.search(r'<input[^>]*id="id_case_title"[^>]*>', html)[0]

    assert 'aria-describedby="id_case_title_helptext id_case_title_error"' in box
    assert 'aria-invalid="true"' in box
    assert 'id="id_case_title_helptext"' in html
    assert 'id="id_case_title_error"' in html


def test_group_is_a_fieldset_described_by_hint_and_error():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))

    assert '<fieldset class="usa-fieldset" aria-describedby="id_outcome_helptext id_outcome_error">' in html
    assert '<legend class="usa-legend docket-legend usa-label--error">What the board voted' in html


def test_every_control_has_a_label_and_every_id_is_its_own():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))
    ids = re.findall(r'\bid="([^"]+)"', html)
    controls = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\bid="([^"]+)"', html)

    assert sorted(ids) == sorted(set(ids))
    assert len(controls) == 20
    assert [c for c in controls if f'for="{c}"' not in html] == []


def test_every_link_of_the_summary_leads_to_a_control():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))
    summary = html[html.index('id="errors"') : html.index("Nothing was saved")]
    targets = re.findall(r'href="#([^"]+)"', summary)

    assert len(targets) == 11
    assert [t for t in targets if not re.search(rf'<(?:input|select|textarea)[^>]*\bid="{t}"', html)] == []


def test_summary_takes_the_focus_without_script():
    assert re.search(
        r'id="errors"[^>]*tabindex="-1" autofocus', shown(gallery_form.HearingForm(gallery_form.BAD))
    )


def test_summary_names_the_field_and_uses_the_words_at_the_field():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))

    assert html.count("Kind of permit is required.") == 2
    assert html.count("Choose an answer for “Notice was given by”.") == 2
    assert html.count("Check “The signed paper is in the file” to go on.") == 2
    assert ">E-mail of the applicant: Enter a valid email address.</a>" in html


def test_error_of_the_whole_form_is_listed_first():
    found = uswds.all_errors(
        gallery_form.HearingForm(gallery_form.BAD | {"case_title": "Wrong on the whole"})
    )

    assert found[0] == {"id": None, "text": "The board cannot vote before the hearing has closed."}


def test_no_summary_while_nothing_is_wrong():
    assert 'id="errors"' not in shown(gallery_form.HearingForm())
    assert uswds.all_errors(None) == []


def test_helper_can_leave_the_summary_to_the_page():
    form = gallery_form.HearingForm(gallery_form.BAD)
    form.helper.summary = False

    assert 'id="errors"' not in shown(form)


def test_date_and_time_use_the_browsers_own_boxes():
    html = shown(gallery_form.HearingForm(initial={"day": gallery.TODAY}))

    assert re.search(r'type="date" name="day" value="2026-11-30"', html)
    assert 'type="time" name="time"' in html


def test_a_typed_day_that_no_browser_shows_is_kept():
    html = shown(gallery_form.HearingForm(gallery_form.BAD))

    assert re.search(r'<input type="text" name="day" value="2026-02-30"', html)


def test_several_inputs_have_a_label_each():
    html = shown(gallery_form.HearingForm())

    assert [f'for="{name}"' in html for name in ("id_stamped_0", "id_stamped_1", "id_built_month")] == [
        True
    ] * 3
    assert re.search(r'<select name="built_month"[^>]*class="usa-select"', html)


def test_what_was_typed_is_escaped():
    assert "<script>" not in shown(gallery_form.HearingForm(gallery_form.BAD))


def test_hint_is_escaped():
    assert "As on the &lt;plans&gt;." in shown(Small())


def test_words_of_the_layout_are_text_never_a_template():
    form = Small()
    form.helper = DocketHelper()
    form.helper.layout = form.helper.build_default_layout(form)
    form.helper.layout.extend([Group("{{ 7|add:1 }} <b>"), Note("{% now 'Y' %} & more"), Submit("{{ 1 }}")])
    html = shown(form)

    assert "{{ 7|add:1 }} &lt;b&gt;" in html
    assert "{% now &#x27;Y&#x27; %} &amp; more" in html
    assert ">{{ 1 }}</button>" in html


def test_helper_alone_lays_out_every_field_and_one_named_button():
    form = Small()
    form.helper = DocketHelper(form, submit="File the application", cancel="/norfolk/")
    form.helper.form_action = "/norfolk/desk/file/"
    html = shown(form)

    assert '<form action="/norfolk/desk/file/"' in html
    assert html.count("<button") == 1
    assert ">File the application</button>" in html
    assert '<a class="docket-cancel" href="/norfolk/">Cancel</a>' in html


def test_file_form_is_sent_whole():
    assert 'enctype="multipart/form-data"' in shown(gallery_form.HearingForm())


def test_field_filter_and_form_filter_use_the_pack():
    html = Template(
        "{% load crispy_forms_filters %}{{ form|crispy }}{{ form.title|as_crispy_field }}"
    ).render(Context({"form": Small()}))

    assert len(re.findall(r'class="usa-form-group\s*"', html)) == 2


def test_formset_lists_all_errors_once():
    many = forms.formset_factory(Small, extra=2, min_num=1, validate_min=True)(
        {"form-TOTAL_FORMS": "2", "form-INITIAL_FORMS": "0", "form-0-title": "", "form-1-title": ""}
    )
    many.helper = DocketHelper()
    html = shown(many)

    assert html.count('id="errors"') == 1
    assert html.count('class="docket-repeat"') == 2


def test_effects_are_a_list_of_sentences():
    assert "<li>The clerk gets &lt;it&gt;.</li>" in effects(["The clerk gets <it>."])
    assert effects([]).strip() == ""


# The pages, in a browser

PAGES = {
    "form-empty": lambda: _form("empty"),
    "form-filled": lambda: _form("filled"),
    "form-error": lambda: _form("error"),
    "desk": lambda: _page("worklist/desk.html", gallery.desk()),
    "desk-empty": lambda: _page("worklist/desk.html", gallery.desk([])),
    "case": lambda: _page("cases/case.html", gallery.case()),
    "404-in-town": lambda: _page("404.html", gallery.town_context()),
    **{name: lambda name=name: _page(f"{name}.html", {}) for name in ("400", "403", "404", "409", "500")},
}


def _extra() -> dict[str, Any]:
    return {
        "request": RequestFactory().get("/norfolk/desk/?stage=h"),
        "csrf_token": "token",
        "csp_nonce": "gallery",
    }


def _page(template: str, context: dict[str, Any]) -> str:
    return render_to_string(template, _extra() | context)


def _form(state: str) -> str:
    return Template(gallery_form.FORM_PAGE).render(Context(_extra() | gallery_form.form_page(state)))


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Opens a rendered page under our content policy, its static files served from the source tree."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(html: str, width: int = 1280, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **more)
        contexts.append(context)
        page = context.new_page()

        def answer(route: Any) -> None:
            path = route.request.url.partition("/static/")[2]
            if path:
                route.fulfill(path=STATIC / path)
            else:
                route.fulfill(
                    body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY}
                )

        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.route("**/*", answer)
        page.goto("http://town.test/norfolk/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("name", PAGES)
def test_page_passes_axe_and_fits(opened, name, width):
    page = opened(PAGES[name](), width)
    page.evaluate(AXE.read_text())
    found = page.evaluate("tags => axe.run({runOnly: tags})", RULES)["violations"]

    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("h1").count() == 1
    assert page.locator("[style]").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("script", [True, False])
def test_error_page_says_so_in_its_title_and_takes_the_focus(opened, script):
    page = opened(_form("error"), java_script_enabled=script)

    assert page.title() == "Error: Record a decision - Town of Norfolk"
    assert page.locator("#errors:focus").count() == 1


@pytest.mark.browser
def test_summary_link_puts_the_cursor_into_the_field(opened):
    page = opened(_form("error"))

    page.get_by_role("link", name="Choose an answer for “Notice was given by”.").click()

    assert page.evaluate("document.activeElement.id") == "id_notices_0"


@pytest.mark.browser
def test_first_tab_stop_is_the_skip_link(opened):
    page = opened(_page("worklist/desk.html", gallery.desk()))

    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    assert page.locator(".skip").bounding_box()["x"] >= 0


@pytest.mark.browser
def test_keyboard_focus_can_be_seen_on_everything(opened):
    page = opened(_page("cases/case.html", gallery.case()))
    unseen = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden])')].filter(e => {
          e.focus({focusVisible: true}); return getComputedStyle(e).outlineStyle === 'none'; }).map(e => e.outerHTML)"""
    )

    assert unseen == []


@pytest.mark.browser
def test_printed_case_carries_its_number_and_no_navigation(opened, tmp_path):
    page = opened(_page("cases/case.html", gallery.case()))
    page.emulate_media(media="print")

    assert not page.locator(".mast-nav").is_visible()
    assert "SMP-2026-0014" in page.locator("style").first.text_content()
    assert page.pdf(prefer_css_page_size=True)[:5] == b"%PDF-"
