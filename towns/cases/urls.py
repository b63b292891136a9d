"""Addresses of a case and its pages, below a town."""

from django.urls import include, path

from towns.cases.views import documents, ledger, overview, people, step

_CASE = "cases/<str:number>/"

patterns = [
    path(_CASE, overview.case, name="case"),
    path(f"{_CASE}deadlines/", overview.deadlines, name="deadlines"),
    path(f"{_CASE}hearing/", overview.hearing, name="hearing"),
    path(f"{_CASE}tasks/", overview.tasks, name="tasks"),
    path(f"{_CASE}officer/", overview.officer, name="officer"),
    path(f"{_CASE}documents/", documents.documents, name="documents"),
    path(f"{_CASE}documents/<int:pk>/", documents.document, name="document"),
    path(f"{_CASE}documents/<int:pk>/withdraw/", documents.withdraw, name="document_withdraw"),
    path(f"{_CASE}people/", people.people, name="people"),
    path(f"{_CASE}people/add/", people.party, name="party_add"),
    path(f"{_CASE}people/<int:pk>/", people.party, name="party"),
    path(f"{_CASE}people/<int:pk>/remove/", people.remove_party, name="party_remove"),
    path(f"{_CASE}ledger/", ledger.ledger, name="ledger"),
    path(f"{_CASE}ledger.csv", ledger.ledger_export, {"kind": "csv"}, name="ledger_csv"),
    path(f"{_CASE}ledger.json", ledger.ledger_export, {"kind": "json"}, name="ledger_json"),
    path(f"{_CASE}record/<slug:step>/", step.record_step, name="record"),
]

urlpatterns = [path("", include((patterns, "cases")))]
