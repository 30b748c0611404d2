"""Keyword arguments of calls. What is left out is the service's to choose; the README has the defaults.

A test compares them with the generated models.
"""

from __future__ import annotations

from typing import Literal, Required, TypedDict

Material = Literal["pla", "petg", "abs", "asa", "tpu"]
Quality = Literal["standard", "premium"]
Units = Literal["mm", "cm", "m", "in"]
Country = Literal[
    "US", "CA", "GB", "AU", "DE", "FR", "IN", "NL", "IE", "NZ", "SE", "IT", "ES", "MX"
]  # fmt: skip


class PriceOptions(TypedDict, total=False):
    """Of a price estimate."""

    material: Material
    quality: Quality
    quantity: int
    color: str


class OrderOptions(TypedDict, total=False):
    """Print options and address of an order.

    Attributes:
        units: what the numbers of the file mean, if not its format's own unit.
        quantity: 1 to 50.
        color: a stock color by name or hex; any other, and none at all, costs more.
        infill: percent, 10 to 100.
        nozzle_diameter: mm.
        layer_height: mm, 20 to 75 % of the nozzle.
        note: for the farm, at most 1000 characters.
        email: where the confirmation goes; the account's address when left out.
    """

    units: Units
    material: Material
    quality: Quality
    quantity: int
    color: str
    infill: int
    nozzle_diameter: Literal[0.2, 0.4, 0.6, 0.8]  # type: ignore[valid-type]
    nozzle_flow: Literal["standard", "high"]
    layer_height: float
    note: str
    recipient_name: Required[str]
    street1: Required[str]
    street2: str
    city: Required[str]
    state: Required[str]
    zip: Required[str]
    country: Country
    email: str
    phone: str


class AdvancedOptions(TypedDict, total=False):
    """Of a generation. What is not recognized becomes the default."""

    mesh_quality: Literal["standard", "high", "ultra"]
    topology: Literal["triangles", "quads"]
    smoothing: Literal["off", "light", "strong"]
    hollowing: Literal["solid", "hollow"]
    wall_thickness_mm: float
    negative_prompt: str
    smart_low_poly: bool
    generate_parts: bool
    textures: bool
    texture_resolution: Literal["1k", "2k", "4k", "8k"]
    engine: Literal["auto", "engine_1", "engine_2", "engine_2_p1", "engine_3", "engine_4"]
    output_format: Literal["glb", "obj", "stl", "fbx", "usdz", "3mf"]
    refinement_pass: bool
    seed: int


class GenerationOptions(TypedDict, total=False):
    """Of a generation.

    Attributes:
        mode: `hi_fi` costs 2 credits, `fast_draft` 1.
        style: free text, such as "low poly".
    """

    mode: Literal["fast_draft", "hi_fi"]
    style: str
    advanced: AdvancedOptions
