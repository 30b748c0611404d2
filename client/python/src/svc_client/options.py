"""Keyword arguments of calls. The service chooses a default for each omitted one; the README lists them.

The generated models are built from them, so mypy reports differences.
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
    """Options that determine the price of a stored model, as for its order.

    Attributes:
        units: unit of the file's coordinates, if it differs from the upload's.
        country: destination of the parcel. The US by default.
        max_total: in dollars. A higher price is refused, as its order would be.
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
        units: unit of the file's coordinates, if it differs from the format's default.
        quantity: 1 to 50.
        color: a stock color by name or hex. Any other color, or none, costs more.
        infill: percent, 10 to 100.
        nozzle_diameter: in millimeters: 0.2, 0.4, 0.6 or 0.8.
        layer_height: in millimeters, 20 to 75 % of the nozzle.
        note: for the farm, at most 1000 characters.
        max_total: in dollars. An order that costs more is refused, and nothing is charged.
        reference: the caller's reference, which every read of the order returns.
        email: recipient of the confirmation. The account's address by default.
        company: the buyer's company, for the invoice.
        vat_id: the buyer's VAT number, for the invoice.
        purchase_order: the buyer's reference, for the invoice.
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
        notify: whether to send an email when the generation has ended.
        size_mm: longest side in millimeters. Overrides `size_mm` of `advanced`.
        drafts: 4 queues a set of four drafts, paid together. `drafts` of the result contains their jobs.
        refine_of: the id of a finished draft to refine. The other options are ignored, so it needs no prompt.
        images_of: the id of one of the account's generations without a model, whose pictures are reused if none are
            sent.
    """

    mode: GenerationMode
    style: str
    size_mm: float
    notify: bool
    drafts: int
    refine_of: str
    images_of: str
    advanced: GenerationOptions
