//! Ambient occlusion from depth: less light from the sky reaches a point whose
//! neighbors in the picture are in front of it. McGuire et al., "The Alchemy
//! screen-space ambient obscurance algorithm", 2011.

use super::camera::Camera;
use super::{Image, Pixel};

/// Radius of the neighborhood, as a share of the model's radius.
const REACH: f32 = 0.16;

/// Number of points tested around each pixel.
const POINTS: usize = 12;

/// The rotation from one point of the spiral to the next: the golden angle,
/// which spreads points evenly over a disk.
const TURN: f64 = 2.399_963;

/// How much light occlusion takes away.
const STRENGTH: f32 = 1.25;

/// Side of the square of pixels in which each spiral has a rotation of its own,
/// and over which the result is averaged.
const TILE: usize = 4;

/// Darkens the ambient light of an image.
pub fn darken(image: &mut Image, camera: &Camera) {
    let size = image.size;
    let spiral = spirals();
    let reach = REACH * camera.radius as f32;
    let depths = Depths::of(image);
    let mut open = vec![1.0f32; size * size];
    for (at, slot) in open.iter_mut().enumerate() {
        if at % (64 * size) == 0 {
            crate::checkpoint();
        }
        let (x, y) = (at % size, at / size);
        let Some(pixel) = image.pixels.get(at).filter(|p| p.coverage > 0.0)
        else {
            continue;
        };
        let turn = (x % TILE) + TILE * (y % TILE);
        let Some(points) = spiral.get(turn) else { continue };
        *slot = openness(&depths, camera, pixel, (x, y), points, reach);
    }
    let smooth: Vec<f32> = (0..size * size)
        .map(|at| average(image, &open, (at % size, at / size)))
        .collect();
    for (pixel, open) in image.pixels.iter_mut().zip(smooth) {
        let left = 1.0 - pixel.ambient * (1.0 - open);
        pixel.color = pixel.color.map(|v| v * left);
    }
}

/// Only the depths of the pixels: neighborhoods are wide, and that many rows of
/// whole pixels do not fit into a processor's cache.
struct Depths {
    size: usize,
    /// Infinite where the part covers less than half of a pixel.
    depths: Vec<f32>,
}

impl Depths {
    fn of(image: &Image) -> Depths {
        let depth = |pixel: &Pixel| match pixel.coverage < 0.5 {
            true => f32::INFINITY,
            false => pixel.depth,
        };
        let depths = image.pixels.iter().map(depth).collect();
        Depths { size: image.size, depths }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        let depth = self.depths.get(y * self.size + x);
        depth.copied().unwrap_or(f32::INFINITY)
    }
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

fn openness(
    depths: &Depths,
    camera: &Camera,
    pixel: &Pixel,
    (x, y): (usize, usize),
    points: &[[f32; 2]],
    reach: f32,
) -> f32 {
    let scale = camera.pixels_per_mm(pixel.depth);
    let pixels = reach * scale;
    let [nx, ny, nz] = pixel.normal;
    let side = depths.size as f32;
    let mut sum = 0.0;
    for [across, down] in points {
        let (px, py) =
            (x as f32 + 0.5 + across * pixels, y as f32 + 0.5 + down * pixels);
        if px < 0.0 || py < 0.0 || px >= side || py >= side {
            continue;
        }
        let (column, row) = (px as usize, py as usize);
        let depth = depths.at(column, row);
        if depth == f32::INFINITY {
            continue;
        }
        // From the pixel to the point, in camera axes.
        let dx = (column as f32 - x as f32) / scale;
        let dy = -(row as f32 - y as f32) / scale;
        let dz = pixel.depth - depth;
        let square = dx * dx + dy * dy + dz * dz;
        let along = nx * dx + ny * dy + nz * dz - 0.01 * reach;
        let near = (1.0 - square / (4.0 * reach * reach)).max(0.0);
        let floor = 0.02 * reach * reach;
        sum += near * along.max(0.0) * reach / (square + floor);
    }
    let obscured = STRENGTH * sum / points.len() as f32;
    (1.0 - obscured).clamp(0.0, 1.0)
}

/// The mean over the tile of pixels at about the same depth.
fn average(image: &Image, open: &[f32], (x, y): (usize, usize)) -> f32 {
    let size = image.size;
    let Some(own) = image.pixels.get(y * size + x) else { return 1.0 };
    if own.coverage == 0.0 {
        return 1.0;
    }
    let (mut sum, mut count) = (0.0, 0.0);
    let range = |v: usize| v.saturating_sub(TILE / 2)..(v + TILE / 2).min(size);
    for row in range(y) {
        for column in range(x) {
            let at = row * size + column;
            let Some(other) = image.pixels.get(at) else { continue };
            let close = (other.depth - own.depth).abs() < 0.01 * own.depth;
            if other.coverage > 0.0 && close {
                sum += open.get(at).copied().unwrap_or(1.0);
                count += 1.0;
            }
        }
    }
    if count > 0.0 { sum / count } else { 1.0 }
}
