"""Addresses of filing: for the office and for applicants."""

from django.urls import include, path

from permitting.applications import land, views

_town = [
    path("file/", views.file, name="file"),
    path("apply/", views.apply, name="apply"),
    path("apply/begin/", views.begin, name="begin"),
    path("apply/filed/<str:number>/", views.filed, name="filed"),
    path("apply/<int:pk>/check/", views.check, name="check"),
    path("apply/<int:pk>/<slug:key>/", views.page, name="page"),
]

_case = [path("cases/<str:number>/land/", land.land, name="land")]

urlpatterns = [path("", include((_town, "filing"))), path("", include((_case, "applications")))]
