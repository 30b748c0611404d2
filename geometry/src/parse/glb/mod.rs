//! GLB (binary glTF 2.0): every primitive of every node of the scene, placed
//! by its node's transform, in metres with Y up.
//!
//! Own reader rather than the `gltf` crate: that one indexes and panics on
//! some broken files, and only positions and indices are needed here. Skins
//! and morph targets stay in their bind pose.

mod accessor;
mod container;
mod document;
mod extensions;
mod primitive;
mod scene;

use super::place::Budget;
use crate::model::{Builder, Model};
use crate::units::{Unit, UnitSource, Up};
use crate::{Limits, ParseError};

/// Reads a GLB file; its numbers are metres.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    let (json, binary) = container::split(bytes, limits)?;
    let document = document::read(json, limits)?;
    extensions::check(&document)?;
    let source = accessor::Source { document: &document, binary };
    let mut builder = Builder::with_capacity(bytes.len() / 64);
    let mut budget = Budget::new(limits);
    for placed in scene::placed_meshes(&document, limits)? {
        primitive::add_mesh(&source, &placed, &mut builder, &mut budget)?;
    }
    Ok(Model {
        mesh: builder.finish()?,
        unit: Unit::Metre,
        unit_source: UnitSource::Default,
        up: Up::Y,
    })
}

#[cfg(test)]
mod tests;
