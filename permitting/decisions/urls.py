"""The decision page's address below a town."""

from django.urls import include, path

from permitting.decisions import views

patterns = [
    path("cases/<str:number>/decision/", views.decision, name="decision"),
    path("cases/<str:number>/decision/draft.docx", views.draft, name="draft"),
    path("cases/<str:number>/decision/marked-up/", views.marked_up, name="marked_up"),
]

urlpatterns = [
    path("", include((patterns, "decisions"))),
]
