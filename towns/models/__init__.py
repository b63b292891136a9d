"""What a town keeps: its law, people, cases, events, clocks, hearings, papers and mail."""

from towns.models.case import Case, CaseNumber
from towns.models.clock import Clock
from towns.models.document import Document, DocumentWithdrawal
from towns.models.edition import BylawEdition, EditionWithdrawal
from towns.models.event import Event
from towns.models.hearing import Hearing
from towns.models.mailing import Mailing, MailingChunk
from towns.models.notice import Notice
from towns.models.outbox import OutboxMessage, SweepRun
from towns.models.party import Party
from towns.models.people import FailedSignIn, Membership, Person
from towns.models.project import CaseLink, ProjectFile
from towns.models.setting_job import SettingJob
from towns.models.task import Task
from towns.models.town import Board, ClosedDay, CounterHours, SetupChange, Town

__all__ = [
    "Board",
    "BylawEdition",
    "Case",
    "CaseLink",
    "CaseNumber",
    "Clock",
    "ClosedDay",
    "CounterHours",
    "Document",
    "DocumentWithdrawal",
    "EditionWithdrawal",
    "Event",
    "FailedSignIn",
    "Hearing",
    "Mailing",
    "MailingChunk",
    "Membership",
    "Notice",
    "OutboxMessage",
    "Party",
    "Person",
    "ProjectFile",
    "SettingJob",
    "SetupChange",
    "SweepRun",
    "Task",
    "Town",
]
