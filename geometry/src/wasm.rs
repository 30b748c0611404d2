//! The WASM boundary, and the only files that use wasm-bindgen. They only
//! convert arguments and results and contain no other logic. There are two
//! builds: the whole core, and the measuring core of the first visit to a page,
//! which only measures STL files and has a fifth of the size.

#[cfg(any(not(feature = "whole"), test))]
mod measuring;
#[cfg(feature = "whole")]
mod whole;

use wasm_bindgen::prelude::*;

use crate::contents::Incoming;
use crate::format::Format;
use crate::limits::Limits;

/// A file that the host writes into linear memory in parts.
#[wasm_bindgen]
pub struct Input {
    incoming: Incoming,
}

#[wasm_bindgen]
impl Input {
    /// Prepares for a file of `length` bytes. Returns `undefined` when memory
    /// is exhausted. Throws on an unknown format.
    pub fn allocate(
        length: usize,
        format: &str,
    ) -> Result<Option<Input>, JsError> {
        let format = named(format)?;
        let incoming = Incoming::new(length, format);
        Ok(incoming.map(|incoming| Input { incoming }))
    }

    /// Returns the address at which the host writes the next part. Any later
    /// allocation may replace the memory's ArrayBuffer, so create views
    /// directly before use.
    #[wasm_bindgen(getter)]
    pub fn address(&mut self) -> usize {
        self.incoming.part().as_ptr() as usize
    }

    /// Returns the length of the next part in bytes; 0 at the end of the file.
    #[wasm_bindgen(getter)]
    pub fn length(&mut self) -> usize {
        self.incoming.part().len()
    }

    /// Consumes the part, which the host has written. Returns false when memory
    /// is exhausted.
    pub fn take(&mut self) -> bool {
        self.incoming.take(&Limits::default())
    }
}

fn named(format: &str) -> Result<Format, JsError> {
    Format::named(format).ok_or_else(|| JsError::new("unknown format"))
}
