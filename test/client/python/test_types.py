"""mypy's result for calls: it must report each `error` line, and no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
from svc_client.generated import models
from svc_client.options import GenerateOptions, ModelPriceOptions, OrderOptions, PriceOptions

CALLS = """
from typing import assert_never

from svc_client import Client, GenerationOptions, Order

client = Client("https://print.example")
client.price((1, 2, 3), material="petg")
client.price((1, 2, 3), material="wood")  # error: arg-type
client.price((1, 2), material="petg")  # error: arg-type
client.price_model("gs://a/b.stl", infill=30, country="DE")
client.price_model("gs://a/b.stl", country="XX")  # error: arg-type
client.submit_order("a.stl", recipient_name="A", street1="B", city="C", state="D", zip="E")
client.submit_order("a.stl", recipient_name="A", street1="B", city="C", state="D")  # error: call-arg
client.submit_order("a.stl", recipient_name="A", street1="B", city="C", state="D", zip="E", colour="x")  # error: call-arg
client.submit_order("a.stl", recipient_name="A", street1="B", city="C", state="D", zip="E", country="XX")  # error: arg-type
client.submit_order("a.stl", recipient_name="A", street1="B", city="C", state="D", zip="E", quantity="2")  # error: arg-type
client.upload_model(b"", file_name="a.stl", units="ft")  # error: arg-type
client.generate(refine_of="a draft", idempotency_key="one")
client.retexture("an id", "moss", size_mm=80)
client.generate("a boat", size_mm="80")  # error: arg-type
client.generate("a boat", mode="best")  # error: arg-type
client.generate("a boat", advanced=GenerationOptions(mesh_quality="finest"))  # error: arg-type
client.get_order("SVC-7KQ2ZM").colour  # error: attr-defined
client.get_order("SVC-7KQ2ZM").status == "LOST"  # error: comparison-overlap
client.get_order("SVC-7KQ2ZM").unit == "yd"  # error: comparison-overlap
client.get_generation("a job").status == "finished"  # error: comparison-overlap
client.get_generation("a job").status == "done"
for state in client.watch_order("SVC-7KQ2ZM"):
    state.status.lower()


def next_step(order: Order) -> str:
    match order.status:
        case "PENDING_PAYMENT":
            return f"Pay at {order.payment_url}" if order.payment_url else "It is being settled."
        case "RECEIVED" | "ACCEPTED" | "PRINTING" | "PRINTED":
            return "It is in production."
        case "SHIPPED" | "DELIVERED":
            return "It is on its way or arrived."
        case "CANCELLED" | "REJECTED":
            return "It will not be printed."
        case _:
            assert_never(order.status)


def incomplete(order: Order) -> str:
    match order.status:
        case "PENDING_PAYMENT" | "RECEIVED" | "ACCEPTED" | "PRINTING" | "PRINTED" | "SHIPPED":
            return "open"
        case "CANCELLED" | "REJECTED":
            return "over"
        case _:
            assert_never(order.status)  # error: arg-type
"""


def fields_of(model: type) -> set[str]:
    names = {field.name for field in attrs.fields(model)} - {"additional_properties"}
    return {name.rstrip("_") for name in names}


def test_the_options_of_calls_are_the_fields_of_the_document() -> None:
    # dry_run_order sets dry_run.
    order = {"file", "model_url", "dry_run"} | OrderOptions.__annotations__.keys()
    assert fields_of(models.SubmitPrintOrderRequest) == order
    price = (
        {"bbox_mm", "model_url"}
        | PriceOptions.__annotations__.keys()
        | ModelPriceOptions.__annotations__.keys()
    )
    assert fields_of(models.EstimatePriceRequest) == price
    generation = {"prompt", "image_url"} | GenerateOptions.__annotations__.keys()
    # The size is one of the advanced options as well.
    assert fields_of(models.GenerationFromText) | {"size_mm"} == generation


def test_mypy_reports_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "calls_of_a_user.py"
    source.write_text(CALLS)
    # Another check covers the client's types.
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    result = subprocess.run(
        [*command, "--cache-dir", str(tmp_path / "cache"), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    reported = {
        (int(line.split(":")[1]), line.rsplit("[", 1)[-1].rstrip("]"))
        for line in result.stdout.splitlines()
        if ": error: " in line
    }
    expected = {
        (number, line.rsplit("# error: ", 1)[1])
        for number, line in enumerate(CALLS.splitlines(), 1)
        if "# error: " in line
    }
    assert reported == expected, result.stdout + result.stderr
