//! The supported formats, under the names that the host uses.

/// The declared format of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Stl,
    Glb,
    /// JSON text with embedded buffers.
    Gltf,
    Obj,
    ThreeMf,
    Gcode,
}

impl Format {
    pub fn named(name: &str) -> Option<Format> {
        match name {
            "stl" => Some(Format::Stl),
            "glb" => Some(Format::Glb),
            "gltf" => Some(Format::Gltf),
            "obj" => Some(Format::Obj),
            "3mf" => Some(Format::ThreeMf),
            "gcode" => Some(Format::Gcode),
            _ => None,
        }
    }
}
