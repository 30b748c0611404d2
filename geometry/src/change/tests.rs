use super::*;
use crate::parse::stl as read_stl;
use crate::testing::{cuboid, soup, sphere, stl as file};

fn run(mesh: &Mesh, json: &str) -> Changed {
    let change = Change::from_json(json).unwrap();
    let limits = Limits::default();
    change_file(file(&soup(mesh)), Format::Stl, None, &change, &limits)
}

fn parts(changed: &Changed) -> &[Part] {
    match &changed.outcome {
        ChangeOutcome::Changed { parts, .. } => parts,
        ChangeOutcome::Unreadable { message, .. } => panic!("{message}"),
    }
}

#[test]
fn the_default_change_returns_the_repaired_model() {
    let mesh = cuboid([10.0, 20.0, 30.0], [0.0; 3]);
    let changed = run(&mesh, r#"{"output":"stl"}"#);
    let [part] = parts(&changed) else { panic!("one part") };
    assert_eq!(part.dimensions_mm, [10.0, 20.0, 30.0]);
    assert!((part.volume_cm3 - 6.0).abs() < 1e-6);
    assert_eq!((part.triangles, part.bodies), (12, 1));
    let read = read_stl::parse(&changed.files[0], &Limits::default()).unwrap();
    assert_eq!(soup(&read.mesh), soup(&mesh));
}

#[test]
fn a_model_is_scaled_then_hollowed_then_cut() {
    // A ball of 20 mm that is scaled to 80 mm and hollowed to walls of 3 mm.
    let ball = sphere(10.0, 40, 60);
    let json = r#"{"options":{"longestSideMm":80,"hollow":{"wallMm":3}},
        "cut":{"plane":{"normal":[0,0,1],"offsetMm":30}},"output":"stl"}"#;
    let changed = run(&ball, json);
    let [below, above] = parts(&changed) else { panic!("two parts") };
    assert!((below.dimensions_mm[2] - 30.0).abs() < 1e-3);
    assert!((above.dimensions_mm[2] - 50.0).abs() < 1e-3);
    let shell = 4.0 / 3.0 * std::f64::consts::PI * (64.0 - 50.653);
    let sum = below.volume_cm3 + above.volume_cm3;
    assert!((sum / shell - 1.0).abs() < 0.03, "{sum} of {shell}");
    assert_eq!((below.bodies, above.bodies), (1, 1));
    assert_eq!(changed.files.len(), 2);
}

#[test]
fn oriented_parts_of_a_cut_stand_on_the_plate() {
    let bar = cuboid([20.0, 20.0, 600.0], [0.0; 3]);
    let json = r#"{"options":{"orient":true},"cut":{"toFit":true},
        "output":"stl"}"#;
    let changed = run(&bar, json);
    let found = parts(&changed);
    assert_eq!(found.len(), 2);
    for (part, bytes) in found.iter().zip(&changed.files) {
        let mut sides = part.dimensions_mm;
        sides.sort_by(f64::total_cmp);
        assert_eq!(sides.map(libm::rint), [20.0, 20.0, 300.0]);
        let read = read_stl::parse(bytes, &Limits::default()).unwrap();
        assert!(read.mesh.bounds().unwrap().min[2].abs() < 1e-4);
    }
}

#[test]
fn a_3mf_contains_every_part() {
    let bar = cuboid([600.0, 20.0, 20.0], [0.0; 3]);
    let json = r#"{"cut":{"toFit":true},"output":"3mf"}"#;
    let changed = run(&bar, json);
    assert_eq!((parts(&changed).len(), changed.files.len()), (2, 1));
    let mut contents = Contents::Bytes(changed.files[0].clone());
    let limits = Limits::default();
    let read = read_mesh(&mut contents, Format::ThreeMf, &limits).unwrap();
    assert!((volume(&read.mesh) - 240_000.0).abs() < 0.1);
    assert_eq!(crate::measure::components(&read.mesh), 2);
}

#[test]
fn a_plane_that_misses_the_model_reports_its_extent() {
    let json = r#"{"cut":{"plane":{"normal":[0,0,-2],"offsetMm":31}},
        "output":"glb"}"#;
    let changed = run(&cuboid([10.0, 20.0, 30.0], [5.0; 3]), json);
    let ChangeOutcome::Unreadable { code, message } = changed.outcome else {
        panic!("not refused")
    };
    assert_eq!(code, "plane_misses");
    assert_eq!(
        message,
        "The plane at 31 mm does not cut the model, which reaches from 0 to \
         30.00 mm in that direction."
    );
    assert!(changed.files.is_empty());
}

#[test]
fn invalid_requests_are_rejected() {
    for json in [
        r#"{}"#,
        r#"{"output":"obj"}"#,
        r#"{"output":"stl","options":{"hollow":{"wallMm":20}}}"#,
        r#"{"output":"stl","options":{"longestSideMm":0}}"#,
        r#"{"output":"stl","cut":{"plane":{"normal":[0,0,0],"offsetMm":1}}}"#,
        r#"{"output":"stl","cut":{"half":true}}"#,
    ] {
        assert!(Change::from_json(json).is_err(), "{json}");
    }
}
