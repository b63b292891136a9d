"""People who sign in, and the roles they hold in a town."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from towns.roles import Role


class People(BaseUserManager["Person"]):
    """Makes people; an e-mail address is the name they sign in with."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Person:
        """A person with a usable password, or an unusable one when none is given."""
        person = self.model(email=email.strip().lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def get_by_natural_key(self, username: str | None) -> Person:
        """The person with this e-mail address, in whatever case it was typed."""
        return self.get(email__iexact=(username or "").strip())


class Person(AbstractBaseUser):
    """Anyone who signs in. Applicants are people without a town. Carries no wall."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=200)
    is_active = models.BooleanField(default=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects = People()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="towns_person_email_once")]
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        """The name shown in the masthead."""
        return self.name


class Membership(models.Model):
    """A role that a person holds in a town, perhaps on one of its boards."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    town = models.ForeignKey("towns.Town", models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=40, choices=Role.choices)
    board = models.CharField(
        max_length=60, blank=True, help_text="The board's key, where the role is on a board."
    )
    deputy_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="deputies")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("person", "town", "role", "board"), name="towns_membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="towns_membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display()}"


class FailedSignIn(models.Model):
    """A sign-in that failed, counted for a while so that nobody guesses a password by trying. Carries no wall."""

    email = models.CharField(max_length=254)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=("email", "at"), name="towns_failedsignin_recent")]

    def __str__(self) -> str:
        return f"{self.email} at {self.at}"
