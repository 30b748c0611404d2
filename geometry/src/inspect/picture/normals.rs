//! Smooth normals with sharp creases: at a corner of a triangle, the mean of
//! the normals of those triangles around the vertex that face about the same
//! way. In camera axes: right, up, towards the viewer.

use super::camera::{Projected, Seen, twice_area};
use super::four::Four;
use super::shade::coordinates;
use crate::inspect::surface::Surface;
use crate::mesh::Mesh;
use crate::vector::{add, cross, dot, scale, sub};

/// Cosine of the sharpest edge that is drawn smooth: 33 degrees.
const CREASE: f32 = 0.84;

/// Cosine of half that angle: faces that are all within it of their mean face
/// alike.
const HALF_CREASE: f32 = 0.959_2;

/// No place in the table of lights.
const CREASED: [f32; 2] = [-1.0; 2];

/// Maximum number of triangles used per vertex.
const MAX_AROUND: usize = 64;

/// How small the triangles of a surface are in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Corners may be many pixels apart.
    Coarse,
    /// A few pixels: of a closed surface, the triangles that are not visible
    /// change nothing but the outermost pixels.
    Fine,
    /// Under a pixel: each triangle's own normal suffices.
    Dense,
}

impl Detail {
    /// Triangles for each pixel from which surfaces are fine and dense.
    const FINE: f64 = 0.125;
    const DENSE: f64 = 2.0;

    /// The detail of so many triangles in a picture of `size` pixels per side.
    pub fn of(triangles: usize, size: usize) -> Detail {
        let each = triangles as f64 / (size * size) as f64;
        match each {
            _ if each > Detail::DENSE => Detail::Dense,
            _ if each > Detail::FINE => Detail::Fine,
            _ => Detail::Coarse,
        }
    }
}

/// Normals of triangles, outward.
pub struct Normals<'a> {
    mesh: &'a Mesh,
    /// Normals of the triangles, each twice as long as its area.
    faces: Vec<[f32; 3]>,
    /// At each vertex, the normal of all corners there, of length 1; 0 where a
    /// crease separates its faces. Empty where each triangle's own suffices.
    round: Vec<[f32; 3]>,
    /// The same in coordinates of the table of lights, as seen from outside;
    /// `CREASED` where they are 0.
    round_places: Vec<[f32; 2]>,
    /// The triangles around each vertex of a crease.
    around: Around,
}

impl Normals<'_> {
    /// The normals of a surface whose triangles are this small in the picture.
    pub fn of<'a>(
        surface: &'a Surface,
        seen: &Seen,
        detail: Detail,
    ) -> Normals<'a> {
        let mesh = &surface.mesh;
        let only_visible = surface.closed && detail != Detail::Coarse;
        let numbered = mesh.triangles.iter().zip(0u32..);
        let faces = numbered.map(|(&triangle, number)| {
            if only_visible
                && !is_outside(surface, number, seen.points(triangle))
            {
                return [0.0; 3];
            }
            let [a, b, c] = seen.places(triangle);
            let (b, c) =
                if surface.is_inwards(number) { (c, b) } else { (b, c) };
            cross(sub(b, a), sub(c, a))
        });
        let mut normals = Normals {
            mesh,
            faces: faces.collect(),
            round: Vec::new(),
            round_places: Vec::new(),
            around: Around::default(),
        };
        if detail != Detail::Dense {
            crate::checkpoint();
            normals.round = normals.rounded();
            let round = normals.round.iter();
            let places = round.map(|&mean| match mean {
                [0.0, 0.0, 0.0] => CREASED,
                _ => coordinates(mean),
            });
            normals.round_places = places.collect();
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
            if face == [0.0; 3] {
                continue;
            }
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
            if face == [0.0; 3] {
                continue;
            }
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

    /// The normals at the corners of a triangle in coordinates of the table of
    /// lights, towards the viewer. `outside`: whether it is seen from there.
    #[inline]
    pub fn corners(
        &self,
        number: u32,
        triangle: [u32; 3],
        outside: bool,
    ) -> [[f32; 2]; 3] {
        let own = |vertex: u32| {
            self.round_places.get(vertex as usize).copied().unwrap_or(CREASED)
        };
        let places = triangle.map(own);
        let [[p, _], [q, _], [r, _]] = places;
        if outside && p >= 0.0 && q >= 0.0 && r >= 0.0 {
            return places;
        }
        let face = self.faces.get(number as usize).copied();
        let face = face.unwrap_or_default();
        let towards = |normal: [f32; 3]| {
            coordinates(if outside { normal } else { scale(normal, -1.0) })
        };
        if self.round.is_empty() {
            return [towards(unit_or_front(face)); 3];
        }
        triangle.map(|vertex| match self.round.get(vertex as usize) {
            None | Some([0.0, 0.0, 0.0]) => towards(self.creased(vertex, face)),
            Some(&mean) => towards(mean),
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
    /// Triangles around the vertices whose normal is 0.
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

/// Whether the viewer sees a triangle from outside.
#[inline]
pub fn is_outside(surface: &Surface, number: u32, corners: [Four; 3]) -> bool {
    let clockwise = twice_area(corners.map(Projected::of)) > 0.0;
    clockwise == surface.is_inwards(number)
}
