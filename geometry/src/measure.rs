//! Surface area, overhang and volume of a mesh, in f64 throughout.

use crate::mesh::Mesh;
use crate::vector::{Vec3, dot, length, max, normal, sub};

/// Height of the first printed layer, mm, independent of the layer height.
/// Faces within it lie on the plate: they cannot overhang, and no support fits
/// under them.
pub const FIRST_LAYER_MM: f64 = 0.2;

/// Lengths are in file units, angles in degrees.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sizes {
    pub surface: f64,
    pub volume: f64,
    /// Largest angle beyond vertical among downward faces that do not lie on
    /// the plate: 0 is a wall, 90 a flat ceiling.
    pub max_overhang_deg: f64,
    /// Triangles of zero area.
    pub zero_area: u64,
}

/// Returns the volume that a closed surface encloses, without cavities.
pub fn volume(mesh: &Mesh) -> f64 {
    let center = mesh.bounds().map(|b| b.center()).unwrap_or_default();
    let six = mesh.triangles.iter().map(|&triangle| {
        let corners = mesh.corners(triangle).map(|p| sub(p, center));
        let [first, ..] = corners;
        dot(first, normal(corners))
    });
    six.sum::<f64>() / 6.0
}

/// Returns all sizes except the volume, of the first `own` triangles. Faces no
/// higher than `plate` lie on the plate. Faces inside other bodies are included
/// (`exposure.rs` excludes them).
pub fn surface(mesh: &Mesh, own: usize, plate: f64) -> Sizes {
    let own = mesh.triangles.get(..own);
    let mut sizes = Sizes::default();
    let mut steepest = 0.0f64;
    for &triangle in own.unwrap_or(&mesh.triangles) {
        let corners = mesh.corners(triangle);
        let normal = normal(corners);
        let twice_area = length(normal);
        sizes.surface += 0.5 * twice_area;
        if twice_area == 0.0 {
            sizes.zero_area += 1;
            continue;
        }
        let [_, _, up] = normal;
        if up < 0.0 && !on_plate(corners, plate) {
            steepest = max(steepest, -up / twice_area);
        }
    }
    sizes.max_overhang_deg = degrees(steepest);
    sizes
}

/// Returns the angle with this sine, in degrees.
pub fn degrees(sine: f64) -> f64 {
    libm::asin(sine.min(1.0)).to_degrees()
}

#[inline]
pub fn on_plate(
    [[_, _, a], [_, _, b], [_, _, c]]: [Vec3; 3],
    plate: f64,
) -> bool {
    a <= plate && b <= plate && c <= plate
}

/// Returns the number of connected parts. Triangles that share a vertex are
/// connected.
pub fn components(mesh: &Mesh) -> u64 {
    let mut sets = crate::union_find::UnionFind::new(mesh.positions.len());
    for &[a, b, c] in &mesh.triangles {
        sets.union(a, b);
        sets.union(a, c);
    }
    u64::from(sets.labels().1)
}
