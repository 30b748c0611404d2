use super::*;
use crate::testing::{Random, cuboid, inverted, merge, sphere};
use crate::topology::Topology;

const PLENTY: u64 = 1 << 40;

/// The doubts about every shell of a mesh.
fn doubts(mesh: &Mesh) -> Vec<bool> {
    let shells = Shells::find(mesh, &Topology::build(mesh));
    let all = vec![true; shells.all.len()];
    crossing(mesh, &shells, &all, PLENTY).unwrap()
}

#[test]
fn triangles_are_apart_or_not() {
    let flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let shifted =
        |x: f64, y: f64, z: f64| flat.map(|[a, b, c]| [a + x, b + y, c + z]);
    let upright = |x: f64, z: f64| {
        [[x, 1.0, z - 1.0], [x, 1.0, z + 1.0], [x + 1.0, 1.0, z]]
    };
    let cases = [
        ("itself", shifted(0.0, 0.0, 0.0), false),
        ("above", shifted(0.0, 0.0, 1e-6), true),
        ("beside, in one plane, boxes overlap", shifted(3.0, 3.0, 0.0), true),
        ("in one plane, over each other", shifted(1.0, 1.0, 0.0), false),
        ("at a corner", shifted(4.0, 0.0, 0.0), false),
        ("through", upright(1.0, 0.0), false),
        ("past the long side", upright(3.1, 0.0), true),
        ("over it", upright(1.0, 1.1), true),
        ("on it", upright(1.0, 1.0), false),
    ];
    for (name, other, expected) in cases {
        assert_eq!(separated(flat, other), expected, "{name}");
        assert_eq!(separated(other, flat), expected, "{name} the other way");
    }
}

#[test]
fn boxes_meet_as_intervals_do() {
    for seed in 0..30 {
        let mut random = Random(seed);
        let boxes: Vec<([f32; 3], [f32; 3])> = (0..40)
            .map(|_| {
                let mut three =
                    |most: u32| [0; 3].map(|_| 1.0 + random.below(most) as f32);
                // Off the grid of the others: nothing touches by chance.
                (three(20), three(100))
            })
            .zip(0..)
            .map(|((size, at), i)| (size, at.map(|v| v + i as f32 / 64.0)))
            .collect();
        let meshes: Vec<Mesh> =
            boxes.iter().map(|&(size, at)| cuboid(size, at)).collect();
        let expected: Vec<bool> = (0..boxes.len())
            .map(|i| {
                (0..boxes.len())
                    .any(|j| i != j && cross_boxes(boxes[i], boxes[j]))
            })
            .collect();
        assert_eq!(doubts(&merge(&meshes)), expected, "{seed}");
    }
}

/// Whether the surfaces meet: the boxes do, and neither holds the other.
fn cross_boxes(a: ([f32; 3], [f32; 3]), b: ([f32; 3], [f32; 3])) -> bool {
    let axes =
        || (0..3).map(|i| (a.1[i], a.1[i] + a.0[i], b.1[i], b.1[i] + b.0[i]));
    let meet = axes().all(|(al, ah, bl, bh)| al <= bh && bl <= ah);
    let a_holds = axes().all(|(al, ah, bl, bh)| al < bl && bh < ah);
    let b_holds = axes().all(|(al, ah, bl, bh)| bl < al && ah < bh);
    meet && !a_holds && !b_holds
}

#[test]
fn a_shell_may_cross_itself() {
    // A double pyramid around the Z axis, closed after one turn or after two:
    // then each point inside is enclosed twice, and all sides meet in the two
    // tips, which is no fault by itself.
    for (turns, expected) in [(1, false), (2, true)] {
        let around = 9 * turns;
        let mut mesh = Mesh {
            positions: vec![[0.0, 0.0, 5.0], [0.0, 0.0, -5.0]],
            triangles: Vec::new(),
        };
        for i in 0..around {
            let angle = std::f64::consts::TAU * f64::from(turns * i)
                / f64::from(around);
            // Wider on one half, so that no vertex is met again.
            let radius = if 2 * i < around { 4.0 } else { 3.9 };
            let at = |v: f64| (v * radius) as f32;
            let height = if i % 2 == 0 { 0.1 } else { -0.1 };
            mesh.positions.push([
                at(libm::cos(angle)),
                at(libm::sin(angle)),
                height,
            ]);
            let (a, b) = (2 + i, 2 + (i + 1) % around);
            mesh.triangles.push([0, a, b]);
            mesh.triangles.push([1, b, a]);
        }
        assert_eq!(doubts(&mesh), [expected], "{turns}");
    }
}

#[test]
fn curved_shells_within_each_other_are_apart() {
    let nested = merge(&[
        sphere(10.0, 40, 80),
        inverted(sphere(9.5, 40, 80)),
        sphere(9.0, 40, 80),
    ]);
    assert_eq!(doubts(&nested), [false; 3]);
    let crossing = merge(&[
        sphere(10.0, 40, 80),
        inverted(sphere(9.9, 7, 9)),
        inverted(sphere(9.8, 40, 80)),
    ]);
    // The coarse sphere is flatter: its sides cut the fine one within it.
    assert_eq!(doubts(&crossing), [false, true, true]);
}

#[test]
fn only_cavities_are_asked_about_and_the_budget_holds() {
    let mesh = merge(&[
        cuboid([10.0; 3], [0.0; 3]),
        cuboid([10.0; 3], [5.0; 3]),
        inverted(cuboid([1.0; 3], [1.0; 3])),
    ]);
    let shells = Shells::find(&mesh, &Topology::build(&mesh));
    let cavities = [false, false, true];
    let found = crossing(&mesh, &shells, &cavities, PLENTY);
    assert_eq!(found, Some(vec![false; 3]));
    assert_eq!(crossing(&mesh, &shells, &cavities, 3), None);
}
