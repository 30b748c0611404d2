//! The effect of single commands on the sum of the moves, calculated manually.

use super::{extruded, moves};

fn near(got: f64, wanted: f64) -> bool {
    (got - wanted).abs() < 1e-9
}

/// Commands, and the filament in mm that they extrude.
const SUMS: &[(&str, f64)] = &[
    // Firmware starts in absolute mode.
    ("G1 X10 E1\nG1 X20 E2.5", 2.5),
    ("M82\nG92 E0\nG1 X10 E1\nG92 E0\nG1 X20 E1.5", 2.5),
    ("M83\nG1 X10 E1\nG1 X20 E1.5", 2.5),
    ("M83\nG0 X10 E1\nG01 Y20 E1.5\nG1.0 X0 E1", 3.5),
    // A retraction while standing still, and its return.
    ("M83\nG1 X10 E5\nG1 E-2\nG1 X50\nG1 E2\nG1 X60 E5", 10.0),
    ("M82\nG1 X10 E5\nG1 E3\nG92 E0\nG1 X50\nG1 E2\nG1 X60 E7", 10.0),
    // Retracting while wiping, as Bambu and Orca do.
    ("M83\nG1 X10 E5\nG1 X9 E-.76\nG1 E-.04\nG1 X50\nG1 E.8\nG1 X60 E5", 10.0),
    // A prime beyond the retraction is counted.
    ("M83\nG1 X10 E5\nG1 E-2\nG1 E3\nG1 X20 E5", 11.0),
    // A restart that stops 0.2 mm short is completed during the move, as in
    // Simplify3D. For a shortfall of 1 mm, half a millimeter is credited.
    ("M83\nG1 X10 E5\nG1 E-2\nG1 E1.8\nG1 X20 E5.2", 10.0),
    ("M83\nG1 X10 E5\nG1 E-2\nG1 E1\nG1 X20 E6", 10.5),
    // A purge while standing still is counted.
    ("M83\nG1 E50 F200\nG92 E0\nG1 E50", 100.0),
    // An impossibly long retraction gives no credit for lines.
    ("M83\nG1 E-5000\nG1 X10 E30\nG1 X20 E30", 60.0),
    ("M82\nG92 E5000\nG1 E0\nG1 X10 E30\nG1 X20 E60", 60.0),
    // A later purge is credited only with the largest real retraction, 200 mm.
    ("M83\nG1 X1 E1\nG1 E-5000\nG1 E500", 301.0),
    // G92 sets a coordinate and moves nothing.
    ("M82\nG1 X10 E10\nG92 E-90\nG1 X20 E0", 100.0),
    ("M83\nG1 X10 E10\nG92 E1000\nG1 X20 E10", 20.0),
    // Flow factor.
    ("M83\nM221 S200\nG1 X10 E10\nM221 S100\nG1 X20 E10", 30.0),
    ("M83\nM221 S50\nG1 X10 E10", 10.0),
    ("M83\nM221 S\nM221 X0 Y0 Z0\nG1 X10 E10", 10.0),
    // Arcs and curves.
    ("M83\nG2 X10 I5 E1\nG3 X0 I-5 E1\nG5 X5 Y5 I1 J1 P1 Q1 E1", 3.0),
    // Compact, spaced, and lower case.
    ("M83\nG1X10Y5E1\nG1 x0 e1\n  G 1 X 9 E 1", 3.0),
    // A line without G repeats the last motion on some firmware.
    ("M83\nG1 X10 E1\nE-1\nE2", 2.0),
    // Comments extrude nothing.
    ("M83\n;G1 X10 E100\nG1 X10 E1 ; E100\n(G1 X20 E100)", 1.0),
    // Words of other commands are not moves.
    ("M83\nM117 G1 X10 E100\nM104 S200\nM106 P1 S255\nG1 X10 E1", 1.0),
];

#[test]
fn moves_match_manual_calculations() {
    for (code, wanted) in SUMS {
        let got = extruded(code);
        assert!(near(got, *wanted), "{got} for {wanted}:\n{code}");
    }
}

/// The effect of G90 and G91 on E depends on the firmware; the largest sum is
/// used.
#[test]
fn the_largest_sum_is_used_where_firmware_differs() {
    for (code, wanted) in [
        // Relative everywhere except on Marlin 2, where G90 made E absolute.
        ("M83\nG90\nG1 X1 E3\nG1 X2 E3\nG1 X3 E3", 9.0),
        // Relative on Marlin and Klipper while G91 is on.
        ("M82\nG91\nG1 X1 E3\nG1 X1 E3\nG1 X1 E3", 9.0),
        // Absolute where only M82 and M83 matter: 3, then 8.
        ("M82\nG1 X1 E3\nG91\nG1 E-1\nG90\nG1 X2 E8", 12.0),
        // M82 restores absolute mode for all.
        ("M83\nG91\nG90\nM82\nG1 X1 E3\nG1 X2 E3\nG1 X3 E4", 4.0),
    ] {
        let got = extruded(code);
        assert!(near(got, wanted), "{got} for {wanted}:\n{code}");
    }
}

#[test]
fn filament_is_summed_per_tool() {
    let code = "M83\nT0\nG1 X1 E1\nT1\nG1 X2 E2\nT1000\nG1 X3 E4\nT0\n\
                G1 X4 E8\nT255\nACTIVATE_EXTRUDER EXTRUDER=extruder1\n\
                G1 X5 E16\nM104 T3 S200";
    let tools = moves(code).unwrap().tools;
    assert_eq!(tools, [(0, 9.0), (1, 18.0), (1000, 4.0)]);
}

/// Klipper activates the extruder in the last of repeated parameters.
#[test]
fn named_extruders_are_tools() {
    for (name, tool) in
        [("extruder", 0), ("extruder2", 2), ("extruder1 EXTRUDER=extruder2", 2)]
    {
        let code =
            format!("M83\nT1\nACTIVATE_EXTRUDER EXTRUDER={name}\nG1 X1 E1");
        assert_eq!(moves(&code).unwrap().tools, [(tool, 1.0)], "{name}");
    }
}

#[test]
fn a_multi_material_unit_may_load_during_a_move() {
    // 200 mm deposited per tool. The unit unloads while standing still and
    // loads 90 mm while moving. The load after each change is a refill, not a
    // deposit.
    let visit = |tool: u32, load: bool| {
        let refill = if load { "G1 X5 E60\nG1 X9 E30\n" } else { "" };
        format!("T{tool}\n{refill}G1 X100 E100\nG1 X0 E100\nG1 E-90\n")
    };
    let changes: String = [(0, false), (1, false), (0, true), (1, true)]
        .map(|(tool, load)| visit(tool, load))
        .concat();
    assert!(near(extruded(&format!("M83\n{changes}")), 800.0));
    // Without a tool change, no refill is credited.
    let same = changes.replace("T1", "T0").replace("T0\n", "");
    assert!(near(extruded(&format!("M83\n{same}")), 980.0));
    // At most half of the deposit is credited as a refill.
    let cheat = "T1\nT0\nG1 E-150\nT1\nT0\nG1 X10 E150\nG1 X0\n".repeat(50);
    assert!(extruded(&format!("M83\n{cheat}")) >= 50.0 * 150.0 / 2.0);
}

#[test]
fn time_is_the_minimum_time_of_the_moves() {
    for (code, wanted) in [
        ("G1 X100 F6000", 1.0),
        ("G91\nG1 X30 Y40 F3000\nG1 X-30 Y-40", 2.0),
        ("M83\nG1 E-5 F300", 1.0),
        ("G4 P1500\nG4 S2\nM400 S3\nM400 P500\nG4", 7.0),
        ("M220 S50\nG1 X100 F6000", 2.0),
        ("M220 S10\nM220 B\nM220 S100\nM220 R\nG1 X100 F6000", 10.0),
        ("M203 X10\nG1 X100 F6000", 10.0),
        ("SET_VELOCITY_LIMIT ACCEL=3000 VELOCITY=20\nG1 X100 F6000", 5.0),
        ("SET_VELOCITY_LIMIT SQUARE_CORNER_VELOCITY=5\nG1 X100 F6000", 1.0),
        // No printer is faster than 1 m/s.
        ("G1 X100 F99999999", 0.1),
        ("G1 X10 F6000\nG1 F0\nG1 X0 F-5", 0.2),
        // Half a circle of radius 10 at 10 mm/s.
        ("G1 X10 F6000\nG3 X-10 I-10 F600", 0.1 + std::f64::consts::PI),
        ("G28\nG1 X100 F6000\nG28 X\nG1 X100", 2.0),
        ("G92 X50\nG1 X150 F6000", 1.0),
    ] {
        let moves = moves(code).unwrap();
        let got = moves.moving_seconds + moves.pausing_seconds;
        assert!((got - wanted).abs() < 1e-6, "{got} for {wanted}:\n{code}");
    }
}

#[test]
fn extents_contain_only_deposits() {
    let code = "M83\nG1 X-50 Y-50 Z5\nG1 X10 Y20 Z0.2\nG1 X30 Y20 E1\n\
                G1 X300 Y300 Z100";
    let box_of = |code: &str| moves(code).unwrap().extents.unwrap();
    assert_eq!(box_of(code), ([10.0, 20.0, 0.2], [30.0, 20.0, 0.2]));
    // An arc from (10,0) to (-10,0) reaches y = 10.
    let arc = "M83\nG1 X10 Y0 Z1\nG3 X-10 Y0 I-10 E1";
    let (min, max) = box_of(arc);
    assert!((min[0] + 10.0).abs() < 1e-9 && (max[1] - 10.0).abs() < 1e-9);
    // G92 does not move the head, so the box stays the same in machine
    // coordinates.
    let shifted = "M83\nG1 X10 Y10 Z1\nG92 X9.5 Y9.5\nG1 X15 Y15 E1";
    assert_eq!(box_of(shifted), ([10.0, 10.0, 1.0], [15.5, 15.5, 1.0]));
    assert_eq!(moves("M83\nG1 E50").unwrap().extents, None);
}

#[test]
fn layers_are_counted_where_filament_is_deposited() {
    let code = "M83\nG1 Z0.2\nG1 X1 E1\nG1 Z5\nG1 Z0.2\nG1 X2 E1\n\
                G1 Z0.4\nG1 X3 E1\nG1 Z0.2\nG1 X9 E1\nG1 Z0.4\nG1 X8 E1";
    assert_eq!(moves(code).unwrap().layers, 4);
    // A spiral rises without layers.
    let spiral: String = (1..1000)
        .map(|n| format!("G1 X{} Z{:.3} E1\n", n % 50, f64::from(n) * 0.002))
        .collect();
    let moves = moves(&format!("M83\nG1 Z0.2\nG1 X1 E1\n{spiral}")).unwrap();
    assert!(moves.layers < 20, "{}", moves.layers);
}
