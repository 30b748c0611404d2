//! Boxes around runs of vertices, used to skip runs that cannot contain the
//! extreme point in a direction. Vertices are numbered in the order of their
//! triangles, so on most surfaces a run is a small patch.
//!
//! The bounds are exact: they use the same arithmetic as a point, and rounding
//! is monotonic.

use crate::mesh::Mesh;
use crate::vector::{max, min};

/// Number of vertices per run.
const RUN: usize = 64;

/// The runs of a mesh.
pub struct Runs<'a> {
    positions: &'a [[f32; 3]],
    boxes: Vec<Box3>,
}

/// Lowest and highest coordinates.
#[derive(Debug, Clone, Copy)]
pub struct Box3 {
    low: [f32; 3],
    high: [f32; 3],
}

impl<'a> Runs<'a> {
    pub fn of(mesh: &'a Mesh) -> Runs<'a> {
        let positions = mesh.positions.as_slice();
        let boxes = positions.chunks(RUN).map(Box3::around).collect();
        Runs { positions, boxes }
    }

    /// Returns the vertices of each run, and their box.
    pub fn iter(&self) -> impl Iterator<Item = (&[[f32; 3]], Box3)> {
        self.positions.chunks(RUN).zip(self.boxes.iter().copied())
    }
}

impl Box3 {
    fn around(points: &[[f32; 3]]) -> Box3 {
        let first = points.first().copied().unwrap_or_default();
        let [mut low, mut high] = [first; 2];
        for point in points {
            for ((&v, low), high) in point.iter().zip(&mut low).zip(&mut high) {
                *low = min(*low, v);
                *high = max(*high, v);
            }
        }
        Box3 { low, high }
    }

    /// Returns the box after a step that keeps the order along each axis.
    pub fn map(self, step: impl Fn([f32; 3]) -> [f32; 3]) -> Box3 {
        Box3 { low: step(self.low), high: step(self.high) }
    }

    /// Returns the lowest and the highest `depth` that a point of the box can
    /// have.
    #[inline]
    pub fn depths(self, direction: [f32; 3]) -> (f32, f32) {
        let [mut near, mut far] = [[0.0; 3]; 2];
        let ends = self.low.iter().zip(&self.high).zip(direction);
        for (((&low, &high), d), (near, far)) in
            ends.zip(near.iter_mut().zip(&mut far))
        {
            (*near, *far) = if d < 0.0 { (high, low) } else { (low, high) };
        }
        (depth(near, direction), depth(far, direction))
    }
}

/// Returns the position of a point along a direction.
#[inline]
pub fn depth([x, y, z]: [f32; 3], [dx, dy, dz]: [f32; 3]) -> f32 {
    x * dx + y * dy + z * dz
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn no_point_is_beyond_the_bounds_of_its_run() {
        let mut random = Random(5);
        let mut point = || [random.unit(), random.unit(), random.unit()];
        let positions: Vec<[f32; 3]> =
            (0..1000).map(|_| point().map(|v| 3.0 * v - 1.0)).collect();
        let mesh = Mesh { positions, triangles: Vec::new() };
        let moved = |p: [f32; 3]| p.map(|v| 0.1 * (v - 0.7));
        for _ in 0..50 {
            let direction = point().map(|v| 2.0 * v - 1.0);
            for (points, bounds) in Runs::of(&mesh).iter() {
                let (low, high) = bounds.map(moved).depths(direction);
                let found = points.iter().map(|&p| depth(moved(p), direction));
                assert!(found.clone().all(|v| low <= v && v <= high));
                // A box exceeds its points by at most its diagonal.
                assert!(found.fold(f32::MIN, f32::max) > high - 0.6);
            }
        }
    }
}
