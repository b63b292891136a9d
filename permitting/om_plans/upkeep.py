"""What a plan keeps beside its ledger: land, people, structures, duties, repairs asked for, reports, easements."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class PlanParcel(TownOwned):
    """A parcel to which the plan is tied, by its map and lot in the one way we write it (9-31A)."""

    case = WithinTown("towns.Case", related_name="om_parcels")
    key = models.CharField(max_length=40)
    address = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "key"), name="permitting_planparcel_once"),
        ]
        indexes = [models.Index(fields=("town", "key"), name="permitting_planparcel_key")]

    def __str__(self) -> str:
        return self.key


class PlanParty(TownOwned):
    """An owner, an operator or a payer. `parcel` is empty for one who answers for all of the land.

    `since` and `until` are legal days of the land's own history; `signed` is the day of their signature under the
    agreement. A later owner is bound by it without signing.
    """

    class Kind(models.TextChoices):
        """For what they answer."""

        OWNER = "owner", "Owner"
        OPERATOR = "operator", "Does the work"
        PAYER = "payer", "Pays"

    case = WithinTown("towns.Case", related_name="om_parties")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    name = models.CharField(max_length=300)
    address = models.TextField(blank=True, help_text="The mailing address, one line a line.")
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    parcel = models.CharField(max_length=40, blank=True)
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)
    signed = models.DateField(null=True, blank=True)
    told_by_owner = models.DateField(null=True, blank=True, help_text="The day they notified the change.")
    event_seq = models.PositiveIntegerField(null=True, help_text="The ledger's line that brought them.")
    left_seq = models.PositiveIntegerField(null=True, help_text="The ledger's line by which they left.")

    class Meta:
        ordering = ("kind", "id")
        constraints = [
            *walls("case"),
            models.CheckConstraint(
                condition=models.Q(kind__in=("owner", "operator", "payer")),
                name="permitting_planparty_kind_known",
            ),
        ]
        verbose_name_plural = "plan parties"

    def __str__(self) -> str:
        return self.name


class Structure(TownOwned):
    """One thing that has to be kept up, with its number on the plan, its place and its design."""

    case = WithinTown("towns.Case", related_name="om_structures")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    place = models.CharField(max_length=300, blank=True)
    sheet = models.CharField(max_length=60, blank=True, help_text="The sheet of the plan.")
    design = models.TextField(blank=True)
    parcel = models.CharField(max_length=40, blank=True)
    photo = WithinTown("towns.Document", null=True, blank=True, related_name="+")
    removed = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = [
            *walls("case", "photo"),
            models.UniqueConstraint(fields=("case", "number"), name="permitting_structure_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"


class Duty(TownOwned):
    """What falls due again and again for a structure; its days are computed (`schedule.py`), never stored.

    `words` are the plan's own words for how often (“each year, or at 6 inches”). `months` is the interval. It counts
    from the last time the work was done, or, with `fixed`, on fixed days: `first` and every so many months after it.
    `season_from` and `season_to` (months of the year) leave out the rest of the year.
    """

    structure = WithinTown("permitting.Structure", related_name="duties")
    what = models.CharField(max_length=300)
    words = models.CharField(max_length=200, blank=True)
    months = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(600)])
    first = models.DateField(help_text="The first day on which it is due.")
    fixed = models.BooleanField(default=False)
    season_from = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    season_to = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    ended = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("structure_id", "id")
        constraints = [
            *walls("structure"),
            models.CheckConstraint(
                condition=models.Q(months__gte=1, months__lte=600), name="permitting_duty_months"
            ),
            models.CheckConstraint(
                condition=models.Q(season_from__isnull=True, season_to__isnull=True)
                | models.Q(season_from__range=(1, 12), season_to__range=(1, 12)),
                name="permitting_duty_season",
            ),
        ]
        verbose_name_plural = "duties"

    def __str__(self) -> str:
        return self.what


class WorkDone(TownOwned):
    """That a duty was done on a day: as the town saw it, or as the owner reported it. A mistake is struck, not deleted."""

    duty = WithinTown("permitting.Duty", related_name="works")
    on = models.DateField()
    note = models.CharField(max_length=500, blank=True)
    reported = models.BooleanField(default=False, help_text="Told by the owner, not seen by the town.")
    document = WithinTown("towns.Document", null=True, blank=True, related_name="+")
    by = models.ForeignKey("towns.Person", models.SET_NULL, null=True, blank=True, related_name="+")
    entered = models.DateTimeField()
    struck = models.DateTimeField(null=True, blank=True)
    struck_by = models.ForeignKey("towns.Person", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("on", "id")
        constraints = [*walls("duty", "document")]

    def __str__(self) -> str:
        return f"{self.duty}, {self.on}"


class Repair(TownOwned):
    """One thing that a notice asks to be repaired; `event_seq` is the notice's line in the ledger."""

    case = WithinTown("towns.Case", related_name="om_repairs")
    event_seq = models.PositiveIntegerField()
    structure = WithinTown("permitting.Structure", null=True, blank=True, related_name="+")
    text = models.CharField(max_length=500)
    made = models.DateField(null=True, blank=True)
    made_seq = models.PositiveIntegerField(null=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("event_seq", "id")
        constraints = [*walls("case", "structure")]

    def __str__(self) -> str:
        return self.text


class Asked(TownOwned):
    """A report or the owner's records asked for, or a letter to a new owner, and what came back."""

    class Kind(models.TextChoices):
        """What was asked for."""

        REPORT = "report", "Report"
        RECORDS = "records", "Records of five years"
        OWNER_LETTER = "owner_letter", "Letter to the new owner"

    case = WithinTown("towns.Case", related_name="om_asked")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    covers = models.CharField(max_length=100, blank=True)
    to = WithinTown("permitting.PlanParty", null=True, blank=True, related_name="+")
    on = models.DateField()
    wanted_by = models.DateField(null=True, blank=True)
    received = models.DateField(null=True, blank=True)
    says = models.TextField(blank=True)
    by_link = models.BooleanField(default=False)
    signed_as = models.CharField(
        max_length=300, blank=True, help_text="Who sent the report, as they wrote it."
    )
    document = WithinTown("towns.Document", null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("-on", "-id")
        constraints = [
            *walls("case", "to", "document"),
            models.CheckConstraint(
                condition=models.Q(kind__in=("report", "records", "owner_letter")),
                name="permitting_asked_kind_known",
            ),
        ]
        verbose_name_plural = "asked"

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.covers}".strip()


class Easement(TownOwned):
    """An easement that the plan needs: its purpose and place, and book and page, or that it was waived."""

    case = WithinTown("towns.Case", related_name="om_easements")
    purpose = models.CharField(max_length=300)
    place = models.CharField(max_length=300, blank=True)
    off_site = models.BooleanField(default=False, help_text="On land of others, for off-site control.")
    book = models.CharField(max_length=20, blank=True)
    page = models.CharField(max_length=20, blank=True)
    recorded = models.DateField(null=True, blank=True)
    waived = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [*walls("case")]

    def __str__(self) -> str:
        return self.purpose
