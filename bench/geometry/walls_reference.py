"""Measures wall thickness with two independent methods, for bench/geometry/walls.ts.

Reads lines of JSON {"stl": path, "points": [[x, y, z, nx, ny, nz], ...]} and prints one line for each: {"ball": [...], "ray": [...]}.

ball  the smallest ball |q - p|^2 / ((p - q) . n) over points q that are spread densely over the opposite surface; a full
      search in numpy, without hierarchy and steps
ray   distance to the first surface in the inward direction: trimesh.proximity.thickness(method='ray')
"""

import json
import sys

import numpy as np
import trimesh

MOST = 10.0
POINTS = 60_000


def ball(mesh, points, normals):
    # Evenly by area, because the surface is closed and consistently wound.
    q, face = trimesh.sample.sample_surface(mesh, POINTS, seed=1)
    centers = mesh.triangles_center
    q = np.vstack([q, centers])
    facing = np.vstack([mesh.face_normals[face], mesh.face_normals])
    found = np.full(len(points), np.inf)
    for i, (p, n) in enumerate(zip(points, normals)):
        opposite = facing @ n <= -0.5
        across = p - q[opposite]
        depth = across @ n
        near = depth > 1e-3
        if near.any():
            d = (across[near] ** 2).sum(1) / depth[near]
            found[i] = d.min()
    return found


def ray(mesh, points, normals):
    inside = points - 1e-4 * normals
    found = np.full(len(points), np.inf)
    at, index, _ = mesh.ray.intersects_location(inside, -normals, multiple_hits=False)
    found[index] = np.linalg.norm(at - points[index], axis=1)
    return found


def main():
    for line in sys.stdin:
        job = json.loads(line)
        mesh = trimesh.load(job["stl"], force="mesh", process=True)
        data = np.array(job["points"])
        points, normals = data[:, :3], data[:, 3:]
        result = {"ball": ball(mesh, points, normals), "ray": ray(mesh, points, normals)}
        print(json.dumps({k: [round(float(v), 5) if v < MOST else None for v in a] for k, a in result.items()}), flush=True)


main()
