//! The result of a mesh parser: one welded mesh, its unit and its axes.

use crate::error::ParseError;
use crate::mesh::Mesh;
use crate::units::{Unit, UnitSource, Up};
use crate::weld::Welder;

/// A parsed model: all parts in one exactly welded mesh, in the unit and axes
/// of the file.
#[derive(Debug, Clone)]
pub struct Model {
    pub mesh: Mesh,
    pub unit: Unit,
    pub unit_source: UnitSource,
    pub up: Up,
    /// Sentences for the caller about parts of the file that are not in the
    /// mesh.
    pub notes: Vec<String>,
}

impl Model {
    /// Rotates the model into printer axes: Z up, front towards -Y.
    pub fn rotate_to_printer_axes(&mut self) {
        if self.up == Up::Y {
            for position in &mut self.mesh.positions {
                *position = upright(*position);
            }
            self.up = Up::Z;
        }
    }
}

/// Converts a Y-up point to printer axes.
#[inline]
pub fn upright([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, 0.0 - z, y]
}

/// Collects triangles from a parser and welds their vertices.
pub struct Builder {
    welder: Welder,
    triangles: Vec<[u32; 3]>,
}

impl Builder {
    /// Reserves memory for `triangles` triangles of a closed surface.
    pub fn with_capacity(triangles: usize) -> Builder {
        Builder {
            welder: Welder::with_capacity(triangles / 2),
            triangles: Vec::with_capacity(triangles),
        }
    }

    /// Returns the id of a position, or `None` when it is not finite.
    #[inline]
    pub fn vertex(&mut self, position: [f32; 3]) -> Option<u32> {
        self.welder.insert(position)
    }

    /// Adds a triangle of ids that `vertex` returned.
    #[inline]
    pub fn triangle(&mut self, corners: [u32; 3]) {
        self.triangles.push(corners);
    }

    pub fn triangle_count(&self) -> u64 {
        self.triangles.len() as u64
    }

    /// Returns the mesh, or a refusal when it has no triangle.
    pub fn finish(self) -> Result<Mesh, ParseError> {
        if self.triangles.is_empty() {
            return Err(ParseError::NoTriangles);
        }
        Ok(Mesh { positions: self.welder.finish(), triangles: self.triangles })
    }
}
