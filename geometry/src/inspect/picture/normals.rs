//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of those triangles around the vertex that face about the same
//! way.

use super::camera::Camera;
use crate::inspect::surface::Surface;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, dot, length, scale};

/// Cosine of the sharpest edge that is drawn smooth: 33 degrees.
const CREASE: f32 = 0.84;

/// Cosine of half that angle: faces that are all within it of their mean face
/// alike.
const HALF_CREASE: f32 = 0.959_2;

/// Maximum number of triangles used per vertex.
const MAX_AROUND: usize = 64;

/// Without corner normals of its own.
const NONE: u32 = u32::MAX;

/// Normals of triangles, in camera axes.
pub struct Normals {
    faces: Vec<Face>,
    /// At each vertex, the normal of all corners there; 0 where a crease
    /// separates its faces. Empty where each triangle's own suffices.
    round: Vec<[f32; 3]>,
    /// For each triangle at such a vertex, where its corners are in `creased`.
    /// Empty without any.
    places: Vec<u32>,
    creased: Vec<[[f32; 3]; 3]>,
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
        let mut normals = Normals {
            faces,
            round: Vec::new(),
            places: Vec::new(),
            creased: Vec::new(),
        };
        if mesh.triangles.len() <= size * size {
            crate::checkpoint();
            normals.round = normals.rounded(mesh);
            crate::checkpoint();
            normals.crease(mesh);
        }
        normals
    }

    /// The means of all normals around each vertex, of length 1, where they are
    /// all within half a crease of it; else 0.
    fn rounded(&self, mesh: &Mesh) -> Vec<[f32; 3]> {
        let mut round = vec![[0.0; 3]; mesh.positions.len()];
        for (triangle, face) in mesh.triangles.iter().zip(&self.faces) {
            let own = scale(face.normal, face.area);
            for &vertex in triangle {
                if let Some(sum) = round.get_mut(vertex as usize) {
                    *sum = add(*sum, own);
                }
            }
        }
        for sum in &mut round {
            *sum = unit(*sum).unwrap_or_default();
        }
        for (triangle, face) in mesh.triangles.iter().zip(&self.faces) {
            if face.area == 0.0 {
                continue;
            }
            for &vertex in triangle {
                // A vertex that is 0 already stays so.
                if let Some(mean) = round.get_mut(vertex as usize)
                    && dot(face.normal, *mean) < HALF_CREASE
                {
                    *mean = [0.0; 3];
                }
            }
        }
        round
    }

    /// The normals at the corners of triangles with a creased vertex.
    fn crease(&mut self, mesh: &Mesh) {
        let round = |vertex: u32| {
            self.round.get(vertex as usize).copied().unwrap_or_default()
        };
        let is_creased = |vertex: u32| round(vertex) == [0.0; 3];
        let (starts, around) = around_vertices(mesh, is_creased);
        if around.is_empty() {
            return;
        }
        let near = |vertex: u32| {
            let at = vertex as usize;
            let span = starts.get(at).zip(starts.get(at + 1));
            let all = span.and_then(|(&from, &to)| {
                around.get(from as usize..to as usize)
            });
            let near = all.unwrap_or_default().iter().take(MAX_AROUND);
            near.filter_map(|&number| self.faces.get(number as usize))
        };
        let mut places = vec![NONE; mesh.triangles.len()];
        let mut creased = Vec::new();
        let both = mesh.triangles.iter().zip(&self.faces);
        for ((triangle, face), place) in both.zip(&mut places) {
            if !triangle.iter().any(|&vertex| is_creased(vertex)) {
                continue;
            }
            let flat = face.normal;
            let alike = |face: &&Face| dot(face.normal, flat) >= CREASE;
            *place = creased.len() as u32;
            creased.push(triangle.map(|vertex| match round(vertex) {
                [0.0, 0.0, 0.0] => {
                    mean_of(near(vertex).filter(alike)).unwrap_or(flat)
                }
                mean => mean,
            }));
        }
        (self.places, self.creased) = (places, creased);
    }

    /// A triangle's own normal, of length 1; 0 where it has no area.
    #[inline]
    pub fn flat(&self, number: u32) -> [f32; 3] {
        let face = self.faces.get(number as usize);
        face.map(|face| face.normal).unwrap_or_default()
    }

    /// The normals at the corners of a triangle, of length 1; `None` where its
    /// own suffices.
    #[inline]
    pub fn corners(
        &self,
        number: u32,
        triangle: [u32; 3],
    ) -> Option<[[f32; 3]; 3]> {
        if self.round.is_empty() {
            return None;
        }
        let place = self.places.get(number as usize).filter(|&&p| p != NONE);
        if let Some(&place) = place {
            return self.creased.get(place as usize).copied();
        }
        Some(triangle.map(|vertex| {
            self.round.get(vertex as usize).copied().unwrap_or_default()
        }))
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
    unit(sum)
}

/// The direction, of length 1; `None` without one.
fn unit(v: [f32; 3]) -> Option<[f32; 3]> {
    let square = dot(v, v);
    (square > 0.0).then(|| scale(v, 1.0 / square.sqrt()))
}

/// The triangles around each vertex that is `wanted`: where each list starts,
/// and the lists.
fn around_vertices(
    mesh: &Mesh,
    wanted: impl Fn(u32) -> bool,
) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; mesh.positions.len() + 1];
    for &vertex in mesh.triangles.as_flattened() {
        if let Some(count) = starts.get_mut(vertex as usize)
            && wanted(vertex)
        {
            *count += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += std::mem::replace(start, total);
    }
    let mut around = vec![0u32; total as usize];
    if around.is_empty() {
        return (starts, around);
    }
    for (triangle, number) in mesh.triangles.iter().zip(0u32..) {
        for &vertex in triangle {
            if !wanted(vertex) {
                continue;
            }
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
