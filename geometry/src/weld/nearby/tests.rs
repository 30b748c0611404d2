use super::*;
use crate::model::Builder;
use crate::testing::{Random, cube, cuboid, merge, soup};
use crate::topology::EdgeCounts;

/// Welds a soup exactly.
fn welded(triangles: &[[[f32; 3]; 3]]) -> Mesh {
    let mut builder = Builder::with_capacity(triangles.len());
    for triangle in triangles {
        let ids = triangle.map(|p| builder.vertex(p).unwrap());
        builder.triangle(ids);
    }
    builder.finish().unwrap()
}

/// Returns a cube whose corners are displaced by up to `error` of its side.
fn torn_cube(side: f32, error: f32) -> Mesh {
    let mut random = Random(3);
    let mut triangles = soup(&cube(side));
    for value in triangles.as_flattened_mut().as_flattened_mut() {
        *value += side * error * (random.unit() - 0.5);
    }
    welded(&triangles)
}

#[test]
fn corners_that_differ_by_rounding_are_joined() {
    for side in [1e-3, 1.0, 250.0] {
        let mut mesh = torn_cube(side, 2e-6);
        let before = Topology::build(&mesh);
        assert_eq!(before.count().boundary, 36);
        assert_eq!(join_open_edges(&mut mesh, &before), 28);
        let after = Topology::build(&mesh).count();
        assert_eq!(after, EdgeCounts::default());
    }
}

#[test]
fn visible_gaps_stay_open() {
    let mut mesh = torn_cube(10.0, 1e-3);
    let topology = Topology::build(&mesh);
    assert_eq!(join_open_edges(&mut mesh, &topology), 0);
}

#[test]
fn a_thin_closed_wall_is_unchanged() {
    let mut mesh = merge(&[cuboid([100.0, 100.0, 1e-5], [0.0; 3])]);
    let topology = Topology::build(&mesh);
    assert_eq!(join_open_edges(&mut mesh, &topology), 0);
    assert_eq!(mesh, cuboid([100.0, 100.0, 1e-5], [0.0; 3]));
}
