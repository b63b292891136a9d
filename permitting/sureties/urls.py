"""The addresses of the pages of sureties, below a town."""

from django.urls import include, path

from permitting.sureties import views

patterns = [
    path("sureties/", views.sureties, name="list"),
    path("sureties/export.xlsx", views.export, name="export"),
    path("cases/<str:number>/sureties/", views.of_permit, name="of_permit"),
    path("cases/<str:number>/money/", views.money, name="money"),
    path("cases/<str:number>/money/<str:permit>/<slug:item>/", views.proof, name="proof"),
]

urlpatterns = [path("", include((patterns, "sureties")))]
