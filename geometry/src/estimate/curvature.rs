//! Time lost at the bends of each layer's outline: printers slow down
//! before a bend and speed up after it. An edge of the mesh is a corner of
//! every outline that crosses it. Therefore one pass over the edges is enough:
//! each edge is added at the first layer it crosses and subtracted after the
//! last.

use serde::Serialize;

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::normal;

/// Speeds at which the loss is computed, mm/s. The loss is almost linear in the
/// speed.
const FAST: f64 = 150.0;
const SLOW: f64 = 50.0;

/// Acceleration of walls, mm/s2.
const ACCELERATION: f64 = 5000.0;
/// Largest change of speed along an axis that needs no deceleration, mm/s.
pub const JERK: f64 = 9.0;
/// The slicer removes points that are closer than this to the line between
/// their neighbors, mm.
const TOLERANCE: f64 = 0.025;

/// Seconds lost along one line around a layer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Bends {
    pub fast: f64,
    pub slow: f64,
}

impl Bends {
    /// Returns the seconds lost at a speed in mm/s.
    pub fn at(&self, speed: f64) -> f64 {
        let slope = (self.fast - self.slow) / (FAST - SLOW);
        (self.slow + slope * (speed - SLOW)).max(0.0)
    }
}

/// A triangle, as part of the outlines that cross it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Side {
    /// Horizontal direction of the normal or of the outline.
    pub direction: [f64; 2],
    /// Mean length of the triangle's cuts, mm.
    pub length: f64,
}

/// Returns the bends of each layer.
pub fn bends(
    mesh: &Mesh,
    topology: &Topology,
    levels: &[u32],
    cuts: usize,
) -> Vec<Bends> {
    let sides: Vec<Side> =
        mesh.triangles.iter().map(|&t| side(mesh.corners(t))).collect();
    let mut changes = vec![Bends::default(); cuts + 1];
    topology.each_edge(|low, high, uses| {
        let &[first, second] = uses else { return };
        let level = |vertex: u32| levels.get(vertex as usize).copied();
        let (Some(a), Some(b)) = (level(low), level(high)) else { return };
        if a == b {
            return;
        }
        let of = |entry| sides.get(unpack(entry).triangle() as usize);
        let (Some(one), Some(other)) = (of(first), of(second)) else { return };
        let Some(bend) = bend(one, other) else { return };
        if let Some(change) = changes.get_mut(a.min(b) as usize) {
            change.fast += bend.fast;
            change.slow += bend.slow;
        }
        if let Some(change) = changes.get_mut(a.max(b) as usize) {
            change.fast -= bend.fast;
            change.slow -= bend.slow;
        }
    });
    let mut sum = Bends::default();
    for change in &mut changes {
        sum.fast += change.fast;
        sum.slow += change.slow;
        *change = Bends { fast: sum.fast.max(0.0), slow: sum.slow.max(0.0) };
    }
    changes.truncate(cuts);
    changes
}

/// Returns the loss at the edge between two triangles.
#[inline]
pub fn bend(one: &Side, other: &Side) -> Option<Bends> {
    let x = (one.direction[0] - other.direction[0]).abs();
    let y = (one.direction[1] - other.direction[1]).abs();
    // The limit applies to each axis separately.
    let turn = if x > y { x } else { y };
    if turn < 1e-4 {
        return None;
    }
    // Most outlines cross two triangles between bends.
    let length = one.length + other.length;
    // The slicer removes the points of an arc that are within the tolerance.
    let kept = (8.0 * TOLERANCE * length / turn).sqrt();
    let merged = (kept / length).floor().max(1.0);
    let (length, turn) = (length * merged, turn * merged);
    let through = JERK / turn;
    let loss = |speed: f64| lost(speed, through, length, ACCELERATION) / merged;
    (through < FAST).then(|| Bends { fast: loss(FAST), slow: loss(SLOW) })
}

/// Returns the seconds lost on a line of `length` mm that begins and ends at
/// `through` mm/s, compared with a line at constant `speed`: PrusaSlicer's
/// trapezoid (`GCodeProcessor::TimeBlock::calculate_trapezoid`).
#[inline]
pub fn lost(speed: f64, through: f64, length: f64, acceleration: f64) -> f64 {
    if through >= speed {
        return 0.0;
    }
    let most = (through * through + acceleration * length).sqrt();
    if most >= speed {
        let less = speed - through;
        return less * less / (acceleration * speed);
    }
    2.0 * (most - through) / acceleration - length / speed
}

#[inline]
fn side(corners: [[f64; 3]; 3]) -> Side {
    let [x, y, _] = normal(corners);
    let [[.., a], [.., b], [.., c]] = corners;
    let height = a.max(b).max(c) - a.min(b).min(c);
    let flat = (x * x + y * y).sqrt();
    if flat > 0.0 && height > 0.0 {
        // The area seen from the side, divided by the height.
        Side { direction: [x / flat, y / flat], length: 0.5 * flat / height }
    } else {
        Side::default()
    }
}
