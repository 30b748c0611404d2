//! Union-find over dense ids. The smaller id always becomes the root, so the
//! labels do not depend on the order of the unions.

/// Disjoint sets of `0..n`.
pub struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    pub fn new(n: usize) -> Sets {
        Sets { parent: (0..n as u32).collect() }
    }

    /// Root of `x`, halving the path on the way.
    #[inline]
    pub fn root(&mut self, mut x: u32) -> u32 {
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

    /// Joins the sets of `a` and `b`.
    #[inline]
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (root, child) = (a.min(b), a.max(b));
        if let Some(slot) = self.parent.get_mut(child as usize) {
            *slot = root;
        }
    }

    /// The set of every id, numbered from 0 in order of smallest member, and
    /// how many sets there are.
    pub fn labels(mut self) -> (Vec<u32>, u32) {
        let mut count = 0;
        let mut labels = vec![0u32; self.parent.len()];
        for id in 0..self.parent.len() as u32 {
            let root = self.root(id);
            // A root is its set's smallest id, so it has its label already.
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
