//! Writes a mesh as a file. Pure: positions and triangles in, bytes out.

pub mod glb;
mod reattach;
pub mod stl;
