use super::*;
use crate::testing::{Random, cube, cuboid, inverted, merge, sphere};

/// Returns the winding number by solid angles (Van Oosterom and Strackee 1983).
fn naive(mesh: &Mesh, point: Vec3) -> f64 {
    use crate::vector::{cross, dot, length, sub};
    let angles = mesh.triangles.iter().map(|&triangle| {
        let [a, b, c] = mesh.corners(triangle).map(|p| sub(p, point));
        let [la, lb, lc] = [a, b, c].map(length);
        let below =
            la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        2.0 * libm::atan2(dot(a, cross(b, c)), below)
    });
    angles.sum::<f64>() / (4.0 * std::f64::consts::PI)
}

#[test]
fn winding_numbers_of_random_bodies_agree_with_solid_angles() {
    let mut random = Random(5);
    for round in 0..20 {
        let mut parts = Vec::new();
        for part in 0..6 {
            let mut side = || 1.0 + 9.0 * random.unit();
            let body = cuboid([side(), side(), side()], [side(); 3]);
            parts.push(if part == 3 { inverted(body) } else { body });
        }
        parts.push(sphere(5.0, 12, 15));
        let mesh = merge(&parts);
        let points: Vec<Vec3> = (0..200)
            .map(|_| [0; 3].map(|_: i32| f64::from(20.0 * random.unit() - 3.0)))
            .collect();
        let found = at(&mesh, &points, u64::MAX);
        for (&point, found) in points.iter().zip(found) {
            let expected = naive(&mesh, point).round() as i32;
            assert_eq!(found, Some(expected), "round {round}: {point:?}");
        }
    }
}

#[test]
fn points_beyond_the_budget_are_skipped_evenly() {
    let points: Vec<Vec3> =
        (0..1000).map(|n| [f64::from(n) / 50.0, 3.3, 7.7]).collect();
    let found = at(&cube(20.0), &points, 1500);
    let known: Vec<usize> = (0..1000).filter(|&n| found[n].is_some()).collect();
    assert!((50..=200).contains(&known.len()), "{}", known.len());
    let gap = known[1] - known[0];
    assert!(known.windows(2).all(|pair| pair[1] - pair[0] == gap));
    assert!(known.iter().skip(1).all(|&n| found[n] == Some(1)));
}

#[test]
fn points_without_a_surface_have_winding_number_zero() {
    let none = Mesh { positions: Vec::new(), triangles: Vec::new() };
    assert_eq!(at(&none, &[[0.0; 3]], 10), [Some(0)]);
    assert_eq!(at(&cube(1.0), &[], 10), []);
}
