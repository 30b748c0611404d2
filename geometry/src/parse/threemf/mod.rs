//! Meshes of 3MF: every build item with its components and transforms, in the
//! unit of the file, across model parts (production extension).
//!
//! The crate has its own reader because the 3MF crates build a DOM of the whole
//! document, which takes ten times the size of the file. Here the archive entry
//! is streamed.

//! A slicer's project also contains objects that are not printed: items that
//! are switched off, modifiers, support blockers and enforcers. They are left
//! out, and a note reports them. A negative volume would have to be subtracted;
//! a file whose negative volume may touch a part is refused.

mod assemble;
mod left_out;
mod part;
mod project;
mod relationships;
pub(super) mod xml;

use super::zip::Archive;
use crate::model::Model;
use crate::units::{UnitSource, Up};
use crate::{Limits, ParseError};

/// Reads the mesh of an opened 3MF archive.
pub fn parse(
    archive: &Archive<'_>,
    limits: &Limits,
) -> Result<Model, ParseError> {
    let root = relationships::root_model(archive, limits)?;
    let (mesh, unit, notes) = assemble::assemble(archive, &root, limits)?;
    Ok(Model { mesh, unit, unit_source: UnitSource::File, up: Up::Z, notes })
}

#[cfg(test)]
mod tests;
