"""Addresses of the public's pages of a town."""

from django.urls import include, path

from towns.register import own, views

_town = [
    path("", views.front, name="front"),
    path("seal", views.seal, name="seal"),
    path("register/", views.register, name="register"),
    path("register/<str:number>/", views.case_page, name="case"),
    path("register/<str:number>/withdraw/", own.withdraw, name="withdraw"),
    path("register/<str:number>/add/", own.add_document, name="add_document"),
    path("register/<str:number>/documents/<int:pk>/", own.document, name="document"),
    path("hearings/", views.hearings, name="hearings"),
    path("hearings.ics", views.hearings_file, name="hearings_file"),
]

urlpatterns = [path("", include((_town, "register")))]
