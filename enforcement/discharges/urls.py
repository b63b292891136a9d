"""The address of the page of a release."""

from django.urls import include, path

from enforcement.discharges import views

urlpatterns = [
    path("", include(([path("cases/<str:number>/release/", views.release, name="release")], "discharges"))),
]
