//! Reads, repairs and measures 3D models and sliced files. Only `wasm.rs` uses
//! wasm-bindgen; everything else also builds natively.
#![forbid(unsafe_code)]

pub mod change;
pub mod checkpoint;
pub mod contents;
pub mod cut;
pub mod error;
pub mod estimate;
pub mod examine;
pub mod exposure;
pub mod format;
pub mod inspect;
pub mod json;
mod lanes;
pub mod limits;
pub mod measure;
pub mod mesh;
pub mod model;
pub mod parse;
pub mod printability;
pub mod process;
pub mod read;
pub mod repair;
pub mod report;
pub mod shells;
pub mod silhouette;
#[cfg(test)]
mod testing;
pub mod topology;
pub mod union_find;
pub mod units;
pub mod vector;
mod wasm;
pub mod weld;
pub mod winding_number;
pub mod write;

pub use checkpoint::checkpoint;
pub use error::ParseError;
pub use limits::Limits;
