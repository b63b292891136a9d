"""Addresses of project files, below a town."""

from django.urls import include, path

from towns.projects import views

_town = [
    path("projects/<int:pk>/", views.project, name="project"),
    path("cases/<str:number>/project/", views.bind, name="bind"),
]

urlpatterns = [path("", include((_town, "projects")))]
