"""Packs parts into a strip with spyrrow. Reads {depth, gap, seconds, seed, parts: [{id, outline, copies}]} and prints the strip length.

spyrrow also keeps the gap to the sides of the strip (two squares of 10 with gaps of 6 take 38). This gap is subtracted.
"""

import json
import sys

import spyrrow

job = json.load(sys.stdin)
items = [
    spyrrow.Item(part["id"], [tuple(point) for point in part["outline"]], part["copies"], [0, 90, 180, 270])
    for part in job["parts"]
]
config = spyrrow.StripPackingConfig(
    early_termination=False,
    total_computation_time=job["seconds"],
    min_items_separation=job["gap"],
    num_workers=1,
    seed=job["seed"],
)
solution = spyrrow.StripPackingInstance("strip", job["depth"] + 2 * job["gap"], items).solve(config)
print(json.dumps({"length": solution.width - 2 * job["gap"], "placed": len(solution.placed_items)}))
