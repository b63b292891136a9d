"""Addresses of the doors, outside any town."""

from django.urls import include, path

from towns.accounts import views

_site = [
    path("", views.chooser, name="chooser"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-in/account/", views.account, name="account"),
    path("sign-in/forgotten/", views.forgotten, name="forgotten"),
    path("sign-in/set-password/<str:where>/<str:token>/", views.set_password, name="set_password"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("my/", views.my, name="my"),
    path("my/<slug:town>/<str:number>/", views.my_case, name="my_case"),
]

site_patterns = [path("", include((_site, "accounts")))]
