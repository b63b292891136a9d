"""Addresses of enforcement below a town."""

from django.urls import include, path

from enforcement.orders import views as orders
from enforcement.tickets import views as tickets
from enforcement.violations import views

_FILE = "cases/<str:number>/violation/"

patterns = [
    path("report/", views.report, name="report"),
    path("report/sent/", views.reported, name="reported"),
    path("enforcement/", views.files, name="files"),
    path("enforcement/report/", views.take_report, name="take_report"),
    path("enforcement/fines/", views.fines, name="fines"),
    path(_FILE, views.violation, name="violation"),
    path(f"{_FILE}order/", views.start_order, name="start_order"),
    path(f"{_FILE}ticket/", tickets.write, name="write_ticket"),
    path("cases/<str:number>/order/", orders.order, name="order"),
    path("cases/<str:number>/ticket/", tickets.ticket, name="ticket"),
]

urlpatterns = [path("", include((patterns, "enforcement")))]
