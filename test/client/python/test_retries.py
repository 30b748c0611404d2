"""Retries: which calls are repeated, when, and the final result for the caller. The network is scripted; nothing sleeps."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest
import svc_client
from conftest import ADDRESS, cube
from svc_client.retry import Repeatability, backoff, repeatability_of, retry_after_of

Step = httpx.Response | Exception
KEY = "svc_live_" + "0" * 48
TOKEN = "svc_ext_" + "0" * 48
ORDER = {
    "code": "SVC-7KQ2ZM",
    "estimatedCost": 11.8,
    "currency": "USD",
    "breakdown": {"print": 4.8, "shipping": 7, "grams": 20, "printHours": 0.98},
    "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
    "apiStatusUrl": "https://example.com/api/print/orders/SVC-7KQ2ZM",
    "status": "RECEIVED",
    "paid": True,
    "charge": "charged",
    "charged": 11.8,
    "paymentUrl": None,
    "message": "Order SVC-7KQ2ZM is paid.",
    "dimensionsMm": [40, 30, 20],
    "unit": "mm",
    "reference": None,
}
LOST = httpx.ReadError("cut")
UNREACHED = httpx.ConnectError("no such host")


def refused_connection() -> httpx.ConnectError:
    """Return the error as httpx wraps it."""
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = ConnectionRefusedError(111, "Connection refused")
    return error


def refusal(status: int, error: str = "Refused.", **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"error": error}, headers=named)


def busy() -> httpx.Response:
    """Build a refusal that is recognized by its code, never by the words of its sentence."""
    return refusal(503, "We are too busy.", x_error_code="measuring_unavailable")


def read_by(version: str) -> httpx.Response:
    return httpx.Response(201, json=ORDER, headers={"x-service-version": version})


def of_proxy(status: int) -> httpx.Response:
    return httpx.Response(status, html="<h1>Nothing was found</h1>")


def created() -> httpx.Response:
    return httpx.Response(201, json=ORDER)


class Script:
    """Respond with the steps in sequence."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *steps: Step, **options: float) -> None:
        self.requests: list[httpx.Request] = []
        self.bodies: list[bytes] = []
        self.pauses: list[float] = []
        self._steps = list(steps)
        self._now = 0.0
        monkeypatch.setattr("svc_client.http.time.sleep", self._sleep)
        self.client = svc_client.Client(
            "https://print.example",
            api_key=KEY,
            extension_token=TOKEN,
            transport=httpx.MockTransport(self._respond),
            policy=svc_client.RetryPolicy(
                retries=int(options["retries"]) if "retries" in options else None,
                timeout=options.get("timeout", 120.0),
                clock=lambda: self._now,
                random=lambda: 1.0,
            ),
        )

    def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self._now += seconds

    def _respond(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.bodies.append(request.read())
        step = self._steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def submit(self) -> svc_client.SubmittedOrder:
        return self.client.submit_order(cube(20), file_name="cube.stl", **ADDRESS)

    def generate(self) -> object:
        return self.client.generate("a teapot")

    def price(self) -> object:
        return self.client.price((40, 30, 20))


@pytest.mark.parametrize(
    ("step", "pause"),
    [
        (LOST, 0.25),
        (UNREACHED, 0.25),
        (refusal(429, retry_after="7"), 7.25),
        (refusal(503, retry_after="5"), 5.25),
        (refusal(503), 0.25),
        (refusal(409, retry_after="1"), 1.25),
        (refusal(500), 0.25),
        (refusal(502), 0.25),
        (of_proxy(503), 0.25),
        (refusal(408), 0.25),
    ],
)
def test_a_submit_is_sent_again_under_the_same_key(
    monkeypatch: pytest.MonkeyPatch, step: Step, pause: float
) -> None:
    script = Script(monkeypatch, step, created())
    order = script.submit()
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert (len(script.requests), keys) == (2, {order.idempotency_key})
    assert script.bodies[0] == script.bodies[1]
    assert script.pauses == [pause]


@pytest.mark.parametrize("status", [400, 401, 402, 404, 409, 413, 415, 422])
def test_a_refusal_is_not_sent_again(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    script = Script(monkeypatch, refusal(status, "No.", x_request_id="r-1"))
    with pytest.raises(svc_client.Refused, match="No") as caught:
        script.submit()
    refused = caught.value
    assert (refused.status, refused.error, refused.request_id) == (status, "No.", "r-1")
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("steps", "kind"),
    [
        # Nothing was sent.
        ([UNREACHED] * 6, svc_client.NetworkError),
        ([httpx.ConnectTimeout("slow")] * 6, svc_client.TimedOut),
        # The last response was lost, or does not mention the lost one.
        ([LOST] * 6, svc_client.OutcomeUnknown),
        ([LOST] + [UNREACHED] * 5, svc_client.OutcomeUnknown),
        ([LOST] + [refusal(429)] * 5, svc_client.OutcomeUnknown),
        ([LOST, refusal(401)], svc_client.OutcomeUnknown),
        ([refusal(500)] * 6, svc_client.OutcomeUnknown),
        ([refusal(409, retry_after="1")] * 6, svc_client.OutcomeUnknown),
        ([refusal(503, "It lost its database while it worked on this order.")] * 6,
         svc_client.OutcomeUnknown),
        ([of_proxy(503)] * 6, svc_client.OutcomeUnknown),
        # The outcome is certain: the key is looked up before these checks.
        ([LOST, refusal(402)], svc_client.Refused),
        ([refusal(429)] * 6, svc_client.Refused),
        ([busy()] * 6, svc_client.Refused),
    ],
)  # fmt: skip
def test_what_a_submit_ends_with(
    monkeypatch: pytest.MonkeyPatch, steps: list[Step], kind: type[Exception]
) -> None:
    script = Script(monkeypatch, *steps)
    with pytest.raises(svc_client.SvcError) as caught:
        script.submit()
    assert type(caught.value) is kind
    assert len(script.requests) == len(steps)
    if isinstance(caught.value, svc_client.OutcomeUnknown):
        key = script.requests[0].headers["idempotency-key"]
        assert caught.value.idempotency_key == key
        assert repr(key) in str(caught.value)


def test_a_dry_run_carries_no_key_and_its_loss_is_no_question_of_money(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(monkeypatch, LOST, refusal(502), LOST, retries=2)
    with pytest.raises(svc_client.NetworkError):
        script.client.dry_run_order(cube(20), file_name="cube.stl", **ADDRESS)
    keys = [request.headers.get("idempotency-key") for request in script.requests]
    assert keys == [None] * 3


def test_a_dry_run_that_a_service_took_for_a_submit_names_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(monkeypatch, created())
    with pytest.raises(svc_client.SvcError, match="placed order SVC-7KQ2ZM, which is paid"):
        script.client.dry_run_order(cube(20), file_name="cube.stl", **ADDRESS)


STARTED = {"jobId": "j", "status": "queued"}


@pytest.mark.parametrize(
    "step",
    [
        LOST,
        refusal(500),
        refusal(409, retry_after="1"),
        refusal(503, "The service cannot reach its database."),
        of_proxy(502),
        of_proxy(503),
    ],
)
def test_a_generation_is_sent_again_under_its_key(
    monkeypatch: pytest.MonkeyPatch, step: Step
) -> None:
    script = Script(monkeypatch, step, httpx.Response(200, json=STARTED))
    started = script.client.generate("a teapot")
    keys = [request.headers["idempotency-key"] for request in script.requests]
    assert keys == [started.idempotency_key] * 2
    assert started.replayed is False
    assert script.requests[0].headers["authorization"] == f"Bearer {TOKEN}"


def test_a_generation_whose_outcome_is_unknown_names_its_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(monkeypatch, *[LOST] * 3, retries=2)
    with pytest.raises(svc_client.OutcomeUnknown, match="returns the generation") as caught:
        script.client.generate("a teapot", idempotency_key="vase 7")
    assert caught.value.idempotency_key == "vase 7"
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert (keys, len(script.requests)) == ({"vase 7"}, 3)


@pytest.mark.parametrize("code", ["engine_failed", "generation_interrupted", "image_not_stored"])
def test_a_generation_that_ended_is_not_made_once_more(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    ended = refusal(502, "The engine could not make it.", x_error_code=code)
    script = Script(monkeypatch, LOST, ended)
    with pytest.raises(svc_client.Refused, match="could not make it"):
        script.client.retexture("one", "moss")
    assert len(script.requests) == 2
    assert {request.headers["authorization"] for request in script.requests} == {f"Bearer {TOKEN}"}


def test_a_generation_that_was_refused_unread_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = httpx.Response(200, json=STARTED)
    script = Script(monkeypatch, UNREACHED, busy(), refusal(429), started)
    script.generate()
    assert [request.headers["authorization"] for request in script.requests] == [
        f"Bearer {TOKEN}"
    ] * 4


def test_the_size_is_an_option_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, *[httpx.Response(200, json=STARTED) for _ in range(2)])
    options = svc_client.GenerationOptions(seed=7, size_mm=80)
    script.client.generate("a teapot", size_mm=120, advanced=options)
    advanced = {"seed": 7, "sizeMm": 120}
    assert json.loads(script.bodies[0]) == {"prompt": "a teapot", "advanced": advanced}
    script.client.generate(images=[b"\x89PNG\r\n\x1a\n"], size_mm=120, advanced=options)
    assert script.bodies[1].count(b'name="sizeMm"') == 1
    assert b'name="sizeMm"\r\nContent-Type: text/plain\r\n\r\n120\r\n' in script.bodies[1]


def test_a_refinement_needs_no_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, httpx.Response(200, json=STARTED))
    script.client.generate(refine_of="a draft")
    assert json.loads(script.bodies[0]) == {"prompt": "", "refineOf": "a draft"}


def test_a_key_counts_only_where_the_service_knows_keys() -> None:
    def of(path: str) -> Repeatability:
        url = f"https://print.example{path}"
        return repeatability_of(httpx.Request("POST", url, headers={"idempotency-key": "one"}))

    assert of("/api/print/orders") is Repeatability.KEYED
    assert of("/api/generate/start") is Repeatability.KEYED
    assert of("/api/models/one/change") is Repeatability.KEYED
    assert of("/api/print/orders/status") is Repeatability.ONCE


@pytest.mark.parametrize("name", ["refund", "messages"])
def test_what_is_known_by_its_content_gets_no_key(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = f"/api/operator/orders/SVC-7KQ2ZM/{name}"
    steps: list[Step] = [LOST, refusal(500), LOST]
    script = Script(monkeypatch, *steps, *steps, retries=2)
    http = script.client.api.get_httpx_client()
    with pytest.raises(svc_client.OutcomeUnknown, match="Make the same call again") as caught:
        http.post(path, json={})
    assert caught.value.idempotency_key is None
    with pytest.raises(svc_client.OutcomeUnknown) as caught:
        http.post(path, json={}, headers={"idempotency-key": "refund 7"})
    assert caught.value.idempotency_key == "refund 7"
    keys = [request.headers.get("idempotency-key") for request in script.requests]
    assert keys == [None] * 3 + ["refund 7"] * 3


@pytest.mark.parametrize(
    "step", [refused_connection(), refusal(503, "Starting.", x_error_code="starting")]
)
def test_a_restart_is_waited_for_until_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, step: Step
) -> None:
    # The pauses of 0.25, 0.5 and 1 s and of 57 times 2 s are 115.75 s.
    script = Script(monkeypatch, *[step] * 60, created())
    assert script.submit().code == "SVC-7KQ2ZM"
    assert (sum(script.pauses), max(script.pauses)) == (115.75, 2.0)
    assert len({request.headers["idempotency-key"] for request in script.requests}) == 1


def test_repeated_restarts_are_found_within_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    outage: list[Step] = [LOST, *[refused_connection()] * 15]
    script = Script(monkeypatch, *outage * 3, created())
    assert script.submit().code == "SVC-7KQ2ZM"
    # The pauses after the three lost responses follow a separate backoff: 0.25, 0.5 and 1 s.
    first = [0.25, 0.25, 0.5, 1.0, *[2.0] * 12]
    assert script.pauses == [*first, 0.5, *[2.0] * 15, 1.0, *[2.0] * 15]


def test_a_restart_is_waited_for_by_its_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    starting = refusal(503, "Starting.", x_error_code="starting", retry_after="9")
    script = Script(monkeypatch, *[starting] * 5, created())
    script.submit()
    assert script.pauses == [9.25, 9.5, 10.0, 11.0, 11.0]


def test_a_refused_connection_is_an_error_within_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, *[refused_connection()] * 70)
    with pytest.raises(svc_client.NetworkError, match=r"print\.example:https .*Connection refused"):
        script.price()
    assert sum(script.pauses) == 119.75


def test_retries_of_the_caller_bound_refused_connections_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(monkeypatch, *[refused_connection()] * 8, retries=7)
    with pytest.raises(svc_client.NetworkError):
        script.submit()
    assert script.pauses == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0]


def test_pauses_double_and_end_with_the_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, *[LOST] * 9, retries=8)
    with pytest.raises(svc_client.NetworkError):
        script.price()
    assert script.pauses == [0.25, 0.5, 1, 2, 4, 8, 15, 15]


def test_no_wait_goes_beyond_the_time_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, refusal(429, retry_after="1911"), timeout=60.0)
    with pytest.raises(svc_client.Refused) as caught:
        script.price()
    assert (caught.value.retry_after, script.pauses) == (1911, [])


def test_each_attempt_has_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(monkeypatch, refusal(429, retry_after="19"), created(), timeout=30.0)
    script.submit()
    # 30 s, minus 19 s and the first pause of 0.25 s; connecting never takes more than 10 s.
    timeouts = script.requests[1].extensions["timeout"]
    assert (timeouts["read"], timeouts["connect"]) == (10.75, 10.0)


def test_a_body_that_ends_early_is_a_lost_response(monkeypatch: pytest.MonkeyPatch) -> None:
    json = {"content-type": "application/json"}
    half = httpx.Response(201, content=b'{"code":"SVC-7K', headers=json)
    assert Script(monkeypatch, half, created()).submit().code == "SVC-7KQ2ZM"


def test_status_and_error_words_of_a_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"error": "no_credits", "message": "This costs 2 credits.", "creditsRequired": 2}
    script = Script(monkeypatch, httpx.Response(403, json=body))
    with pytest.raises(svc_client.Refused, match="This costs 2 credits") as caught:
        script.generate()
    assert caught.value.body == body


@pytest.mark.parametrize(
    ("retry", "share", "seconds"), [(0, 1.0, 0.25), (1, 0.5, 0.25), (3, 1.0, 2.0), (20, 1.0, 15.0)]
)
def test_backoff(retry: int, share: float, seconds: float) -> None:
    assert backoff(retry, share) == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7), ("0", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 0), ("soon", None), (None, None)],
)
def test_retry_after(value: str | None, seconds: int | None) -> None:
    headers = {} if value is None else {"retry-after": value}
    assert retry_after_of(httpx.Response(429, headers=headers)) == seconds


@pytest.mark.parametrize("make", [lambda: svc_client.Client("https://x.example", "secret")])
def test_a_key_of_another_form_is_refused_without_being_shown(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="svc_live_") as caught:
        make()
    assert "secret" not in str(caught.value).replace("svc_client", "")


def test_a_service_of_another_version_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    own = svc_client.__version__
    script = Script(monkeypatch, read_by(own), read_by("next"), read_by("9.0.0"), read_by("9.0.0"))
    for _ in range(4):
        assert script.submit().code == "SVC-7KQ2ZM"
    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        (
            "svc_client",
            f"svc-client {own} is not the version of https://print.example, 9.0.0. Install that one: "
            "pip install https://print.example/clients/svc_client-9.0.0-py3-none-any.whl",
        )
    ]
    assert script.requests[0].headers["user-agent"] == f"svc-client-python/{own}"
