"""Addresses of papers: printing them from a case, and reading what was printed."""

from django.urls import include, path

from towns.papers import views

_town = [
    path("cases/<str:number>/print/", views.papers, name="all"),
    path("cases/<str:number>/print/<slug:kind>/", views.print_page, name="print"),
    path("cases/<str:number>/print/<slug:kind>/done/<int:pk>/", views.printed, name="printed"),
    path("papers/<int:pk>/", views.twin, name="paper"),
    path("papers/<int:pk>.pdf", views.pdf, name="pdf"),
]

urlpatterns = [path("", include((_town, "papers")))]
