"""The addresses of the pages of costs."""

from django.urls import include, path

from enforcement.costs.views import receipts, recovery

patterns = [
    path("costs/", recovery.index, name="list"),
    path("costs/export.csv", recovery.export, name="export"),
    path("costs/new/", recovery.new, name="new"),
    path("costs/settings/", recovery.settings, name="settings"),
    path("costs/receipts/", receipts.receipts, name="receipts"),
    path("costs/receipts/turn-over/", receipts.turn_over, name="turn_over"),
    path("costs/receipts/<int:pk>/sign/", receipts.sign, name="sign"),
    path("cases/<str:number>/costs/", recovery.costs, name="costs"),
    path("cases/<str:number>/costs/reckon/", recovery.reckon, name="reckon"),
]

urlpatterns = [path("", include((patterns, "costs")))]
