//! glTF 2.0, binary (GLB) or as text with embedded buffers. Reads every
//! primitive of every node of the scene, transformed by its node, in meters
//! with Y up.
//!
//! The crate has its own reader because the `gltf` crate panics on some broken
//! files, and only positions and indices are needed here. Skins stay in their
//! bind pose; morph targets are applied with the weights of the file.

mod accessor;
mod buffers;
pub mod component_type;
mod container;
mod document;
mod extensions;
pub mod materials;
mod primitive;
mod scene;

use super::transform::{InstanceBudget, Origin};
use crate::model::{Builder, Model};
use crate::units::{Unit, UnitSource, Up};
use crate::{Limits, ParseError};

/// Byte order mark that some editors write.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The state that the parts of a file share while they are read.
pub struct Reading {
    pub origin: Origin,
    pub budget: InstanceBudget,
}

/// Returns the origin of a file. Positions within 16 m of it are stored to
/// 0.001 mm.
pub fn origin() -> Origin {
    Origin::new(16.0)
}

/// Reads a GLB file, whose numbers are meters.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    let (json, binary) = container::split(bytes, limits)?;
    read(json, binary, limits)
}

/// Reads a .gltf file whose buffers are embedded in it.
pub fn parse_text(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    if bytes.starts_with(b"glTF") {
        return Err(ParseError::NotThisFormat {
            expected: "a glTF text",
            found: "it is a GLB, name it .glb".into(),
        });
    }
    let json = bytes.strip_prefix(BOM).unwrap_or(bytes);
    read(json, &[], limits)
}

fn read(
    json: &[u8],
    binary: &[u8],
    limits: &Limits,
) -> Result<Model, ParseError> {
    let document = document::read(json, limits)?;
    extensions::check(&document)?;
    let buffers = buffers::Buffers::load(&document, binary)?;
    let mut builder = Builder::with_capacity(buffers.total as usize / 64);
    let source = accessor::Source { document: &document, buffers };
    let file_bytes = json.len() + binary.len();
    let mut reading = Reading {
        origin: origin(),
        budget: InstanceBudget::new(limits, file_bytes),
    };
    for placed in scene::placed_meshes(&document, limits)? {
        primitive::add_mesh(&source, &placed, &mut builder, &mut reading)?;
    }
    Ok(Model {
        mesh: builder.finish()?,
        unit: Unit::Meter,
        unit_source: UnitSource::Default,
        up: Up::Y,
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
