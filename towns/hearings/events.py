"""The page half of the events of a hearing and of its notice."""

from towns.record.event_kinds import EventKind

EVENTS = (
    EventKind("hearing_requested", public=True),
    EventKind("hearing_scheduled", public=True),
    EventKind("hearing_waived", public=True),
    EventKind("meeting_posted", public=True),
    EventKind("notice_given", public=True),
    EventKind("notice_published", public=True),
    EventKind("notice_posted", public=True),
    EventKind("notices_mailed", public=True),
    EventKind("hearing_opened", public=True),
    EventKind("hearing_continued", public=True),
    EventKind("hearing_closed", public=True),
    EventKind("hearing_reopened", public=True),
    EventKind("hearing_cancelled", public=True),
)
