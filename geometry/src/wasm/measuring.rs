//! The boundary of the measuring core.

use wasm_bindgen::prelude::*;

use super::Input;
use crate::examine::measure_stl;
use crate::json::to_json;
use crate::limits::Limits;
use crate::units::Unit;

/// Measures an STL and consumes it. Returns the outcome of the whole core's
/// `measure` as JSON, or `undefined` where that core has to say what is wrong.
/// `unit` is `mm`, `cm`, `m`, `in` or absent; throws on any other.
#[wasm_bindgen(js_name = measureStl)]
pub fn measure(
    input: Input,
    unit: Option<String>,
) -> Result<Option<String>, JsError> {
    let unit = unit
        .map(|name| {
            Unit::from_caller(&name).ok_or_else(|| JsError::new("unknown unit"))
        })
        .transpose()?;
    let outcome =
        measure_stl(input.incoming.finish(), unit, &Limits::default());
    Ok(outcome.map(|outcome| to_json(&outcome)))
}
