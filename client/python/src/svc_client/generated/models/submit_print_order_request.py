from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.country import Country, check_country
from ..models.length_unit import LengthUnit, check_length_unit
from ..models.material import Material, check_material
from ..models.nozzle_flow import NozzleFlow, check_nozzle_flow
from ..models.quality import Quality, check_quality
from ..types import UNSET, File, FileTypes, Unset

T = TypeVar("T", bound="SubmitPrintOrderRequest")


@_attrs_define
class SubmitPrintOrderRequest:
    recipient_name: str
    """ Who receives the parcel. `name` works as well. This and the other lines of the address have at most 200
    characters each, are kept on one line and without invisible characters, and count as missing when nothing
    visible is left. """
    street1: str
    """ `address1` works as well. """
    city: str
    """ Not checked against a list. """
    state: str
    """ State, province or region. Not checked against a list. Required: where addresses have none, repeat the city.
    """
    zip_: str
    """ Postal code, in any form. `postalCode` works as well. """
    file: File | Unset = UNSET
    """ The model: .stl, .glb, .3mf, .gcode or .gcode.3mf, at most 100 MB. OBJ is not accepted here. STL numbers are
    millimeters, GLB numbers are meters, a 3MF file states its unit. Either this or `modelUrl`; when both are sent,
    the file wins. """
    model_url: str | Unset = UNSET
    """ `gs://` address of a model that the service already holds for this account, instead of `file`. `/api/print-
    upload` and `/api/generate` return such addresses. An OBJ can be ordered this way. """
    units: LengthUnit | Unset = UNSET
    """ Unit of the numbers of a model. """
    material: Material | Unset = UNSET
    """ A material. """
    quality: Quality | Unset = UNSET
    """ How fine a part is printed. """
    quantity: int | Unset = UNSET
    """ Clamped to 1-50: 200 becomes 50; 0 or no number becomes 1. A fraction is cut off: 2.7 becomes 2. """
    color: str | Unset = UNSET
    """ A stock color by name or by the hex value of its spool, in any case of letters: Black, White, Red, Cyan,
    Sakura Pink, Sunny Orange, Green, Yellow, Mint Green, Lavender, Silver, Brown. Any other color, and an order
    without a color, bills $0.20 per gram. (`/api/price` uses the material’s own rate if no color is sent.) """
    infill: int | Unset = UNSET
    """ Percent, clamped to 10-100; a fraction is cut off. Recorded as 100 for an already-sliced file. """
    nozzle_diameter: float | Unset = UNSET
    """ The diameter of a nozzle in mm: 0.2, 0.4, 0.6, 0.8. """
    nozzle_flow: NozzleFlow | Unset = UNSET
    """ The flow of the nozzle. """
    layer_height: float | Unset = UNSET
    """ mm, clamped to 20-75% of the nozzle: 0.08-0.30 on a 0.4 mm nozzle. """
    note: str | Unset = UNSET
    """ A note for the farm. Cut to 1000 characters. Keeps its line ends, and no other control characters. """
    max_total: float | Unset = UNSET
    """ Dollars, at most two decimals. An order whose total is higher, postage included, is refused: nothing is
    stored or charged. """
    street2: str | Unset = UNSET
    """ `address2` works as well. """
    country: Country | Unset = UNSET
    """ A country that the farm ships to. """
    email: str | Unset = UNSET
    """ Recipient of the emails about the order: the confirmation, refunds, and the notice that a charge of unknown
    outcome was not made. None is sent when the order is accepted, printed or shipped. If omitted, the account’s
    address is used. Only one plain address is accepted. """
    phone: str | Unset = UNSET
    """ Stored as sent, at most 200 characters. """
    company: str | Unset = UNSET
    """ Company of the buyer, for the invoice; at most 200 characters. """
    vat_id: str | Unset = UNSET
    """ VAT ID of the buyer with the prefix of its country, for the invoice. Spaces, dots and hyphens are removed;
    at most 20 characters. """
    purchase_order: str | Unset = UNSET
    """ The buyer’s purchase-order number, for the invoice; at most 64 characters. """
    reference: str | Unset = UNSET
    """ Your reference for the order, which every read of it returns; at most 64 characters. It need not be unique.
    """
    dry_run: bool | Unset = UNSET
    """ `true` returns a preview of the order, with 200: it is checked, measured and priced like any other order,
    and nothing is stored, ordered or charged. Uses no Idempotency-Key. Any word but `true` and `false` is refused,
    as are an empty field and `dryRun` in the query. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        recipient_name = self.recipient_name

        street1 = self.street1

        city = self.city

        state = self.state

        zip_ = self.zip_

        file: FileTypes | Unset = UNSET
        if not isinstance(self.file, Unset):
            file = self.file.to_tuple()

        model_url = self.model_url

        units: str | Unset = UNSET
        if not isinstance(self.units, Unset):
            units = self.units

        material: str | Unset = UNSET
        if not isinstance(self.material, Unset):
            material = self.material

        quality: str | Unset = UNSET
        if not isinstance(self.quality, Unset):
            quality = self.quality

        quantity = self.quantity

        color = self.color

        infill = self.infill

        nozzle_diameter = self.nozzle_diameter

        nozzle_flow: str | Unset = UNSET
        if not isinstance(self.nozzle_flow, Unset):
            nozzle_flow = self.nozzle_flow

        layer_height = self.layer_height

        note = self.note

        max_total = self.max_total

        street2 = self.street2

        country: str | Unset = UNSET
        if not isinstance(self.country, Unset):
            country = self.country

        email = self.email

        phone = self.phone

        company = self.company

        vat_id = self.vat_id

        purchase_order = self.purchase_order

        reference = self.reference

        dry_run = self.dry_run

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "recipientName": recipient_name,
                "street1": street1,
                "city": city,
                "state": state,
                "zip": zip_,
            }
        )
        if file is not UNSET:
            field_dict["file"] = file
        if model_url is not UNSET:
            field_dict["modelUrl"] = model_url
        if units is not UNSET:
            field_dict["units"] = units
        if material is not UNSET:
            field_dict["material"] = material
        if quality is not UNSET:
            field_dict["quality"] = quality
        if quantity is not UNSET:
            field_dict["quantity"] = quantity
        if color is not UNSET:
            field_dict["color"] = color
        if infill is not UNSET:
            field_dict["infill"] = infill
        if nozzle_diameter is not UNSET:
            field_dict["nozzleDiameter"] = nozzle_diameter
        if nozzle_flow is not UNSET:
            field_dict["nozzleFlow"] = nozzle_flow
        if layer_height is not UNSET:
            field_dict["layerHeight"] = layer_height
        if note is not UNSET:
            field_dict["note"] = note
        if max_total is not UNSET:
            field_dict["maxTotal"] = max_total
        if street2 is not UNSET:
            field_dict["street2"] = street2
        if country is not UNSET:
            field_dict["country"] = country
        if email is not UNSET:
            field_dict["email"] = email
        if phone is not UNSET:
            field_dict["phone"] = phone
        if company is not UNSET:
            field_dict["company"] = company
        if vat_id is not UNSET:
            field_dict["vatId"] = vat_id
        if purchase_order is not UNSET:
            field_dict["purchaseOrder"] = purchase_order
        if reference is not UNSET:
            field_dict["reference"] = reference
        if dry_run is not UNSET:
            field_dict["dryRun"] = dry_run

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("recipientName", (None, str(self.recipient_name).encode(), "text/plain")))

        files.append(("street1", (None, str(self.street1).encode(), "text/plain")))

        files.append(("city", (None, str(self.city).encode(), "text/plain")))

        files.append(("state", (None, str(self.state).encode(), "text/plain")))

        files.append(("zip", (None, str(self.zip_).encode(), "text/plain")))

        if not isinstance(self.file, Unset):
            files.append(("file", self.file.to_tuple()))

        if not isinstance(self.model_url, Unset):
            files.append(("modelUrl", (None, str(self.model_url).encode(), "text/plain")))

        if not isinstance(self.units, Unset):
            files.append(("units", (None, str(self.units).encode(), "text/plain")))

        if not isinstance(self.material, Unset):
            files.append(("material", (None, str(self.material).encode(), "text/plain")))

        if not isinstance(self.quality, Unset):
            files.append(("quality", (None, str(self.quality).encode(), "text/plain")))

        if not isinstance(self.quantity, Unset):
            files.append(("quantity", (None, str(self.quantity).encode(), "text/plain")))

        if not isinstance(self.color, Unset):
            files.append(("color", (None, str(self.color).encode(), "text/plain")))

        if not isinstance(self.infill, Unset):
            files.append(("infill", (None, str(self.infill).encode(), "text/plain")))

        if not isinstance(self.nozzle_diameter, Unset):
            files.append(
                ("nozzleDiameter", (None, str(self.nozzle_diameter).encode(), "text/plain"))
            )

        if not isinstance(self.nozzle_flow, Unset):
            files.append(("nozzleFlow", (None, str(self.nozzle_flow).encode(), "text/plain")))

        if not isinstance(self.layer_height, Unset):
            files.append(("layerHeight", (None, str(self.layer_height).encode(), "text/plain")))

        if not isinstance(self.note, Unset):
            files.append(("note", (None, str(self.note).encode(), "text/plain")))

        if not isinstance(self.max_total, Unset):
            files.append(("maxTotal", (None, str(self.max_total).encode(), "text/plain")))

        if not isinstance(self.street2, Unset):
            files.append(("street2", (None, str(self.street2).encode(), "text/plain")))

        if not isinstance(self.country, Unset):
            files.append(("country", (None, str(self.country).encode(), "text/plain")))

        if not isinstance(self.email, Unset):
            files.append(("email", (None, str(self.email).encode(), "text/plain")))

        if not isinstance(self.phone, Unset):
            files.append(("phone", (None, str(self.phone).encode(), "text/plain")))

        if not isinstance(self.company, Unset):
            files.append(("company", (None, str(self.company).encode(), "text/plain")))

        if not isinstance(self.vat_id, Unset):
            files.append(("vatId", (None, str(self.vat_id).encode(), "text/plain")))

        if not isinstance(self.purchase_order, Unset):
            files.append(("purchaseOrder", (None, str(self.purchase_order).encode(), "text/plain")))

        if not isinstance(self.reference, Unset):
            files.append(("reference", (None, str(self.reference).encode(), "text/plain")))

        if not isinstance(self.dry_run, Unset):
            files.append(("dryRun", (None, str(self.dry_run).encode(), "text/plain")))

        for prop_name, prop in self.additional_properties.items():
            files.append((prop_name, (None, str(prop).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        recipient_name = d.pop("recipientName")

        street1 = d.pop("street1")

        city = d.pop("city")

        state = d.pop("state")

        zip_ = d.pop("zip")

        _file = d.pop("file", UNSET)
        file: File | Unset
        if isinstance(_file, Unset):
            file = UNSET
        else:
            file = File(payload=BytesIO(_file))

        model_url = d.pop("modelUrl", UNSET)

        _units = d.pop("units", UNSET)
        units: LengthUnit | Unset
        if isinstance(_units, Unset):
            units = UNSET
        else:
            units = check_length_unit(_units)

        _material = d.pop("material", UNSET)
        material: Material | Unset
        if isinstance(_material, Unset):
            material = UNSET
        else:
            material = check_material(_material)

        _quality = d.pop("quality", UNSET)
        quality: Quality | Unset
        if isinstance(_quality, Unset):
            quality = UNSET
        else:
            quality = check_quality(_quality)

        quantity = d.pop("quantity", UNSET)

        color = d.pop("color", UNSET)

        infill = d.pop("infill", UNSET)

        nozzle_diameter = d.pop("nozzleDiameter", UNSET)

        _nozzle_flow = d.pop("nozzleFlow", UNSET)
        nozzle_flow: NozzleFlow | Unset
        if isinstance(_nozzle_flow, Unset):
            nozzle_flow = UNSET
        else:
            nozzle_flow = check_nozzle_flow(_nozzle_flow)

        layer_height = d.pop("layerHeight", UNSET)

        note = d.pop("note", UNSET)

        max_total = d.pop("maxTotal", UNSET)

        street2 = d.pop("street2", UNSET)

        _country = d.pop("country", UNSET)
        country: Country | Unset
        if isinstance(_country, Unset):
            country = UNSET
        else:
            country = check_country(_country)

        email = d.pop("email", UNSET)

        phone = d.pop("phone", UNSET)

        company = d.pop("company", UNSET)

        vat_id = d.pop("vatId", UNSET)

        purchase_order = d.pop("purchaseOrder", UNSET)

        reference = d.pop("reference", UNSET)

        dry_run = d.pop("dryRun", UNSET)

        submit_print_order_request = cls(
            recipient_name=recipient_name,
            street1=street1,
            city=city,
            state=state,
            zip_=zip_,
            file=file,
            model_url=model_url,
            units=units,
            material=material,
            quality=quality,
            quantity=quantity,
            color=color,
            infill=infill,
            nozzle_diameter=nozzle_diameter,
            nozzle_flow=nozzle_flow,
            layer_height=layer_height,
            note=note,
            max_total=max_total,
            street2=street2,
            country=country,
            email=email,
            phone=phone,
            company=company,
            vat_id=vat_id,
            purchase_order=purchase_order,
            reference=reference,
            dry_run=dry_run,
        )

        submit_print_order_request.additional_properties = d
        return submit_print_order_request

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
