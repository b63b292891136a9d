"""The application as an asynchronous web server calls it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "towns.project.settings")
application = get_asgi_application()
