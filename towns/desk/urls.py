"""The desk's addresses below a town."""

from django.urls import include, path

from towns.desk.views import case, documents, ledger, lists, people, record

_CASE = "cases/<str:number>/"

patterns = [
    path("desk/", lists.desk, name="desk"),
    path("desk/export.xlsx", lists.export, name="export"),
    path("cases/", lists.cases, name="cases"),
    path("cases/export.xlsx", lists.export_cases, name="export_cases"),
    path(_CASE, case.case, name="case"),
    path(f"{_CASE}deadlines/", case.deadlines, name="deadlines"),
    path(f"{_CASE}hearing/", case.hearing, name="hearing"),
    path(f"{_CASE}tasks/", case.tasks, name="tasks"),
    path(f"{_CASE}officer/", case.officer, name="officer"),
    path(f"{_CASE}documents/", documents.documents, name="documents"),
    path(f"{_CASE}documents/<int:pk>/", documents.document, name="document"),
    path(f"{_CASE}people/", people.people, name="people"),
    path(f"{_CASE}people/add/", people.party, name="party_add"),
    path(f"{_CASE}people/<int:pk>/", people.party, name="party"),
    path(f"{_CASE}people/<int:pk>/remove/", people.remove_party, name="party_remove"),
    path(f"{_CASE}ledger/", ledger.ledger, name="ledger"),
    path(f"{_CASE}ledger.csv", ledger.ledger_export, {"kind": "csv"}, name="ledger_csv"),
    path(f"{_CASE}ledger.json", ledger.ledger_export, {"kind": "json"}, name="ledger_json"),
    path(f"{_CASE}record/<slug:step>/", record.record_step, name="record"),
]

urlpatterns = [path("", include((patterns, "desk")))]
