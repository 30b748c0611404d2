//! Ambient occlusion from depth: less light from the sky reaches a point whose
//! neighbors in the picture are in front of it. McGuire et al., "The Alchemy
//! screen-space ambient obscurance algorithm", 2011.

use super::camera::Camera;
use super::four::Four;
use super::raster::{Raster, place_of};
use super::shade::normal_at;
use crate::lanes::Lanes;
use crate::vector::{dot, max};

/// Radius of the neighborhood, as a share of the model's radius.
const REACH: f32 = 0.16;

/// Number of points tested around each cell.
const POINTS: usize = 8;

/// The rotation from one point of the spiral to the next: the golden angle,
/// which spreads points evenly over a disk.
const TURN: f64 = 2.399_963;

/// How much light occlusion takes away.
const STRENGTH: f32 = 1.25;

/// Side of the square of cells in which each spiral has its own rotation, and
/// over which the result is averaged.
const TILE: usize = 4;

/// Maximum number of cells along a picture: shade from surroundings changes
/// slowly. A cell is at least 2 pixels wide.
const CELLS: usize = 128;

/// Two depths that differ by a smaller share belong to the same surface.
const SAME: f32 = 0.01;

/// The occlusion of a picture.
pub struct Occlusion {
    /// For each pixel along an axis, the last cell whose center is not after
    /// it, plus 1, and how far the pixel is towards the next one.
    beside: Vec<(usize, f32)>,
    /// Cells along a side.
    side: usize,
    /// The depth of each cell; infinite where there is nothing.
    depths: Vec<f32>,
    /// How much of the sky each cell sees, 0 to 1.
    open: Vec<f32>,
    /// Whether a cell, those to its right and below it, and the one between
    /// these show the same surface.
    even: Vec<bool>,
}

impl Occlusion {
    pub fn of(raster: &Raster, camera: &Camera) -> Occlusion {
        let cell = raster.size.div_ceil(CELLS).max(2);
        let cells = Cells::of(raster, cell);
        let open = cells.averaged(cells.openness(camera, cell));
        let even = cells.even();
        let Cells { side, depths, .. } = cells;
        // In halves of pixels, from half a cell before the picture.
        let wide = 2 * cell;
        let beside = (0..raster.size).map(|pixel| {
            let at = 2 * pixel + 1 + cell;
            (at / wide, (at % wide) as f32 / wide as f32)
        });
        let beside = beside.collect();
        Occlusion { beside, side, depths, open, even }
    }

    /// How much of the sky the pixels of a row see.
    pub fn row(&self, row: usize) -> Row<'_> {
        let (row, down) = self.beside(row);
        // Cells before the first wrap around and are not found.
        let first = row.wrapping_sub(1).wrapping_mul(self.side);
        let cells = |values, first: usize| cells(values, first, self.side);
        let upper = cells(&self.open, first);
        let lower = cells(&self.open, first.wrapping_add(self.side));
        let both = upper.iter().zip(lower);
        let open = both.map(|(a, b)| a + down * (b - a)).collect();
        let even = self.even.get(first..).unwrap_or_default();
        Row { occlusion: self, first, down, open, even }
    }

    #[inline]
    fn beside(&self, pixel: usize) -> (usize, f32) {
        self.beside.get(pixel).copied().unwrap_or_default()
    }
}

/// A row of pixels between two rows of cells.
pub struct Row<'a> {
    occlusion: &'a Occlusion,
    /// The place of the first cell of the upper row.
    first: usize,
    down: f32,
    /// How much of the sky is seen between the rows, for each column of cells;
    /// empty above the first row and below the last.
    open: Vec<f32>,
    /// Those of the upper row, and more.
    even: &'a [bool],
}

impl Row<'_> {
    /// How much of the sky a pixel of a depth sees: the mean of the four cells
    /// around it, or of those that belong to the same surface, the closer ones
    /// more.
    #[inline]
    pub fn open(&self, column: usize, depth: f32) -> f32 {
        let (column, across) = self.occlusion.beside(column);
        // Cells before the first wrap around and are not found.
        let left = column.wrapping_sub(1);
        if let Some([a, b]) =
            self.open.get(left..).and_then(<[f32]>::first_chunk)
            && self.even.get(left) == Some(&true)
        {
            return a + across * (b - a);
        }
        self.mixed(left, across, depth)
    }

    /// That of cells of several surfaces.
    fn mixed(&self, left: usize, across: f32, depth: f32) -> f32 {
        let Occlusion { side, depths, open, .. } = self.occlusion;
        let upper = self.first.wrapping_add(left);
        let lower = upper.wrapping_add(*side);
        let (mut sum, mut total) = (0.0, 1e-6);
        for (first, down) in [(upper, 1.0 - self.down), (lower, self.down)] {
            for (beside, across) in [(0, 1.0 - across), (1, across)] {
                let at = first.wrapping_add(beside);
                let other = depths.get(at).copied().unwrap_or(f32::INFINITY);
                let within = left.wrapping_add(beside) < *side;
                if within && (other - depth).abs() < SAME * depth {
                    let weight = down * across;
                    sum += weight * open.get(at).copied().unwrap_or(1.0);
                    total += weight;
                }
            }
        }
        // Slightly open, so that pixels between surfaces are not black.
        (sum + 1e-6) / total
    }
}

/// The numbers of a row of cells; empty where there is none.
fn cells(values: &[f32], first: usize, side: usize) -> &[f32] {
    let end = first.checked_add(side);
    end.and_then(|end| values.get(first..end)).unwrap_or_default()
}

/// A picture as a grid of cells. It has only the values that are read from
/// other cells: a neighborhood spans many rows, and so many rows of whole pixels
/// do not fit into a processor's cache.
struct Cells {
    /// Cells along a side.
    side: usize,
    /// The depth of the pixel in the middle of each cell; infinite where there
    /// is nothing.
    depths: Vec<f32>,
    /// The normal in that pixel, in camera axes.
    normals: Vec<[f32; 3]>,
}

impl Cells {
    fn of(raster: &Raster, cell: usize) -> Cells {
        let side = raster.size.div_ceil(cell);
        let mut depths = Vec::with_capacity(side * side);
        let mut normals = Vec::with_capacity(side * side);
        let middle = |at: usize| (cell * at + cell / 2).min(raster.size - 1);
        for row in 0..side {
            for column in 0..side {
                let samples = raster.pixel(middle(column), middle(row));
                let both = samples.inverses().into_iter().zip(samples.looks());
                let nearest = both.fold((0.0, 0), |nearest, own| {
                    if own.0 > nearest.0 { own } else { nearest }
                });
                // Infinite where there is nothing.
                depths.push(1.0 / nearest.0);
                normals.push(normal_at(place_of(nearest.1)));
            }
        }
        Cells { side, depths, normals }
    }

    fn even(&self) -> Vec<bool> {
        let side = self.side;
        let cells = self.depths.iter().enumerate();
        let even = cells.map(|(at, &depth)| {
            let others = [at + 1, at + side, at + side + 1];
            at % side + 1 < side
                && others.iter().all(|&other| {
                    // Infinite depths do not pass.
                    let other = self.depths.get(other).copied();
                    other.is_some_and(|other| {
                        (other - depth).abs() < SAME * depth
                    })
                })
        });
        even.collect()
    }

    fn depth(&self, column: usize, row: usize) -> f32 {
        let depth = self.depths.get(row * self.side + column);
        depth.copied().unwrap_or(f32::INFINITY)
    }

    /// How much of the sky each cell sees, 0 to 1. `cell`: its width, pixels.
    fn openness(&self, camera: &Camera, cell: usize) -> Vec<f32> {
        let spirals = spirals();
        let cells = self.depths.iter().zip(&self.normals);
        let open = cells.enumerate().map(|(at, (&depth, &normal))| {
            if at % (64 * self.side) == 0 {
                crate::checkpoint();
            }
            if depth == f32::INFINITY {
                return 1.0;
            }
            let (x, y) = (at % self.side, at / self.side);
            let turn = (x % TILE) + TILE * (y % TILE);
            let Some(points) = spirals.get(turn) else { return 1.0 };
            let scale = camera.pixels_per_radius(depth) / cell as f32;
            let cell = Cell { x, y, depth, normal, scale };
            self.openness_of(&cell, points)
        });
        open.collect()
    }

    fn openness_of(&self, cell: &Cell, points: &[[f32; 2]]) -> f32 {
        let wide = REACH * cell.scale;
        let over = 1.0 / cell.scale;
        let fading = 1.0 / (4.0 * REACH * REACH);
        let floor = 0.02 * REACH * REACH;
        let side = self.side as f32;
        let (x, y) = (cell.x as f32, cell.y as f32);
        let mut sum = 0.0;
        for [across, down] in points {
            let (px, py) = (x + 0.5 + across * wide, y + 0.5 + down * wide);
            if px < 0.0 || py < 0.0 || px >= side || py >= side {
                continue;
            }
            let (column, row) = (px as usize, py as usize);
            let depth = self.depth(column, row);
            if depth == f32::INFINITY {
                continue;
            }
            // From the cell to the point, in camera axes.
            let to = [
                (column as f32 - x) * over,
                (y - row as f32) * over,
                cell.depth - depth,
            ];
            let square = dot(to, to);
            let along = dot(cell.normal, to) - 0.01 * REACH;
            let near = max(0.0, 1.0 - square * fading);
            sum += near * max(0.0, along) * REACH / (square + floor);
        }
        let obscured = STRENGTH * sum / points.len() as f32;
        (1.0 - obscured).clamp(0.0, 1.0)
    }

    /// The mean over the tile around each cell of those cells that belong to
    /// the same surface.
    fn averaged(&self, open: Vec<f32>) -> Vec<f32> {
        let last = self.side.saturating_sub(TILE);
        let first = |v: usize| v.saturating_sub(TILE / 2).min(last);
        let mean = |(at, &own): (usize, &f32)| {
            if own == f32::INFINITY {
                return 1.0;
            }
            let nothing = Four::splat(0.0);
            let (mut sum, mut count) = (nothing, nothing);
            let least = Four::splat(own - SAME * own);
            let most = Four::splat(own + SAME * own);
            let corner = first(at / self.side) * self.side;
            let mut start = corner + first(at % self.side);
            for _ in 0..TILE {
                let (depths, open) =
                    (four(&self.depths, start), four(&open, start));
                // Infinite depths do not pass.
                let same = depths.above(least).and(most.above(depths));
                sum = sum.plus(same.choose(open, nothing));
                count = count.plus(same.choose(Four::splat(1.0), nothing));
                start += self.side;
            }
            let total = |[a, b, c, d]: Lanes| (a + b) + (c + d);
            // The cell itself counts.
            total(sum.lanes()) / total(count.lanes())
        };
        self.depths.iter().enumerate().map(mean).collect()
    }
}

/// Four numbers from a place on.
#[inline]
fn four(values: &[f32], start: usize) -> Four {
    let rest = values.get(start..).unwrap_or_default();
    Four::of(rest.first_chunk().copied().unwrap_or_default())
}

struct Cell {
    x: usize,
    y: usize,
    depth: f32,
    normal: [f32; 3],
    /// Cells per radius of the model.
    scale: f32,
}

/// Offsets on the unit disk, each spiral rotated by a further sixteenth.
fn spirals() -> Vec<[[f32; 2]; POINTS]> {
    let turned = |turn: usize| {
        let start = std::f64::consts::TAU * turn as f64 * 7.0 / 16.0;
        std::array::from_fn(|point| {
            let out = ((point as f64 + 0.5) / POINTS as f64).sqrt();
            let angle = start + TURN * point as f64;
            [(out * libm::cos(angle)) as f32, (out * libm::sin(angle)) as f32]
        })
    };
    (0..TILE * TILE).map(turned).collect()
}
