"""How much memory this process has used at most, in megabytes."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_megabytes() -> float:
    """The peak of this program alone: what the process held before it became this program does not count."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
