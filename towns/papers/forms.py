"""What is asked before a paper is printed."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.case_file import CaseFile


class Answers(forms.Form):
    """What no row of the case holds; sent with GET, so that the preview follows."""

    def __init__(self, *args: Any, file: CaseFile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.file = file


class HearingNoticeAnswers(Answers):
    """Which copy of the hearing notice."""

    posting = forms.BooleanField(
        label="This is the copy to post, with a box for the Town Clerk’s stamp", required=False
    )


class Print(forms.Form):
    """The token that makes a double click one print, and the reason where something stops the paper."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Why it is printed all the same",
        required=False,
        max_length=1000,
        help_text="The reason is kept with the paper for good.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
