"""Addresses of the town clerk's queue."""

from django.urls import include, path

from towns.clerk import views

_town = [
    path("clerk/", views.queue, name="queue"),
    path("clerk/<str:number>/stamp/", views.stamp, name="stamp"),
]

urlpatterns = [path("", include((_town, "clerk")))]
