"""Keyword arguments of calls. What is left out is the service's to choose; the README has the defaults.

The generated models are made of them, so mypy notices where the two differ.
"""

from __future__ import annotations

from typing import Required, TypedDict

from .generated.models import (
    Country,
    GenerationMode,
    GenerationOptions,
    LengthUnit,
    Material,
    NozzleFlow,
    Quality,
)


class PriceOptions(TypedDict, total=False):
    """Options of a price estimate."""

    material: Material
    quality: Quality
    quantity: int
    color: str


class ModelPriceOptions(TypedDict, total=False):
    """What the price of a stored model depends on, as for its order.

    Attributes:
        units: what the numbers of the file mean, if not as its upload stated.
        country: where the parcel would go; the US unless given.
        max_total: dollars; a price above it is refused, as its order would be.
    """

    units: LengthUnit
    material: Material
    quality: Quality
    quantity: int
    color: str
    infill: int
    nozzle_diameter: float
    nozzle_flow: NozzleFlow
    layer_height: float
    country: Country
    max_total: float


class OrderOptions(TypedDict, total=False):
    """Print options and address of an order.

    Attributes:
        units: what the numbers of the file mean, if not its format's own unit.
        quantity: 1 to 50.
        color: a stock color by name or hex; any other, and none at all, costs more.
        infill: percent, 10 to 100.
        nozzle_diameter: mm: 0.2, 0.4, 0.6 or 0.8.
        layer_height: mm, 20 to 75 % of the nozzle.
        note: for the farm, at most 1000 characters.
        max_total: dollars; an order that costs more is refused, and nothing is charged.
        reference: your own, which every read of the order has.
        email: where the confirmation goes; the account's address when left out.
        company: the buyer's company, for the invoice.
        vat_id: the buyer's VAT number, for the invoice.
        purchase_order: the buyer's own reference, for the invoice.
    """

    units: LengthUnit
    material: Material
    quality: Quality
    quantity: int
    color: str
    infill: int
    nozzle_diameter: float
    nozzle_flow: NozzleFlow
    layer_height: float
    note: str
    max_total: float
    reference: str
    recipient_name: Required[str]
    street1: Required[str]
    street2: str
    city: Required[str]
    state: Required[str]
    zip: Required[str]
    country: Country
    email: str
    phone: str
    company: str
    vat_id: str
    purchase_order: str


class GenerateOptions(TypedDict, total=False):
    """Options of a generation.

    Attributes:
        mode: `hi_fi` costs 2 credits, `fast_draft` 1.
        style: free text, such as "low poly".
        notify: whether a mail says that the generation has ended.
        size_mm: the longest side; stands for `size_mm` of `advanced`, and wins over it.
        drafts: 4 queues a set of four drafts, all paid at once; `drafts` of the result has their jobs.
        refine_of: the id of a finished draft to refine; nothing else of the call counts, so it needs no prompt.
        images_of: the id of a generation of yours that made no model: its pictures are used again where none are sent.
    """

    mode: GenerationMode
    style: str
    size_mm: float
    notify: bool
    drafts: int
    refine_of: str
    images_of: str
    advanced: GenerationOptions
