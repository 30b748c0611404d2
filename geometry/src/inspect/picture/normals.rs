//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of those triangles around the vertex that face about the same
//! way.

use crate::inspect::surface::Surface;
use crate::vector::{Vec3, add, dot, length, scale, to_f64};

/// Cosine of the sharpest edge that is drawn smooth: 33 degrees.
const CREASE: f64 = 0.84;

/// Cosine of half that angle: faces that are all within it of their mean face
/// alike.
const HALF_CREASE: f64 = 0.959_2;

/// Maximum number of triangles used per vertex.
const MAX_AROUND: usize = 64;

/// The normals at the corners of each triangle, of length 1.
pub struct Normals {
    corners: Vec<[[f32; 3]; 3]>,
}

impl Normals {
    /// The normals for a picture of `size` pixels per side. Where there are
    /// more triangles than pixels, their own normals suffice.
    pub fn of(surface: &Surface, size: usize) -> Normals {
        let mesh = &surface.mesh;
        if mesh.triangles.len() > size * size {
            return Normals { corners: Vec::new() };
        }
        let (starts, around) = around_vertices(surface);
        let numbers = 0..mesh.triangles.len() as u32;
        let faces: Vec<(f64, Vec3)> = numbers
            .map(|number| surface.facing(number).unwrap_or_default())
            .collect();
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
                let mut real = near(vertex).filter(|(area, _)| *area > 0.0);
                let alike =
                    real.all(|(_, face)| dot(*face, mean) >= HALF_CREASE);
                alike.then(|| mean.map(|v| v as f32))
            })
            .collect();
        let at = |vertex: u32, flat: Vec3| {
            let vertex = vertex as usize;
            if let Some(mean) = round.get(vertex).copied().flatten() {
                return mean;
            }
            let alike = |face: &&(f64, Vec3)| dot(face.1, flat) >= CREASE;
            let mean = mean_of(near(vertex).filter(alike)).unwrap_or(flat);
            mean.map(|v| v as f32)
        };
        let both = mesh.triangles.iter().zip(&faces);
        let corners = both.map(|(triangle, &(_, flat))| {
            triangle.map(|vertex| at(vertex, flat))
        });
        Normals { corners: corners.collect() }
    }

    /// The normals at the corners of a triangle that faces `flat`.
    pub fn at(&self, triangle: u32, flat: Vec3) -> [Vec3; 3] {
        match self.corners.get(triangle as usize) {
            Some(corners) => corners.map(to_f64),
            None => [flat; 3],
        }
    }
}

/// The mean weighted by area, of length 1; `None` if there is no area.
fn mean_of<'a>(faces: impl Iterator<Item = &'a (f64, Vec3)>) -> Option<Vec3> {
    let sum =
        faces.fold([0.0; 3], |sum, &(area, face)| add(sum, scale(face, area)));
    let size = length(sum);
    (size > 0.0).then(|| scale(sum, 1.0 / size))
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
