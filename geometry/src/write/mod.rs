//! Writes a mesh as a file: takes positions and triangles, returns bytes.

pub mod glb;
mod reattach;
pub mod stl;
pub mod threemf;
