"""Addresses of parcels, below a town."""

from django.urls import include, path

from towns.parcels import views

patterns = [
    path("parcels/", views.find, name="find"),
    path("parcels/<str:key>/", views.parcel, name="parcel"),
]

urlpatterns = [path("", include((patterns, "parcels")))]
