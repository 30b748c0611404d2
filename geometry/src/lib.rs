//! Reads 3D models and sliced files, repairs and measures them. `wasm.rs` is
//! the only file that knows wasm-bindgen; everything else builds natively.
#![forbid(unsafe_code)]

pub mod error;
pub mod limits;
pub mod parse;

pub use error::ParseError;
pub use limits::Limits;
