//! The triangles whose walls are measured.

pub type V = [f32; 3];

/// A triangle with its outward normal of length 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facet {
    pub corners: [V; 3],
    pub normal: V,
    /// Center of the ball around the triangle: the mean of its corners.
    pub center: V,
    pub radius: f32,
    /// Number of the triangle in its mesh.
    pub number: u32,
    pub area: f32,
}

/// Returns the number (0 to 5) of the axis direction that is nearest to a
/// normal.
pub fn facing([x, y, z]: V) -> u64 {
    let side = |v: f32| u64::from(v < 0.0);
    match (x.abs(), y.abs(), z.abs()) {
        (a, b, c) if a >= b && a >= c => side(x),
        (_, b, c) if b >= c => 2 + side(y),
        _ => 4 + side(z),
    }
}
