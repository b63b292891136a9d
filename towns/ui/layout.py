"""Form layouts in the federal design system: one helper with our defaults, and the few pieces crispy-forms lacks."""

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, BaseInput, Div, Fieldset, LayoutObject
from django import forms
from django.template.loader import render_to_string
from django.utils.html import format_html

__all__ = ["Actions", "Cancel", "DocketHelper", "Group", "Note", "Pair", "Secondary", "Submit", "effects"]


class DocketHelper(FormHelper):
    """The helper every form starts from: POST, no media, the browser's own bubbles off so that our summary speaks.

    `DocketHelper(form, submit="File the application")` lays out every field and one named button.
    """

    include_media = False
    render_hidden_fields = True
    summary = True
    """Whether this form prints its own error summary; off where the page prints one for several forms."""

    def __init__(
        self, form: forms.BaseForm | None = None, *, submit: str = "", cancel: str = "", method: str = "post"
    ) -> None:
        super().__init__(form)
        self.form_method = method
        self.attrs = {"novalidate": ""}
        self.form_class = "docket-form"
        if submit and self.layout is not None:
            buttons: list[Any] = [Submit(submit)]
            if cancel:
                buttons.append(Cancel(cancel))
            self.layout.append(Actions(*buttons))

    @property
    def form_action(self) -> str:
        """Where the form goes: an address (never a view's name); empty means the page's own."""
        return self._form_action

    @form_action.setter
    def form_action(self, action: str) -> None:
        self._form_action = action


class Submit(BaseInput):
    """The page's one main button, named by what it does."""

    input_type = "submit"
    field_classes = "usa-button"
    template = "%s/layout/button.html"

    def __init__(self, text: str, *, name: str = "", value: str = "", **kwargs: Any) -> None:
        css_id = kwargs.pop("css_id", "")
        super().__init__(name, value or text, **kwargs)
        self.text, self.id = text, css_id

    def render(self, form: Any, context: Any, template_pack: str = "uswds", **kwargs: Any) -> str:
        """The button, its words taken as text and never as a template."""
        return render_to_string(self.get_template_name(template_pack), {"input": self})


class Secondary(Submit):
    """Another thing that may be done from the same form."""

    field_classes = "usa-button usa-button--outline"


class Cancel(LayoutObject):
    """A plain link that leaves without saving."""

    def __init__(self, url: str, text: str = "Cancel") -> None:
        self.url, self.text = url, text
        self.fields: list[Any] = []

    def render(self, form: Any, context: Any, template_pack: str = "uswds", **kwargs: Any) -> str:
        """The link."""
        return format_html('<a class="docket-cancel" href="{}">{}</a>', self.url, self.text)


class Actions(Div):
    """The row of buttons that ends a form."""

    css_class = "docket-actions"


class Pair(Div):
    """Two or three short fields side by side, under each other on a small screen."""

    css_class = "docket-pair"


class Group(Fieldset):
    """A part of a form with a heading of its own: `Group("The hearing", "day", "time", hint="…")`."""

    def __init__(self, legend: str, *fields: Any, hint: str = "", **kwargs: Any) -> None:
        super().__init__(legend, *fields, **kwargs)
        self.hint = hint

    def render(self, form: Any, context: Any, template_pack: str = "uswds", **kwargs: Any) -> str:
        """The fieldset, its heading taken as text and never as a template."""
        fields = self.get_rendered_fields(form, context, template_pack, **kwargs)
        shown = {"fieldset": self, "legend": self.legend, "fields": fields}
        return render_to_string(self.get_template_name(template_pack), shown)


class Note(HTML):
    """A sentence between fields, escaped: what the law asks, or what will happen."""

    def __init__(self, text: str) -> None:
        super().__init__(format_html('<p class="docket-note">{}</p>', text))

    def render(self, form: Any, context: Any, template_pack: str = "uswds", **kwargs: Any) -> str:
        """The sentence as it was given; it is text, not a template."""
        return str(self.html)


def effects(lines: list[str]) -> str:
    """The list shown before something is confirmed: what this will do, line by line."""
    return render_to_string("parts/effects.html", {"lines": lines})
