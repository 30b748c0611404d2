//! The WASM boundary: the only file that knows wasm-bindgen. Converts and
//! returns, no logic.

use wasm_bindgen::prelude::*;

use crate::examine::{self, Format, to_json};
use crate::limits::Limits;
use crate::units::Unit;

#[wasm_bindgen]
extern "C" {
    /// An empty function of the host; calling it lets a worker be stopped.
    #[wasm_bindgen(js_name = geometryCheckpoint)]
    fn geometry_checkpoint();
}

/// Room in linear memory that the host fills with a file's bytes.
#[wasm_bindgen]
pub struct Input {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Input {
    /// Room for `length` bytes; `undefined` when there is not enough memory.
    pub fn allocate(length: usize) -> Option<Input> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).ok()?;
        bytes.resize(length, 0);
        Some(Input { bytes })
    }

    /// Where the room starts. Any later allocation may move the memory's
    /// buffer (not the room): make views of it right before use.
    #[wasm_bindgen(getter)]
    pub fn address(&self) -> usize {
        self.bytes.as_ptr() as usize
    }
}

/// The refusal of a file of that many bytes, as JSON, before it is read;
/// `undefined` when the size is fine.
#[wasm_bindgen(js_name = refuseSize)]
pub fn refuse_size(length: f64) -> Option<String> {
    let refusal = examine::refuse_size(length as u64, &Limits::default())?;
    Some(to_json(&refusal))
}

/// Reads and measures a file, consuming it. `format` is `stl`, `obj`, `glb`,
/// `gltf`, `3mf` or `gcode`; `unit` is `mm`, `cm`, `m`, `in` or nothing.
/// Returns the outcome as JSON (examine.rs); throws on any other format or unit.
#[wasm_bindgen]
pub fn measure(
    input: Input,
    format: &str,
    unit: Option<String>,
) -> Result<String, JsError> {
    crate::pace::install(geometry_checkpoint);
    let format =
        Format::named(format).ok_or_else(|| JsError::new("unknown format"))?;
    let unit = match unit {
        None => None,
        Some(name) => Some(
            Unit::from_caller(&name)
                .ok_or_else(|| JsError::new("unknown unit"))?,
        ),
    };
    let limits = Limits::default();
    let outcome = examine::examine(input.bytes, format, unit, &limits);
    Ok(to_json(&outcome))
}
