use super::faults::Kind;
use super::picture::{Picture, View};
use super::*;
use crate::testing::{cube, cuboid, inverted, merge, sphere, without};
use crate::units::{UnitSource, Up};

const SETTINGS: Settings = Settings {
    nozzle_mm: 0.4,
    layer_height_mm: None,
    min_wall_mm: None,
    overhang_deg: 45.0,
    build_volume_mm: [340.0, 320.0, 340.0],
};

fn model(mesh: Mesh) -> Model {
    let (unit, unit_source) = (Unit::Millimeter, UnitSource::Default);
    Model { mesh, unit, unit_source, up: Up::Z, notes: Vec::new() }
}

fn inspected(mesh: Mesh) -> Inspected {
    inspect(model(mesh), None, &SETTINGS, &Outputs::default()).unwrap()
}

/// Returns the triangles that have the flag of a kind.
fn flagged(found: &Inspected, kind: Kind) -> Vec<usize> {
    let flags = found.flags.iter().enumerate();
    flags.filter(|(_, f)| **f & kind.bit() != 0).map(|(t, _)| t).collect()
}

fn fault(found: &Inspected, kind: Kind) -> Option<&Fault> {
    found.findings.faults.iter().find(|fault| fault.kind == kind)
}

#[test]
fn a_sound_cube_has_no_faults() {
    let found = inspected(cube(20.0));
    assert_eq!(found.findings.faults, []);
    assert_eq!(found.flags, [0; 12]);
    assert_eq!(found.mesh, cube(20.0));
    assert_eq!(found.findings.received.volume_cm3, Some(8.0));
}

#[test]
fn the_report_equals_that_of_a_measurement() {
    for mesh in [
        cube(3.0),
        without(cube(3.0), &[4]),
        inverted(cube(3.0)),
        merge(&[cube(3.0), cube(3.0)]),
    ] {
        let measured = crate::report::report(model(mesh.clone()), None);
        assert_eq!(inspected(mesh).findings.report, measured.unwrap());
    }
}

#[test]
fn verdict_and_estimate_equal_those_of_separate_jobs() {
    let duplicated = || {
        let mut mesh = cube(20.0);
        mesh.triangles.insert(3, mesh.triangles[1]);
        mesh
    };
    let cavity = [cube(20.0), inverted(cuboid([10.0; 3], [5.0; 3]))];
    let overlapping = [cube(20.0), cuboid([20.0; 3], [10.0, 10.0, 5.0])];
    let table = [
        cuboid([4.0, 4.0, 20.0], [8.0, 8.0, 0.0]),
        cuboid([20.0, 20.0, 2.0], [0.0, 0.0, 20.0]),
    ];
    let own = |json: &str| crate::estimate::Settings::from_json(json).unwrap();
    let fine = own(
        r#"{"layerHeightMm":0.1,"infillPercent":60,"nozzleMm":0.4,"flow":"high"}"#,
    );
    let coarse = own(
        r#"{"layerHeightMm":0.3,"infillPercent":0,"nozzleMm":0.6,"flow":"standard"}"#,
    );
    let limits = crate::limits::Limits::default();
    for (name, mesh) in [
        ("cube", cube(20.0)),
        ("open", without(cube(20.0), &[0])),
        ("overlapping", merge(&overlapping)),
        ("cavity", merge(&cavity)),
        ("inverted", inverted(cube(20.0))),
        ("duplicated", duplicated()),
        ("table", merge(&table)),
        ("too thin", cuboid([30.0, 20.0, 0.05], [0.0; 3])),
    ] {
        for (unit, up) in [
            (None, Up::Z),
            (None, Up::Y),
            (Some(Unit::Inch), Up::Z),
            (Some(Unit::Inch), Up::Y),
        ] {
            let read = || Model { up, ..model(mesh.clone()) };
            let nothing = crate::process::Options::default();
            let skip = crate::process::Glb::Skip;
            let judged =
                crate::process::process(read(), unit, &nothing, skip, &limits);
            for estimate in [crate::estimate::Settings::DEFAULT, fine, coarse] {
                let prepared = prepare(read(), unit).unwrap();
                let estimated = crate::estimate::file::estimate_prepared(
                    prepared, &estimate,
                );
                for verdict in [true, false] {
                    let outputs = Outputs {
                        verdict,
                        estimate: Some(estimate),
                        ..Outputs::default()
                    };
                    let found =
                        inspect(read(), unit, &SETTINGS, &outputs).unwrap();
                    let Findings { estimate, verdict: got, .. } =
                        found.findings;
                    assert_eq!(estimate.as_ref(), Some(&estimated), "{name}");
                    let report = judged.as_ref().ok().map(|done| &done.report);
                    assert_eq!(
                        got.as_ref(),
                        report.filter(|_| verdict),
                        "{name}"
                    );
                }
            }
        }
    }
}

#[test]
fn triangles_next_to_a_missing_one_have_open_edges() {
    // Triangle [0, 2, 3] has the neighbors [0, 3, 1], [2, 7, 3] and [0, 6, 2].
    let found = inspected(without(cube(20.0), &[0]));
    assert_eq!(flagged(&found, Kind::OpenEdges), [0, 6, 8]);
    let fault = fault(&found, Kind::OpenEdges).unwrap();
    assert_eq!((fault.count, fault.regions), (3, 1));
    let around = 40.0 + 800f64.sqrt();
    assert!((fault.length_mm.unwrap() - around).abs() < 1e-4);
    assert_eq!(fault.places[0].share, 1.0);
    assert_eq!(found.findings.received.volume_cm3, None);
    assert!(!found.findings.received.watertight);
}

#[test]
fn flags_stay_with_their_triangles_when_the_repair_removes_some() {
    // A collapsed, a repeated and a loose triangle before those of the cube.
    let mut mesh = cube(20.0);
    let corner = mesh.positions.len() as u32;
    mesh.positions.extend([
        [90.0, 0.0, 0.0],
        [91.0, 0.0, 0.0],
        [90.0, 1.0, 0.0],
    ]);
    mesh.triangles.insert(0, [0, 0, 1]);
    mesh.triangles.insert(3, mesh.triangles[1]);
    mesh.triangles.insert(5, [corner, corner + 1, corner + 2]);
    // The top has two triangles, which become overhangs when the cube is
    // inverted.
    let found = inspected(inverted(mesh));
    assert_eq!(found.flags.len(), 15);
    assert_eq!(found.findings.report.repaired.removed_loose, 1);
    assert_eq!(found.findings.report.repaired.removed_duplicates, 1);
    assert_eq!(flagged(&found, Kind::OpenEdges), [5]);
    assert!(flagged(&found, Kind::Overhangs).is_empty());
}

#[test]
fn the_underside_of_a_table_overhangs() {
    let leg = cuboid([4.0, 4.0, 20.0], [8.0, 8.0, 0.0]);
    let top = cuboid([20.0, 20.0, 2.0], [0.0, 0.0, 20.0]);
    let found = inspected(merge(&[leg, top]));
    assert_eq!(flagged(&found, Kind::Overhangs), [12, 13]);
    let fault = fault(&found, Kind::Overhangs).unwrap();
    assert_eq!(fault.area_mm2, Some(400.0));
    assert_eq!(fault.places[0].normal, [0.0, 0.0, -1.0]);
}

#[test]
fn a_plate_of_half_a_millimeter_is_thin_on_both_sides() {
    let found = inspected(cuboid([30.0, 20.0, 0.5], [0.0; 3]));
    assert_eq!(flagged(&found, Kind::ThinWalls), [0, 1, 2, 3]);
    let fault = fault(&found, Kind::ThinWalls).unwrap();
    assert_eq!(fault.area_mm2, Some(1200.0));
    let walls = &found.findings.walls;
    assert!((walls.min_wall_mm.unwrap() - 0.5).abs() < 0.01);
    assert_eq!(walls.thin.len(), 2);
}

#[test]
fn only_parts_beyond_the_build_volume_are_outside() {
    // The cuboid fits after a rotation.
    let turned = inspected(cuboid([320.0, 340.0, 340.0], [0.0; 3]));
    assert!(flagged(&turned, Kind::Outside).is_empty());
    // Too long along X: the two ends are outside, and the sides that touch
    // them.
    let found = inspected(cuboid([400.0, 20.0, 20.0], [50.0, 0.0, 0.0]));
    assert_eq!(flagged(&found, Kind::Outside).len(), 12);
    let middle = cuboid([20.0, 20.0, 20.0], [240.0, 0.0, 30.0]);
    let bar = cuboid([400.0, 20.0, 20.0], [50.0, 0.0, 0.0]);
    let found = inspected(merge(&[middle, bar]));
    assert_eq!(flagged(&found, Kind::Outside), (12..24).collect::<Vec<_>>());
}

#[test]
fn edges_with_four_triangles_are_non_manifold() {
    let touching = [cube(10.0), cuboid([10.0; 3], [10.0, 10.0, 0.0])];
    // Weld: the second cube uses vertices 3 and 7 of the first.
    let mut mesh = merge(&touching);
    for corner in mesh.triangles.iter_mut().flatten() {
        *corner = match *corner {
            8 => 3,
            12 => 7,
            other => other,
        };
    }
    mesh.drop_unused();
    let found = inspected(mesh);
    let fault = fault(&found, Kind::NonManifoldEdges).unwrap();
    assert_eq!((fault.count, fault.length_mm), (1, Some(10.0)));
    assert_eq!(flagged(&found, Kind::NonManifoldEdges).len(), 4);
}

#[test]
fn a_picture_is_reproducible_and_shows_faults() {
    let picture = |faults, view| {
        let wanted = Picture {
            size_px: 120,
            view,
            dark: false,
            faults,
            background: None,
            color: None,
        };
        let outputs = Outputs { picture: Some(wanted), ..Outputs::default() };
        let plate = cuboid([30.0, 20.0, 0.5], [0.0; 3]);
        inspect(model(plate), None, &SETTINGS, &outputs).unwrap().picture
    };
    assert_eq!(picture(true, View::Iso), picture(true, View::Iso));
    assert_ne!(picture(true, View::Iso), picture(false, View::Iso));
    for view in [View::Front, View::Back, View::Left, View::Right, View::Top] {
        assert!(picture(true, view).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_drawing_equals_the_picture_of_an_inspection_without_faults() {
    let wanted = |json: &str| Picture::from_json(json).unwrap();
    let plain = wanted(r#"{"sizePx":120,"view":"iso","faults":false}"#);
    let red = wanted(
        r##"{"sizePx":120,"view":"iso","faults":true,"color":"#e4002b"}"##,
    );
    for mesh in [
        cuboid([30.0, 20.0, 0.5], [0.0; 3]),
        without(cube(20.0), &[0, 1]),
        inverted(cube(20.0)),
        merge(&[cube(3.0), cube(3.0)]),
    ] {
        let outputs = Outputs { picture: Some(plain), ..Outputs::default() };
        let inch = Some(Unit::Inch);
        let found =
            inspect(model(mesh.clone()), inch, &SETTINGS, &outputs).unwrap();
        let drawn = draw(model(mesh.clone()), inch, &plain).unwrap();
        assert_eq!(Some(&drawn), found.picture.as_ref());
        let colored = draw(model(mesh), inch, &red).unwrap();
        assert_ne!(drawn, colored);
    }
    let point = Mesh { positions: vec![[0.0; 3]], triangles: vec![[0, 0, 0]] };
    let refused = draw(model(point), None, &plain);
    assert_eq!(refused, Err(ParseError::OnlyDegenerate { triangles: 1 }));
}

/// Writes pictures for visual review: `DRAW=folder cargo test -p geometry --lib
/// draw`.
#[test]
fn draws_pictures_for_review() {
    let Ok(folder) = std::env::var("DRAW") else { return };
    for (name, mesh) in [
        ("cube", cube(20.0)),
        ("ball", sphere(20.0, 30, 40)),
        ("open", without(sphere(20.0, 30, 40), &[400, 401, 402, 403, 480])),
    ] {
        let outputs = Outputs::from_json(
            r#"{"picture":{"sizePx":512,"view":"iso","faults":true}}"#,
        );
        let found =
            inspect(model(mesh), None, &SETTINGS, &outputs.unwrap()).unwrap();
        let path = format!("{folder}/{name}.png");
        std::fs::write(path, found.picture.unwrap()).unwrap();
    }
}
