"""Addresses of the permit and its conditions below a case."""

from django.urls import include, path

from permitting.permits import views

patterns = [
    path("cases/<str:number>/site/", views.site, name="site"),
    path("cases/<str:number>/conditions/<int:pk>/", views.condition, name="condition"),
]

urlpatterns = [path("", include((patterns, "permits")))]
