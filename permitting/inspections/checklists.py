"""What an inspector looks at, by stage: what the bylaw names first, then the customary list for such a visit."""

from __future__ import annotations

from dataclasses import dataclass

from permitting.inspections.models import Stage
from towns.law.inspection_rules import inspections_of
from towns.law.rules import Matter


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look at. `cite`: where the bylaw names it; empty for a customary one."""

    key: str
    text: str
    cite: str = ""


_SITE = (
    ("perimeter", "Perimeter controls (fence, straw wattle, berm)"),
    ("entrance", "Construction entrance; no soil tracked onto the street"),
    ("inlets", "Inlet protection"),
    ("stockpiles", "Stockpiles covered and contained"),
    ("stabilization", "Bare ground stabilized"),
    ("basins", "Sediment basins and traps"),
    ("dewatering", "Dewatering"),
    ("washout", "Concrete washout"),
    ("waste", "Fuel, chemicals and waste"),
    ("papers", "Permit and plans on the site"),
)
#: The customary list for each stage; a town's own stage has the list of a routine visit.
_CUSTOMARY: dict[str, tuple[tuple[str, str], ...]] = {
    Stage.INITIAL: (
        ("boundaries", "Limits of work and property lines"),
        ("existing_drainage", "Existing drainage, inlets and outfalls"),
        ("resources", "Wetlands, streams and other water nearby"),
        ("soils", "Soils and slopes as the plan shows them"),
        ("abutters_below", "Land and structures downhill"),
    ),
    Stage.BURY: (
        ("pipes", "Pipes: size, material, slope and inverts as on the plan"),
        ("structures", "Manholes, basins and chambers: place and elevation"),
        ("bedding", "Bedding, stone and fabric"),
        ("groundwater", "Groundwater and soil in the open excavation"),
        ("measured", "Measured and photographed before backfilling"),
    ),
    Stage.FINAL: (
        ("structures", "Every structure is built and in its place"),
        ("grades", "Final grades and flow paths"),
        ("outlets", "Outlets and spillways"),
        ("plantings", "Landscaping and ground cover are established"),
        ("cleaned", "System cleaned; temporary controls removed"),
        ("as_built", "The as-built plan agrees with what is seen"),
    ),
    Stage.POST_CONSTRUCTION: (
        ("structures", "Structures: sediment, trash and damage"),
        ("infiltration", "Infiltration: no water standing after 72 hours"),
        ("vegetation", "Vegetation"),
        ("access", "Access for maintenance"),
        ("records", "Maintenance records"),
    ),
}


def items_for(matter: Matter, stage: str) -> list[Item]:
    """What to look at on a visit of this stage in a matter."""
    rule = inspections_of(matter).stage(stage)
    named = (
        [
            Item(f"law_{place}", text[:1].upper() + text[1:], rule.cite)
            for place, text in enumerate(rule.checks, start=1)
        ]
        if rule
        else []
    )
    return [*named, *(Item(key, text) for key, text in _CUSTOMARY.get(stage, _SITE))]
