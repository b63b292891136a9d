"""The department's own page of a case."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from towns.access.decorators import members
from towns.cases.shell import case_file_or_404, frame_of


@members("see_desk")
def trees(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The trees of a request."""
    file = case_file_or_404(request, number)
    if "tree" not in file.things:
        raise Http404("This case is not about trees.")
    return render(
        request, "trees/trees.html", frame_of(file, "trees") | {"trees": file.things["tree"].values()}
    )
