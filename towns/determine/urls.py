"""Addresses of “does it need a permit?”: open to everybody, the answers being part of the address."""

from django.urls import include, path

from towns.determine import views

_town = [
    path("does-it-need-a-permit/", views.page, name="page"),
    path("does-it-need-a-permit/ask/", views.ask, name="ask"),
    path("does-it-need-a-permit/sheet/", views.sheet_page, name="sheet"),
    path("does-it-need-a-permit/sheet.pdf", views.sheet_pdf, name="sheet_pdf"),
]

urlpatterns = [path("", include((_town, "determine")))]
