use super::*;
use crate::testing::{cube, cuboid, inverted, merge, prism, without};

fn repaired(mesh: Mesh) -> Repaired {
    let survey = Topology::survey(&mesh);
    repair(mesh, survey)
}

fn volume(repaired: &Repaired) -> f64 {
    repaired.shells.all.iter().map(|shell| shell.volume).sum()
}

/// Returns a cube with this side in the center of a 10 mm cube.
fn inner(side: f32) -> Mesh {
    cuboid([side; 3], [5.0 - side / 2.0; 3])
}

#[test]
fn a_sound_mesh_is_unchanged() {
    let result = repaired(cube(2.0));
    assert_eq!(result.mesh, cube(2.0));
    assert_eq!(result.repairs, Repairs::default());
    assert!(result.exact);
    assert_eq!(volume(&result), 8.0);
}

#[test]
fn flipped_triangles_are_flipped_back() {
    let mut mesh = cube(2.0);
    for t in [1, 4, 9] {
        mesh.triangles[t].swap(0, 1);
    }
    let result = repaired(mesh);
    assert_eq!(result.repairs.flipped_faces, 3);
    assert_eq!(volume(&result), 8.0);
    assert!(result.exact);
}

#[test]
fn an_inside_out_mesh_is_flipped() {
    let result = repaired(inverted(cube(2.0)));
    assert_eq!(result.repairs.flipped_faces, 12);
    assert_eq!(volume(&result), 8.0);
}

#[test]
fn nested_shells_keep_their_orientation() {
    let (solid, hole) = (inner, |side| inverted(inner(side)));
    // Sides of the nested cubes, whether each is inside out, and the intended
    // volume.
    let cases: [(&str, Vec<Mesh>, f64); 8] = [
        ("a cavity", vec![cube(10.0), hole(4.0)], 936.0),
        (
            "a cavity, all inside out",
            vec![inverted(cube(10.0)), solid(4.0)],
            936.0,
        ),
        ("a solid in a solid", vec![cube(10.0), solid(4.0)], 1064.0),
        (
            "a solid in a solid, all inside out",
            vec![inverted(cube(10.0)), hole(4.0)],
            1064.0,
        ),
        (
            "an island in a cavity",
            vec![cube(10.0), hole(4.0), solid(2.0)],
            944.0,
        ),
        (
            "an island that is inside out",
            vec![cube(10.0), hole(4.0), hole(2.0)],
            944.0,
        ),
        (
            "a cavity beside an inverted part",
            vec![
                cube(10.0),
                hole(4.0),
                inverted(cuboid([1.0; 3], [20.0, 0.0, 0.0])),
            ],
            937.0,
        ),
        (
            "two cavities",
            vec![
                cube(10.0),
                inverted(cuboid([1.0; 3], [1.0; 3])),
                inverted(cuboid([2.0; 3], [5.0; 3])),
            ],
            991.0,
        ),
    ];
    for (name, parts, expected) in cases {
        let result = repaired(merge(&parts));
        assert!((volume(&result) - expected).abs() < 1e-9, "{name}");
        assert!(result.exact, "{name}");
        // The order of the parts must not matter.
        let mut parts = parts;
        parts.reverse();
        let result = repaired(merge(&parts));
        assert!((volume(&result) - expected).abs() < 1e-9, "{name} reversed");
    }
}

#[test]
fn filling_planar_holes_restores_the_whole_volume() {
    // A side of a cube has two triangles; triangles 0 and 1 are the bottom.
    let cases: [(&[usize], u64); 5] = [
        (&[4], 1),
        (&[0, 1], 1),
        (&[0, 1, 2, 3], 2),
        (&[0, 2], 2),
        (&[0, 4], 2),
    ];
    for (gone, holes) in cases {
        let result = repaired(without(cube(2.0), gone));
        assert_eq!(result.repairs.filled_holes, holes, "{gone:?}");
        assert_eq!(result.repairs.remaining_boundary_edges, 0, "{gone:?}");
        assert_eq!(volume(&result), 8.0, "{gone:?}");
        assert!(!result.exact, "{gone:?}");
        assert_eq!(result.own_triangles, 12 - gone.len());
    }
}

#[test]
fn large_rings_are_filled() {
    // A prism without its bottom fan: one ring with as many edges as sides.
    for sides in [99, 100, 101, 500, 30_000] {
        let mesh = prism(sides, 10.0, 5.0);
        let whole = volume(&repaired(mesh.clone()));
        let fan: Vec<usize> = (0..sides as usize).map(|i| 4 * i + 2).collect();
        let mut open = mesh;
        let mut at = 0;
        open.triangles.retain(|_| {
            at += 1;
            fan.get((at - 1) / 4) != Some(&(at - 1))
        });
        open.drop_unused();
        let result = repaired(open);
        assert_eq!(result.repairs.filled_holes, 1, "{sides}");
        assert_eq!(result.repairs.remaining_boundary_edges, 0, "{sides}");
        let error = (volume(&result) / whole - 1.0).abs();
        assert!(error < 1e-6, "{sides}: {error}");
    }
}

#[test]
fn two_holes_that_touch_are_two_rings() {
    // Triangles 2 and 8 share vertex 4 and no edge.
    let result = repaired(without(cube(2.0), &[2, 8]));
    assert_eq!(result.repairs.filled_holes, 2);
    assert_eq!(volume(&result), 8.0);
}

#[test]
fn an_inner_wall_does_not_change_the_volume() {
    // A wall across a 2 mm cube between two opposite edges, which then have
    // three triangles each.
    let mut mesh = cube(2.0);
    mesh.triangles.push([0, 3, 7]);
    mesh.triangles.push([0, 7, 4]);
    let result = repaired(mesh);
    assert!((volume(&result) - 8.0).abs() < 1e-12);
    assert!(!result.exact);
}

#[test]
fn repeated_and_loose_triangles_are_removed() {
    let mut mesh = cube(2.0);
    let repeated = mesh.triangles[5];
    mesh.triangles.push(repeated);
    mesh.positions.extend([[9.0; 3], [9.0, 9.0, 10.0], [9.0, 10.0, 9.0]]);
    mesh.triangles.push([8, 9, 10]);
    let result = repaired(mesh);
    assert_eq!(result.repairs.removed_duplicates, 1);
    assert_eq!(result.repairs.removed_loose, 1);
    assert_eq!(result.repairs.filled_holes, 0);
    assert_eq!(volume(&result), 8.0);
}

#[test]
fn cubes_that_touch_along_an_edge_both_stay_closed() {
    // The common edge has four triangles. Each cube is closed by itself, and
    // one of them is inside out.
    let mut mesh =
        merge(&[cube(1.0), inverted(cuboid([1.0; 3], [1.0, 1.0, 0.0]))]);
    // Weld manually: vertices 3 and 7 of the first are 0 and 4 of the second.
    for corner in mesh.triangles.iter_mut().flatten() {
        match *corner {
            8 => *corner = 3,
            12 => *corner = 7,
            _ => {}
        }
    }
    mesh.drop_unused();
    assert_eq!(Topology::build(&mesh).count().non_manifold, 1);
    let result = repaired(mesh);
    assert_eq!(volume(&result), 2.0);
    assert_eq!(result.repairs.flipped_faces, 12);
    assert!(result.exact);
}

#[test]
fn repairing_a_moebius_strip_terminates() {
    let n = 20u32;
    let mut mesh = Mesh::default();
    for i in 0..n {
        let turn = std::f64::consts::TAU * f64::from(i) / f64::from(n);
        for side in [-1.0, 1.0] {
            let (half, out) = (turn / 2.0, side * 0.3);
            let radius = 1.0 + out * libm::cos(half);
            mesh.positions.push([
                (radius * libm::cos(turn)) as f32,
                (radius * libm::sin(turn)) as f32,
                (out * libm::sin(half)) as f32,
            ]);
        }
    }
    for i in 0..n {
        let (a, b) = (2 * i, 2 * i + 1);
        let (c, d) = if i + 1 < n { (a + 2, b + 2) } else { (1, 0) };
        mesh.triangles.push([a, c, b]);
        mesh.triangles.push([b, c, d]);
    }
    assert!(!repaired(mesh).exact);
}
