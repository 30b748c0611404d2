//! Bounds the work of measuring walls, so that no arrangement of triangles
//! takes longer than a large part. Where thousands of bodies lie inside each
//! other, every ball meets thousands of triangles.
//!
//! The budget counts nodes of the hierarchy instead of time, so that the same
//! file is measured at the same points on every machine.

use std::cell::Cell;

/// Maximum number of nodes visited for one model, which takes about a second in
/// WASM. Files of the corpus with overlapping bodies take up to 9 million.
pub const NODES: u64 = 12_000_000;

/// Number of nodes up to which no point is skipped.
const FREE: u64 = 9_500_000;

/// Counts the visited nodes.
#[derive(Debug)]
pub struct Budget {
    visited: Cell<u64>,
    /// Whether points were skipped.
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

    /// Returns whether the next point may be measured after `done` of `all`
    /// triangles. The rest of the budget is spread evenly over the surface, so
    /// that every part of it is measured at some points.
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
