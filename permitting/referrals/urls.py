"""The address of the page on which a case is reviewed."""

from django.urls import include, path

from permitting.referrals import views

urlpatterns = [
    path("", include(([path("cases/<str:number>/review/", views.review, name="review")], "referrals"))),
]
