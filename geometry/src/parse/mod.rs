//! One module a format. Each parser takes bytes and `Limits`, checks counts
//! before it allocates, and returns a value or a `ParseError`.

pub mod gcode;
pub mod glb;
pub mod obj;
mod place;
pub mod sliced_3mf;
pub mod stl;
pub mod threemf;
pub mod zip;
