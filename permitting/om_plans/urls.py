"""Addresses of operation and maintenance plans, below a town."""

from django.urls import include, path

from permitting.om_plans.views import entering, plan, report, rows, town

_CASE = "cases/<str:number>/plan/"
_ROWS = (("structures", "structure"), ("people", "person"), ("easements", "easement"))

patterns = [
    path("om-plans/", town.duties, name="duties"),
    path("om-plans/export.csv", town.export, name="export"),
    path("om-plans/enter/", entering.enter, name="enter"),
    path("om-plans/owners/", town.check_owners, name="owners"),
    path("om-report/<str:token>/", report.report, name="report"),
    path(_CASE, plan.plan, name="plan"),
    path(f"{_CASE}schedule/", plan.schedule, name="schedule"),
    *(path(f"{_CASE}{kind}/add/", rows.row, {"kind": kind}, name=f"{one}_add") for kind, one in _ROWS),
    *(path(f"{_CASE}{kind}/<int:pk>/", rows.row, {"kind": kind}, name=one) for kind, one in _ROWS),
    path(f"{_CASE}structures/<int:structure>/duties/add/", rows.duty, name="duty_add"),
    path(f"{_CASE}structures/<int:structure>/duties/<int:pk>/", rows.duty, name="duty"),
    path(f"{_CASE}duties/<int:pk>/", rows.history, name="history"),
    path(f"{_CASE}parcels/add/", rows.parcel, name="parcel_add"),
    path(f"{_CASE}work/", rows.work, name="work"),
    path(f"{_CASE}work/<int:pk>/strike/", rows.strike, name="strike"),
    path(f"{_CASE}repairs/<int:pk>/", rows.repair, name="repair"),
    path(f"{_CASE}asked/add/", rows.ask, name="ask"),
    path(f"{_CASE}asked/<int:pk>/", rows.asked, name="asked"),
]

urlpatterns = [path("", include((patterns, "om_plans")))]
