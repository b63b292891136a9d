"""Addresses of filing: for the office and for applicants."""

from django.urls import include, path

from permitting.applications import views

_town = [
    path("file/", views.file, name="file"),
    path("apply/", views.apply, name="apply"),
    path("apply/begin/", views.begin, name="begin"),
    path("apply/filed/<str:number>/", views.filed, name="filed"),
    path("apply/<int:pk>/check/", views.check, name="check"),
    path("apply/<int:pk>/<slug:key>/", views.page, name="page"),
]

urlpatterns = [path("", include((_town, "filing")))]
