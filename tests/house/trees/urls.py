"""The addresses of the product with those of the tests' own department."""

from django.urls import include, path

from tests.house.trees import views
from towns.project import urls

_case = [path("cases/<str:number>/trees/", views.trees, name="trees")]
urlpatterns = [path("<slug:town>/", include((_case, "trees"))), *urls.urlpatterns]
