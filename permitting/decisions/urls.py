"""The decision page's address below a town."""

from django.urls import include, path

from permitting.decisions import views

urlpatterns = [
    path("", include(([path("cases/<str:number>/decision/", views.decision, name="decision")], "decisions"))),
]
