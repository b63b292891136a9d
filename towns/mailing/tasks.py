"""What the worker does about letters: print a list, and take up what was broken off. Each is safe to run again."""

from __future__ import annotations

from celery import shared_task
from django.db import transaction

from towns.access import tenancy
from towns.mailing import jobs
from towns.models import Town


@shared_task(name="towns.mailing.tasks.print_letters", acks_late=True)
def print_letters(town_id: int, mailing_id: int) -> int:
    """Make the chunks of one printing that are missing. Answers how many were made."""
    town = Town.objects.filter(pk=town_id).first()
    return jobs.work(town, mailing_id) if town else 0


@shared_task(name="towns.mailing.tasks.take_up_letters")
def take_up_letters() -> int:
    """Take up what a lost message or a killed worker left undone, in every town. Answers how many chunks were made."""
    made = 0
    for town in Town.objects.all():
        with transaction.atomic(), tenancy.town(town):
            waiting = jobs.unfinished()
        for _town_id, mailing_id in waiting:
            made += jobs.work(town, mailing_id)
    return made
