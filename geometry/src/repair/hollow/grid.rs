//! Positions of the nodes of the distance field: a regular grid in blocks of
//! eight nodes per side.

use crate::mesh::Bounds;
use crate::vector::Vec3;

/// Number of nodes along one side of a block.
pub const SIDE: u32 = 8;

/// Maximum number of nodes along the longest side of a model.
const MAX_NODES: f64 = 400.0;

/// Margin around the model in nodes. The fractions keep nodes away from the
/// round coordinates that models use, so that ties are rare. Ties are resolved
/// deterministically.
const MARGIN: Vec3 = [2.37, 2.41, 2.43];

#[derive(Debug, Clone, Copy)]
pub struct Grid {
    pub origin: Vec3,
    pub step: f64,
    /// Number of blocks along each axis.
    pub blocks: [u32; 3],
}

/// Returns the distance between nodes: a quarter of the wall, or more if the
/// model is too large for that.
pub fn step_for(wall: f64, longest: f64) -> f64 {
    (wall / 4.0).max(longest / MAX_NODES)
}

impl Grid {
    pub fn around(bounds: &Bounds, step: f64) -> Grid {
        let [x, y, z] = bounds.min;
        let [mx, my, mz] = MARGIN;
        let origin = [x - mx * step, y - my * step, z - mz * step];
        let blocks = bounds.size().map(|side| {
            let nodes = (side / step) as u32 + 7;
            nodes.div_ceil(SIDE)
        });
        Grid { origin, step, blocks }
    }

    #[inline]
    pub fn position(&self, [i, j, k]: [u32; 3]) -> Vec3 {
        let [x, y, z] = self.origin;
        let step = self.step;
        [
            x + step * f64::from(i),
            y + step * f64::from(j),
            z + step * f64::from(k),
        ]
    }

    /// Returns coordinates in steps from the first node; never negative inside
    /// the box of the model.
    #[inline]
    pub fn steps(&self, [x, y, z]: Vec3) -> Vec3 {
        let [ox, oy, oz] = self.origin;
        let scale = 1.0 / self.step;
        [(x - ox) * scale, (y - oy) * scale, (z - oz) * scale]
    }

    pub fn block_count(&self) -> usize {
        self.blocks.iter().map(|&n| n as usize).product()
    }

    /// Returns the index of a block in a dense list; `None` outside the grid.
    #[inline]
    pub fn block_index(&self, [x, y, z]: [u32; 3]) -> Option<usize> {
        let [nx, ny, nz] = self.blocks;
        if x >= nx || y >= ny || z >= nz {
            return None;
        }
        Some((x as usize * ny as usize + y as usize) * nz as usize + z as usize)
    }

    /// Returns the block at an index of the dense list.
    pub fn block_at(&self, index: usize) -> [u32; 3] {
        let [_, ny, nz] = self.blocks.map(|n| n as usize);
        let [x, y, z] = [index / nz / ny, index / nz % ny, index % nz];
        [x as u32, y as u32, z as u32]
    }
}

/// Returns the index of a node within its block.
#[inline]
pub fn local([i, j, k]: [u32; 3]) -> usize {
    (((i % SIDE) * SIDE + j % SIDE) * SIDE + k % SIDE) as usize
}
