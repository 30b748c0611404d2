//! Bounds the work of measuring walls, so that no arrangement of triangles
//! takes longer than a large part does: where thousands of bodies lie inside
//! each other, every ball and every ray meets thousands of triangles.
//!
//! Counts nodes of the hierarchy rather than time: the same file is measured at
//! the same points on every machine.

use std::cell::Cell;

/// Nodes that may be visited for one model: about a second in WASM. The
/// most that a file of the corpus takes is 9 million, by bodies that overlap.
pub const NODES: u64 = 12_000_000;

/// Below this no point is left out.
const FREE: u64 = 9_500_000;

/// Nodes that may still be visited.
#[derive(Debug)]
pub struct Budget {
    visited: Cell<u64>,
    /// Some points were left out.
    exceeded: Cell<bool>,
}

impl Budget {
    pub fn new() -> Budget {
        Budget { visited: Cell::new(0), exceeded: Cell::new(false) }
    }

    #[inline]
    pub fn spend(&self, nodes: u64) {
        self.visited.set(self.visited.get() + nodes);
    }

    /// Whether the next point may be measured, where `done` of `all` triangles
    /// are behind. The rest of the budget is spread over the surface evenly,
    /// so that all its parts are measured at some points.
    pub fn allows(&self, done: usize, all: usize) -> bool {
        let share = (NODES - FREE) as f64 * done as f64 / all.max(1) as f64;
        let allowed = self.visited.get() <= FREE + share as u64;
        if !allowed {
            self.exceeded.set(true);
        }
        allowed
    }

    pub fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }
}
