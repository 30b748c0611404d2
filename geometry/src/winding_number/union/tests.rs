use super::*;
use crate::testing::{cube, cuboid, inverted, merge, sphere};
use crate::topology::Topology;
use crate::winding_number::sample;

fn union(mesh: &Mesh) -> Option<Union> {
    let shells = Shells::find(mesh, &Topology::build(mesh));
    measure(mesh, &shells, &sample(mesh).unwrap())
}

/// Returns the volume that two balls of radius `r` with centers `d` apart share
/// (two caps).
fn lens(r: f64, d: f64) -> f64 {
    let height = r - d / 2.0;
    2.0 * std::f64::consts::PI * height * height * (3.0 * r - height) / 3.0
}

fn moved(mut mesh: Mesh, by: [f32; 3]) -> Mesh {
    for position in &mut mesh.positions {
        for (v, by) in position.iter_mut().zip(by) {
            *v += by;
        }
    }
    mesh
}

#[test]
fn one_body_and_separate_bodies_are_not_sampled() {
    let beside = merge(&[cube(10.0), cuboid([10.0; 3], [10.0, 0.0, 0.0])]);
    for mesh in [cube(20.0), sphere(9.0, 30, 40), beside] {
        assert_eq!(union(&mesh), None);
    }
}

#[test]
fn a_cavity_that_does_not_touch_the_outside_is_exact() {
    let hollow =
        merge(&[sphere(50.0, 90, 180), inverted(sphere(40.0, 90, 180))]);
    let found = union(&hollow).unwrap();
    assert_eq!((found.error, found.excess), (0.0, 0.0));
    let exact = crate::measure::volume(&hollow);
    assert!((found.volume / exact - 1.0).abs() < 1e-12);
}

#[test]
fn shared_volume_counts_once() {
    let nested = merge(&[cube(20.0), cuboid([18.0; 3], [1.0; 3])]);
    let twice = merge(&[cube(20.0), cuboid([20.0; 3], [1e-3, 0.0, 0.0])]);
    let half = merge(&[cube(20.0), cuboid([20.0; 3], [10.0, 0.0, 0.0])]);
    let out =
        merge(&[cube(20.0), inverted(cuboid([18.0; 3], [6.0, 1.0, 1.0]))]);
    let ball = || sphere(10.0, 120, 240);
    let balls = merge(&[ball(), moved(ball(), [5.0, 0.0, 0.0])]);
    let own = crate::measure::volume(&ball());
    let shared = lens(10.0, 5.0) * own / (4000.0 / 3.0 * std::f64::consts::PI);
    // 14 mm of the inverted cube lie inside, where the result is empty, and 4
    // mm outside, where the surface winds the other way.
    let cases = [
        (nested, 8000.0),
        (twice, 8000.4),
        (half, 12_000.0),
        (out, 8000.0 - 14.0 * 324.0 + 4.0 * 324.0),
        (balls, 2.0 * own - shared),
    ];
    for (mesh, expected) in cases {
        let found = union(&mesh).unwrap();
        let off = (found.volume - expected).abs();
        assert!(off <= found.error + 1e-3 * expected, "{found:?} {expected}");
        assert!(found.error <= WANTED_ERROR * expected, "{found:?}");
    }
}

#[test]
fn a_narrow_region_between_the_lines_subtracts_nothing() {
    // 4000 pins of 0.02 mm in one place, inside out. They subtract 0.03 from
    // the signed volume of the cube, and nothing measurable from the union.
    let mut parts = vec![cube(20.0)];
    parts.extend((0..4000).map(|n| {
        let side = 0.02 + 1e-7 * n as f32;
        inverted(cuboid([side, side, 18.0], [7.77, 3.33, 1.0]))
    }));
    let mesh = merge(&parts);
    let shells = Shells::find(&mesh, &Topology::build(&mesh));
    let coarse = sample(&mesh).unwrap();
    let sum = shells.all.iter().map(|shell| shell.volume).sum();
    let found = measure(&mesh, &shells, &coarse).unwrap();
    assert!(found.billed(sum) > 7990.0, "{found:?} {sum}");
}
