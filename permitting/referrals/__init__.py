"""Referrals: the boards and officers who are sent an application, and what they say of it."""
