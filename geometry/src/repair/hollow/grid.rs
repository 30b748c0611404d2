//! Where the nodes of the distance field are: a regular grid, eight nodes a
//! side to a block.

use crate::mesh::Bounds;
use crate::vector::Vec3;

/// Nodes along one side of a block.
pub const SIDE: u32 = 8;

/// No more nodes than this along the longest side of a model.
const FINEST: f64 = 400.0;

/// Free nodes around the model; the fractions keep nodes off coordinates
/// that models like, so that ties are rare (they are decided, not luck).
const MARGIN: Vec3 = [2.37, 2.41, 2.43];

#[derive(Debug, Clone, Copy)]
pub struct Grid {
    pub origin: Vec3,
    pub step: f64,
    /// Blocks along each axis.
    pub blocks: [u32; 3],
}

/// Distance between nodes for a wall: four to the wall, unless the model is
/// too large for that.
pub fn step_for(wall: f64, longest: f64) -> f64 {
    (wall / 4.0).max(longest / FINEST)
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

    /// Coordinates in steps from the first node; never negative inside the
    /// model's box.
    #[inline]
    pub fn steps(&self, [x, y, z]: Vec3) -> Vec3 {
        let [ox, oy, oz] = self.origin;
        let scale = 1.0 / self.step;
        [(x - ox) * scale, (y - oy) * scale, (z - oz) * scale]
    }

    pub fn block_count(&self) -> usize {
        self.blocks.iter().map(|&n| n as usize).product()
    }

    /// Place of a block in a dense list, `None` outside the grid.
    #[inline]
    pub fn block_place(&self, [x, y, z]: [u32; 3]) -> Option<usize> {
        let [nx, ny, nz] = self.blocks;
        if x >= nx || y >= ny || z >= nz {
            return None;
        }
        Some((x as usize * ny as usize + y as usize) * nz as usize + z as usize)
    }

    /// The block at a place of the dense list.
    pub fn block_at(&self, place: usize) -> [u32; 3] {
        let [_, ny, nz] = self.blocks.map(|n| n as usize);
        let [x, y, z] = [place / nz / ny, place / nz % ny, place % nz];
        [x as u32, y as u32, z as u32]
    }
}

/// Number of a node within its block.
#[inline]
pub fn local([i, j, k]: [u32; 3]) -> usize {
    (((i % SIDE) * SIDE + j % SIDE) * SIDE + k % SIDE) as usize
}
