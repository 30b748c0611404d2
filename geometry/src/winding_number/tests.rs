use super::*;
use crate::measure::volume;
use crate::testing::{
    Random, crossing_pockets, cube, cuboid, inverted, merge, prism, sphere,
};
use crate::vector::{cross, dot, length, sub};

fn share(found: f64, wanted: f64) -> f64 {
    (found / wanted - 1.0).abs()
}

#[test]
fn separate_bodies_have_no_doubtful_volume() {
    let hollow = merge(&[cube(20.0), inverted(cuboid([9.0; 3], [3.0; 3]))]);
    let beside = merge(&[cube(10.0), cuboid([10.0; 3], [10.0, 0.0, 0.0])]);
    let apart = merge(&[sphere(5.0, 20, 30), cuboid([9.0; 3], [6.0; 3])]);
    let slab = cuboid([1e-3, 50.0, 70.0], [5.0, -3.0, 2.0]);
    let needle = prism(7, 0.01, 300.0);
    for mesh in [cube(20.0), hollow, beside, apart, slab, needle] {
        let found = sample(&mesh).unwrap();
        // Coincident sides cancel except for rounding.
        assert!(found.doubtful <= 1e-9 * found.solid, "{found:?}");
        assert!(share(found.signed, volume(&mesh)) < 0.04, "{found:?}");
        assert!(share(found.solid, found.signed) < 1e-9);
    }
}

#[test]
fn overlapping_bodies_count_once() {
    let two = merge(&[cube(10.0), cuboid([10.0; 3], [5.0, 0.0, 0.0])]);
    let found = sample(&two).unwrap();
    assert!(share(found.signed, 2000.0) < 1e-3, "{found:?}");
    assert!(share(found.solid, 1500.0) < 1e-3);
    assert!(share(found.doubtful, 500.0) < 0.01);
    // The same cube three times.
    let three = merge(&[cube(10.0), cube(10.0), cube(10.0)]);
    let found = sample(&three).unwrap();
    assert!(share(found.signed, 3000.0) < 1e-9);
    assert!(share(found.solid, 1000.0) < 1e-9);
}

#[test]
fn crossing_pockets_are_not_subtracted_twice() {
    let mesh = crossing_pockets();
    assert!(share(volume(&mesh), 1258.0) < 1e-6);
    let found = sample(&mesh).unwrap();
    let own = volume(&mesh) + found.solid - found.signed;
    assert!(share(own, 6666.0) < 0.02, "{own} {found:?}");
}

/// Returns the winding number of a point, by the solid angles of all triangles.
fn winding(mesh: &Mesh, at: [f64; 3]) -> i64 {
    let angle = mesh.triangles.iter().map(|&triangle| {
        let [a, b, c] = mesh.corners(triangle).map(|p| sub(p, at));
        let [x, y, z] = [a, b, c].map(length);
        let down = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
        2.0 * libm::atan2(dot(a, cross(b, c)), down)
    });
    let turns = angle.sum::<f64>() / (4.0 * std::f64::consts::PI);
    libm::round(turns) as i64
}

#[test]
fn agrees_with_solid_angles() {
    let mut random = Random(11);
    for _ in 0..4 {
        let mut parts = Vec::new();
        for _ in 0..6 {
            let mut ball = sphere(2.0 + 4.0 * f64::from(random.unit()), 7, 9);
            let by = [0; 3].map(|_: i32| 9.0 * random.unit());
            for p in &mut ball.positions {
                *p = [p[0] + by[0], p[1] + by[1], p[2] + by[2]];
            }
            let turn = random.below(3) == 0;
            parts.push(if turn { inverted(ball) } else { ball });
        }
        let mesh = merge(&parts);
        let bounds = mesh.bounds().unwrap();
        let [x, y, z] = bounds.size();
        let (mut solid, mut doubtful, tries) = (0, 0, 40_000);
        for _ in 0..tries {
            let [a, b, c] = [0; 3].map(|_: i32| f64::from(random.unit()));
            let [x0, y0, z0] = bounds.min;
            match winding(&mesh, [x0 + a * x, y0 + b * y, z0 + c * z]) {
                0 => {}
                1 => solid += 1,
                _ => doubtful += 1,
            }
        }
        let found = sample(&mesh).unwrap();
        let part = |count: i32| f64::from(count) * x * y * z / f64::from(tries);
        assert!(share(found.solid, part(solid + doubtful)) < 0.03);
        assert!(share(found.doubtful, part(doubtful)) < 0.06);
        assert!(share(found.signed, volume(&mesh)) < 0.03);
    }
}

#[test]
fn order_does_not_matter() {
    let mut mesh = merge(&[sphere(5.0, 20, 30), sphere(6.0, 20, 30)]);
    let found = sample(&mesh).unwrap();
    Random(5).shuffle(&mut mesh.triangles);
    let again = sample(&mesh).unwrap();
    assert!(share(again.solid, found.solid) < 1e-12);
    assert!(share(again.doubtful, found.doubtful) < 1e-12);
}

#[test]
fn flat_and_empty_meshes_have_no_volume() {
    let none = WindingVolumes::default();
    assert_eq!(sample(&Mesh::default()), Some(none));
    let mut flat = cube(10.0);
    for p in &mut flat.positions {
        p[1] = 0.0;
    }
    assert_eq!(sample(&flat).unwrap().solid, 0.0);
    for p in &mut flat.positions {
        p[0] = 0.0;
    }
    assert_eq!(sample(&flat).unwrap().solid, 0.0);
}

#[test]
fn thousands_of_bodies_in_one_place_are_refused() {
    let mut mesh = Mesh::default();
    for n in 0..5000 {
        let block = cuboid([10.0 + n as f32 * 1e-3; 3], [0.0; 3]);
        let base = mesh.positions.len() as u32;
        mesh.positions.extend(&block.positions);
        let moved = block.triangles.iter().map(|t| t.map(|v| v + base));
        mesh.triangles.extend(moved);
    }
    assert_eq!(sample(&mesh), None);
}
