"""Computes volumes with trimesh, for peer-volumes.ts. Reads and prints one JSON line per model.

Input: {"path": FILE, "mmPerUnit": NUMBER, "stl": FILE}. Writes the surface to `stl` as binary STL in mm.
Output: {"volumeMm3": NUMBER, "closed": BOOLEAN}, or {"problem": TEXT}. `closed`: whether every edge has two triangles, in opposite directions.
"""

import json
import sys

import trimesh


def measure(request):
    loaded = trimesh.load(request["path"])
    mesh = loaded.to_mesh() if isinstance(loaded, trimesh.Scene) else loaded
    if not isinstance(mesh, trimesh.Trimesh) or len(mesh.faces) == 0:
        return {"problem": "no triangles"}
    mesh.apply_scale(request["mmPerUnit"])
    mesh.merge_vertices(merge_tex=True, merge_norm=True)
    mesh.export(request["stl"], file_type="stl")
    closed = bool(mesh.is_watertight and mesh.is_winding_consistent)
    return {"volumeMm3": float(mesh.volume), "closed": closed}


for line in sys.stdin:
    try:
        answer = measure(json.loads(line))
    except Exception as error:  # The readers of the library raise different exceptions.
        answer = {"problem": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(answer), flush=True)
