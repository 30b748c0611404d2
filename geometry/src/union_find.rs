//! Union-find over dense ids. The smaller id always becomes the root, so
//! labels do not depend on the order of unions.

/// Disjoint sets of `0..n`.
pub struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    pub fn new(n: usize) -> UnionFind {
        UnionFind { parent: (0..n as u32).collect() }
    }

    /// Returns the root of the set of `x`, with path halving.
    #[inline]
    pub fn find(&mut self, mut x: u32) -> u32 {
        loop {
            let parent = self.parent.get(x as usize).copied().unwrap_or(x);
            if parent == x {
                return x;
            }
            let above = self.parent.get(parent as usize).copied();
            let above = above.unwrap_or(parent);
            if let Some(slot) = self.parent.get_mut(x as usize) {
                *slot = above;
            }
            x = above;
        }
    }

    /// Merges the sets of `a` and `b`.
    #[inline]
    pub fn union(&mut self, a: u32, b: u32) {
        let above = |x: u32| self.parent.get(x as usize);
        if above(a) == above(b) {
            // Most pairs are already in the same set.
            return;
        }
        let (a, b) = (self.find(a), self.find(b));
        let (root, child) = (a.min(b), a.max(b));
        if let Some(slot) = self.parent.get_mut(child as usize) {
            *slot = root;
        }
    }

    /// Returns the set of every id, numbered from 0 by smallest member, and the
    /// number of sets.
    pub fn labels(mut self) -> (Vec<u32>, u32) {
        let mut count = 0;
        let mut labels = vec![0u32; self.parent.len()];
        for id in 0..self.parent.len() as u32 {
            let root = self.find(id);
            // A root is the smallest id of its set, so its label has already
            // been assigned.
            let label = if root == id {
                count += 1;
                count - 1
            } else {
                labels.get(root as usize).copied().unwrap_or(0)
            };
            if let Some(slot) = labels.get_mut(id as usize) {
                *slot = label;
            }
        }
        (labels, count)
    }
}
