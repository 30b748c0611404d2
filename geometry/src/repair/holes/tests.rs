use super::*;
use crate::testing::Random;
use crate::vector::{length, normal};

fn ring_of(points: &[[f32; 3]]) -> (Mesh, Vec<u32>) {
    let mesh = Mesh { positions: points.to_vec(), triangles: Vec::new() };
    (mesh, (0..points.len() as u32).collect())
}

fn area(mesh: &Mesh, triangles: &[[u32; 3]]) -> f64 {
    triangles.iter().map(|&t| length(normal(mesh.corners(t)))).sum()
}

/// Returns the minimum area of the polygon i..=j over all triangulations.
fn naive(mesh: &Mesh, i: u32, j: u32) -> f64 {
    (i + 1..j)
        .map(|k| {
            naive(mesh, i, k) + naive(mesh, k, j) + area(mesh, &[[i, k, j]])
        })
        .min_by(f64::total_cmp)
        .unwrap_or(0.0)
}

#[test]
fn small_rings_get_the_minimum_area() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let points: Vec<[f32; 3]> = (0..3 + random.below(7))
            .map(|_| [random.unit(), random.unit(), random.unit()])
            .collect();
        let (mesh, ring) = ring_of(&points);
        let patch = minimal::triangulate(&mesh, &ring);
        assert_eq!(patch.len(), ring.len() - 2);
        let least = naive(&mesh, 0, ring.len() as u32 - 1);
        assert!((area(&mesh, &patch) - least).abs() < 1e-9, "seed {seed}");
    }
}

#[test]
fn a_concave_planar_ring_is_covered_exactly_once() {
    // A star: its area is known, and any overlap or gap would change it.
    for (points, tilt) in [(60, 0), (60, 1), (60, 2), (401, 0)] {
        let star: Vec<[f32; 3]> = (0..2 * points)
            .map(|i| {
                let turn =
                    std::f64::consts::PI * f64::from(i) / f64::from(points);
                let radius = if i % 2 == 0 { 10.0 } else { 4.0 };
                let x = (radius * libm::cos(turn)) as f32;
                let y = (radius * libm::sin(turn)) as f32;
                match tilt {
                    0 => [x, y, 0.0],
                    1 => [0.0, x, y],
                    _ => [y, 0.0, x],
                }
            })
            .collect();
        let (mesh, ring) = ring_of(&star);
        let mut steps = STEPS;
        let patch = clip::triangulate(&mesh, &ring, &mut steps).unwrap();
        assert_eq!(patch.len(), ring.len() - 2);
        let step = std::f64::consts::PI / f64::from(points);
        let twice = 2.0 * f64::from(points) * 10.0 * 4.0 * libm::sin(step);
        let error = (area(&mesh, &patch) / twice - 1.0).abs();
        assert!(error < 1e-5, "{points} {tilt}: {error}");
    }
}

#[test]
fn a_ring_that_costs_too_much_gets_a_fan() {
    let (mut mesh, ring) = ring_of(&[
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 4.0, 0.0],
        [0.0, 4.0, 0.0],
    ]);
    let mut steps = 0;
    let patch = triangulate(&mut mesh, &ring, &mut steps);
    assert_eq!(mesh.positions.last(), Some(&[2.0, 2.0, 0.0]));
    assert_eq!(patch.len(), 4);
    assert_eq!(area(&mesh, &patch), 32.0);
}
