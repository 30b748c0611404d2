//! Ambient occlusion from depth: less light from the sky reaches a point whose
//! neighbors in the picture are in front of it. McGuire et al., "The Alchemy
//! screen-space ambient obscurance algorithm", 2011.

use super::camera::Camera;
use super::{Image, Pixel};
use crate::vector::{dot, max, scale};

/// Radius of the neighborhood, as a share of the model's radius.
const REACH: f32 = 0.16;

/// Number of points tested around each pixel.
const POINTS: usize = 12;

/// The rotation from one point of the spiral to the next: the golden angle,
/// which spreads points evenly over a disk.
const TURN: f64 = 2.399_963;

/// How much light occlusion takes away.
const STRENGTH: f32 = 1.25;

/// Side of the square of cells in which each spiral has a rotation of its own,
/// and over which the result is averaged.
const TILE: usize = 4;

/// Side of a cell, pixels: shade from surroundings changes slowly, so that one
/// value for 2 x 2 pixels suffices.
const CELL: usize = 2;

/// Two depths that differ by a smaller share belong to the same surface.
const SAME: f32 = 0.01;

/// The occlusion of an image.
pub struct Occlusion {
    cells: Cells,
    /// How much of the sky each cell sees, 0 to 1.
    open: Vec<f32>,
}

impl Occlusion {
    pub fn of(image: &Image, camera: &Camera) -> Occlusion {
        let cells = Cells::of(image);
        let reach = REACH * camera.radius as f32;
        let open = cells.averaged(cells.openness(camera, reach));
        Occlusion { cells, open }
    }

    /// Darkens the ambient light of a row of pixels.
    pub fn darken(&self, pixels: &mut [Pixel], row: usize) {
        for (column, pixel) in pixels.iter_mut().enumerate() {
            if pixel.coverage > 0.0 {
                let at = (column, row);
                let open = self.cells.around(&self.open, pixel.depth, at);
                let left = 1.0 - pixel.ambient * (1.0 - open);
                pixel.color = scale(pixel.color, left);
            }
        }
    }
}

/// An image in cells. Only what is read of other cells is together:
/// neighborhoods are wide, and that many rows of whole pixels do not fit into a
/// processor's cache.
struct Cells {
    /// Cells along a side.
    side: usize,
    /// The depth of the nearest pixel that the part covers by half, mm;
    /// infinite where there is none.
    depths: Vec<f32>,
    /// The normal in that pixel, in camera axes.
    normals: Vec<[f32; 3]>,
}

impl Cells {
    fn of(image: &Image) -> Cells {
        let side = image.size.div_ceil(CELL);
        let mut depths = vec![f32::INFINITY; side * side];
        let mut normals = vec![[0.0; 3]; side * side];
        for (row, pixels) in image.pixels.chunks(image.size).enumerate() {
            let first = row / CELL * side;
            let cells = depths.get_mut(first..).unwrap_or_default().iter_mut();
            let cells = cells.zip(normals.get_mut(first..).unwrap_or_default());
            for (pixels, (depth, normal)) in pixels.chunks(CELL).zip(cells) {
                for pixel in pixels {
                    if pixel.coverage >= 0.5 && pixel.depth < *depth {
                        *depth = pixel.depth;
                        *normal = pixel.normal;
                    }
                }
            }
        }
        Cells { side, depths, normals }
    }

    fn depth(&self, column: usize, row: usize) -> f32 {
        let depth = self.depths.get(row * self.side + column);
        depth.copied().unwrap_or(f32::INFINITY)
    }

    /// How much of the sky each cell sees, 0 to 1.
    fn openness(&self, camera: &Camera, reach: f32) -> Vec<f32> {
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
            let scale = camera.pixels_per_mm(depth) / CELL as f32;
            let cell = Cell { x, y, depth, normal, scale };
            self.openness_of(&cell, points, reach)
        });
        open.collect()
    }

    fn openness_of(&self, cell: &Cell, points: &[[f32; 2]], reach: f32) -> f32 {
        let wide = reach * cell.scale;
        let mm = 1.0 / cell.scale;
        let fading = 1.0 / (4.0 * reach * reach);
        let floor = 0.02 * reach * reach;
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
                (column as f32 - x) * mm,
                (y - row as f32) * mm,
                cell.depth - depth,
            ];
            let square = dot(to, to);
            let along = dot(cell.normal, to) - 0.01 * reach;
            let near = max(0.0, 1.0 - square * fading);
            sum += near * max(0.0, along) * reach / (square + floor);
        }
        let obscured = STRENGTH * sum / points.len() as f32;
        (1.0 - obscured).clamp(0.0, 1.0)
    }

    /// The mean over the tile around each cell of those cells that belong to
    /// the same surface.
    fn averaged(&self, open: Vec<f32>) -> Vec<f32> {
        let range = |v: usize| {
            v.saturating_sub(TILE / 2)..(v + TILE / 2).min(self.side)
        };
        let mean = |(at, &own): (usize, &f32)| {
            if own == f32::INFINITY {
                return 1.0;
            }
            let (mut sum, mut count) = (0.0, 0.0);
            let columns = range(at % self.side);
            for row in range(at / self.side) {
                let first = row * self.side;
                let cells = first + columns.start..first + columns.end;
                let depths = self.depths.get(cells.clone());
                let open = open.get(cells).unwrap_or_default();
                for (depth, open) in depths.unwrap_or_default().iter().zip(open)
                {
                    // Infinite depths do not pass.
                    let same = (depth - own).abs() < SAME * own;
                    sum += if same { *open } else { 0.0 };
                    count += if same { 1.0 } else { 0.0 };
                }
            }
            // The cell itself counts.
            sum / count
        };
        self.depths.iter().enumerate().map(mean).collect()
    }

    /// The value at a pixel: of the four cells around it, those that belong to
    /// the same surface, the closer ones more.
    fn around(
        &self,
        open: &[f32],
        depth: f32,
        (column, row): (usize, usize),
    ) -> f32 {
        let (mut sum, mut total) = (0.0, 1e-6);
        for (row, down) in neighbors(row) {
            for (column, across) in neighbors(column) {
                let at = row * self.side + column;
                let other = self.depth(column, row);
                if column < self.side && (other - depth).abs() < SAME * depth {
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

/// The cell of a pixel and the one that is closest to it, along one axis, with
/// their weights.
fn neighbors(pixel: usize) -> [(usize, f32); 2] {
    let cell = pixel / CELL;
    // Cells before the first one wrap around and lie outside.
    let beside = match pixel % CELL {
        0 => cell.wrapping_sub(1),
        _ => cell + 1,
    };
    [(cell, 0.75), (beside, 0.25)]
}

struct Cell {
    x: usize,
    y: usize,
    depth: f32,
    normal: [f32; 3],
    /// Cells per mm.
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
