//! The WASM boundary: the only file that knows wasm-bindgen. Converts and
//! returns, no logic.

use wasm_bindgen::prelude::*;

use crate::examine::{self, Format, to_json};
use crate::limits::Limits;
use crate::process::{self, Options};
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
    let (format, unit) = named(format, unit)?;
    let limits = Limits::default();
    let outcome = examine::examine(input.bytes, format, unit, &limits);
    Ok(to_json(&outcome))
}

/// What a job left: its outcome, and the mesh as binary STL.
#[wasm_bindgen]
pub struct Processed {
    json: String,
    stl: Vec<u8>,
}

#[wasm_bindgen]
impl Processed {
    /// The outcome as JSON (process.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// Where the STL starts in linear memory; gone when this is freed.
    #[wasm_bindgen(getter)]
    pub fn address(&self) -> usize {
        self.stl.as_ptr() as usize
    }

    /// Bytes of STL; 0 when there is no mesh.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.stl.len()
    }
}

/// Reads, repairs and changes a file as `options` (JSON, process.rs) say,
/// consuming it. Throws on unknown formats, units and options.
#[wasm_bindgen]
pub fn process(
    input: Input,
    format: &str,
    unit: Option<String>,
    options: &str,
) -> Result<Processed, JsError> {
    crate::pace::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let options =
        Options::from_json(options).map_err(|error| JsError::new(&error))?;
    let limits = Limits::default();
    let (outcome, stl) =
        process::process_file(input.bytes, format, unit, &options, &limits);
    Ok(Processed { json: process::to_json(&outcome), stl })
}

fn named(
    format: &str,
    unit: Option<String>,
) -> Result<(Format, Option<Unit>), JsError> {
    let format =
        Format::named(format).ok_or_else(|| JsError::new("unknown format"))?;
    let Some(name) = unit else { return Ok((format, None)) };
    let unit =
        Unit::from_caller(&name).ok_or_else(|| JsError::new("unknown unit"))?;
    Ok((format, Some(unit)))
}
