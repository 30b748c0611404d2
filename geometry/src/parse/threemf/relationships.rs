//! Finds the root model part of a 3MF package.

use super::xml::{Element, each_element};
use crate::parse::zip::{Archive, Entry};
use crate::{Limits, ParseError};

const RELATIONSHIPS: &str = "_rels/.rels";
const MODEL_TYPE: &str =
    "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
const USUAL_PLACE: &str = "3D/3dmodel.model";

/// Returns the name of the root model part, from the relationships or, without
/// them, the default path.
pub fn root_model(
    archive: &Archive<'_>,
    limits: &Limits,
) -> Result<String, ParseError> {
    let mut target = None;
    if let Some(entry) = archive.find(RELATIONSHIPS) {
        check_size(entry, limits)?;
        each_element(archive, entry, |element| {
            let Element::Open(tag) = element else { return Ok(()) };
            let mut is_model = false;
            let mut path = None;
            tag.each_attribute(|_, name, value| {
                is_model |= name == "Type" && value == MODEL_TYPE;
                if name == "Target" {
                    path = Some(value.to_string());
                }
                Ok(())
            })?;
            if is_model && target.is_none() {
                target = path;
            }
            Ok(())
        })?;
    }
    let name = target.unwrap_or_else(|| USUAL_PLACE.into());
    if archive.find(&name).is_some() {
        return Ok(name);
    }
    Err(ParseError::NotThisFormat {
        expected: "a 3MF file",
        found: format!(
            "the archive has no model part \"{}\"",
            crate::error::printable(&name)
        ),
    })
}

fn check_size(entry: &Entry, limits: &Limits) -> Result<(), ParseError> {
    if entry.inflated > limits.document_bytes {
        return Err(ParseError::OverLimit {
            what: "bytes of relationships in the 3MF",
            found: entry.inflated,
            limit: limits.document_bytes,
        });
    }
    Ok(())
}
