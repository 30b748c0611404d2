//! One module per format. Each parser takes bytes and `Limits`, checks counts
//! before it allocates, and returns a value or a `ParseError`.

pub mod gcode;
pub mod glb;
pub mod obj;
pub mod sliced_3mf;
pub mod sniff;
pub mod stl;
mod text;
pub mod threemf;
mod transform;
pub mod zip;

#[cfg(test)]
mod tests;
