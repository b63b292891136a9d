"""What the worker does after a change of settings: read the cases, and take up what was broken off. Safe to run again."""

from __future__ import annotations

from celery import shared_task
from django.db import transaction

from towns.access import tenancy
from towns.models import Town
from towns.setup import jobs


@shared_task(name="towns.setup.tasks.read_cases", acks_late=True)
def read_cases(town_id: int, job_id: int) -> int:
    """Read the cases that one job has left. Answers how many batches were read."""
    town = Town.objects.filter(pk=town_id).first()
    return jobs.work(town, job_id) if town else 0


@shared_task(name="towns.setup.tasks.take_up_cases")
def take_up_cases() -> int:
    """Take up what a lost message or a killed worker left undone, in every town. Answers how many batches were read."""
    read = 0
    for town in Town.objects.all():
        with transaction.atomic(), tenancy.town(town):
            waiting = jobs.unfinished()
        for job_id in waiting:
            read += jobs.work(town, job_id)
    return read
