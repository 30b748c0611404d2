use super::files::{Outputs, Written, process_file};
use super::*;
use crate::format::Format;
use crate::printability::verdict::PrintStatus;
use crate::testing::{
    cube, cuboid, inverted, merge, prism, soup, sphere, stl as file, without,
};
use crate::topology::Topology;
use crate::write;

fn run(mesh: &Mesh, options: &str) -> Processed {
    let options = Options::from_json(options).unwrap();
    let bytes = file(&soup(mesh));
    let limits = Limits::default();
    let model = crate::parse::stl::parse(&bytes, &limits).unwrap();
    process(model, None, &options, Glb::Skip, &limits).unwrap()
}

fn applied(done: &Processed) -> &MeshRepair {
    match &done.report.mesh_repair {
        Repair::Applied(repair) => repair,
        nothing => panic!("{nothing:?}"),
    }
}

fn codes(done: &Processed) -> Vec<&'static str> {
    let Verdict { issues, recommendations, .. } = &done.report.verdict;
    issues.iter().chain(recommendations).map(|r| r.code).collect()
}

fn status(done: &Processed) -> (PrintStatus, u8) {
    let verdict = &done.report.verdict;
    (verdict.print_status, verdict.printability_score)
}

#[test]
fn a_sound_cube_is_ready_and_unchanged() {
    let done = run(&cube(20.0), "{}");
    assert_eq!(status(&done), (PrintStatus::Ready, 95));
    assert_eq!(codes(&done), [""; 0]);
    let json = serde_json::to_value(&done.report).unwrap();
    assert_eq!(json["meshRepair"]["applied"], false);
    assert_eq!(json["meshRepair"]["summary"], "Nothing needed fixing.");
    let facts = &json["printability"];
    assert_eq!(facts["watertight"], true);
    assert_eq!(facts["volumeCm3"], 8.0);
    assert_eq!(facts["holes"], 0);
    assert_eq!(facts["nonManifoldEdges"], 0);
    assert_eq!(facts["triangles"], 12);
    assert_eq!(facts["dimensionsMm"], serde_json::json!([20.0, 20.0, 20.0]));
    assert_eq!(facts["minFeatureMm"], 20.0);
    assert_eq!(facts["featureSizeEstimated"], true);
    assert_eq!(facts["maxOverhangDeg"], 0.0);
    assert_eq!(facts["fitsPlate"], true);
    assert_eq!(soup(&done.mesh).len(), 12);
}

#[test]
fn the_field_names_are_those_of_the_contract() {
    let done = run(&without(cube(20.0), &[2]), "{}");
    let json = serde_json::to_value(&done.report).unwrap();
    let repair = json["meshRepair"].as_object().unwrap();
    let mut names: Vec<&str> = repair.keys().map(String::as_str).collect();
    names.sort_unstable();
    let mut wanted = vec![
        "applied",
        "weldedVertices",
        "removedDegenerates",
        "flippedFaces",
        "filledHoles",
        "remainingBoundaryEdges",
        "scaleApplied",
        "smoothed",
        "hollowed",
        "reoriented",
        "hollowWallMm",
        "partCount",
        "notes",
    ];
    wanted.sort_unstable();
    assert_eq!(names, wanted);
}

#[test]
fn a_hole_is_closed_and_its_location_reported() {
    let done = run(&without(cube(20.0), &[2, 3]), "{}");
    assert_eq!(status(&done), (PrintStatus::Repaired, 85));
    let repair = applied(&done);
    assert_eq!((repair.filled_holes, repair.remaining_boundary_edges), (1, 0));
    assert_eq!(repair.part_count, 1);
    let hole = &done.report.verdict.issues[0];
    // The hole is the top: two triangles over the corners at z = 20.
    assert_eq!(hole.code, "hole_closed");
    assert_eq!(hole.at, Some([10.0, 10.0, 20.0]));
    assert_eq!(hole.size_mm, Some(20.0));
    assert!(done.report.printability.watertight);
    assert!((done.report.printability.volume_cm3 - 8.0).abs() < 1e-9);
}

#[test]
fn flipped_faces_are_repaired() {
    let mut mesh = cube(20.0);
    mesh.triangles[4].swap(0, 1);
    let done = run(&mesh, "{}");
    assert_eq!(status(&done), (PrintStatus::Repaired, 85));
    assert_eq!(applied(&done).flipped_faces, 1);
}

#[test]
fn a_model_that_is_too_thin_needs_a_redesign() {
    let done = run(&cuboid([20.0, 20.0, 0.5], [0.0; 3]), "{}");
    assert_eq!(status(&done), (PrintStatus::NeedsRedesign, 45));
    let issue = &done.report.verdict.issues[0];
    assert_eq!((issue.code, issue.size_mm), ("too_thin", Some(0.5)));
    assert_eq!(issue.at, Some([10.0, 10.0, 0.25]));
    let advice = &done.report.verdict.recommendations[0];
    assert!(advice.message.contains("1.6 times"), "{}", advice.message);
}

#[test]
fn a_model_that_is_too_large_is_reported_and_scaled_on_request() {
    let bar = cuboid([400.0, 20.0, 20.0], [0.0; 3]);
    let done = run(&bar, "{}");
    assert!(!done.report.printability.fits_plate);
    assert_eq!(codes(&done), ["too_large", "scale_down"]);
    let done = run(&bar, r#"{"scaleToPlate":true}"#);
    assert!(done.report.printability.fits_plate);
    let repair = applied(&done);
    assert!((repair.scale_applied - 0.85).abs() < 1e-5);
    let [x, y, _] = done.report.printability.dimensions_mm;
    assert!((x - 340.0).abs() < 1e-3 && (y - 17.0).abs() < 1e-3);
    let fits = run(&cube(340.0), "{}");
    assert!(fits.report.printability.fits_plate);
}

#[test]
fn an_overhang_leads_to_a_recommendation_of_supports_with_its_location() {
    // A plate of 30 mm on a post of 10 mm.
    let table = merge(&[
        cuboid([10.0, 10.0, 20.0], [10.0, 10.0, 0.0]),
        cuboid([30.0, 30.0, 3.0], [0.0, 0.0, 19.0]),
    ]);
    let done = run(&table, "{}");
    let advice = &done.report.verdict.recommendations[0];
    assert_eq!(advice.code, "supports");
    assert_eq!(advice.at, Some([15.0, 15.0, 19.0]));
    assert_eq!(advice.size_mm, Some(30.0));
    assert_eq!(done.report.printability.max_overhang_deg, 90.0);
    let open = without(table, &[2]);
    assert_eq!(applied(&run(&open, "{}")).part_count, 2);
}

#[test]
fn faces_within_the_first_layer_lie_on_the_plate() {
    // A table whose top is so low that it is printed on the plate, or slightly
    // higher.
    for (z, expected) in [(0.03, 0.0), (0.19, 0.0), (0.21, 90.0)] {
        let table = merge(&[
            cuboid([10.0, 10.0, 20.0], [10.0, 10.0, 0.0]),
            cuboid([30.0, 30.0, 3.0], [0.0, 0.0, z]),
        ]);
        let done = run(&table, "{}");
        assert_eq!(done.report.printability.max_overhang_deg, expected);
        assert_eq!(codes(&done).contains(&"supports"), expected > 0.0);
    }
}

#[test]
fn all_options_together_give_a_closed_mesh() {
    let mut mesh = sphere(20.0, 40, 60);
    for p in &mut mesh.positions {
        // Wider at the bottom than at the top, and upside down.
        let to_f64 = 1.0 + 0.02 * p[2];
        *p = [p[0] * to_f64, p[1] * to_f64, p[2]];
    }
    let mesh = without(mesh, &[500, 501, 900]);
    let all = r#"{"smoothing":"strong","hollow":{"wallMm":2},
        "orient":true,"scaleToPlate":true}"#;
    let done = run(&mesh, all);
    let repair = applied(&done);
    assert!(repair.smoothed && repair.hollowed);
    assert_eq!(repair.hollow_wall_mm, Some(2.0));
    assert_eq!((repair.filled_holes, repair.scale_applied), (2, 1.0));
    assert_eq!(status(&done), (PrintStatus::Repaired, 85));
    let solid = run(&mesh, r#"{"smoothing":"strong","orient":true}"#);
    let facts = &done.report.printability;
    assert!(facts.watertight);
    assert!(facts.volume_cm3 < 0.5 * solid.report.printability.volume_cm3);
    // The outside is the same; the ceiling of the cavity overhangs as well.
    let outside = solid.report.printability.max_overhang_deg;
    assert!(facts.max_overhang_deg >= outside);
    let bytes = write::stl::binary(&done.mesh);
    let again = crate::parse::stl::parse(&bytes, &Limits::default()).unwrap();
    let counts = Topology::build(&again.mesh).count();
    assert!(counts.watertight(), "{counts:?}");
    assert_eq!(counts.misoriented, 0);
    // A second run changes nothing, and the cavity stays a cavity.
    let limits = Limits::default();
    let second =
        process(again, None, &Options::default(), Glb::Skip, &limits).unwrap();
    assert_eq!(status(&second), (PrintStatus::Ready, 95));
    let volume = second.report.printability.volume_cm3;
    assert!((volume / facts.volume_cm3 - 1.0).abs() < 1e-6);
}

#[test]
fn a_wall_that_does_not_fit_is_reported() {
    let slab = cuboid([40.0, 40.0, 3.0], [0.0; 3]);
    let done = run(&slab, r#"{"hollow":{"wallMm":2}}"#);
    let repair = applied(&done);
    assert_eq!(repair.hollow_wall_mm, Some(1.2));
    assert!(repair.notes[0].contains("1.2 mm"), "{:?}", repair.notes);
    let sheet = cuboid([40.0, 40.0, 1.0], [0.0; 3]);
    let done = run(&sheet, r#"{"hollow":{"wallMm":2}}"#);
    let json = serde_json::to_value(&done.report.mesh_repair).unwrap();
    assert_eq!(json["applied"], false);
    let summary = json["summary"].as_str().unwrap();
    assert!(summary.contains("no cavity fits"), "{summary}");
}

#[test]
fn turning_a_model_over_is_a_repair_that_happens_once() {
    let fallen = inverted(prism(40, 5.0, 30.0));
    let mut fallen = fallen;
    for p in &mut fallen.positions {
        // Rotate it so that it lies on its side along X.
        *p = [p[2], p[0], p[1]];
    }
    let done = run(&fallen, r#"{"orient":true}"#);
    assert!(applied(&done).reoriented);
    assert_eq!(status(&done), (PrintStatus::Repaired, 85));
    let [.., height] = done.report.printability.dimensions_mm;
    assert!((height - 30.0).abs() < 1e-3);
    let again = run(&done.mesh, r#"{"orient":true}"#);
    let json = serde_json::to_value(&again.report.mesh_repair).unwrap();
    assert_eq!(json["applied"], false);
}

#[test]
fn bodies_that_touch_along_an_edge_are_separated_and_reported() {
    let pair = merge(&[cube(10.0), cuboid([10.0; 3], [10.0, 10.0, 0.0])]);
    let done = run(&pair, "{}");
    assert_eq!(status(&done), (PrintStatus::Repaired, 85));
    let facts = &done.report.printability;
    assert_eq!((facts.non_manifold_edges, facts.watertight), (0, true));
    assert_eq!(facts.volume_cm3, 2.0);
    let notes = &applied(&done).notes;
    assert!(notes[0].contains("touched along 1 edges"), "{notes:?}");
    // A second run changes nothing.
    let again = run(&done.mesh, "{}");
    assert_eq!(status(&again), (PrintStatus::Ready, 95));
}

#[test]
fn smoothing_leaves_a_cube_unchanged_and_reports_it() {
    for smoothing in ["light", "strong"] {
        let options = format!(r#"{{"smoothing":"{smoothing}"}}"#);
        let done = run(&cube(20.0), &options);
        assert_eq!(soup(&done.mesh), soup(&run(&cube(20.0), "{}").mesh));
        assert_eq!(done.report.printability.volume_cm3, 8.0);
        let json = serde_json::to_value(&done.report.mesh_repair).unwrap();
        assert_eq!(json["applied"], false);
        let summary = json["summary"].as_str().unwrap();
        assert!(summary.contains("Not smoothed"), "{summary}");
        let fine = run(&sphere(10.0, 60, 90), &options);
        assert!(applied(&fine).smoothed && applied(&fine).notes.is_empty());
    }
}

#[test]
fn invalid_requests_are_rejected() {
    for (json, wanted) in [
        (r#"{"hollow":{"wallMm":0.3}}"#, "0.4 to 10"),
        (r#"{"hollow":{"wallMm":11}}"#, "0.4 to 10"),
        (r#"{"smoothing":"soft"}"#, "soft"),
        (r#"{"smooth":"light"}"#, "smooth"),
        ("", "EOF"),
    ] {
        let error = Options::from_json(json).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_file_without_a_model_is_unreadable() {
    let limits = Limits::default();
    let run = |bytes: &[u8], format, outputs| {
        let bytes = bytes.to_vec();
        process_file(bytes, format, None, &Options::default(), outputs, &limits)
    };
    let both = Outputs { stl: true, glb: true, threemf: true };
    let Written { outcome, stl, glb, threemf } =
        run(b"no model", Format::Stl, both);
    assert_eq!((stl, glb, threemf), (None, None, None));
    let json = serde_json::to_value(&outcome).unwrap();
    assert_eq!(json["kind"], "unreadable");
    assert_eq!(json["code"], "not_this_format");
    let sliced = run(b"G1 X1 Y1 E1", Format::Gcode, both);
    assert!(sliced.stl.is_none());
    let cube = file(&soup(&cube(20.0)));
    let Written { outcome, stl, glb, threemf } = run(&cube, Format::Stl, both);
    assert_eq!(stl.map(|bytes| bytes.len()), Some(684));
    let glb = crate::parse::glb::parse(&glb.unwrap(), &limits).unwrap();
    assert_eq!(glb.mesh.triangles.len(), 12);
    let written = threemf.unwrap();
    assert_eq!(written.get(..4), Some(&b"PK\x03\x04"[..]));
    let json = serde_json::to_value(&outcome).unwrap();
    assert_eq!(json["kind"], "processed");
    assert_eq!(json["report"]["printStatus"], "ready");
    let neither = run(
        &cube,
        Format::Stl,
        Outputs { stl: false, glb: false, threemf: false },
    );
    assert_eq!((neither.stl, neither.glb, neither.threemf), (None, None, None));
}

#[test]
fn the_volume_that_a_slicer_fills_is_billed() {
    let mesh = crate::testing::crossing_pockets();
    let volume =
        |options: &str| run(&mesh, options).report.printability.volume_cm3;
    assert!((volume("{}") / 6.666 - 1.0).abs() < 0.02);
    assert!(volume(r#"{"orient":true}"#) > 6.5);
    // Cavities that overlap, each in a separate shell. The winding number of 4
    // x 8 x 8 is -1, which a slicer fills.
    let hole = |at: f32| inverted(cuboid([8.0; 3], [at, 6.0, 6.0]));
    let apart = merge(&[cube(20.0), hole(2.0), hole(6.0)]);
    let processed = run(&apart, "{}").report;
    let expected = 8.0 - 2.0 * (0.512 - 0.256);
    let off = processed.printability.volume_cm3 / expected - 1.0;
    assert!(off.abs() < 4e-3, "{off}");
    let codes: Vec<&str> =
        processed.verdict.recommendations.iter().map(|r| r.code).collect();
    assert!(codes.contains(&"bodies_overlap"), "{codes:?}");
}

/// Returns the report of the written model, read as a file.
fn read_back(done: &Processed) -> Processed {
    run(&done.mesh, "{}")
}

fn judged(done: &Processed) -> serde_json::Value {
    let mut json = serde_json::to_value(&done.report).unwrap();
    json.as_object_mut().unwrap().remove("meshRepair");
    json
}

#[test]
fn a_written_model_has_the_same_verdict_when_it_is_uploaded() {
    let nested =
        merge(&[cube(60.0), inverted(cuboid([36.0; 3], [12.0, 12.0, 12.0]))]);
    let cases = [
        (cube(60.0), r#"{"hollow": {"wallMm": 2}}"#),
        (nested, r#"{"hollow": {"wallMm": 2}}"#),
        (sphere(20.0, 60, 60), r#"{"hollow": {"wallMm": 2}}"#),
        (cuboid([12.0, 40.0, 20.0], [0.0; 3]), r#"{"hollow": {"wallMm": 3}}"#),
    ];
    for (mesh, options) in cases {
        let made = run(&mesh, options);
        assert_eq!(judged(&made), judged(&read_back(&made)));
    }
}

#[test]
fn a_wide_ceiling_in_a_hollow_is_not_printable() {
    let done = run(&cube(60.0), r#"{"hollow": {"wallMm": 2}}"#);
    assert_eq!(status(&done), (PrintStatus::NeedsRedesign, 45));
    assert_eq!(codes(&done), ["hollow_ceiling", "fill_hollow"]);
    assert_eq!(done.report.printability.max_overhang_deg.round(), 90.0);
    let issue = &done.report.verdict.issues[0];
    // 60 mm less two walls of 2 mm. The corners are slightly rounded.
    let words: Vec<&str> = issue.message.split(' ').collect();
    for side in [words[4], words[6]] {
        let side: f64 = side.parse().unwrap();
        assert!((54.0..=56.5).contains(&side), "{}", issue.message);
    }
}

#[test]
fn a_ceiling_that_can_be_bridged_or_supported_is_not_a_fault() {
    // 6 mm wide and 34 mm long: bridged.
    let narrow = cuboid([12.0, 40.0, 20.0], [0.0; 3]);
    let done = run(&narrow, r#"{"hollow": {"wallMm": 3}}"#);
    assert_eq!(status(&done), (PrintStatus::Ready, 95));
    assert_eq!(codes(&done), [""; 0]);
    // A table, which supports can reach from outside.
    let table = merge(&[
        cuboid([40.0, 40.0, 4.0], [0.0, 0.0, 20.0]),
        cuboid([4.0, 4.0, 20.0], [18.0, 18.0, 0.0]),
    ]);
    let done = run(&table, "{}");
    assert_eq!(done.report.verdict.print_status, PrintStatus::Ready);
    assert!(done.report.verdict.print_detail.contains("with supports"));
}

#[test]
fn a_loose_body_in_a_cavity_is_a_fault() {
    let cavity = inverted(cuboid([9.0; 3], [10.0, 10.0, 10.0]));
    let at = |z| cuboid([4.0; 3], [12.0, 12.0, z]);
    let room = [cuboid([30.0; 3], [0.0; 3]), cavity];
    let with = |body: Mesh| run(&merge(&[&room[..], &[body]].concat()), "{}");
    let floating = with(at(12.0));
    assert_eq!(status(&floating), (PrintStatus::NeedsRedesign, 45));
    assert!(codes(&floating).contains(&"free_body"));
    // A body that stands on the floor of the cavity, and the cavity without a
    // body.
    assert_eq!(status(&with(at(10.1))).0, PrintStatus::Ready);
    assert_eq!(status(&run(&merge(&room), "{}")).0, PrintStatus::Ready);
}

#[test]
fn faces_hidden_by_other_bodies_need_no_supports() {
    let plate = cuboid([40.0, 40.0, 3.0], [0.0; 3]);
    let sunk = cuboid([8.0, 8.0, 4.0], [9.0, 9.0, 2.5]);
    let standing = cuboid([8.0, 8.0, 4.0], [20.0, 9.0, 3.0]);
    let inner = cuboid([12.0; 3], [4.0; 3]);
    for parts in [
        [plate.clone(), sunk],
        [plate, standing],
        [cube(20.0), inner],
        [cube(20.0), cuboid([20.0; 3], [10.0, 0.0, 0.0])],
    ] {
        let done = run(&merge(&parts), "{}");
        assert_eq!(done.report.printability.max_overhang_deg, 0.0);
        assert!(!codes(&done).contains(&"supports"), "{:?}", codes(&done));
        assert_eq!(judged(&done), judged(&read_back(&done)));
    }
}

#[test]
fn a_cavity_of_the_file_is_merged_with_the_new_cavity() {
    let shell =
        merge(&[cube(40.0), inverted(cuboid([12.0; 3], [14.0, 14.0, 14.0]))]);
    let done = run(&shell, r#"{"hollow": {"wallMm": 2}}"#);
    let mesh = &done.mesh;
    let topology = Topology::build(mesh);
    assert!(topology.count().watertight());
    let shells = crate::shells::Shells::find(mesh, &topology);
    // The outside and one cavity of 36 mm, and no loose bodies.
    assert_eq!(shells.all.len(), 2);
    assert!(!codes(&done).contains(&"free_body"));
    let left = (64_000.0 - 36.0f64.powi(3)) / 1000.0;
    let volume = done.report.printability.volume_cm3;
    assert!((volume / left - 1.0).abs() < 0.02, "{volume} of {left}");
}
