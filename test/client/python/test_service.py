"""The client's calls against the service."""

from __future__ import annotations

import hashlib
import io
import struct
from pathlib import Path

import httpx
import pytest
import svc_client
from conftest import ADDRESS, Farm, cube, picture
from svc_client.files import Source
from svc_client.generated.api.slicing import complete_upload, sign_upload
from svc_client.generated.models import CompleteUploadRequest, SignedUpload, SignUploadRequest

MODEL = cube(20)
BLACK = {**ADDRESS, "color": "Black"}


def test_a_price(farm: Farm) -> None:
    with svc_client.Client(farm.url) as client:
        estimate = client.price((40, 30, 20), material="petg", quantity=5, color="Black")
    # 24 cm3 x 0.44 x 1.27 = 13.4, so 14 g at $0.12; five are 5 % cheaper: 5 x 1.68 x 0.95 = 7.98, and $7 of postage.
    assert (estimate.grams, estimate.subtotal, estimate.total) == (14, 7.98, 14.98)


def test_the_price_of_a_stored_model(client: svc_client.Client, farm: Farm) -> None:
    stored = client.upload_model(MODEL, file_name="cube.stl").model_url
    # 8 cm3 x 0.44 x 1.26 = 4.4, so 5 g: two at the minimum of $1, and $30 of postage abroad.
    price = client.price_model(stored, quantity=2, color="Black", country="DE")
    assert (price.subtotal, price.shipping, price.total) == (2, 30, 32)
    with pytest.raises(ValueError, match="quantity"):
        client.price_model(stored, quantity=200)
    with svc_client.Client(farm.url) as keyless, pytest.raises(ValueError, match="api_key"):
        keyless.price_model(stored)


class Pipe(io.BytesIO):
    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation


def sources(folder: Path) -> list[tuple[Source, str | None]]:
    path = folder / "cube.stl"
    path.write_bytes(MODEL)
    return [
        (str(path), None),
        (path, None),
        (MODEL, "cube.stl"),
        (path.open("rb"), None),
        (io.BytesIO(MODEL), "cube.stl"),
        (Pipe(MODEL), "cube.stl"),
    ]


def test_a_model_from_any_source(client: svc_client.Client, tmp_path: Path) -> None:
    for source, name in sources(tmp_path):
        model = client.upload_model(source, file_name=name)
        assert (model.file_name, model.bytes_, model.volume_cm_3) == ("cube.stl", len(MODEL), 8)
    with pytest.raises(ValueError, match="file_name"):
        client.upload_model(MODEL)


def test_an_order_from_its_submit_to_the_parcel(client: svc_client.Client, farm: Farm) -> None:
    order = client.submit_order(MODEL, file_name="cube.stl", quantity=2, **BLACK)
    # 8 cm3 x (0.3 + 0.7 x 0.2) x 1.26 = 4.4, so 5 g at $0.12 = $0.60, raised to $1 each; $7 of postage.
    assert (order.status, order.paid, order.charged, order.replayed) == ("RECEIVED", True, 9, False)
    read = client.get_order(order.code)
    with pytest.raises(svc_client.Refused) as too_long:
        client.get_order(order.code, wait=31)
    assert too_long.value.code == "wait_invalid"
    assert (read.status, read.quantity, read.color, read.tracking) == ("RECEIVED", 2, "Black", None)
    seen = []
    for state in client.watch_order(order.code, interval=0.01, timeout=60):
        seen.append(state.status)
        farm.set_status(order.code, "PRINTING" if len(seen) == 1 else "SHIPPED")
    assert seen == ["RECEIVED", "PRINTING", "SHIPPED"]
    assert client.wait_for_order(order.code).status == "SHIPPED"


def test_a_wait_ends_where_it_is_told(client: svc_client.Client) -> None:
    order = client.submit_order(MODEL, file_name="cube.stl", **BLACK)
    reached = client.wait_for_order(order.code, until=lambda state: state.paid)
    assert reached.status == "RECEIVED"
    message = f"Order {order.code} is still RECEIVED after 0.1 s. It is still in progress"
    with pytest.raises(svc_client.TimedOut, match=message):
        client.wait_for_order(order.code, interval=0.01, timeout=0.1)


def test_a_wait_shorter_than_its_interval_reads_once_more_at_its_end(
    client: svc_client.Client, farm: Farm
) -> None:
    order = client.submit_order(MODEL, file_name="cube.stl", **BLACK)
    states = client.watch_order(order.code, interval=60, timeout=10)
    assert next(states).status == "RECEIVED"
    farm.set_status(order.code, "SHIPPED")
    assert next(states).status == "SHIPPED"


def test_the_same_key_returns_the_first_order(client: svc_client.Client, farm: Farm) -> None:
    first = client.submit_order(MODEL, file_name="cube.stl", idempotency_key="sale 1", **BLACK)
    again = client.submit_order(MODEL, file_name="cube.stl", idempotency_key="sale 1", **BLACK)
    assert (again.code, again.replayed, again.idempotency_key) == (first.code, True, "sale 1")
    assert farm.charges()[first.code] == 1
    with pytest.raises(svc_client.Refused, match="different request") as caught:
        client.submit_order(cube(21), file_name="cube.stl", idempotency_key="sale 1", **BLACK)
    assert caught.value.status == 409


def test_a_declined_card_is_an_unpaid_order(farm: Farm) -> None:
    with svc_client.Client(farm.url, farm.declined_key) as client:
        order = client.submit_order(MODEL, file_name="cube.stl", **BLACK)
        assert (order.paid, order.status) == (False, "PENDING_PAYMENT")
        assert order.payment_url == f"{farm.url}/orders/{order.code}/pay"
        assert client.get_order(order.code).charge == "declined"


def test_refusals_say_why(client: svc_client.Client, farm: Farm) -> None:
    with pytest.raises(svc_client.Refused) as caught:
        client.get_order("SVC-AAAAAA")
    assert (caught.value.status, caught.value.error) == (404, "Order not found")
    with pytest.raises(svc_client.Refused, match="printable mesh") as caught:
        client.submit_order(b"solid nothing", file_name="x.stl", **BLACK)
    assert caught.value.status == 422
    with (
        svc_client.Client(farm.url, "svc_live_" + "0" * 48) as stranger,
        pytest.raises(svc_client.Refused, match="API key") as caught,
    ):
        stranger.get_order("SVC-AAAAAA")
    assert caught.value.status == 401


def test_printability(client: svc_client.Client) -> None:
    report = client.check_printability(MODEL, file_name="cube.stl")
    assert (report.print_status, report.printability.dimensions_mm) == ("ready", [20, 20, 20])
    inches = client.check_printability(MODEL, file_name="cube.stl", units="in")
    assert inches.printability.dimensions_mm == [508, 508, 508]
    holed = MODEL[:80] + struct.pack("<I", 11) + MODEL[84:-50]
    received = client.check_printability(holed, file_name="cube.stl").received
    assert received is not None
    assert received.boundary_edges == 3


def test_a_generation_that_is_ordered(client: svc_client.Client, farm: Farm) -> None:
    started = client.generate(
        "a cube", mode="hi_fi", advanced=svc_client.GenerationOptions(mesh_quality="high")
    )
    states = list(client.watch_generation(started.job_id, interval=0.05, timeout=120))
    assert states[-1].status == "done"
    result = client.wait_for_generation(started.job_id)
    # hi_fi is 2 credits, high 1 more.
    assert (result.credits_charged, result.input_mode) == (3, "text")
    order = client.submit_order(model_url=result.model_url, **BLACK)
    assert farm.charges()[order.code] == 1


def test_a_generation_from_a_picture(client: svc_client.Client) -> None:
    started = client.generate(
        images=[picture()], advanced=svc_client.GenerationOptions(textures=False)
    )
    result = client.wait_for_generation(started.job_id, interval=0.05, timeout=120)
    # A draft is 1 credit, a picture 1 more.
    assert (result.credits_charged, result.input_mode) == (2, "image")


def test_a_generation_that_fails(client: svc_client.Client, farm: Farm) -> None:
    started = client.generate("something forbidden")
    with pytest.raises(svc_client.GenerationFailed, match="a weapon or a part of one") as caught:
        client.wait_for_generation(started.job_id, interval=0.05, timeout=120)
    assert (caught.value.job.status, caught.value.job.error) == ("error", "nsfw")
    with (
        svc_client.Client(farm.url, farm.key) as without_token,
        pytest.raises(ValueError, match="extension_token"),
    ):
        without_token.generate("a cube")


def test_endpoints_without_a_call_of_their_own(client: svc_client.Client) -> None:
    digest = hashlib.sha256(MODEL).hexdigest()
    body = SignUploadRequest(file_name="cube.stl", bytes_=len(MODEL), sha256=digest)
    signed = sign_upload.sync(client=client.api, body=body)
    assert isinstance(signed, SignedUpload)
    sent = httpx.put(signed.upload_url, content=MODEL, headers=signed.headers.to_dict())
    assert sent.is_success
    completed = complete_upload.sync(
        client=client.api, body=CompleteUploadRequest(upload_id=signed.upload_id)
    )
    assert isinstance(completed, svc_client.UploadedModel)
    assert completed.volume_cm_3 == 8
