//! Reads a file of any format. Returns a model, or the report of a sliced file.

use crate::contents::Contents;
use crate::error::ParseError;
use crate::format::Format;
use crate::limits::Limits;
use crate::model::Model;
use crate::parse::gcode::{self, SlicedReport};
use crate::parse::zip::Archive;
use crate::parse::{glb, obj, sliced_3mf, sniff, stl, threemf};

/// Parsed contents of a file.
pub enum Parsed {
    Model(Box<Model>),
    Sliced(Box<SlicedReport>),
}

/// Parses a file. Takes the mesh of a binary STL out of `contents`.
pub fn read(
    contents: &mut Contents,
    format: Format,
    limits: &Limits,
) -> Result<Parsed, ParseError> {
    let bytes = match contents {
        Contents::Bytes(bytes) => bytes.as_slice(),
        Contents::BinaryStl(mesh) => {
            let mesh = std::mem::replace(mesh, Err(ParseError::Empty))?;
            return Ok(Parsed::Model(Box::new(stl::model(mesh))));
        }
    };
    check_size(bytes.len() as u64, limits)?;
    let found = parsed(bytes, format, limits);
    found.map_err(|error| sniff::explain(bytes, format).unwrap_or(error))
}

fn parsed(
    bytes: &[u8],
    format: Format,
    limits: &Limits,
) -> Result<Parsed, ParseError> {
    let model = match format {
        Format::Stl => stl::parse(bytes, limits)?,
        Format::Glb => glb::parse(bytes, limits)?,
        Format::Gltf => glb::parse_text(bytes, limits)?,
        Format::Obj => obj::parse(bytes, limits)?,
        Format::ThreeMf => {
            let archive = Archive::open(bytes, limits)?;
            if let Some(sliced) = sliced_3mf::parse(&archive, limits)? {
                return Ok(Parsed::Sliced(Box::new(sliced)));
            }
            threemf::parse(&archive, limits)?
        }
        Format::Gcode => {
            let sliced = gcode::parse(bytes, limits)?;
            return Ok(Parsed::Sliced(Box::new(sliced)));
        }
    };
    Ok(Parsed::Model(Box::new(model)))
}

/// Parses the mesh of a file. Refuses sliced files, which contain no mesh.
/// Takes the mesh of a binary STL out of `contents`.
pub fn read_mesh(
    contents: &mut Contents,
    format: Format,
    limits: &Limits,
) -> Result<Model, ParseError> {
    match read(contents, format, limits)? {
        Parsed::Model(model) => Ok(*model),
        Parsed::Sliced(_) => Err(ParseError::Refused {
            code: "already_sliced",
            message: "The file is already sliced: it holds no mesh to \
                      repair."
                .into(),
        }),
    }
}

/// Refuses a file that is too large, before it is read.
pub fn check_size(length: u64, limits: &Limits) -> Result<(), ParseError> {
    let limit = limits.bytes;
    match length > limit {
        true => {
            Err(ParseError::OverLimit { what: "bytes", found: length, limit })
        }
        false => Ok(()),
    }
}
