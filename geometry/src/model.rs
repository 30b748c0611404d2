//! What a parser hands on: one welded mesh and how to read its numbers.

use crate::error::ParseError;
use crate::mesh::Mesh;
use crate::units::{Unit, UnitSource, Up};
use crate::weld::Welder;

/// A model as read: every part in one mesh, exactly welded, in the file's own
/// unit and axes.
#[derive(Debug, Clone)]
pub struct Model {
    pub mesh: Mesh,
    pub unit: Unit,
    pub unit_source: UnitSource,
    pub up: Up,
}

impl Model {
    /// Turns the model into printer axes: Z up, the front towards -Y.
    pub fn turn_to_printer_axes(&mut self) {
        if self.up == Up::Y {
            for position in &mut self.mesh.positions {
                *position = upright(*position);
            }
            self.up = Up::Z;
        }
    }
}

/// A point of a model with Y up, in printer axes.
#[inline]
pub fn upright([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, 0.0 - z, y]
}

/// Collects triangles from a parser, welding as they come.
pub struct Builder {
    welder: Welder,
    triangles: Vec<[u32; 3]>,
}

impl Builder {
    /// Room for that many triangles of a closed surface.
    pub fn with_capacity(triangles: usize) -> Builder {
        Builder {
            welder: Welder::with_capacity(triangles / 2),
            triangles: Vec::with_capacity(triangles),
        }
    }

    /// Id of a position; `None` when it is not finite.
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

    /// The mesh; a refusal when nothing was added.
    pub fn finish(self) -> Result<Mesh, ParseError> {
        if self.triangles.is_empty() {
            return Err(ParseError::NoTriangles);
        }
        Ok(Mesh { positions: self.welder.finish(), triangles: self.triangles })
    }
}
