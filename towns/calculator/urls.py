"""Addresses of trying dates."""

from django.urls import include, path

from towns.calculator import views

_town = [
    path("try-dates/", views.try_dates, name="try_dates"),
    path("deadlines.json", views.deadlines, name="deadlines"),
]

urlpatterns = [path("", include((_town, "calculator")))]
