"""Addresses of a town's settings."""

from django.urls import include, path

from towns.setup import editions_views, jobs_views, law, people, rereading_views, views

_town = [
    path("setup/", views.overview, name="overview"),
    path("setup/town/", views.facts, name="facts"),
    path("setup/calendar/", views.calendar, name="calendar"),
    path("setup/boards/", views.boards, name="boards"),
    path("setup/boards/<slug:key>/", views.board, name="board"),
    path("setup/people/", people.people, name="people"),
    path("setup/people/take/", people.take, name="take"),
    path("setup/people/link/", people.new_link, name="new_link"),
    path("setup/law/", law.law, name="law"),
    path("setup/law/<slug:key>/", law.reading, name="reading"),
    path("setup/editions/", editions_views.index, name="editions"),
    path("setup/editions/new/", editions_views.new, name="edition_new"),
    path("setup/editions/number/", editions_views.number, name="edition_number"),
    path("setup/editions/offered/", rereading_views.offered, name="edition_offered"),
    path("setup/editions/<int:pk>/withdraw/", rereading_views.withdraw, name="edition_withdraw"),
    path("setup/editions/<int:pk>/reread/", rereading_views.reread, name="edition_reread"),
    path("setup/editions/<int:pk>/", editions_views.edition, name="edition"),
    path("setup/editions/<int:pk>/text.toml", editions_views.export, name="edition_text"),
    path("setup/editions/<int:pk>/edit/", editions_views.edit, name="edition_edit"),
    path("setup/editions/<int:pk>/number/", editions_views.number, name="draft_number"),
    path("setup/editions/<int:pk>/adopt/", editions_views.adopt, name="edition_adopt"),
    path("setup/readings/<int:pk>/", jobs_views.job, name="job"),
    path("setup/readings/<int:pk>/again/", jobs_views.again, name="job_again"),
    path("setup/changes/", views.log, name="changes"),
]

urlpatterns = [path("", include((_town, "setup")))]
