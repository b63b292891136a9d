"""A worker's application with one task that leaves a mark, on the product's own transport."""

import os
from pathlib import Path

from celery import Celery

from towns.project.celery import transport

app = Celery("marks")
app.conf.update(
    **transport(os.environ.get("REDIS_URL", ""), Path(os.environ["TOWN_DOCKET_HOME"])),
    task_ignore_result=True,
    task_acks_late=True,
    worker_hijack_root_logger=False,
)


@app.task(name="leave_mark")
def leave_mark(path: str) -> None:
    """Make the file."""
    Path(path).write_text("done")
