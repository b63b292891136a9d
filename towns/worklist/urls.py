"""Addresses of the work list and of the list of all cases, below a town."""

from django.urls import include, path

from towns.worklist import views

patterns = [
    path("desk/", views.desk, name="desk"),
    path("desk/export.xlsx", views.export, name="export"),
    path("cases/", views.cases, name="cases"),
    path("cases/export.xlsx", views.export_cases, name="export_cases"),
]

urlpatterns = [path("", include((patterns, "worklist")))]
