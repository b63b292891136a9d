"""The worker and the scheduler: what runs by itself, and how messages travel to it."""

import os
from pathlib import Path

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "towns.project.settings")

from django.conf import settings

from towns.project.environment import private_folder

app = Celery("town_docket")


def transport(redis_url: str, home: Path) -> dict[str, object]:
    """Redis where there is one; else files in a private folder, which several processes of one machine can share.

    A lost message costs one interval of the schedule and never a deadline: what must be done is rows in the database.
    """
    if redis_url:
        return {
            # A socket has one name in redis-py (which the cache uses too) and another in kombu.
            "broker_url": redis_url.replace("unix://", "redis+socket://", 1),
            "broker_transport_options": {"visibility_timeout": 15 * 60},
        }
    queue = private_folder(home / "queue")
    waiting, done, control = (private_folder(queue / name) for name in ("waiting", "done", "control"))
    return {
        "broker_url": "filesystem://",
        "broker_transport_options": {
            # One folder for both directions: what the web process sends is what the worker reads.
            "data_folder_in": str(waiting),
            "data_folder_out": str(waiting),
            "processed_folder": str(done),
            "store_processed": False,
            "control_folder": str(control),
        },
    }


app.conf.update(
    **transport(settings.REDIS_URL, settings.HOME),
    timezone=settings.TIME_ZONE,
    enable_utc=True,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue="docket",
    task_time_limit=10 * 60,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=500,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    # The pool forks, and an inherited connection to the database must not be shared; Celery's own fix-up closes them.
    beat_max_loop_interval=30,
    beat_schedule_filename=str(settings.HOME / "schedule"),
    beat_schedule={
        "sweep every quarter of an hour": {
            "task": "towns.tasks.sweep_all",
            "schedule": crontab(minute="*/15"),
            "options": {"expires": 14 * 60},
        },
        # On a night when clocks change it may run twice or late; a second sweep finds nothing to do.
        "sweep just after midnight": {
            "task": "towns.tasks.midnight",
            "schedule": crontab(hour=0, minute=1),
        },
        # Each is written once; this makes up for a midnight on which the machine was off.
        "lay out the day's reminders": {
            "task": "towns.tasks.lay_out_reminders",
            "schedule": crontab(minute=20),
            "options": {"expires": 55 * 60},
        },
        # A printing whose message was lost, or whose worker was killed.
        "take up letters that were left undone": {
            "task": "towns.mailing.tasks.take_up_letters",
            "schedule": crontab(minute="*/5"),
            "options": {"expires": 4 * 60},
        },
        # Cases still to be read after a change of settings, whose message was lost or whose worker was killed.
        "take up the reading of cases that was left undone": {
            "task": "towns.setup.tasks.take_up_cases",
            "schedule": crontab(minute="*/5"),
            "options": {"expires": 4 * 60},
        },
        "send what waits in the outbox": {
            "task": "towns.tasks.send_outbox",
            "schedule": crontab(minute="*"),
            "options": {"expires": 55},
        },
    },
)
app.autodiscover_tasks()
app.autodiscover_tasks(
    ["towns.clocks", "towns.mailing", "towns.setup"]
)  # rooms inside an app, which the line above does not look into
