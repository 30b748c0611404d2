//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of the triangles around that vertex which face about the same
//! way.

use crate::inspect::surface::Surface;
use crate::vector::{Vec3, add, dot, length, scale, to_f64};

/// Cosine of the sharpest edge that is drawn round: 33 degrees.
const CREASE: f64 = 0.84;

/// In a finer mesh a triangle takes about a pixel: its own normal will do.
const MOST_TRIANGLES: usize = 400_000;

/// Triangles at a vertex that are looked at.
const MOST_AROUND: usize = 64;

/// The triangles around each vertex, and how each triangle faces.
pub struct Normals {
    starts: Vec<u32>,
    around: Vec<u32>,
    faces: Vec<Face>,
}

/// Area and outward normal of a triangle.
#[derive(Clone, Copy)]
struct Face {
    normal: [f32; 3],
    area: f32,
}

impl Normals {
    pub fn of(surface: &Surface) -> Normals {
        let mesh = &surface.mesh;
        if mesh.triangles.len() > MOST_TRIANGLES {
            let (starts, around) = (Vec::new(), Vec::new());
            return Normals { starts, around, faces: Vec::new() };
        }
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
        let numbers = 0..mesh.triangles.len() as u32;
        let faces = numbers.map(|number| {
            let found = surface.facing(number);
            let (area, normal) = found.unwrap_or_default();
            Face { normal: normal.map(|v| v as f32), area: area as f32 }
        });
        Normals { starts, around, faces: faces.collect() }
    }

    /// The normal at a vertex of a triangle that faces `flat` (of length 1).
    pub fn at(&self, vertex: u32, flat: Vec3) -> Vec3 {
        let at = vertex as usize;
        let (Some(&from), Some(&to)) =
            (self.starts.get(at), self.starts.get(at + 1))
        else {
            return flat;
        };
        let around = self.around.get(from as usize..to as usize);
        let mut sum = [0.0; 3];
        for &triangle in around.unwrap_or_default().iter().take(MOST_AROUND) {
            let Some(face) = self.faces.get(triangle as usize) else {
                continue;
            };
            let normal = to_f64(face.normal);
            if dot(normal, flat) >= CREASE {
                sum = add(sum, scale(normal, f64::from(face.area)));
            }
        }
        let size = length(sum);
        if size > 0.0 { scale(sum, 1.0 / size) } else { flat }
    }
}
