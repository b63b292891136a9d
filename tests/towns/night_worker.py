"""The product's own Celery app for tests: a schedule in seconds, and on request a sweep that stops half-way to be killed."""

import os
import time
from pathlib import Path

from towns.project.celery import app

app.conf.beat_schedule = {
    "sweep": {"task": "towns.tasks.sweep_all", "schedule": 1.0},
    "reminders": {"task": "towns.tasks.lay_out_reminders", "schedule": 1.0},
    "mail": {"task": "towns.tasks.send_outbox", "schedule": 1.0},
}
app.conf.beat_max_loop_interval = 1
app.conf.worker_redirect_stdouts = False


def stop_half_way(mark: Path) -> None:
    """One case a transaction; inside the third write our process into `mark` and wait there, once."""
    from towns.clocks import sweep

    write, seen = sweep.write_all, []

    def slow(pairs: object) -> None:
        write(pairs)  # type: ignore[arg-type]
        seen.append(1)
        if len(seen) == 3 and not mark.exists():
            mark.with_suffix(".new").write_text(str(os.getpid()))
            mark.with_suffix(".new").rename(mark)
            time.sleep(120)

    sweep.BATCH, sweep.write_all = 1, slow


if "STOP_HALF_WAY" in os.environ:
    from celery.signals import worker_process_init

    @worker_process_init.connect(weak=False)
    def _slow(**_: object) -> None:
        stop_half_way(Path(os.environ["STOP_HALF_WAY"]))
