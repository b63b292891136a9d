"""Cases in every stage: what happened in each, and how many days ago."""

from __future__ import annotations

from datetime import time
from typing import Final

from towns.demo.loader import Act, Plot, at_seven
from towns.roles import Role


def _hearing(plan_ago: int, sits_ago: int, *, noticed: bool = True) -> tuple[Act, ...]:
    """Planning a hearing for the Tuesday on or before a day, and proving its notice."""
    plan = Act(
        plan_ago,
        "schedule_hearing",
        facts={"for": lambda t: at_seven(t.tuesday(sits_ago)), "place": "Room 124"},
    )
    if not noticed:
        return (plan,)
    proved = plan_ago - 2
    return (
        plan,
        Act(proved, "record_published"),
        Act(proved, "record_posted"),
        Act(proved, "record_mailed"),
        Act(proved, "record_meeting_posted", role=Role.TOWN_CLERK),
    )


def _open(ago: int) -> Act:
    return Act(ago, "open_hearing", facts={"tuesday": True, "hour": time(19)})


def _close(ago: int) -> Act:
    return Act(ago, "close_hearing", facts={"tuesday": True})


VOTES: Final = [
    {"name": name, "vote": "yes"}
    for name in ("Demo Chair", "Demo Member One", "Demo Member Two", "Demo Member Three")
] + [{"name": "Demo Member Four", "vote": "absent"}]
CONDITIONS: Final = [
    ("Erosion controls are in place and inspected before any earth is moved.", False),
    ("The owner keeps the infiltration basin clear and reports on it every October.", True),
    (
        "As-built drawings certified by a registered professional engineer are filed within the time of the bylaw.",
        False,
    ),
]


def _complete(ago: int) -> Act:
    return Act(ago, "find_complete")


NORFOLK: Final = (
    Plot(
        "Holbrook Street barn",
        "31 Holbrook Street",
        "2-9",
        "Sample Farm Trust",
        "Barn, paddock drains and a gravel drive.",
        44100,
        (),
        1,
        online=True,
        ticked=False,
    ),
    Plot(
        "Cleveland Street fill",
        "22 Cleveland Street",
        "5-11",
        "Placeholder Properties LLC",
        "Regrading of a former gravel bank.",
        61000,
        (
            Act(
                4,
                "find_incomplete",
                facts={
                    "missing": ["om_plan", "fees"],
                    "also_missing": ["The signature of one of the two owners."],
                },
            ),
        ),
        6,
        ticked=False,
    ),
    Plot(
        "Pond Street warehouse",
        "65 Pond Street",
        "17-40",
        "Pond Street Example LLC",
        "Warehouse of 38,000 square feet with loading court.",
        118000,
        (_complete(9),),
        10,
    ),
    Plot(
        "Medway Branch solar array",
        "118 Seekonk Street",
        "9-3",
        "Medway Branch Example Energy",
        "Ground-mounted solar array and access way.",
        210000,
        (_complete(20), *_hearing(8, -14, noticed=False)),
        21,
    ),
    Plot(
        "Town Hill common drive",
        "7 Rockwood Road",
        "21-18",
        "Town Hill Sample Trust",
        "Common drive for three house lots.",
        47500,
        (_complete(30), *_hearing(20, -2)),
        32,
    ),
    Plot(
        "Lake Street duplexes",
        "140 Lake Street",
        "11-7",
        "Lake Street Sample Homes",
        "Six duplex houses on a private way.",
        98000,
        (
            _complete(48),
            *_hearing(34, 12),
            _open(12),
            Act(
                12,
                "continue_hearing",
                facts={
                    "tuesday": True,
                    "for": lambda t: at_seven(t.tuesday(-12)),
                    "place": "Room 124",
                },
            ),
        ),
        50,
    ),
    Plot(
        "Bush Pond boardwalk",
        "9 Bush Pond Way",
        "19-2",
        "Bush Pond Example Association",
        "Boardwalk, parking and rain gardens.",
        45900,
        (
            _complete(58),
            *_hearing(45, 22),
            _open(22),
            _close(14),
            Act(10, "record_inspection", role=Role.INSPECTOR),
        ),
        60,
    ),
    Plot(
        "Stony Brook Estates",
        "0 Main Street",
        "14-52",
        "Stony Brook Sample Trust",
        "Four house lots and a common drive, part of a larger plan.",
        41200,
        (_complete(84), *_hearing(65, 48), _open(48), Act(25, "close_hearing")),
        84,
        common_plan_sqft=96000,
    ),
    Plot(
        "Grove Street church lot",
        "88 Grove Street",
        "8-21",
        "Grove Street Example Parish",
        "Parking for sixty cars and a bioretention area.",
        52000,
        (
            _complete(130),
            *_hearing(112, 96),
            _open(96),
            _close(82),
            Act(50, "certify_lapse", role=Role.TOWN_CLERK),
        ),
        131,
    ),
    Plot(
        "Rockwood Meadow",
        "201 Rockwood Road",
        "21-40",
        "Rockwood Sample Builders",
        "Nine house lots on a new way.",
        180000,
        (
            _complete(150),
            *_hearing(135, 118),
            _open(118),
            Act(110, "record_inspection", role=Role.INSPECTOR),
            _close(104),
            Act(
                92,
                "decide",
                facts={"outcome": "approved_with_conditions", "voted": lambda t: t.day(94).isoformat()},
                keep={
                    "votes": VOTES,
                    "findings": "The plan meets the standards of § 267-19 and protects the town’s water resources.",
                    "conditions": CONDITIONS,
                },
            ),
            Act(90, "file_decision", role=Role.TOWN_CLERK),
            Act(88, "issue_permit"),
        ),
        151,
    ),
    Plot(
        "Union Street car wash",
        "300 Union Street",
        "4-15",
        "Union Street Example Wash",
        "Car wash with a recycling tank.",
        43900,
        (
            _complete(100),
            *_hearing(86, 70),
            _open(70),
            _close(63),
            Act(
                50,
                "decide",
                facts={"outcome": "disapproved"},
                keep={
                    "votes": VOTES,
                    "findings": "The plan as submitted does not meet the standards of § 267-19.",
                },
            ),
            Act(48, "file_decision", role=Role.TOWN_CLERK),
        ),
        101,
    ),
    Plot(
        "Needham Street nursery",
        "77 Needham Street",
        "16-5",
        "Needham Street Sample Nursery",
        "Greenhouses and a wash pad.",
        46200,
        (_complete(40), Act(25, "withdraw")),
        42,
    ),
    Plot(
        "Mirror Lake wall",
        "12 Mirror Lake Avenue",
        "23-31",
        "Mirror Lake Example Owner",
        "Retaining wall and beach nourishment.",
        45000,
        (_complete(52),),
        53,
    ),
    Plot(
        "Boardman Street school field",
        "5 Boardman Street",
        "12-44",
        "Norfolk Example School Committee",
        "Synthetic field with underdrains.",
        130000,
        (
            _complete(75),
            *_hearing(60, 40),
            _open(40),
            _close(33),
            Act(20, "extend", facts={"clock": "decide", "until": lambda t: t.tuesday(-9).isoformat()}),
        ),
        76,
    ),
    Plot(
        "Main Street library addition",
        "139 Main Street",
        "14-8",
        "Town of Norfolk Example",
        "Library addition and porous parking.",
        44500,
        (
            _complete(320),
            *_hearing(305, 290),
            _open(290),
            Act(285, "record_inspection", role=Role.INSPECTOR),
            _close(283),
            Act(
                270,
                "decide",
                facts={"outcome": "approved"},
                keep={"votes": VOTES, "findings": "The plan meets the standards of § 267-19."},
            ),
            Act(269, "file_decision", role=Role.TOWN_CLERK),
            Act(266, "issue_permit"),
            Act(60, "record_work"),
        ),
        322,
    ),
    Plot(
        "Seekonk Street daycare",
        "44 Seekonk Street",
        "9-17",
        "Seekonk Street Sample Daycare",
        "Play yard, parking and a rain garden.",
        43800,
        (
            _complete(52),
            *_hearing(41, 26),
            _open(26),
            Act(24, "record_inspection", role=Role.INSPECTOR),
            _close(12),
            Act(
                4,
                "decide",
                facts={"outcome": "approved_with_conditions", "voted": lambda t: t.day(5).isoformat()},
                keep={
                    "votes": VOTES,
                    "findings": "The plan meets the standards of § 267-19.",
                    "conditions": CONDITIONS,
                },
            ),
        ),
        53,
    ),
)

OTHERS: Final[dict[str, tuple[Plot, ...]]] = {
    "hopkinton": (
        Plot(
            "Bucklin Street lots",
            "44 Bucklin Street",
            "R12-3",
            "Bucklin Sample Trust",
            "Seven house lots.",
            120000,
            (_complete(54),),
            55,
        ),
        Plot(
            "Elm Street garage",
            "18 Elm Street",
            "U9-14",
            "Elm Street Example LLC",
            "Garage and drive on a slope.",
            15200,
            (),
            3,
            ticked=False,
        ),
    ),
    "grafton": (
        Plot(
            "Snow Road farm stand",
            "9 Snow Road",
            "41-7",
            "Snow Road Sample Farm",
            "Farm stand, parking and swales.",
            41000,
            (_complete(12),),
            13,
        ),
        Plot(
            "Mill Villages loft",
            "2 Canal Street",
            "74-1",
            "Mill Villages Example",
            "Conversion of a mill with new drainage.",
            56000,
            (
                _complete(50),
                *_hearing(38, 26)[:1],
                Act(34, "record_notice_given"),
                Act(34, "record_mailed"),
                _open(26),
                _close(19),
            ),
            51,
        ),
    ),
    "ludlow": (
        Plot(
            "Center Street plaza",
            "540 Center Street",
            "16B-22",
            "Center Street Sample Plaza",
            "Retail of 12,000 square feet.",
            70000,
            (_complete(15),),
            18,
        ),
        Plot(
            "Fuller Street storage",
            "188 Fuller Street",
            "9A-4",
            "Fuller Street Example Storage",
            "Self-storage buildings.",
            90000,
            (_complete(27),),
            29,
        ),
    ),
    "wrentham": (
        Plot(
            "Thurston Street drive",
            "60 Thurston Street",
            "K-4-2",
            "Thurston Sample Owner",
            "Drive crossing a swale.",
            9000,
            (),
            5,
            ticked=False,
        ),
    ),
}
