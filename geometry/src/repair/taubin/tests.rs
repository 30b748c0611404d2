use super::*;
use crate::measure::measure;
use crate::repair::repair;
use crate::testing::{Random, cube, sphere, without};

fn smoothed(mut mesh: Mesh, passes: u32) -> Mesh {
    let topology = Topology::build(&mesh);
    smooth(&mut mesh, &topology, passes);
    mesh
}

fn volume(mesh: &Mesh) -> f64 {
    let bounds = mesh.bounds().unwrap();
    let repaired = repair(mesh.clone(), Topology::survey(mesh));
    measure(&repaired, &bounds).volume
}

/// How far from the sphere of radius 10, root of mean square.
fn roughness(mesh: &Mesh) -> f64 {
    let off = mesh.positions.iter().map(|&p| {
        let r = crate::vector::length(crate::vector::wide(p));
        (r - 10.0) * (r - 10.0)
    });
    (off.sum::<f64>() / mesh.positions.len() as f64).sqrt()
}

/// The definition, vertex by vertex, with sets of neighbours in f64.
fn naive(mesh: &Mesh, passes: u32) -> Vec<[f64; 3]> {
    use std::collections::BTreeSet;
    let mut near = vec![BTreeSet::new(); mesh.positions.len()];
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            near[from as usize].insert(to as usize);
            near[to as usize].insert(from as usize);
        }
    }
    let mut at: Vec<[f64; 3]> =
        mesh.positions.iter().map(|&p| crate::vector::wide(p)).collect();
    for _ in 0..passes {
        for factor in [0.5, -0.53] {
            let old = at.clone();
            for (v, near) in near.iter().enumerate() {
                for axis in 0..3 {
                    let sum: f64 = near.iter().map(|&n| old[n][axis]).sum();
                    let mean = sum / near.len() as f64;
                    at[v][axis] += factor * (mean - old[v][axis]);
                }
            }
        }
    }
    at
}

#[test]
fn agrees_with_the_definition() {
    for mesh in [cube(10.0), sphere(10.0, 12, 17)] {
        let expected = naive(&mesh, 5);
        for (got, want) in smoothed(mesh, 5).positions.iter().zip(expected) {
            for axis in 0..3 {
                assert!((f64::from(got[axis]) - want[axis]).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn noise_goes_and_the_volume_stays() {
    let mut mesh = sphere(10.0, 60, 90);
    let mut random = Random(5);
    for v in mesh.positions.as_flattened_mut() {
        *v += 0.1 * (random.unit() - 0.5);
    }
    let (before, rough) = (volume(&mesh), roughness(&mesh));
    let light = smoothed(mesh.clone(), 2);
    let strong = smoothed(mesh, 5);
    assert!(roughness(&light) < 0.7 * rough);
    assert!(roughness(&strong) < roughness(&light));
    assert!((volume(&strong) / before - 1.0).abs() < 2e-3);
}

#[test]
fn open_edges_stay_where_they_are() {
    let mesh = without(sphere(10.0, 12, 16), &[40, 41]);
    let topology = Topology::build(&mesh);
    let mut open = std::collections::BTreeSet::new();
    topology.each_edge(|low, high, uses| {
        if uses.len() == 1 {
            open.extend([low, high]);
        }
    });
    assert!(open.len() >= 4);
    let after = smoothed(mesh.clone(), 5);
    let mut moved = 0;
    for (v, (a, b)) in (0..).zip(mesh.positions.iter().zip(&after.positions)) {
        if open.contains(&v) {
            assert_eq!(a, b);
        } else {
            moved += u32::from(a != b);
        }
    }
    assert!(moved > 100);
}

#[test]
fn no_pass_changes_nothing() {
    assert_eq!(smoothed(cube(3.0), 0), cube(3.0));
}
