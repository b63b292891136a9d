"""Addresses of a town's settings."""

from django.urls import include, path

from towns.setup import law, people, views

_town = [
    path("setup/", views.overview, name="overview"),
    path("setup/town/", views.facts, name="facts"),
    path("setup/calendar/", views.calendar, name="calendar"),
    path("setup/boards/", views.boards, name="boards"),
    path("setup/boards/<slug:key>/", views.board, name="board"),
    path("setup/people/", people.people, name="people"),
    path("setup/people/take/", people.take, name="take"),
    path("setup/people/link/", people.new_link, name="new_link"),
    path("setup/law/", law.law, name="law"),
    path("setup/law/<slug:key>/", law.reading, name="reading"),
    path("setup/changes/", views.log, name="changes"),
]

urlpatterns = [path("", include((_town, "setup")))]
