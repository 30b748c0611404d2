//! Joins directed edges of a plane into closed loops that do not cross each
//! other, with the region to their left.

use std::cmp::Ordering;

use super::ears::{Budget, Point};

/// Returns the loops of vertices. Each vertex must have as many incoming as
/// outgoing edges. Returns `None` when the budget is spent: each pass through a
/// vertex costs one step per outgoing edge.
pub fn loops(
    edges: &[(u32, u32)],
    at: &impl Fn(u32) -> Point,
    budget: &mut Budget,
) -> Option<Vec<Vec<u32>>> {
    let mut leaving = edges.to_vec();
    leaving.sort_unstable();
    let mut used = vec![false; leaving.len()];
    let range = |vertex: u32| {
        let start = leaving.partition_point(|&(from, _)| from < vertex);
        let end = leaving.partition_point(|&(from, _)| from <= vertex);
        start..end
    };
    let mut found = Vec::new();
    // Start loops where only one edge leaves, so that a loop that touches
    // itself is walked as a whole.
    for crowded in [false, true] {
        for (first, &(start, second)) in leaving.iter().enumerate() {
            if used.get(first) != Some(&false)
                || (range(start).len() > 1) != crowded
            {
                continue;
            }
            set(&mut used, first);
            let mut ring = vec![start];
            let (mut before, mut here) = (start, second);
            while here != start {
                ring.push(here);
                budget.spend(range(here).len() as u64)?;
                let unused =
                    range(here).filter(|&e| used.get(e) == Some(&false));
                let target = |edge: usize| leaving.get(edge).map(|&(_, to)| to);
                let next = unused.min_by(|&a, &b| {
                    let turn = Turn { back: at(before), center: at(here) };
                    match (target(a), target(b)) {
                        (Some(a), Some(b)) => turn.order(at(a), at(b)),
                        _ => Ordering::Equal,
                    }
                });
                // Cannot fail, because each vertex has as many incoming as
                // outgoing edges.
                let Some(next) = next else { break };
                set(&mut used, next);
                (before, here) = (here, target(next).unwrap_or(start));
            }
            found.push(ring);
        }
    }
    Some(found)
}

fn set(used: &mut [bool], at: usize) {
    if let Some(used) = used.get_mut(at) {
        *used = true;
    }
}

/// Arrival at a vertex, with the region to the left.
struct Turn {
    back: Point,
    center: Point,
}

impl Turn {
    /// Orders two targets clockwise, starting at the direction of arrival.
    fn order(&self, a: Point, b: Point) -> Ordering {
        let from = |[x, y]: Point| [x - self.center[0], y - self.center[1]];
        let (back, a, b) = (from(self.back), from(a), from(b));
        let half = |d| match cross(back, d) {
            0 if dot(back, d) < 0 => 1,
            0 => 3,
            turn if turn < 0 => 0,
            _ => 2,
        };
        half(a).cmp(&half(b)).then(cross(a, b).cmp(&0))
    }
}

fn cross([ax, ay]: Point, [bx, by]: Point) -> i64 {
    ax * by - ay * bx
}

fn dot([ax, ay]: Point, [bx, by]: Point) -> i64 {
    ax * bx + ay * by
}
