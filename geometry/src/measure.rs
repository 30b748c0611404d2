//! Sizes of a repaired mesh in one pass: surface, overhang, and the sum of
//! the shells' volumes. f64 throughout.

use crate::mesh::{Bounds, Mesh};
use crate::repair::Repaired;
use crate::vector::{Vec3, dot, length, normal, sub};

/// In a file whose unit may be wrong, faces no higher than this share of the
/// height over the lowest point lie on the plate.
const ON_PLATE: f64 = 1e-4;

/// In a model in mm, those within the first printed layer do: nothing can
/// hang down from there, and no support fits under it.
pub const FIRST_LAYER_MM: f64 = 0.2;

/// In file units; angles in degrees.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sizes {
    pub surface: f64,
    pub volume: f64,
    /// Greatest angle beyond the vertical among faces that look down and do
    /// not lie on the plate: 0 is a wall, 90 a flat ceiling.
    pub max_overhang_deg: f64,
    /// Triangles without area.
    pub zero_area: u64,
}

/// Measures; triangles that fill holes have volume but no surface.
pub fn measure(repaired: &Repaired, bounds: &Bounds) -> Sizes {
    let volume = repaired.shells.all.iter().map(|shell| shell.volume).sum();
    let own = repaired.own_triangles;
    let [_, _, bottom] = bounds.min;
    let [_, _, height] = bounds.size();
    let plate = bottom + ON_PLATE * height;
    Sizes { volume, ..surface(&repaired.mesh, own, plate) }
}

/// Volume that a closed surface encloses, cavities taken off.
pub fn volume(mesh: &Mesh) -> f64 {
    let centre = mesh.bounds().map(|b| b.centre()).unwrap_or_default();
    let six = mesh.triangles.iter().map(|&triangle| {
        let corners = mesh.corners(triangle).map(|p| sub(p, centre));
        let [first, ..] = corners;
        dot(first, normal(corners))
    });
    six.sum::<f64>() / 6.0
}

/// Everything but the volume, of the first `own` triangles; what is no higher
/// than `plate` lies on it.
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
            steepest = steepest.max(-up / twice_area);
        }
    }
    sizes.max_overhang_deg = libm::asin(steepest.min(1.0)).to_degrees();
    sizes
}

#[inline]
pub fn on_plate(
    [[_, _, a], [_, _, b], [_, _, c]]: [Vec3; 3],
    plate: f64,
) -> bool {
    a <= plate && b <= plate && c <= plate
}

/// Connected parts: triangles that share a vertex belong together.
pub fn components(mesh: &Mesh) -> u64 {
    let mut sets = crate::union::Sets::new(mesh.positions.len());
    for &[a, b, c] in &mesh.triangles {
        sets.join(a, b);
        sets.join(a, c);
    }
    u64::from(sets.labels().1)
}
