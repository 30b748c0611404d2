use super::*;
use crate::testing::{Random, cube, cuboid, merge, prism, sphere};

fn of(mesh: &Mesh) -> Vec<Vec3> {
    let bounds = mesh.bounds().unwrap();
    let runs = Runs::of(mesh);
    facets(mesh, &runs, bounds.center(), length(bounds.size()))
}

fn has(facets: &[Vec3], direction: Vec3) -> bool {
    let direction = unit(direction).unwrap();
    facets.iter().any(|&facet| dot(facet, direction) > 1.0 - 1e-6)
}

/// Asserts that no point is above a face, and that every edge has two faces.
fn sound(hull: &Hull) {
    for face in &hull.faces {
        let long = length(face.normal);
        for &p in &hull.points {
            let above = dot(face.normal, p) - face.distance;
            assert!(above <= 4.0 * ON * long + 1e-12, "{above} {long}");
        }
    }
    let mut edges = Vec::new();
    for face in &hull.faces {
        let [a, b, c] = face.corners;
        edges.extend([(a, b), (b, c), (c, a)]);
    }
    edges.sort_unstable();
    for &(a, b) in &edges {
        assert!(edges.binary_search(&(b, a)).is_ok());
    }
}

#[test]
fn hulls_contain_all_points() {
    let mut random = Random(3);
    for count in [4, 10, 100, 1000] {
        let mut point = || [0; 3].map(|_: i32| f64::from(random.unit()));
        let points: Vec<Vec3> = (0..count).map(|_| point()).collect();
        let hull = Hull::of(&points);
        assert!(hull.faces.len() >= 4);
        sound(&hull);
    }
    // Many points in the same planes.
    let grid: Vec<Vec3> = (0..512)
        .map(|i| [i % 8, i / 8 % 8, i / 64].map(|v| f64::from(v) / 8.0))
        .collect();
    sound(&Hull::of(&grid));
}

#[test]
fn planes_lines_and_points_have_no_facets() {
    for flat in [[1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]] {
        let mut mesh = cube(10.0);
        for p in &mut mesh.positions {
            *p = [p[0] * flat[0], p[1] * flat[1], p[2] * flat[2]];
        }
        assert!(of(&mesh).is_empty());
    }
}

#[test]
fn a_box_has_its_six_sides() {
    let found = of(&cuboid([10.0, 20.0, 30.0], [3.0, 4.0, 5.0]));
    assert_eq!(found.len(), 6);
    // Largest first: the sides of 20 x 30.
    assert!(has(&found[..2], [1.0, 0.0, 0.0]));
    assert!(has(&found, [0.0, 0.0, -1.0]));
}

#[test]
fn tips_of_legs_are_found_exactly() {
    // A ball with three long needles. The facet is the plane through their
    // tips.
    let mut parts = vec![sphere(10.0, 60, 90)];
    let tips =
        [[30.0, 2.0, -25.0], [-19.0, 28.0, -22.0], [-15.0, -30.0, -27.0]];
    for tip in tips {
        let mut needle = prism(3, 1.0, 1.0);
        for p in &mut needle.positions {
            *p = if p[2] > 0.0 { tip } else { *p };
        }
        parts.push(needle);
    }
    let plane = normal(tips.map(to_f64));
    let down = if plane[2] < 0.0 { plane } else { scale(plane, -1.0) };
    assert!(has(&of(&merge(&parts)), down));
}
