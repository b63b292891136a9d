"""Addresses of the inspector's pages."""

from django.urls import include, path

from permitting.inspections import views

patterns = [
    path("inspections/", views.day, name="day"),
    path("cases/<str:number>/visit/", views.visit, name="new_visit"),
    path("cases/<str:number>/visit/<int:inspection>/", views.visit, name="visit"),
    path("cases/<str:number>/photos/<int:pk>.jpg", views.thumbnail, name="thumbnail"),
]

urlpatterns = [path("", include((patterns, "inspections")))]
