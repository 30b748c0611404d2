use super::*;
use crate::testing::{Random, cube, cuboid, merge, prism, sphere};

/// A cone along Z, tip up: base of that radius at z = 0.
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
    lay(&mut mesh, unit(down).unwrap());
    mesh
}

fn angle(a: Vec3, b: Vec3) -> f64 {
    libm::acos(dot(a, b).clamp(-1.0, 1.0)).to_degrees()
}

#[test]
fn turning_takes_the_direction_down_and_keeps_shape() {
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
fn a_cone_stands_on_its_base_however_it_comes() {
    let upright = cone(64, 10.0, 25.0);
    assert_eq!(better_down(&upright), None);
    let poses =
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.3, -0.8, 0.5], [0.1, 0.9, -0.3]];
    for pose in poses {
        let mut fallen = turned(&upright, pose);
        let down = better_down(&fallen).unwrap();
        lay(&mut fallen, down);
        let bounds = fallen.bounds().unwrap();
        assert!((bounds.size()[2] - 25.0).abs() < 1e-3, "{bounds:?}");
        assert_eq!(bounds.min[2], 0.0);
        // On the base, not on the tip.
        let low = fallen.positions.iter().filter(|p| p[2] < 1e-3).count();
        assert_eq!(low, 65);
        assert_eq!(better_down(&fallen), None);
    }
}

#[test]
fn a_table_lies_on_its_top() {
    let mut parts = vec![cuboid([60.0, 40.0, 3.0], [0.0, 0.0, 30.0])];
    for (x, y) in [(0.0, 0.0), (56.0, 0.0), (0.0, 36.0), (56.0, 36.0)] {
        parts.push(cuboid([4.0, 4.0, 30.0], [x, y, 0.0]));
    }
    let table = merge(&parts);
    assert_eq!(better_down(&table), Some([0.0, 0.0, 1.0]));
    let mut lying = table;
    lay(&mut lying, [0.0, 0.0, 1.0]);
    assert_eq!(better_down(&lying), None);
}

#[test]
fn fineness_and_order_do_not_matter() {
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

#[test]
fn what_lies_well_is_left_alone() {
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
fn nothing_at_all_is_no_pose() {
    assert_eq!(better_down(&Mesh::default()), None);
}
