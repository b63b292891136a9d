"""Addresses of the health pages."""

from django.urls import include, path

from towns.health import views

_town = [path("health/", views.health, name="town"), path("health/retry/", views.retry, name="retry")]
_site = [
    path("health/", views.monitor, name="monitor"),
    path("healthz", views.alive, name="alive"),
    path("readyz", views.ready, name="ready"),
]

urlpatterns = [path("", include((_town, "health")))]
site_patterns = [path("", include((_site, "monitor")))]
