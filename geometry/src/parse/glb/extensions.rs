//! Decides which required extensions can be ignored: those that only change the
//! appearance.

use super::document::Document;
use crate::ParseError;
use crate::error::printable;

pub const COMPRESSION: [&str; 3] = [
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_draco_mesh_compression",
];

const ADVICE: &str = "export the file again without it";

/// Refuses a document that requires an unknown extension, or an extension that
/// moves or hides triangles.
pub fn check(document: &Document) -> Result<(), ParseError> {
    match document.extensions_required.iter().find(|name| !harmless(name)) {
        Some(name) => Err(unsupported(name)),
        None => Ok(()),
    }
}

/// Returns the refusal that names an extension.
pub fn unsupported(name: &str) -> ParseError {
    ParseError::Unsupported {
        what: format!("the glTF extension {}", printable(name)),
        advice: ADVICE,
    }
}

fn harmless(name: &str) -> bool {
    const NAMES: [&str; 5] = [
        "KHR_mesh_quantization",
        "KHR_xmp",
        "KHR_xmp_json_ld",
        "KHR_animation_pointer",
        "EXT_lights_image_based",
    ];
    NAMES.contains(&name)
        || name.starts_with("KHR_lights_")
        || appearance_only(name)
}

/// Returns whether the extension only concerns materials, textures or images.
pub fn appearance_only(name: &str) -> bool {
    const PREFIXES: [&str; 3] =
        ["KHR_materials_", "KHR_texture_", "EXT_texture_"];
    name == "MSFT_texture_dds" || PREFIXES.iter().any(|p| name.starts_with(p))
}
