"""A town, its boards, its settings and their changes, the days it declared closed and the hours of its counter."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.urls import reverse

from towns.wall import AppendOnly, TownOwned, walls

#: First URL segments that the product itself uses; no town may take them as its slug.
RESERVED_SLUGS = frozenset(
    {
        "sign-in",
        "sign-out",
        "my",
        "health",
        "healthz",
        "readyz",
        "static",
        "media",
        "admin",
        "accessibility",
        "help",
        "api",
        "favicon.ico",
    }
)


class Town(models.Model):
    """A municipality using the product. Carries no wall: every page must find its town first."""

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(max_length=120)
    colour = models.CharField(
        max_length=7,
        default="#1a4480",
        validators=[RegexValidator(r"^#[0-9a-f]{6}$", "Write a colour as #1a4480.")],
    )
    seal = models.BinaryField(
        null=True, blank=True, help_text="The town seal as SVG or PNG, for screens and paper."
    )
    office = models.CharField(
        max_length=200, blank=True, help_text="Address line of town hall, printed on papers."
    )
    phone = models.CharField(max_length=40, blank=True)
    hearing_room = models.CharField(max_length=120, blank=True)
    saturday_closed = models.BooleanField(
        default=True, help_text="Town hall is closed on Saturdays (M.G.L. c. 41 § 110A)."
    )
    silence_confirmed_by = models.CharField(
        max_length=40,
        default="town_clerk",
        help_text="The role that confirms what ran out before the public hears of it.",
    )
    reminder_days = models.JSONField(
        default=list, blank=True, help_text="Open days before a deadline on which to remind."
    )
    web_filing_rule = models.TextField(
        blank=True, help_text="When a web filing counts as filed, printed above the button."
    )
    web_filings_count = models.CharField(
        max_length=20,
        default="arrival",
        help_text="Whether a web filing counts on the day it arrives or on the next open day.",
    )
    formal_name = models.CharField(
        max_length=120, blank=True, help_text="As printed on papers; “Town of …” when blank."
    )
    email = models.EmailField(blank=True, help_text="The office's address, printed on papers.")
    see_plans = models.CharField(
        max_length=400, blank=True, help_text="Where the plans can be seen, printed on hearing notices."
    )
    how_to_comment = models.CharField(
        max_length=400, blank=True, help_text="How to comment, printed on hearing notices."
    )
    accommodation = models.CharField(
        max_length=400,
        blank=True,
        help_text="Whom to ask for an accommodation or an interpreter, printed on hearing notices.",
    )
    readings = models.JSONField(
        default=dict,
        blank=True,
        help_text="Where the law is unclear: the reading the town chose, by the doubt's key.",
    )
    deadlines_public = models.BooleanField(
        default=False, help_text="Anyone may try dates on the public page."
    )

    class Meta:
        ordering = ("name",)
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(slug__in=sorted(RESERVED_SLUGS)), name="towns_town_slug_not_reserved"
            ),
            models.CheckConstraint(
                condition=models.Q(web_filings_count__in=("arrival", "open_day", "open_hours")),
                name="towns_town_web_filings_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def paper_name(self) -> str:
        """The town's name as printed on papers."""
        return self.formal_name or f"Town of {self.name}"

    @property
    def seal_url(self) -> str:
        """Where pages find the seal; empty where the town has none."""
        return reverse("register:seal", kwargs={"town": self.slug}) if self.seal else ""

    @property
    def office_line(self) -> str:
        """Address and telephone of town hall in one line."""
        return " · ".join(
            filter(None, [", ".join(line.strip() for line in self.office.splitlines()), self.phone])
        )


class SetupChange(TownOwned):
    """One change of the town's own settings: who, when, what it was and what it became. Written once."""

    what = models.CharField(max_length=120)
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    made = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = [*walls(), AppendOnly(name="towns_setupchange_append_only")]

    def __str__(self) -> str:
        return self.what


class Board(TownOwned):
    """A body or officer of the town that decides, enforces or comments."""

    key = models.SlugField(max_length=60)
    name = models.CharField(max_length=120)
    meets = models.CharField(max_length=200, blank=True, help_text="In words, e.g. 2nd Tuesday at 7:00 pm.")
    room = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = [*walls(), models.UniqueConstraint(fields=("town", "key"), name="towns_board_key")]

    def __str__(self) -> str:
        return self.name


class ClosedDay(TownOwned):
    """A day on which the town declared its offices closed; moves a deadline not settled by the day it was declared."""

    on = models.DateField()
    name = models.CharField(max_length=120)
    cite = models.CharField(max_length=200)
    declared = models.DateField()

    class Meta:
        ordering = ("on",)
        constraints = [*walls(), models.UniqueConstraint(fields=("town", "on"), name="towns_closedday_on")]

    def __str__(self) -> str:
        return f"{self.on}: {self.name}"


class CounterHours(TownOwned):
    """When someone can be reached at the counter. Counter hours never move a deadline."""

    weekday = models.PositiveSmallIntegerField(help_text="0 is Monday.")
    opens = models.TimeField()
    closes = models.TimeField()

    class Meta:
        ordering = ("weekday", "opens")
        constraints = [
            *walls(),
            models.UniqueConstraint(fields=("town", "weekday", "opens"), name="towns_counterhours_once"),
            models.CheckConstraint(
                condition=models.Q(weekday__lte=6, opens__lt=models.F("closes")),
                name="towns_counterhours_sane",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.weekday}: {self.opens} to {self.closes}"
