use super::super::decision::{Decision, Posed, SupportPlan, decide};
use super::super::{Estimate, Flow as Melt, Settings, estimate};
use crate::mesh::Mesh;
use crate::testing::{cuboid, merge, prism};
use crate::topology::Topology;

const SETTINGS: Settings = Settings {
    layer_height_mm: 0.2,
    infill_percent: 20.0,
    nozzle_mm: 0.4,
    flow: Melt::Standard,
};

fn within(found: f64, expected: f64, part: f64) {
    let off = found / expected - 1.0;
    assert!(off.abs() <= part, "{found}, expected {expected}");
}

fn found(mesh: &Mesh) -> Estimate {
    estimate(mesh, &SETTINGS).unwrap()
}

fn plan(mesh: &Mesh) -> SupportPlan {
    let own = found(mesh);
    let posed = Posed {
        mesh: mesh.clone(),
        topology: &Topology::build(mesh),
        hidden: None,
        supports: own.supports,
        doubt: 1.0,
    };
    decide(posed, &SETTINGS, own.filament_cm3)
}

fn tee() -> Mesh {
    let stem = cuboid([10.0, 10.0, 21.0], [15.0, 10.0, 0.0]);
    merge(&[stem, cuboid([40.0, 30.0, 4.0], [0.0, 0.0, 20.0])])
}

/// Returns a 45-degree cone that stands on its truncated tip.
fn funnel(height: f32) -> Mesh {
    let mut mesh = prism(96, 6.0, f64::from(height));
    for [x, y, z] in &mut mesh.positions {
        let wider = (6.0 + *z) / 6.0;
        (*x, *y) = (*x * wider, *y * wider);
    }
    mesh
}

/// The arms of a T have 1100 mm2 of air below them. The slicer bridges them
/// from the stem outwards, except the walls along the bridge (0.69 mm) and 2.19
/// mm across it. That leaves 1200 - 35.6 * 28.6 mm2. PrusaSlicer 2.5.0 takes
/// 4.24 cm3 and 210 s for their supports.
#[test]
fn supports_of_a_t_match_the_slicer() {
    let supports = found(&tee()).supports;
    within(supports.unsupported_mm2, 182.0, 0.06);
    within(supports.filament_cm3, 4.24, 0.06);
    within(supports.seconds, 210.0, 0.1);
}

/// A slab of 20 x 20 mm that floats 20 mm above the plate is supported as a
/// whole: 8 x 8 blocks of 2.907 mm, because its center is a corner of blocks. A
/// layer of 0.3 mm has a sheath of 93 mm, 7 lines of 22.5 mm and 7 links of 2.9
/// mm, with a section of 0.1157 mm2: 104 mm3 per mm, over 18.5 mm. Three dense
/// layers of 0.3 mm are 490 mm3, and the first layer, 6 mm wider, is 160 mm3.
#[test]
fn a_floating_slab_has_a_column_of_blocks() {
    let post = cuboid([3.0, 3.0, 0.4], [8.5, 8.5, 0.0]);
    let slab = cuboid([20.0, 20.0, 3.0], [0.0, 0.0, 20.0]);
    let supports = found(&merge(&[post, slab])).supports;
    within(supports.unsupported_mm2, 400.0, 0.02);
    within(supports.filament_cm3, 1.92 + 0.49 + 0.16, 0.06);
}

#[test]
fn bridges_and_self_supporting_slopes_need_no_supports() {
    let gate = merge(&[
        cuboid([8.0, 12.0, 21.0], [0.0; 3]),
        cuboid([8.0, 12.0, 21.0], [30.0, 0.0, 0.0]),
        cuboid([38.0, 12.0, 4.0], [0.0, 0.0, 20.0]),
    ]);
    for mesh in [cuboid([20.0; 3], [0.0; 3]), funnel(12.0), gate] {
        let plan = plan(&mesh);
        assert_eq!(plan.decision, Decision::None, "{plan:?}");
        assert_eq!((plan.filament_cm3, plan.seconds), (0.0, 0.0));
        assert_eq!(plan.turned, None);
    }
}

/// Support lines run along X in every pose, so PrusaSlicer 2.5.0 takes 4.86 cm3
/// for one pose and 5.38 cm3 for the other.
#[test]
fn a_quarter_turn_changes_only_the_support_lines() {
    let bracket = |turned: bool| {
        let swap =
            |[x, y, z]: [f32; 3]| if turned { [y, x, z] } else { [x, y, z] };
        merge(&[
            cuboid(swap([6.0, 24.0, 40.0]), [0.0; 3]),
            cuboid(swap([36.0, 24.0, 6.0]), [0.0, 0.0, 34.0]),
        ])
    };
    let [one, other] = [false, true].map(|turned| found(&bracket(turned)));
    let (one, other) = (one.supports, other.supports);
    within(other.unsupported_mm2, one.unsupported_mm2, 0.03);
    within(one.filament_cm3, 4.86, 0.07);
    within(other.filament_cm3, 5.38, 0.07);
}

#[test]
fn a_t_is_turned_upside_down() {
    let plan = plan(&tee());
    assert_eq!(plan.decision, Decision::Turn);
    let turned = plan.turned.unwrap();
    for (size, expected) in turned.dimensions_mm.iter().zip([40.0, 30.0, 24.0])
    {
        within(*size, expected, 1e-4);
    }
    // The printer receives the same body in the new pose.
    let mut over = tee();
    for [_, y, z] in &mut over.positions {
        (*y, *z) = (30.0 - *y, 24.0 - *z);
    }
    let over = found(&over);
    within(turned.figures.filament_cm3, over.filament_cm3, 1e-3);
    within(turned.figures.seconds, over.seconds, 1e-3);
}

/// Two plates on one stem: one of them overhangs in every pose.
#[test]
fn a_part_that_overhangs_in_every_pose_needs_supports() {
    let spool = merge(&[
        prism(60, 18.0, 4.0),
        prism(60, 5.0, 30.0),
        {
            let mut top = cuboid([40.0, 30.0, 4.0], [-20.0, -15.0, 27.0]);
            top.positions.iter_mut().for_each(|p| p[0] += 0.5);
            top
        },
        cuboid([5.0, 40.0, 20.0], [-2.0, -20.0, 6.0]),
    ]);
    let plan = plan(&spool);
    assert_eq!(plan.decision, Decision::Supports, "{plan:?}");
    assert!(plan.filament_cm3 > 1.0 && plan.seconds > 60.0, "{plan:?}");
    assert_eq!(plan.turned, None);
}

/// The number of cells and support layers grows with the part. No printer takes
/// these parts.
#[test]
fn parts_that_fit_no_printer_get_no_supports() {
    let huge = cuboid([13_000.0, 13_000.0, 199_000.0], [0.0; 3]);
    let stem = cuboid([500.0, 500.0, 15_000.0], [0.0; 3]);
    let cap = cuboid([7900.0, 7900.0, 4000.0], [0.0, 0.0, 11_000.0]);
    for mesh in [huge, merge(&[stem, cap])] {
        let supports = found(&mesh).supports;
        assert_eq!(supports.unsupported_mm2, 0.0);
        assert_eq!(supports.filament_cm3, 0.0);
    }
}
