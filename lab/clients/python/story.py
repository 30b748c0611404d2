"""A buyer's task as a model would perform it. It sees only what a framework passes to its model.

`errand` is a generator: it yields (tool, arguments), is sent the text of the result, and returns what it tells the buyer. Fields that
reach the model without text are sent as JSON.
"""

import json
import os
import re
import time

URL = os.environ["MCP_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["MCP_KEY"]}
LINK = os.environ.get("MODEL_LINK", "")
EMAIL = "ada@example.com"

ADDRESS = {
    "recipient_name": "Ada Example",
    "email": EMAIL,
    "street1": "1 Main Street",
    "city": "Springfield",
    "state": "IL",
    "zip": "62701",
    "country": "US",
}


def fields_of(text):
    """Return the JSON block after the sentence."""
    for line in reversed(text.splitlines()):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    raise ValueError("no JSON in: " + text)


def total_of(text):
    """Return the price in the sentence."""
    found = re.search(r"comes? to \$([0-9.]+)", text)
    return None if found is None else float(found[1])


def errand():
    rates = fields_of((yield "list_materials", {}))
    yield "check_printability", {"model_url": LINK}
    material = min(rates["materials"], key=lambda one: one["price_per_gram"])["material"]
    color = rates["stock_colors"][0]["name"]

    job = fields_of((yield "generate_model", {"prompt": "a small vase", "confirm": True}))
    while True:
        model = fields_of((yield "get_generation", {"job_id": job["job_id"]}))
        if model["status"] in ("done", "error"):
            break
        time.sleep(0.2)
    generated = yield "quote_print", {"model_url": model["model_url"], "color": color}

    linked = yield "quote_print", {"model_url": LINK, "material": material, "color": color}
    quote = fields_of(linked)
    # The sentence, when the model sees one, and the JSON contain the same offer.
    if total_of(linked) not in (None, quote["price"]["total"]):
        raise ValueError("two prices in: " + linked)
    if fields_of(generated)["quote_id"] == quote["quote_id"]:
        raise ValueError("one quote for two models")

    order = {"quote_id": quote["quote_id"], "confirm": True, **ADDRESS}
    yield "create_print_order", order

    # As after an unconfirmed call: the order is found by its quote alone.
    listed = fields_of((yield "list_my_orders", {}))
    mine = [one for one in listed["orders"] if one["quote_id"] == quote["quote_id"]]
    code = mine[0]["order_code"]
    read = fields_of((yield "get_order", {"code": code}))
    tracked = fields_of((yield "track_order", {"order_code": code, "email": EMAIL}))
    return json.dumps(
        {
            "order_code": code,
            "paid": read["paid"],
            "amount": read["amount"],
            "material": read["material"],
            "color": read["color"],
            "stage": tracked["stage"],
        }
    )


def question():
    """Make one call, and report its result to the buyer."""
    return (yield "list_materials", {})


class Script:
    """Steps of a task: `next` takes the last result's text (None at first) and returns (tool, arguments) or a str."""

    def __init__(self, steps):
        self.steps = steps

    def next(self, text):
        try:
            return next(self.steps) if text is None else self.steps.send(text)
        except StopIteration as ended:
            return ended.value


def script(name):
    return Script(errand() if name == "story" else question())


class Seen:
    """The part of each tool's last result that reached the model."""

    def __init__(self):
        self.tools = {}

    def note(self, tool, text, fields=None, images=0):
        lines = [line for line in text.splitlines() if line.strip()]
        self.tools[tool] = {
            "sentence": any(not is_object(line) for line in lines),
            "json": any(is_object(line) for line in lines),
            "fields": fields is not None,
            "images": images,
        }


def is_object(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def blocks_of(content):
    """Return the text and the number of pictures of an MCP result."""
    texts = [block.text for block in content if block.type == "text"]
    return "\n".join(texts), sum(block.type == "image" for block in content)


async def run_client(name, call):
    """Run the task with a client that is no framework. `call` returns content blocks and fields; the host chooses what the model gets."""
    steps, seen, text = script(name), Seen(), None
    while True:
        step = steps.next(text)
        if isinstance(step, str):
            return {"said": step, "seen": seen.tools}
        tool, arguments = step
        content, fields = await call(tool, arguments)
        text, images = blocks_of(content)
        seen.note(tool, text, fields, images)
