//! Which shell lies inside which: boxes first (a sweep along x), then ray
//! parity of one point against the outer shell's triangles. Only asked when a
//! shell has negative volume, so ordinary files never pay for it.

use crate::mesh::{Bounds, Mesh};
use crate::repair::shells::{Shell, Shells};
use crate::vector::Vec3;

/// Box comparisons and triangle tests at most; beyond that the rest counts as
/// not nested. 1.1 M triangles with 40 cavities need 45 M.
const BUDGET: u64 = 400_000_000;

/// The forest of shells.
pub struct Nest {
    /// Innermost shell around each one.
    pub parent: Vec<Option<u32>>,
    /// Every shell after its parent.
    pub outermost_first: Vec<u32>,
}

/// Finds the parent of every shell.
pub fn nest(mesh: &Mesh, shells: &Shells) -> Nest {
    let mut budget = BUDGET;
    let points = sample_points(mesh, shells);
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); shells.all.len()];
    let candidates = box_pairs(&shells.all, &mut budget);
    let groups = candidates.chunk_by(|a, b| a.0 == b.0);
    let triangles = by_shell(mesh, shells);
    for group in groups {
        let Some(&(outer, _)) = group.first() else { continue };
        let own = triangles.of(outer);
        let cost = (own.len() as u64).saturating_mul(group.len() as u64);
        let Some(left) = budget.checked_sub(cost) else { continue };
        budget = left;
        for &(_, inner) in group {
            let Some(&point) = points.get(inner as usize) else { continue };
            if encloses(mesh, own, point)
                && let Some(list) = inside.get_mut(inner as usize)
            {
                list.push(outer);
            }
        }
    }
    let depth = |shell: u32| inside.get(shell as usize).map_or(0, Vec::len);
    let mut outermost_first: Vec<u32> = (0..shells.all.len() as u32).collect();
    outermost_first.sort_by_key(|&shell| depth(shell));
    let parent = inside
        .iter()
        .map(|around| around.iter().copied().max_by_key(|&s| depth(s)))
        .collect();
    Nest { parent, outermost_first }
}

/// One point of each shell: the first corner of its first triangle.
fn sample_points(mesh: &Mesh, shells: &Shells) -> Vec<Vec3> {
    let mut points = vec![None; shells.all.len()];
    for (&[a, ..], &shell) in mesh.triangles.iter().zip(&shells.of_triangle) {
        if let Some(slot) = points.get_mut(shell as usize) {
            slot.get_or_insert(mesh.at(a));
        }
    }
    points.into_iter().map(Option::unwrap_or_default).collect()
}

/// Pairs (outer, inner) where one shell's box holds the other's, sorted.
fn box_pairs(all: &[Shell], budget: &mut u64) -> Vec<(u32, u32)> {
    let mut order: Vec<(u32, &Shell)> = (0u32..).zip(all).collect();
    order.sort_by(|(_, a), (_, b)| {
        let [ax, ..] = a.bounds.min;
        let [bx, ..] = b.bounds.min;
        ax.total_cmp(&bx)
    });
    let mut pairs = Vec::new();
    let mut rest = order.as_slice();
    while let Some((&(a, first), later)) = rest.split_first() {
        rest = later;
        let [end, ..] = first.bounds.max;
        for &(b, second) in later {
            let [start, ..] = second.bounds.min;
            if start > end || *budget == 0 {
                break;
            }
            *budget -= 1;
            if first.bounds.holds(&second.bounds) {
                pairs.push((a, b));
            } else if second.bounds.holds(&first.bounds) {
                pairs.push((b, a));
            }
        }
    }
    pairs.sort_unstable();
    pairs
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

/// Whether a ray upwards from the point crosses the triangles an odd number
/// of times. Edges belong to the side where the comparison below says so, for
/// both triangles alike, so a ray through an edge counts once.
fn encloses(mesh: &Mesh, triangles: &[[u32; 3]], point: Vec3) -> bool {
    let mut odd = false;
    for &corners in triangles {
        odd ^= above(mesh.corners(corners), point);
    }
    odd
}

/// Whether the triangle is straight above the point.
fn above(corners: [Vec3; 3], [px, py, pz]: Vec3) -> bool {
    let [a, b, c] = corners;
    let crosses = |[ax, ay, _]: Vec3, [bx, by, _]: Vec3| {
        if (ay > py) == (by > py) {
            return false;
        }
        // The same arithmetic whichever way the edge is run.
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
    /// Whether the other box lies within this one.
    pub fn holds(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.min).all(|(a, b)| a <= b);
        low && self.max.iter().zip(&other.max).all(|(a, b)| a >= b)
    }
}
