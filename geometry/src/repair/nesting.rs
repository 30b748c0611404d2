//! Finds which shell lies inside which: bounding boxes first (a sweep along one
//! axis), then ray parity of one point against the triangles of the outer
//! shell. It is computed only when a shell has negative volume, so ordinary
//! files are not affected.
//!
//! The parent of a shell is the smallest shell that encloses it, because
//! surfaces that do not cross nest like their boxes. A list of all ancestors
//! would take quadratic memory.

use crate::mesh::{Bounds, Mesh};
use crate::shells::{Shell, Shells, sweep_axis};
use crate::vector::Vec3;

/// Limits on the cost of nesting.
#[derive(Debug, Clone, Copy)]
pub struct NestingBudget {
    /// Number of box comparisons.
    pub comparisons: u64,
    /// Number of pairs of nested boxes, 8 bytes each.
    pub pairs: usize,
    /// Number of tests of a point against a triangle.
    pub tests: u64,
}

impl Default for NestingBudget {
    /// Returns limits of 0.3 s, 32 MB and 0.5 s. A part of 1 M triangles with
    /// 1000 cavities needs about 10 M tests.
    fn default() -> NestingBudget {
        NestingBudget {
            comparisons: 50_000_000,
            pairs: 4_000_000,
            tests: 100_000_000,
        }
    }
}

/// The shells as a forest.
pub struct Nest {
    /// Innermost shell around each shell.
    pub parent: Vec<Option<u32>>,
    /// Order in which every shell follows its parent.
    pub outermost_first: Vec<u32>,
    /// False when a budget was spent. Some shells may then lack their parent.
    pub complete: bool,
}

/// Finds the parent of every shell.
pub fn nest(mesh: &Mesh, shells: &Shells, mut budget: NestingBudget) -> Nest {
    let mut outermost_first: Vec<u32> = (0..shells.all.len() as u32).collect();
    let size = |shell: u32| {
        shells.all.get(shell as usize).map_or(0.0, |s| s.bounds.volume())
    };
    outermost_first
        .sort_by(|&a, &b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
    let mut rank = vec![0u32; shells.all.len()];
    for (&shell, position) in outermost_first.iter().zip(0..) {
        if let Some(slot) = rank.get_mut(shell as usize) {
            *slot = position;
        }
    }
    let (pairs, mut complete) = box_pairs(&shells.all, &rank, budget);
    let points = sample_points(mesh, shells);
    let triangles = by_shell(mesh, shells);
    let mut parent: Vec<Option<u32>> = vec![None; shells.all.len()];
    for group in pairs.chunk_by(|a, b| a.0 == b.0) {
        crate::checkpoint();
        let Some(&(outer, _)) = group.first() else { continue };
        let inner = group.iter().filter_map(|&(_, inner)| {
            Some((*points.get(inner as usize)?, inner))
        });
        let own = triangles.of(outer);
        let Some(inside) =
            enclosed(mesh, own, inner.collect(), &mut budget.tests)
        else {
            complete = false;
            break;
        };
        for shell in inside {
            if let Some(slot) = parent.get_mut(shell as usize)
                && slot.is_none_or(|now| {
                    rank.get(now as usize) < rank.get(outer as usize)
                })
            {
                *slot = Some(outer);
            }
        }
    }
    Nest { parent, outermost_first, complete }
}

/// Returns one point of each shell: the first corner of its first triangle.
pub fn sample_points(mesh: &Mesh, shells: &Shells) -> Vec<Vec3> {
    let mut points = vec![None; shells.all.len()];
    for (&[a, ..], &shell) in mesh.triangles.iter().zip(&shells.of_triangle) {
        if let Some(slot) = points.get_mut(shell as usize) {
            slot.get_or_insert(mesh.at(a));
        }
    }
    points.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns sorted pairs (outer, inner) in which the box of one shell contains
/// that of another of higher rank, and whether the list is complete.
fn box_pairs(
    all: &[Shell],
    rank: &[u32],
    mut budget: NestingBudget,
) -> (Vec<(u32, u32)>, bool) {
    let axis = sweep_axis(all);
    let from = |s: &Shell| s.bounds.min.get(axis).copied().unwrap_or(0.0);
    let to = |s: &Shell| s.bounds.max.get(axis).copied().unwrap_or(0.0);
    let mut order: Vec<(u32, &Shell)> = (0u32..).zip(all).collect();
    order.sort_by(|(_, a), (_, b)| from(a).total_cmp(&from(b)));
    let mut pairs = Vec::new();
    let mut rest = order.as_slice();
    while let Some((&(a, first), later)) = rest.split_first() {
        rest = later;
        for &(b, second) in later {
            if from(second) > to(first) {
                break;
            }
            if budget.comparisons == 0 || pairs.len() == budget.pairs {
                pairs.sort_unstable();
                return (pairs, false);
            }
            budget.comparisons -= 1;
            let forward = rank.get(a as usize) < rank.get(b as usize);
            let ((x, outer), (y, inner)) = if forward {
                ((a, first), (b, second))
            } else {
                ((b, second), (a, first))
            };
            if outer.bounds.contains(&inner.bounds) {
                pairs.push((x, y));
            }
        }
    }
    pairs.sort_unstable();
    (pairs, true)
}

/// Triangles grouped by shell.
struct ByShell {
    starts: Vec<usize>,
    triangles: Vec<[u32; 3]>,
}

impl ByShell {
    fn of(&self, shell: u32) -> &[[u32; 3]] {
        let shell = shell as usize;
        match (self.starts.get(shell), self.starts.get(shell + 1)) {
            (Some(&from), Some(&to)) => {
                self.triangles.get(from..to).unwrap_or(&[])
            }
            _ => &[],
        }
    }
}

fn by_shell(mesh: &Mesh, shells: &Shells) -> ByShell {
    let mut order: Vec<(u32, [u32; 3])> = shells
        .of_triangle
        .iter()
        .copied()
        .zip(mesh.triangles.iter().copied())
        .collect();
    order.sort_by_key(|&(shell, _)| shell);
    let mut starts = vec![0; shells.all.len() + 1];
    for &(shell, _) in &order {
        if let Some(count) = starts.get_mut(shell as usize + 1) {
            *count += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += *start;
        *start = total;
    }
    let triangles = order.into_iter().map(|(_, corners)| corners).collect();
    ByShell { starts, triangles }
}

/// Returns which points are inside a closed surface: an upward ray from such a
/// point crosses the surface an odd number of times. `above` assigns each edge
/// to one side, the same for both triangles, so a ray through an edge counts
/// once. Returns `None` when the budget is spent.
pub fn enclosed(
    mesh: &Mesh,
    triangles: &[[u32; 3]],
    mut points: Vec<(Vec3, u32)>,
    budget: &mut u64,
) -> Option<Vec<u32>> {
    let x = |&([x, _, _], _): &(Vec3, u32)| x;
    points.sort_by(|a, b| x(a).total_cmp(&x(b)).then(a.1.cmp(&b.1)));
    let mut odd = vec![false; points.len()];
    for &corners in triangles {
        let corners = mesh.corners(corners);
        let [[ax, ..], [bx, ..], [cx, ..]] = corners;
        let (low, high) = (ax.min(bx).min(cx), ax.max(bx).max(cx));
        let first = points.partition_point(|p| x(p) < low);
        let near = points.iter().zip(&mut odd).skip(first);
        *budget = budget.checked_sub(1)?;
        for ((point, _), odd) in near.take_while(|(p, _)| x(p) <= high) {
            *budget = budget.checked_sub(1)?;
            *odd ^= above(corners, *point);
        }
    }
    let inside = points.into_iter().zip(odd).filter(|&(_, odd)| odd);
    Some(inside.map(|((_, shell), _)| shell).collect())
}

/// Returns whether the triangle is vertically above the point.
fn above(corners: [Vec3; 3], [px, py, pz]: Vec3) -> bool {
    let [a, b, c] = corners;
    let crosses = |[ax, ay, _]: Vec3, [bx, by, _]: Vec3| {
        if (ay > py) == (by > py) {
            return false;
        }
        // Ordering the ends gives the same arithmetic in both directions of the
        // edge.
        let ((lx, ly), (hx, hy)) =
            if ay < by { ((ax, ay), (bx, by)) } else { ((bx, by), (ax, ay)) };
        px < lx + (py - ly) / (hy - ly) * (hx - lx)
    };
    let hit = crosses(a, b) ^ crosses(b, c) ^ crosses(c, a);
    if !hit {
        return false;
    }
    let [nx, ny, nz] = crate::vector::normal(corners);
    let [ax, ay, az] = a;
    nz != 0.0 && az - (nx * (px - ax) + ny * (py - ay)) / nz > pz
}

impl Bounds {
    /// Returns the product of the three sides.
    fn volume(&self) -> f64 {
        let [x, y, z] = self.size();
        x * y * z
    }

    /// Returns whether this box contains the other.
    fn contains(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.min).all(|(a, b)| a <= b);
        low && self.max.iter().zip(&other.max).all(|(a, b)| a >= b)
    }
}

#[cfg(test)]
mod tests;
