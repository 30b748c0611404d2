//! Which cavities touch or cross another shell, or cross themselves. A cavity
//! that does neither lies in its parent as a whole, apart from all others, so
//! its volume can be subtracted. For any other cavity that is uncertain.
//!
//! Tests every triangle of a cavity against a tree of boxes over all triangles
//! near cavities, then looks for a separating axis for each pair of triangles
//! whose boxes meet. Rounding errs towards "touches", except for gaps of the
//! last bits.

use crate::mesh::{Bounds, Mesh};
use crate::repair::shells::Shells;
use crate::vector::{Vec3, cross, dot, sub};

/// Children of a node, and triangles of a leaf.
const FAN: usize = 4;
/// Cost of a pair of triangles, in node visits.
const PAIR: u64 = 16;
/// Cells along each axis for sorting triangles in space.
const CELLS: f64 = 1024.0;

/// A triangle near a cavity.
struct Item {
    code: u32,
    shell: u32,
    corners: [u32; 3],
    bounds: Bounds,
}

/// Marks doubtful shells, testing `cavities` only. `None` when the budget of
/// box and triangle pairs ran out.
pub fn crossing(
    mesh: &Mesh,
    shells: &Shells,
    cavities: &[bool],
    mut budget: u64,
) -> Option<Vec<bool>> {
    let items = near_cavities(mesh, shells, cavities);
    let levels = levels(&items);
    let mut doubtful = vec![false; shells.all.len()];
    let is = |marks: &[bool], shell: u32| {
        marks.get(shell as usize).copied().unwrap_or(false)
    };
    let mut stack = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if index % 4096 == 0 {
            crate::checkpoint();
        }
        if !is(cavities, item.shell) || is(&doubtful, item.shell) {
            continue;
        }
        stack.clear();
        stack.push((levels.len(), 0));
        while let Some((level, at)) = stack.pop() {
            budget = budget.checked_sub(1)?;
            let children = at * FAN..(at + 1) * FAN;
            let Some(level) = level.checked_sub(1) else {
                let from = children.start;
                let near = items.iter().enumerate().skip(from).take(FAN);
                // Pairs within a shell occur twice; testing one is enough.
                let near = near.filter(|&(other, near)| {
                    (near.shell != item.shell || other > index)
                        && near.bounds.meets(&item.bounds)
                });
                for (_, near) in near {
                    budget = budget.checked_sub(PAIR)?;
                    if !touch(mesh, item, near) {
                        continue;
                    }
                    for shell in [item.shell, near.shell] {
                        if let Some(slot) = doubtful.get_mut(shell as usize) {
                            *slot = true;
                        }
                    }
                }
                continue;
            };
            let Some(boxes) = levels.get(level) else { continue };
            let boxes = boxes.iter().enumerate().skip(children.start).take(FAN);
            stack.extend(
                boxes
                    .filter(|(_, bounds)| bounds.meets(&item.bounds))
                    .map(|(child, _)| (level, child)),
            );
        }
    }
    Some(doubtful)
}

/// Triangles whose box meets the box of all cavities, sorted so that neighbors
/// in the list are neighbors in space.
fn near_cavities(mesh: &Mesh, shells: &Shells, cavities: &[bool]) -> Vec<Item> {
    let mut region = Bounds::EMPTY;
    for (shell, _) in shells.all.iter().zip(cavities).filter(|(_, c)| **c) {
        region.include(shell.bounds.min);
        region.include(shell.bounds.max);
    }
    let cell = region.longest().max(f64::MIN_POSITIVE) / CELLS;
    let code = |bounds: &Bounds| {
        let [x, y, z] = sub(bounds.center(), region.min)
            .map(|v| spread((v / cell).clamp(0.0, CELLS - 1.0) as u32));
        x | y << 1 | z << 2
    };
    let mut items: Vec<Item> = mesh
        .triangles
        .iter()
        .zip(&shells.of_triangle)
        .filter_map(|(&corners, &shell)| {
            let mut bounds = Bounds::EMPTY;
            for corner in mesh.corners(corners) {
                bounds.include(corner);
            }
            bounds.meets(&region).then(|| {
                let code = code(&bounds);
                Item { code, shell, corners, bounds }
            })
        })
        .collect();
    items.sort_by_key(|item| item.code);
    items
}

/// Spreads the ten low bits, two zeros between each.
fn spread(value: u32) -> u32 {
    let value = (value | value << 16) & 0x0300_00ff;
    let value = (value | value << 8) & 0x0300_f00f;
    let value = (value | value << 4) & 0x030c_30c3;
    (value | value << 2) & 0x0924_9249
}

/// Boxes of each `FAN` items, then of each `FAN` of those, up to a single box.
fn levels(items: &[Item]) -> Vec<Vec<Bounds>> {
    let mut levels: Vec<Vec<Bounds>> = Vec::new();
    let mut last: Vec<Bounds> = items.iter().map(|item| item.bounds).collect();
    while last.len() > FAN || (levels.is_empty() && !last.is_empty()) {
        last = last.chunks(FAN).map(around).collect();
        levels.push(last.clone());
    }
    levels
}

fn around(boxes: &[Bounds]) -> Bounds {
    let mut whole = Bounds::EMPTY;
    for bounds in boxes {
        whole.include(bounds.min);
        whole.include(bounds.max);
    }
    whole
}

/// Whether two triangles have a point in common, other than the corner or edge
/// that they share within a shell.
fn touch(mesh: &Mesh, one: &Item, other: &Item) -> bool {
    let (a, b) = (mesh.corners(one.corners), mesh.corners(other.corners));
    if one.shell != other.shell {
        return !separated(a, b);
    }
    let mut shared =
        one.corners.into_iter().filter(|c| other.corners.contains(c));
    match (shared.next(), shared.next()) {
        (None, _) => !separated(a, b),
        // If they share more than the corner, the rest reaches the opposite
        // side.
        (Some(corner), None) => {
            !separated(opposite(mesh, one.corners, corner), b)
                || !separated(a, opposite(mesh, other.corners, corner))
        }
        _ => false,
    }
}

/// The side opposite a corner, as a triangle of zero area.
fn opposite(mesh: &Mesh, corners: [u32; 3], corner: u32) -> [Vec3; 3] {
    let [a, b, c] = corners;
    let (from, to) = match corner {
        corner if corner == a => (b, c),
        corner if corner == b => (c, a),
        _ => (a, b),
    };
    mesh.corners([from, to, to])
}

/// Whether a plane separates the triangles: those of the triangles, those
/// along a side of each, and those perpendicular to a triangle along a side.
fn separated(one: [Vec3; 3], other: [Vec3; 3]) -> bool {
    let [origin, ..] = one;
    let one = one.map(|p| sub(p, origin));
    let other = other.map(|p| sub(p, origin));
    let between = |axis: Vec3| {
        let [a, b, c] = one.map(|p| dot(axis, p));
        let [d, e, f] = other.map(|p| dot(axis, p));
        a.max(b).max(c) < d.min(e).min(f) || d.max(e).max(f) < a.min(b).min(c)
    };
    let (first, second) = (sides(one), sides(other));
    let normal = |[a, b, _]: [Vec3; 3]| cross(a, b);
    let normals = [normal(first), normal(second)];
    let of_both = || first.into_iter().chain(second);
    normals.into_iter().any(between)
        || first.iter().any(|&a| second.iter().any(|&b| between(cross(a, b))))
        || normals
            .iter()
            .any(|&n| of_both().any(|side| between(cross(n, side))))
}

fn sides([a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    [sub(b, a), sub(c, b), sub(a, c)]
}

impl Bounds {
    /// Whether the boxes have a point in common.
    fn meets(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.max).all(|(a, b)| a <= b);
        low && other.min.iter().zip(&self.max).all(|(a, b)| a <= b)
    }
}

#[cfg(test)]
mod tests;
