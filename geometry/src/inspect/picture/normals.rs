//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of those triangles around the vertex that face about the same
//! way.

use super::camera::Camera;
use crate::inspect::surface::Surface;
use crate::vector::{Vec3, add, dot, length, scale};

/// Cosine of the sharpest edge that is drawn smooth: 33 degrees.
const CREASE: f32 = 0.84;

/// Cosine of half that angle: faces that are all within it of their mean face
/// alike.
const HALF_CREASE: f32 = 0.959_2;

/// Maximum number of triangles used per vertex.
const MAX_AROUND: usize = 64;

/// Normals of triangles, of length 1, in camera axes.
pub struct Normals {
    /// Each triangle's own; 0 where it has no area.
    flats: Vec<[f32; 3]>,
    /// Those at its corners; empty where each triangle's own suffices.
    corners: Vec<[[f32; 3]; 3]>,
}

impl Normals {
    /// The normals for a picture of `size` pixels per side. Where there are
    /// more triangles than pixels, their own normals suffice.
    pub fn of(surface: &Surface, camera: &Camera, size: usize) -> Normals {
        let mesh = &surface.mesh;
        let numbers = 0..mesh.triangles.len() as u32;
        let faces: Vec<Face> = numbers
            .map(|number| Face::of(surface.outward(number), camera))
            .collect();
        let flats = faces.iter().map(|face| face.normal).collect();
        if mesh.triangles.len() > size * size {
            return Normals { flats, corners: Vec::new() };
        }
        let (starts, around) = around_vertices(surface);
        let near = |vertex: usize| {
            let span = starts.get(vertex).zip(starts.get(vertex + 1));
            let all = span.and_then(|(&from, &to)| {
                around.get(from as usize..to as usize)
            });
            let near = all.unwrap_or_default().iter().take(MAX_AROUND);
            near.filter_map(|&number| faces.get(number as usize))
        };
        // The normal that all corners at a vertex share, where no crease
        // separates its faces.
        let round: Vec<Option<[f32; 3]>> = (0..mesh.positions.len())
            .map(|vertex| {
                let mean = mean_of(near(vertex))?;
                let mut real = near(vertex).filter(|face| face.area > 0.0);
                let alike =
                    real.all(|face| dot(face.normal, mean) >= HALF_CREASE);
                alike.then_some(mean)
            })
            .collect();
        let at = |vertex: u32, flat: [f32; 3]| {
            let vertex = vertex as usize;
            if let Some(mean) = round.get(vertex).copied().flatten() {
                return mean;
            }
            let alike = |face: &&Face| dot(face.normal, flat) >= CREASE;
            mean_of(near(vertex).filter(alike)).unwrap_or(flat)
        };
        let both = mesh.triangles.iter().zip(&faces);
        let corners = both.map(|(triangle, face)| {
            triangle.map(|vertex| at(vertex, face.normal))
        });
        Normals { flats, corners: corners.collect() }
    }

    /// A triangle's own normal.
    #[inline]
    pub fn flat(&self, triangle: u32) -> [f32; 3] {
        self.flats.get(triangle as usize).copied().unwrap_or_default()
    }

    /// The normals at the corners of a triangle; `None` where its own suffices.
    #[inline]
    pub fn corners(&self, triangle: u32) -> Option<[[f32; 3]; 3]> {
        self.corners.get(triangle as usize).copied()
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Face {
    /// 0 if it is too small for a normal.
    area: f32,
    normal: [f32; 3],
}

impl Face {
    /// `outward`: along the normal, twice the area long.
    fn of(outward: Vec3, camera: &Camera) -> Face {
        let size = length(outward);
        if size == 0.0 {
            return Face::default();
        }
        let normal = camera.turned(scale(outward, 1.0 / size));
        Face { area: (0.5 * size) as f32, normal }
    }
}

/// The mean weighted by area, of length 1; `None` if there is no area.
fn mean_of<'a>(faces: impl Iterator<Item = &'a Face>) -> Option<[f32; 3]> {
    let sum = faces
        .fold([0.0; 3], |sum, face| add(sum, scale(face.normal, face.area)));
    let square = dot(sum, sum);
    (square > 0.0).then(|| scale(sum, 1.0 / square.sqrt()))
}

/// The triangles around each vertex: where each list starts, and the lists.
fn around_vertices(surface: &Surface) -> (Vec<u32>, Vec<u32>) {
    let mesh = &surface.mesh;
    let mut starts = vec![0u32; mesh.positions.len() + 1];
    for &vertex in mesh.triangles.as_flattened() {
        if let Some(count) = starts.get_mut(vertex as usize) {
            *count += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += std::mem::replace(start, total);
    }
    let mut around = vec![0u32; total as usize];
    for (triangle, number) in mesh.triangles.iter().zip(0u32..) {
        for &vertex in triangle {
            let Some(next) = starts.get_mut(vertex as usize) else {
                continue;
            };
            if let Some(slot) = around.get_mut(*next as usize) {
                *slot = number;
            }
            *next += 1;
        }
    }
    // Every start has advanced to the next one.
    let mut previous = 0;
    for start in &mut starts {
        std::mem::swap(start, &mut previous);
    }
    (starts, around)
}
