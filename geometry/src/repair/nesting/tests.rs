use super::*;
use crate::testing::{Random, cuboid, inverted, merge};
use crate::topology::Topology;

fn shells_of(mesh: &Mesh) -> Shells {
    Shells::find(mesh, &Topology::build(mesh))
}

/// Returns boxes whose faces never touch: each on a separate grid, nested or
/// apart.
fn random_boxes(random: &mut Random) -> Vec<Mesh> {
    let mut boxes = vec![([0.0; 3], 64.0)];
    let mut free = boxes.clone();
    while let Some(([x, y, z], size)) = free.pop() {
        for corner in 0..8 {
            if size < 4.0 || random.below(3) == 0 {
                continue;
            }
            let half = size / 2.0;
            let at = |bit: u32, from: f32| {
                from + if corner >> bit & 1 == 1 { half } else { 0.0 }
            };
            let inset = half / 16.0;
            let low = [at(0, x), at(1, y), at(2, z)].map(|v| v + inset);
            boxes.push((low, half - 2.0 * inset));
            if random.below(2) == 0 {
                free.push((low, half - 2.0 * inset));
            }
        }
    }
    random.shuffle(&mut boxes);
    boxes.into_iter().map(|(at, size)| cuboid([size; 3], at)).collect()
}

#[test]
fn parents_are_the_smallest_enclosing_boxes() {
    for seed in 0..50 {
        let mut random = Random(seed);
        let boxes = random_boxes(&mut random);
        let mesh = merge(&boxes);
        let shells = shells_of(&mesh);
        assert_eq!(shells.all.len(), boxes.len());
        let nest = nest(&mesh, &shells, NestingBudget::default());
        assert!(nest.complete);
        for (i, shell) in shells.all.iter().enumerate() {
            let around = (0..boxes.len()).filter(|&j| {
                j != i && shells.all[j].bounds.contains(&shell.bounds)
            });
            let naive = around.min_by(|&a, &b| {
                let size = |s: usize| shells.all[s].bounds.volume();
                size(a).total_cmp(&size(b))
            });
            assert_eq!(nest.parent[i], naive.map(|j| j as u32), "{seed}");
        }
        let mut seen = vec![false; boxes.len()];
        for &shell in &nest.outermost_first {
            let parent = nest.parent[shell as usize];
            assert!(parent.is_none_or(|p| seen[p as usize]), "{seed}");
            seen[shell as usize] = true;
        }
    }
}

#[test]
fn a_box_outside_the_solid_of_an_l_is_not_inside() {
    // The box of an L contains a cube in its notch, but the L itself does not.
    let mut corner = merge(&[cuboid([10.0, 4.0, 4.0], [0.0; 3])]);
    for p in &mut corner.positions {
        if p[0] > 0.0 && p[1] > 0.0 {
            p[1] = 10.0; // A wedge, empty near the top of the far end of the X axis.
        }
    }
    let inside = cuboid([1.0; 3], [8.0, 5.0, 1.0]);
    let beside = cuboid([1.0; 3], [1.0, 8.0, 1.0]);
    let mesh = merge(&[corner, inside, beside]);
    let nest = nest(&mesh, &shells_of(&mesh), NestingBudget::default());
    assert_eq!(nest.parent, [None, Some(0), None]);
}

#[test]
fn shells_that_cost_too_much_keep_their_winding() {
    let hollow = || {
        merge(&[
            cuboid([10.0; 3], [0.0; 3]),
            inverted(cuboid([2.0; 3], [1.0; 3])),
            inverted(cuboid([2.0; 3], [5.0; 3])),
        ])
    };
    let usual = NestingBudget::default();
    let small = [
        NestingBudget { comparisons: 1, ..usual },
        NestingBudget { pairs: 1, ..usual },
        NestingBudget { tests: 5, ..usual },
    ];
    for budget in small {
        // The only thing known is that the file is inside out as a whole.
        for mut mesh in [hollow(), inverted(hollow())] {
            let mut shells = shells_of(&mesh);
            let mut flipped = vec![false; mesh.triangles.len()];
            let oriented =
                shells.orient_outwards(&mut mesh, &mut flipped, budget);
            assert!(!oriented.cavities_known && !oriented.certain);
            let volumes: Vec<f64> =
                shells.all.iter().map(|s| s.volume.round()).collect();
            assert_eq!(volumes, [1000.0, -8.0, -8.0]);
        }
    }
}
