"""Gives form fields the federal design system's classes and ties each to its hint and its error."""

from datetime import datetime
from typing import Any

from django import forms, template
from django.forms.boundfield import BoundField
from django.forms.widgets import DateTimeBaseInput
from django.utils.safestring import SafeString

register = template.Library()

# What each kind of widget is called in the design system; anything not listed is a plain input.
CLASSES: list[tuple[type[forms.Widget], str]] = [
    (forms.CheckboxSelectMultiple, "usa-checkbox__input"),
    (forms.RadioSelect, "usa-radio__input"),
    (forms.CheckboxInput, "usa-checkbox__input"),
    (forms.Select, "usa-select"),
    (forms.SelectDateWidget, "usa-select"),
    (forms.Textarea, "usa-textarea"),
    (forms.FileInput, "docket-file"),
]
SHAPES: list[tuple[type[forms.Widget], str]] = [
    (forms.CheckboxSelectMultiple, "group"),
    (forms.RadioSelect, "group"),
    (forms.CheckboxInput, "checkbox"),
    (forms.FileInput, "file"),
    (forms.MultiWidget, "several"),
    (forms.SelectDateWidget, "several"),
]
NATIVE = {forms.DateInput: "date", forms.TimeInput: "time", forms.DateTimeInput: "datetime-local"}
FORMATS = {"date": "%Y-%m-%d", "time": "%H:%M", "datetime-local": "%Y-%m-%dT%H:%M"}


def _first(table: list[tuple[type[forms.Widget], str]], widget: forms.Widget, otherwise: str) -> str:
    return next((name for kind, name in table if isinstance(widget, kind)), otherwise)


@register.filter
def shape(field: BoundField) -> str:
    """How the field is laid out: `group` (radios, checkboxes), `checkbox`, `file`, `several` or `single`."""
    return _first(SHAPES, field.field.widget, "single")


def _dress(widget: forms.Widget, wrong: bool) -> None:
    """Adds the classes once; a date or time asks the browser for its own picker."""
    kind = _first(CLASSES, widget, "usa-input")
    has = widget.attrs.get("class", "").split()
    wanted = [
        kind,
        *([f"{kind}--error" if kind.startswith("usa-") else "docket-file--error"] if wrong else []),
    ]
    if isinstance(widget, (forms.RadioSelect, forms.CheckboxInput)):
        wanted = [kind]
    widget.attrs["class"] = " ".join([*has, *(name for name in wanted if name not in has)])
    native = NATIVE.get(type(widget)) if isinstance(widget, DateTimeBaseInput) else None
    if native and isinstance(widget, DateTimeBaseInput) and getattr(widget, "input_type", "text") == "text":
        widget.input_type = native
        widget.format = FORMATS[native]
        widget.attrs["class"] += f" docket-{native}"


def _shown_by_browser(widget: Any, value: Any) -> bool:
    """Whether the browser's own date or time box can show what was typed."""
    if not isinstance(value, str) or not value:
        return True
    try:
        datetime.strptime(value[:16], FORMATS[widget.input_type])  # noqa: DTZ007 -- only its form is looked at
    except ValueError:
        return False
    return True


@register.simple_tag
def uswds_input(field: BoundField) -> SafeString:
    """The field's input or inputs, with classes; Django ties hint and error to it by `aria-describedby`."""
    widget = field.field.widget
    wrong = bool(field.errors)
    for part in getattr(widget, "widgets", [widget]):
        _dress(part, wrong)
    if (
        wrong
        and getattr(widget, "input_type", "") in FORMATS
        and not _shown_by_browser(widget, field.value())
    ):
        widget.input_type = "text"  # a browser's date box drops what it cannot read; what was typed is kept
    return SafeString(field)


@register.simple_tag
def uswds_choices(field: BoundField) -> list[Any]:
    """The radios or checkboxes of a group, dressed, one by one."""
    _dress(field.field.widget, bool(field.errors))
    return list(field.subwidgets)


@register.simple_tag
def uswds_several(field: BoundField) -> list[dict[str, Any]]:
    """The inputs of a field made of several (day and time; month, day, year), each with a label of its own.

    A widget may name its parts in `part_labels`.
    """
    widget = field.field.widget
    wrong = bool(field.errors)
    for part in getattr(widget, "widgets", [widget]):
        _dress(part, wrong)
    attrs = field.build_widget_attrs({"id": field.auto_id}, widget)
    drawn = widget.get_context(field.html_name, field.value(), attrs)["widget"]["subwidgets"]
    labels = getattr(widget, "part_labels", None) or [
        _part_label(part["name"], at) for at, part in enumerate(drawn)
    ]
    return [
        {
            "id": part["attrs"]["id"],
            "label": labels[at],
            "input": SafeString(field.form.renderer.render(part["template_name"], {"widget": part})),
        }
        for at, part in enumerate(drawn)
    ]


def _part_label(name: str, at: int) -> str:
    """What a part is called where the widget does not say: by the end of its name, else day and time."""
    end = name.rpartition("_")[2]
    return {"month": "Month", "day": "Day", "year": "Year"}.get(
        end, ("Day", "Time")[at] if at < 2 else f"Part {at + 1}"
    )


@register.filter
def described_by(field: BoundField) -> str:
    """The ids of hint and error, for the fieldset of a group."""
    ids = []
    if field.help_text:
        ids.append(f"{field.auto_id}_helptext")
    if field.errors:
        ids.append(f"{field.auto_id}_error")
    return " ".join(ids)


@register.filter
def first_input(field: BoundField) -> str:
    """The id that a link in the error summary goes to: the first thing in the field that takes the focus."""
    if shape(field) == "group":
        return f"{field.auto_id}_0"
    if shape(field) == "several":
        return str(uswds_several(field)[0]["id"])
    return field.id_for_label or field.auto_id


@register.filter
def plain_errors(field: BoundField) -> list[str]:
    """The field's errors in words that name it: "Day of the hearing is required." rather than "This field …"."""
    stock = forms.Field.default_error_messages["required"]
    missing = {
        "checkbox": f"Check “{field.label}” to go on.",
        "group": f"Choose an answer for “{field.label}”.",
    }.get(shape(field), f"{field.label} is required.")
    return [missing if error == stock else str(error) for error in field.errors]


def _named(field: BoundField) -> list[str]:
    """The errors as the summary lists them: each names its field once."""
    label = str(field.label or "").rstrip("?:. ")
    return [text if label.lower() in text.lower() else f"{label}: {text}" for text in plain_errors(field)]


@register.filter
def all_errors(form: Any) -> list[dict[str, Any]]:
    """Every error of a form in the order of its fields, each with the id it belongs to (None: the whole form)."""
    if form is None or not form.is_bound:
        return []
    found = [{"id": None, "text": text} for text in form.non_field_errors()]
    for field in form:
        if field.is_hidden:
            found += [{"id": None, "text": text} for text in field.errors]
        else:
            found += [{"id": first_input(field), "text": text} for text in _named(field)]
    return found


@register.filter
def formset_errors(formset: Any) -> list[dict[str, Any]]:
    """Every error of a formset: its own first, then form by form."""
    if formset is None or not formset.is_bound:
        return []
    found = [{"id": None, "text": text} for text in formset.non_form_errors()]
    for form in formset:
        found += all_errors(form)
    return found
