//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of those triangles around the vertex that face about the same
//! way. In camera axes: right, up, towards the viewer.

use super::camera::Seen;
use crate::inspect::surface::Surface;
use crate::mesh::Mesh;
use crate::vector::{add, cross, dot, scale, sub};

/// Cosine of the sharpest edge that is drawn smooth: 33 degrees.
const CREASE: f32 = 0.84;

/// Cosine of half that angle: faces that are all within it of their mean face
/// alike.
const HALF_CREASE: f32 = 0.959_2;

/// Maximum number of triangles used per vertex.
const MAX_AROUND: usize = 64;

/// Normals of triangles, outward.
pub struct Normals<'a> {
    mesh: &'a Mesh,
    /// Those of the triangles, each twice as long as its area.
    faces: Vec<[f32; 3]>,
    /// At each vertex, the normal of all corners there, of length 1; 0 where a
    /// crease separates its faces. Empty where each triangle's own suffices.
    round: Vec<[f32; 3]>,
    /// The triangles around each vertex of a crease.
    around: Around,
}

impl Normals<'_> {
    /// `smooth`: false where each triangle's own normal suffices.
    pub fn of<'a>(
        surface: &'a Surface,
        seen: &Seen,
        smooth: bool,
    ) -> Normals<'a> {
        let mesh = &surface.mesh;
        let numbered = mesh.triangles.iter().zip(0u32..);
        let faces = numbered.map(|(&triangle, number)| {
            let [a, b, c] = seen.places(triangle);
            let (b, c) = match surface.is_inwards(number) {
                true => (c, b),
                false => (b, c),
            };
            cross(sub(b, a), sub(c, a))
        });
        let mut normals = Normals {
            mesh,
            faces: faces.collect(),
            round: Vec::new(),
            around: Around::default(),
        };
        if smooth {
            crate::checkpoint();
            normals.round = normals.rounded();
            crate::checkpoint();
            normals.around = Around::vertices(mesh, &normals.round);
        }
        normals
    }

    /// The means of all normals around each vertex, of length 1, where they are
    /// all within half a crease of it; else 0.
    fn rounded(&self) -> Vec<[f32; 3]> {
        let mut round = vec![[0.0; 3]; self.mesh.positions.len()];
        for (triangle, &face) in self.mesh.triangles.iter().zip(&self.faces) {
            for &vertex in triangle {
                if let Some(sum) = round.get_mut(vertex as usize) {
                    *sum = add(*sum, face);
                }
            }
        }
        for sum in &mut round {
            *sum = unit(*sum).unwrap_or_default();
        }
        for (triangle, &face) in self.mesh.triangles.iter().zip(&self.faces) {
            let least = HALF_CREASE * HALF_CREASE * dot(face, face);
            for &vertex in triangle {
                // A vertex that is 0 already stays so.
                if let Some(mean) = round.get_mut(vertex as usize) {
                    let along = dot(face, *mean);
                    if along < 0.0 || along * along < least {
                        *mean = [0.0; 3];
                    }
                }
            }
        }
        round
    }

    /// The normals at the corners of a triangle, of length 1.
    #[inline]
    pub fn corners(&self, number: u32, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        let face = self.faces.get(number as usize).copied();
        let face = face.unwrap_or_default();
        if self.round.is_empty() {
            return [unit_or_front(face); 3];
        }
        triangle.map(|vertex| match self.round.get(vertex as usize).copied() {
            None | Some([0.0, 0.0, 0.0]) => self.creased(vertex, face),
            Some(mean) => mean,
        })
    }

    /// The mean normal of the triangles around a vertex that face like `face`.
    fn creased(&self, vertex: u32, face: [f32; 3]) -> [f32; 3] {
        let square = dot(face, face);
        let numbers = self.around.of(vertex).iter().take(MAX_AROUND);
        let faces = numbers.filter_map(|&at| self.faces.get(at as usize));
        let alike = faces.filter(|other| {
            let along = dot(**other, face);
            let least = CREASE * CREASE * dot(**other, **other) * square;
            along > 0.0 && along * along >= least
        });
        let sum = alike.fold([0.0; 3], |sum, other| add(sum, *other));
        unit(sum).unwrap_or_else(|| unit_or_front(face))
    }
}

/// The direction, of length 1; `None` without one.
#[inline]
fn unit(v: [f32; 3]) -> Option<[f32; 3]> {
    let square = dot(v, v);
    (square > 0.0).then(|| scale(v, 1.0 / square.sqrt()))
}

/// The direction; towards the viewer where a triangle is too narrow for one.
#[inline]
fn unit_or_front(v: [f32; 3]) -> [f32; 3] {
    unit(v).unwrap_or([0.0, 0.0, 1.0])
}

/// Triangles around vertices.
#[derive(Default)]
struct Around {
    /// Where the list of each vertex starts, and the end of the last.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Around {
    /// Those around the vertices whose normal is 0.
    fn vertices(mesh: &Mesh, round: &[[f32; 3]]) -> Around {
        let wanted: Vec<bool> = round.iter().map(|v| *v == [0.0; 3]).collect();
        let is_wanted =
            |vertex: u32| wanted.get(vertex as usize) == Some(&true);
        if !wanted.contains(&true) {
            return Around::default();
        }
        let mut starts = vec![0u32; mesh.positions.len() + 1];
        for &vertex in mesh.triangles.as_flattened() {
            if let Some(count) = starts.get_mut(vertex as usize)
                && is_wanted(vertex)
            {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += std::mem::replace(start, total);
        }
        let mut numbers = vec![0u32; total as usize];
        for (triangle, number) in mesh.triangles.iter().zip(0u32..) {
            for &vertex in triangle {
                if !is_wanted(vertex) {
                    continue;
                }
                let Some(next) = starts.get_mut(vertex as usize) else {
                    continue;
                };
                if let Some(slot) = numbers.get_mut(*next as usize) {
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
        Around { starts, numbers }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        let span = self.starts.get(at).zip(self.starts.get(at + 1));
        let numbers = span.and_then(|(&from, &to)| {
            self.numbers.get(from as usize..to as usize)
        });
        numbers.unwrap_or_default()
    }
}
