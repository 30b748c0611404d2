//! Reads 3D models and sliced files, repairs and measures them. `wasm.rs` is
//! the only file that knows wasm-bindgen; everything else builds natively.
#![forbid(unsafe_code)]

pub mod error;
pub mod estimate;
pub mod examine;
pub mod limits;
pub mod measure;
pub mod mesh;
pub mod model;
pub mod nesting;
pub mod pace;
pub mod parse;
pub mod printability;
pub mod process;
pub mod repair;
pub mod report;
#[cfg(test)]
mod testing;
pub mod topology;
pub mod union;
pub mod units;
pub mod vector;
mod wasm;
pub mod weld;
pub mod windings;
pub mod write;

pub use error::ParseError;
pub use limits::Limits;
