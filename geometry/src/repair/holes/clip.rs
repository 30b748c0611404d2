//! Ear clipping of a large ring in its best-fit plane. The time is quadratic in
//! the size of the ring, so a step budget limits hostile input.

use crate::mesh::Mesh;
use crate::vector::{Vec3, add, cross};

/// Triangulates the ring. Returns `None` when the budget is spent or no ear is
/// left (because the ring crosses itself in the plane).
pub fn triangulate(
    mesh: &Mesh,
    ring: &[u32],
    steps: &mut u64,
) -> Option<Vec<[u32; 3]>> {
    let flat = project(mesh, ring);
    let n = ring.len();
    let mut next: Vec<usize> = (1..n).chain([0]).collect();
    let mut previous: Vec<usize> =
        std::iter::once(n - 1).chain(0..n - 1).collect();
    let mut triangles = Vec::with_capacity(n - 2);
    let (mut left, mut here, mut tried) = (n, 0, 0);
    while left > 3 {
        let (before, after) = (*previous.get(here)?, *next.get(here)?);
        let corners = [before, here, after];
        if is_ear(&flat, corners, &next, steps)? {
            triangles.push(pick(ring, corners)?);
            *next.get_mut(before)? = after;
            *previous.get_mut(after)? = before;
            left -= 1;
            tried = 0;
            // Skip one corner: clipping around the ring gives rounder
            // triangles.
            here = *next.get(after)?;
        } else {
            tried += 1;
            if tried > left {
                return None;
            }
            here = after;
        }
    }
    let (before, after) = (*previous.get(here)?, *next.get(here)?);
    triangles.push(pick(ring, [before, here, after])?);
    Some(triangles)
}

fn pick(ring: &[u32], [a, b, c]: [usize; 3]) -> Option<[u32; 3]> {
    Some([*ring.get(a)?, *ring.get(b)?, *ring.get(c)?])
}

/// Returns whether the corner is convex and its triangle contains no other
/// corner.
fn is_ear(
    flat: &[[f64; 2]],
    [a, b, c]: [usize; 3],
    next: &[usize],
    steps: &mut u64,
) -> Option<bool> {
    // Corners that are not ears are charged too, because testing them also
    // takes time.
    *steps = steps.checked_sub(1)?;
    let at = |i: usize| flat.get(i).copied();
    let (pa, pb, pc) = (at(a)?, at(b)?, at(c)?);
    if turn(pa, pb, pc) <= 0.0 {
        return Some(false);
    }
    let mut other = *next.get(c)?;
    while other != a {
        *steps = steps.checked_sub(1)?;
        let p = at(other)?;
        let inside = turn(pa, pb, p) >= 0.0
            && turn(pb, pc, p) >= 0.0
            && turn(pc, pa, p) >= 0.0;
        if inside && p != pa && p != pb && p != pc {
            return Some(false);
        }
        other = *next.get(other)?;
    }
    Some(true)
}

/// Returns twice the signed area of a flat triangle.
fn turn([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Projects the ring along its area vector (Newell), counterclockwise.
fn project(mesh: &Mesh, ring: &[u32]) -> Vec<[f64; 2]> {
    let origin = ring.first().map(|&v| mesh.at(v)).unwrap_or_default();
    let points: Vec<Vec3> =
        ring.iter().map(|&v| crate::vector::sub(mesh.at(v), origin)).collect();
    let mut area = [0.0; 3];
    for pair in points.windows(2) {
        if let &[a, b] = pair {
            area = add(area, cross(a, b));
        }
    }
    let [nx, ny, nz] = area;
    // Dropping the largest component keeps the orientation of the ring and
    // needs no trigonometry.
    let (ax, ay, az) = (nx.abs(), ny.abs(), nz.abs());
    let flatten = |[x, y, z]: Vec3| {
        if az >= ax && az >= ay {
            if nz >= 0.0 { [x, y] } else { [y, x] }
        } else if ay >= ax {
            if ny >= 0.0 { [z, x] } else { [x, z] }
        } else if nx >= 0.0 {
            [y, z]
        } else {
            [z, y]
        }
    };
    points.into_iter().map(flatten).collect()
}
