//! The boundary of the whole core.

use wasm_bindgen::prelude::*;

use super::Input;
use crate::change::{Change, Changed, change_file};
use crate::estimate::Settings;
use crate::estimate::file::estimate_file;
use crate::examine::{self, Outcome, Wanted};
use crate::format::Format;
use crate::inspect::file::{DrawnFile, InspectedFile, draw_file, inspect_file};
use crate::inspect::outputs::Outputs as InspectOutputs;
use crate::inspect::picture::Picture;
use crate::inspect::settings::Settings as InspectSettings;
use crate::json::to_json;
use crate::limits::Limits;
use crate::process::Options;
use crate::process::files::{Outputs, Written, process_file};
use crate::silhouette::file::{Pose, SilhouetteOutcome, silhouette_file};
use crate::units::Unit;

#[wasm_bindgen]
extern "C" {
    /// An empty host function; calling it lets the host stop the worker.
    #[wasm_bindgen(js_name = geometryCheckpoint)]
    fn geometry_checkpoint();
}

/// Returns the refusal of a file of `length` bytes as JSON, before the file is
/// read; `undefined` when the size is allowed.
#[wasm_bindgen(js_name = refuseSize)]
pub fn refuse_size(length: f64) -> Option<String> {
    let refusal = examine::refuse_size(length as u64, &Limits::default())?;
    Some(to_json(&refusal))
}

/// Outcome of a measurement, and the picture.
#[wasm_bindgen]
pub struct Measured {
    outcome: Outcome,
    picture: Vec<u8>,
}

#[wasm_bindgen]
impl Measured {
    /// Returns the outcome as JSON (examine.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        to_json(&self.outcome)
    }

    /// Returns the address of the PNG in linear memory, valid until this object
    /// is freed.
    #[wasm_bindgen(getter, js_name = pictureAddress)]
    pub fn picture_address(&self) -> usize {
        self.picture.as_ptr() as usize
    }

    /// Returns the length of the PNG in bytes; 0 when there is none.
    #[wasm_bindgen(getter, js_name = pictureLength)]
    pub fn picture_length(&self) -> usize {
        self.picture.len()
    }
}

/// Reads and measures a file and consumes it. `format` is `stl`, `obj`, `glb`,
/// `gltf`, `3mf` or `gcode`; `unit` is `mm`, `cm`, `m`, `in` or absent. With
/// `settings` (JSON, estimate/file.rs), also estimates the print of a mesh.
/// With `picture` (JSON, inspect/picture), also draws it. Throws on any other
/// format or unit, on settings outside the range of printers, and on a picture
/// out of range.
#[wasm_bindgen]
pub fn measure(
    input: Input,
    format: &str,
    unit: Option<String>,
    settings: Option<String>,
    picture: Option<String>,
) -> Result<Measured, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let settings = settings
        .map(|json| Settings::from_json(&json))
        .transpose()
        .map_err(|error| JsError::new(&error))?;
    let picture = picture
        .map(|json| Picture::from_json(&json))
        .transpose()
        .map_err(|error| JsError::new(&error))?;
    let contents = input.incoming.finish();
    let limits = Limits::default();
    let wanted =
        Wanted { estimate: settings.as_ref(), picture: picture.as_ref() };
    let (outcome, picture) =
        examine::examine(contents, format, unit, wanted, &limits);
    Ok(Measured { outcome, picture })
}

/// Outcome of a job and its files.
#[wasm_bindgen]
pub struct Processed {
    json: String,
    stl: Vec<u8>,
    glb: Vec<u8>,
    threemf: Vec<u8>,
}

#[wasm_bindgen]
impl Processed {
    /// Returns the outcome as JSON (process/files.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// Returns the address of the STL in linear memory, valid until this object
    /// is freed.
    #[wasm_bindgen(getter, js_name = stlAddress)]
    pub fn stl_address(&self) -> usize {
        self.stl.as_ptr() as usize
    }

    /// Returns the length of the STL in bytes; 0 when there is none.
    #[wasm_bindgen(getter, js_name = stlLength)]
    pub fn stl_length(&self) -> usize {
        self.stl.len()
    }

    /// Returns the address of the GLB in linear memory, valid until this object
    /// is freed.
    #[wasm_bindgen(getter, js_name = glbAddress)]
    pub fn glb_address(&self) -> usize {
        self.glb.as_ptr() as usize
    }

    /// Returns the length of the GLB in bytes; 0 when there is none.
    #[wasm_bindgen(getter, js_name = glbLength)]
    pub fn glb_length(&self) -> usize {
        self.glb.len()
    }

    /// Returns the address of the 3MF in linear memory, valid until this object
    /// is freed.
    #[wasm_bindgen(getter, js_name = threemfAddress)]
    pub fn threemf_address(&self) -> usize {
        self.threemf.as_ptr() as usize
    }

    /// Returns the length of the 3MF in bytes; 0 when there is none.
    #[wasm_bindgen(getter, js_name = threemfLength)]
    pub fn threemf_length(&self) -> usize {
        self.threemf.len()
    }
}

/// Reads, repairs and changes a file by `options` (JSON, process.rs), writes
/// the requested files, and consumes the input. Throws on an unknown format,
/// unit or option.
#[wasm_bindgen]
pub fn process(
    input: Input,
    format: &str,
    unit: Option<String>,
    options: &str,
    stl: bool,
    glb: bool,
    threemf: bool,
) -> Result<Processed, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let options =
        Options::from_json(options).map_err(|error| JsError::new(&error))?;
    let Written { outcome, stl, glb, threemf } = process_file(
        input.incoming.finish(),
        format,
        unit,
        &options,
        Outputs { stl, glb, threemf },
        &Limits::default(),
    );
    Ok(Processed {
        json: to_json(&outcome),
        stl: stl.unwrap_or_default(),
        glb: glb.unwrap_or_default(),
        threemf: threemf.unwrap_or_default(),
    })
}

/// Outcome of a change and its files. Addresses refer to linear memory and are
/// valid until this object is freed.
#[wasm_bindgen]
pub struct ChangedModel {
    changed: Changed,
}

#[wasm_bindgen]
impl ChangedModel {
    /// Returns the outcome as JSON (change.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        to_json(&self.changed.outcome)
    }

    /// Returns the number of files; 0 when the model cannot be read.
    #[wasm_bindgen(getter)]
    pub fn files(&self) -> usize {
        self.changed.files.len()
    }

    /// Returns the address of a file by its index, starting at 0.
    #[wasm_bindgen(js_name = fileAddress)]
    pub fn file_address(&self, file: usize) -> usize {
        self.file(file).as_ptr() as usize
    }

    /// Returns the length of a file in bytes.
    #[wasm_bindgen(js_name = fileLength)]
    pub fn file_length(&self, file: usize) -> usize {
        self.file(file).len()
    }
}

impl ChangedModel {
    fn file(&self, file: usize) -> &[u8] {
        self.changed.files.get(file).map_or(&[], Vec::as_slice)
    }
}

/// Reads, repairs, changes and cuts a file by `change` (JSON, change.rs),
/// writes the parts, and consumes the input. Throws on an unknown format, unit
/// or option, and on options out of range.
#[wasm_bindgen]
pub fn change(
    input: Input,
    format: &str,
    unit: Option<String>,
    change: &str,
) -> Result<ChangedModel, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let change =
        Change::from_json(change).map_err(|error| JsError::new(&error))?;
    let contents = input.incoming.finish();
    let limits = Limits::default();
    let changed = change_file(contents, format, unit, &change, &limits);
    Ok(ChangedModel { changed })
}

/// Estimates the print of a file with `settings` (JSON, estimate/file.rs) and
/// consumes the file. Returns the outcome as JSON. Throws on an unknown format
/// or unit, and on settings outside the range of printers.
#[wasm_bindgen]
pub fn estimate(
    input: Input,
    format: &str,
    unit: Option<String>,
    settings: &str,
) -> Result<String, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let settings =
        Settings::from_json(settings).map_err(|error| JsError::new(&error))?;
    let limits = Limits::default();
    let contents = input.incoming.finish();
    let outcome = estimate_file(contents, format, unit, &settings, &limits);
    Ok(to_json(&outcome))
}

/// Outcome of an inspection, the surface and the picture. Addresses refer to
/// linear memory and are valid until this object is freed.
#[wasm_bindgen]
pub struct Inspected {
    file: InspectedFile,
}

#[wasm_bindgen]
impl Inspected {
    /// Returns the outcome as JSON (inspect/file.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        to_json(&self.file.outcome)
    }

    /// Returns the address of the vertices, three 32-bit floats each.
    #[wasm_bindgen(getter, js_name = positionsAddress)]
    pub fn positions_address(&self) -> usize {
        self.file.mesh.positions.as_ptr() as usize
    }

    /// Returns the number of vertices.
    #[wasm_bindgen(getter, js_name = positionsLength)]
    pub fn positions_length(&self) -> usize {
        self.file.mesh.positions.len()
    }

    /// Returns the address of the triangles, three 32-bit vertex indexes each.
    #[wasm_bindgen(getter, js_name = trianglesAddress)]
    pub fn triangles_address(&self) -> usize {
        self.file.mesh.triangles.as_ptr() as usize
    }

    /// Returns the number of triangles.
    #[wasm_bindgen(getter, js_name = trianglesLength)]
    pub fn triangles_length(&self) -> usize {
        self.file.mesh.triangles.len()
    }

    /// Returns the address of the flags, one byte per triangle.
    #[wasm_bindgen(getter, js_name = flagsAddress)]
    pub fn flags_address(&self) -> usize {
        self.file.flags.as_ptr() as usize
    }

    /// Returns the address of the PNG.
    #[wasm_bindgen(getter, js_name = pictureAddress)]
    pub fn picture_address(&self) -> usize {
        self.file.picture.as_ptr() as usize
    }

    /// Returns the length of the PNG in bytes; 0 when there is none.
    #[wasm_bindgen(getter, js_name = pictureLength)]
    pub fn picture_length(&self) -> usize {
        self.file.picture.len()
    }
}

/// Inspects a file with `settings` and `outputs` (JSON, inspect/settings.rs and
/// inspect/outputs.rs) and consumes the file. Throws on an unknown format or
/// unit, and on settings out of range.
#[wasm_bindgen]
pub fn inspect(
    input: Input,
    format: &str,
    unit: Option<String>,
    settings: &str,
    outputs: &str,
) -> Result<Inspected, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let settings = InspectSettings::from_json(settings)
        .map_err(|error| JsError::new(&error))?;
    let outputs = InspectOutputs::from_json(outputs)
        .map_err(|error| JsError::new(&error))?;
    let limits = Limits::default();
    let contents = input.incoming.finish();
    let file =
        inspect_file(contents, format, unit, &settings, &outputs, &limits);
    Ok(Inspected { file })
}

/// Outcome of a drawing and its picture.
#[wasm_bindgen]
pub struct Drawn {
    drawn: DrawnFile,
}

#[wasm_bindgen]
impl Drawn {
    /// Returns the outcome as JSON (inspect/file.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        to_json(&self.drawn.outcome)
    }

    /// Returns the address of the PNG in linear memory, valid until this object
    /// is freed.
    #[wasm_bindgen(getter, js_name = pictureAddress)]
    pub fn picture_address(&self) -> usize {
        self.drawn.picture.as_ptr() as usize
    }

    /// Returns the length of the PNG in bytes; 0 when the file cannot be read.
    #[wasm_bindgen(getter, js_name = pictureLength)]
    pub fn picture_length(&self) -> usize {
        self.drawn.picture.len()
    }
}

/// Draws a file without its faults, by `picture` (JSON, inspect/picture), and
/// consumes the file. Throws on an unknown format or unit, and on a picture out
/// of range.
#[wasm_bindgen]
pub fn draw(
    input: Input,
    format: &str,
    unit: Option<String>,
    picture: &str,
) -> Result<Drawn, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let picture =
        Picture::from_json(picture).map_err(|error| JsError::new(&error))?;
    let limits = Limits::default();
    let contents = input.incoming.finish();
    let drawn = draw_file(contents, format, unit, &picture, &limits);
    Ok(Drawn { drawn })
}

/// Outcome of a silhouette and its bits.
#[wasm_bindgen]
pub struct Shadow {
    outcome: SilhouetteOutcome,
}

#[wasm_bindgen]
impl Shadow {
    /// Returns the outcome as JSON (silhouette/file.rs).
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        to_json(&self.outcome)
    }

    /// Returns the address of the bits in linear memory, valid until this
    /// object is freed.
    #[wasm_bindgen(getter, js_name = bitsAddress)]
    pub fn bits_address(&self) -> usize {
        self.bits().as_ptr() as usize
    }

    /// Returns the number of 32-bit words; 0 when the file has no silhouette.
    #[wasm_bindgen(getter, js_name = bitsLength)]
    pub fn bits_length(&self) -> usize {
        self.bits().len()
    }
}

impl Shadow {
    fn bits(&self) -> &[u32] {
        match &self.outcome {
            SilhouetteOutcome::Silhouette(silhouette) => &silhouette.bits,
            SilhouetteOutcome::Unreadable { .. } => &[],
        }
    }
}

/// Returns the silhouette of a file in its `pose` (JSON, silhouette/file.rs)
/// and consumes the file. Throws on an unknown format, unit or pose.
#[wasm_bindgen]
pub fn silhouette(
    input: Input,
    format: &str,
    unit: Option<String>,
    pose: &str,
) -> Result<Shadow, JsError> {
    crate::checkpoint::install(geometry_checkpoint);
    let (format, unit) = named(format, unit)?;
    let pose = Pose::from_json(pose).map_err(|error| JsError::new(&error))?;
    let limits = Limits::default();
    let contents = input.incoming.finish();
    let outcome = silhouette_file(contents, format, unit, pose, &limits);
    Ok(Shadow { outcome })
}

fn named(
    format: &str,
    unit: Option<String>,
) -> Result<(Format, Option<Unit>), JsError> {
    let format = super::named(format)?;
    let Some(name) = unit else { return Ok((format, None)) };
    let unit =
        Unit::from_caller(&name).ok_or_else(|| JsError::new("unknown unit"))?;
    Ok((format, Some(unit)))
}
