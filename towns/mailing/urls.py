"""Addresses of letters to many, below their case."""

from django.urls import include, path

from towns.mailing import views

_CASE = "cases/<str:number>/letters/"
_town = [
    path(_CASE, views.letters, name="letters"),
    path(f"{_CASE}example/", views.example, name="example"),
    path(f"{_CASE}<int:pk>/", views.mailing, name="mailing"),
    path(f"{_CASE}<int:pk>/again/", views.again, name="again"),
    path(f"{_CASE}<int:pk>/list.csv", views.mailing_list, name="list"),
    path(f"{_CASE}<int:pk>/<int:chunk>.pdf", views.document, name="document"),
]

urlpatterns = [path("", include((_town, "mailing")))]
