use super::*;
use crate::testing::{Random, cube, cuboid, inverted, merge, welded};
use crate::topology::Topology;

fn exposure(mesh: &Mesh) -> Exposure {
    let topology = Topology::build(mesh);
    let crowded = topology.count().non_manifold > 0;
    Exposure::of(&Shells::find(mesh, &topology), crowded, 1.0)
}

fn degrees(mesh: &Mesh) -> f64 {
    let all = mesh.triangles.len();
    crate::measure::degrees(exposure(mesh).steepest(mesh, all, 0.2))
}

#[test]
fn no_face_of_a_single_body_or_its_cavity_is_covered() {
    let hollow = merge(&[cube(20.0), inverted(cuboid([9.0; 3], [5.0; 3]))]);
    for mesh in [cube(20.0), hollow] {
        assert!(exposure(&mesh).is_whole());
    }
    let apart = merge(&[cube(20.0), cuboid([20.0; 3], [21.0, 0.0, 0.0])]);
    assert!(exposure(&apart).is_whole());
}

#[test]
fn the_bottom_of_a_hidden_body_is_not_an_overhang() {
    let plate = cuboid([40.0, 40.0, 3.0], [0.0; 3]);
    let inside = cuboid([9.0; 3], [5.0; 3]);
    let sunk = cuboid([5.0, 8.0, 2.0], [4.0, 4.0, 2.5]);
    let standing = cuboid([5.0, 8.0, 2.0], [14.0, 4.0, 3.0]);
    for parts in [
        vec![cube(20.0), inside],
        vec![plate.clone(), sunk],
        vec![plate.clone(), standing],
        vec![cube(20.0), cube(20.0)],
    ] {
        assert_eq!(degrees(&merge(&parts)), 0.0);
        assert_eq!(degrees(&welded(&merge(&parts))), 0.0);
    }
    // A T: the bar overhangs on both sides of its stem.
    let stem = cuboid([10.0, 10.0, 20.0], [0.0; 3]);
    let bar = cuboid([40.0, 10.0, 5.0], [-15.0, 0.0, 18.0]);
    assert_eq!(degrees(&merge(&[stem, bar])), 90.0);
    // Bodies 2 um apart do not touch.
    let above = cuboid([9.0; 3], [5.0, 5.0, 20.002]);
    let box_apart = merge(&[cube(20.0), above]);
    assert_eq!(degrees(&box_apart), 90.0);
}

#[test]
fn points_of_random_boxes_are_exposed_outside_all_other_boxes() {
    let mut random = Random(3);
    for round in 0..30 {
        let boxes: Vec<([f32; 3], [f32; 3])> = (0..6)
            .map(|_| {
                let mut side = || 1.0 + 6.0 * random.unit();
                ([side(), side(), side()], [side(), side(), side()])
            })
            .collect();
        let parts: Vec<Mesh> =
            boxes.iter().map(|&(size, at)| cuboid(size, at)).collect();
        let mesh = merge(&parts);
        let mut sites = Vec::new();
        for (&triangle, number) in mesh.triangles.iter().zip(0usize..) {
            let corners = mesh.corners(triangle);
            let out = normal(corners);
            let out = scale(out, 1.0 / length(out));
            for [u, v] in parts_of(4) {
                let [a, b, c] = corners;
                let others = add(scale(b, u), scale(c, v));
                let at = add(scale(a, 1.0 - u - v), others);
                sites.push((number / 12, (at, out)));
            }
        }
        let points: Vec<(Vec3, Vec3)> = sites.iter().map(|s| s.1).collect();
        let found = exposure(&mesh).at(&mesh, &points);
        for (&(own, (at, out)), found) in sites.iter().zip(found) {
            let at = add(at, scale(out, BESIDE_MM));
            let covers = |&(size, low): &([f32; 3], [f32; 3])| {
                (0..3).all(|axis| {
                    let from = f64::from(low[axis]);
                    let to = from + f64::from(size[axis]);
                    (from..to).contains(&at[axis])
                })
            };
            let others = boxes.iter().zip(0usize..);
            let mut others = others.filter(|&(_, other)| other != own);
            let covered = others.any(|(other, _)| covers(other));
            assert_eq!(found, Some(!covered), "round {round}: {at:?}");
        }
    }
}

fn parts_of(rows: u32) -> impl Iterator<Item = [f64; 2]> {
    let whole = f64::from(3 * rows);
    parts(rows).map(move |[u, v]| [f64::from(u) / whole, f64::from(v) / whole])
}

#[test]
fn the_parts_of_a_triangle_are_equal_and_cover_it() {
    for rows in 1..9 {
        let all: Vec<[f64; 2]> = parts_of(rows).collect();
        assert_eq!(all.len() as u32, rows * rows);
        let mean = |at: usize| {
            let sum: f64 = all.iter().map(|part| part[at]).sum();
            sum / f64::from(rows * rows)
        };
        assert!((mean(0) - 1.0 / 3.0).abs() < 1e-12);
        assert!((mean(1) - 1.0 / 3.0).abs() < 1e-12);
        assert!(all.iter().all(|[u, v]| u + v < 1.0 && *u > 0.0 && *v > 0.0));
    }
}
