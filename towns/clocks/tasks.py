"""What the worker does by itself: the sweep, the reminders and the mail. Each is safe to run again."""

from __future__ import annotations

from celery import shared_task

from towns.calendar.today import today
from towns.clocks import reminders, sweep
from towns.mail import outbox


@shared_task(name="towns.tasks.sweep_all")
def sweep_all() -> int:
    """Settle every case of every town as of today. Answers how many clocks were applied."""
    return sweep.sweep(today()).settled


@shared_task(name="towns.tasks.midnight")
def midnight() -> int:
    """Just after midnight in the towns' zone: settle, then lay out the day's reminders."""
    day = today()
    settled = sweep.sweep(day).settled
    reminders.queue_all(day)
    return settled


@shared_task(name="towns.tasks.lay_out_reminders")
def lay_out_reminders() -> int:
    """The day's reminders once more, for a midnight on which nothing ran. Answers how many were new."""
    return reminders.queue_all(today())


@shared_task(name="towns.tasks.send_outbox")
def send_outbox() -> int:
    """Send what waits in the outbox, each message once. Answers how many went out."""
    return outbox.send_all()
