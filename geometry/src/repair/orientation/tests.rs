use super::*;
use crate::testing::{Random, cube, cuboid, merge, prism, sphere};

/// Returns a cone along Z, tip up, with a base of this radius at z = 0.
fn cone(sides: u32, radius: f64, height: f64) -> Mesh {
    let mut mesh = prism(sides, radius, height);
    for p in &mut mesh.positions {
        if p[2] > 0.0 {
            *p = [0.0, 0.0, height as f32];
        }
    }
    let tip = 1;
    let flat = |v: u32| v > 1 && v % 2 == 1;
    for t in mesh.triangles.as_flattened_mut() {
        *t = if flat(*t) { tip } else { *t };
    }
    mesh.drop_collapsed();
    mesh
}

fn turned(mesh: &Mesh, down: Vec3) -> Mesh {
    let mut mesh = mesh.clone();
    rotate_onto_plate(&mut mesh, unit(down).unwrap());
    mesh
}

fn angle(a: Vec3, b: Vec3) -> f64 {
    libm::acos(dot(a, b).clamp(-1.0, 1.0)).to_degrees()
}

#[test]
fn a_rotation_turns_the_direction_down_and_keeps_the_shape() {
    let mut random = Random(9);
    for _ in 0..50 {
        let v = [0; 3].map(|_: i32| f64::from(random.unit()) - 0.5);
        let down = unit(v).unwrap();
        let rows = rotation(down);
        let at = |p: Vec3| rows.map(|row| dot(row, p));
        assert!(length(sub(at(down), GIVEN)) < 1e-12);
        let [a, b, c] = rows;
        assert!((dot(a, cross(b, c)) - 1.0).abs() < 1e-12);
        assert!(dot(a, b).abs() < 1e-12 && dot(b, c).abs() < 1e-12);
    }
    assert_eq!(rotation([0.0, 0.0, -1.0]).map(|r| dot(r, r)), [1.0; 3]);
    let up = rotation([0.0, 0.0, 1.0]);
    assert_eq!(up.map(|row| dot(row, [0.0, 0.0, 1.0])), [0.0, 0.0, -1.0]);
}

#[test]
fn a_cone_stands_on_its_base_from_every_given_pose() {
    let upright = cone(64, 10.0, 25.0);
    assert_eq!(better_down(&upright), None);
    let poses =
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.3, -0.8, 0.5], [0.1, 0.9, -0.3]];
    for pose in poses {
        let mut fallen = turned(&upright, pose);
        let down = better_down(&fallen).unwrap();
        rotate_onto_plate(&mut fallen, down);
        let bounds = fallen.bounds().unwrap();
        assert!((bounds.size()[2] - 25.0).abs() < 1e-3, "{bounds:?}");
        assert_eq!(bounds.min[2], 0.0);
        // The cone stands on the base, not on the tip.
        let low = fallen.positions.iter().filter(|p| p[2] < 1e-3).count();
        assert_eq!(low, 65);
        assert_eq!(better_down(&fallen), None);
    }
}

#[test]
fn a_table_is_printed_upside_down() {
    let mut parts = vec![cuboid([60.0, 40.0, 3.0], [0.0, 0.0, 30.0])];
    for (x, y) in [(0.0, 0.0), (56.0, 0.0), (0.0, 36.0), (56.0, 36.0)] {
        parts.push(cuboid([4.0, 4.0, 30.0], [x, y, 0.0]));
    }
    let table = merge(&parts);
    assert_eq!(better_down(&table), Some([0.0, 0.0, 1.0]));
    let mut lying = table;
    rotate_onto_plate(&mut lying, [0.0, 0.0, 1.0]);
    assert_eq!(better_down(&lying), None);
}

#[test]
fn resolution_and_order_do_not_matter() {
    for sides in [12, 100, 1000] {
        let mut fallen = turned(&cone(sides, 10.0, 25.0), [0.3, -0.8, 0.5]);
        let down = better_down(&fallen).unwrap();
        Random(4).shuffle(&mut fallen.triangles);
        assert!(angle(better_down(&fallen).unwrap(), down) < 1e-3);
        let mut moved = fallen.clone();
        for p in &mut moved.positions {
            p[0] += 100.0;
            p[2] -= 50.0;
        }
        assert!(angle(better_down(&moved).unwrap(), down) < 0.01);
    }
}

/// Returns a tube with jagged ends, so that no face points along it.
fn crown(points: u32, radius: f64, height: f64) -> Mesh {
    let mut mesh = Mesh::default();
    for i in 0..2 * points {
        let turn = std::f64::consts::PI * f64::from(i) / f64::from(points);
        let tip = if i % 2 == 0 { 6.0 } else { 0.0 };
        for (radius, z) in [
            (radius, -tip),
            (radius, height + tip),
            (radius - 2.0, height + tip),
            (radius - 2.0, -tip),
        ] {
            let (x, y) = (radius * libm::cos(turn), radius * libm::sin(turn));
            mesh.positions.push([x as f32, y as f32, z as f32]);
        }
    }
    let at = |i: u32, ring: u32| 4 * (i % (2 * points)) + ring % 4;
    for i in 0..2 * points {
        for ring in 0..4 {
            let (a, b) = (at(i, ring), at(i + 1, ring));
            let (c, d) = (at(i, ring + 1), at(i + 1, ring + 1));
            mesh.triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    mesh
}

#[test]
fn a_crown_stands_on_its_points() {
    let upright = crown(12, 20.0, 25.0);
    assert!(crate::measure::volume(&upright) > 0.0);
    let mut well = upright.clone();
    assert!(!choose_orientation(&mut well, None));
    for pose in [[1.0, 0.2, -0.1], [0.3, -0.8, 0.5], [0.7, 0.7, 0.0]] {
        let mut fallen = turned(&upright, pose);
        assert!(choose_orientation(&mut fallen, None));
        let size = fallen.bounds().unwrap().size();
        assert!((size[2] - 37.0).abs() < 1e-3, "{size:?}");
        assert!(!choose_orientation(&mut fallen, None));
    }
}

#[test]
fn a_good_pose_is_kept() {
    for mesh in [
        cube(20.0),
        sphere(10.0, 40, 60),
        prism(5, 10.0, 4.0),
        cuboid([50.0, 20.0, 3.0], [0.0; 3]),
    ] {
        assert_eq!(better_down(&mesh), None);
    }
}

#[test]
fn an_empty_mesh_has_no_pose() {
    assert_eq!(better_down(&Mesh::default()), None);
}

#[test]
fn hidden_triangles_do_not_affect_the_pose() {
    // A plate with a cavity in the shape of a tall table. If the cavity were
    // rated, the plate would be turned over.
    let body = cuboid([60.0, 40.0, 33.0], [0.0; 3]);
    let mut table = vec![cuboid([50.0, 30.0, 3.0], [5.0, 5.0, 29.0])];
    for (x, y) in [(5.0, 5.0), (51.0, 5.0), (5.0, 31.0), (51.0, 31.0)] {
        table.push(cuboid([4.0, 4.0, 27.0], [x, y, 2.0]));
    }
    let table = crate::testing::inverted(merge(&table));
    let mut hollow = merge(&[body.clone(), table]);
    let hidden: Vec<bool> =
        (0..hollow.triangles.len()).map(|t| t >= 12).collect();
    let mut seen = body;
    assert_eq!(
        choose_orientation(&mut hollow, Some(&hidden)),
        choose_orientation(&mut seen, None)
    );
    let size = |mesh: &Mesh| mesh.bounds().unwrap().size();
    assert_eq!(size(&hollow), size(&seen));
    let mut on_end = turned(&hollow, [1.0, 0.0, 0.0]);
    let mut alone = turned(&seen, [1.0, 0.0, 0.0]);
    choose_orientation(&mut on_end, Some(&hidden));
    choose_orientation(&mut alone, None);
    assert_eq!(size(&on_end), size(&alone));
}
