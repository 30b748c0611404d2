//! Segments of the outlines of a layer, as cut from the triangles.

/// Part of an outline, with the solid on its left.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Segment {
    pub from: [f64; 2],
    pub to: [f64; 2],
}
