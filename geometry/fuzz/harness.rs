//! The calls that each fuzz target makes with its input. The targets and
//! `tests/fuzz_corpus.rs`, which replays seeds and found cases, share this
//! file.

use geometry::examine::{Outcome, Wanted, examine};
use geometry::format::Format;
use geometry::limits::Limits;
use geometry::mesh::Mesh;
use geometry::model::Model;
use geometry::parse::glb;
use geometry::repair::repair;
use geometry::report::report;
use geometry::topology::Topology;
use geometry::units::{Unit, UnitSource, Up};
use geometry::write;

/// Names of all targets; each has a folder under `corpus/`.
#[allow(dead_code)] // The targets name themselves.
pub const TARGETS: [&str; 8] =
    ["stl", "obj", "glb", "gltf", "threemf", "gcode", "repair", "write"];

/// Runs one target on one input. Panics when it finds a bug.
pub fn run(target: &str, data: &[u8]) {
    match target {
        "stl" => file(data, Format::Stl),
        "obj" => file(data, Format::Obj),
        "glb" => file(data, Format::Glb),
        "gltf" => file(data, Format::Gltf),
        "threemf" => file(data, Format::ThreeMf),
        "gcode" => file(data, Format::Gcode),
        "repair" => chain(data),
        "write" => materials(data),
        _ => panic!("no target {target}"),
    }
}

/// Returns limits that are small enough for a run to find cases that exceed
/// them.
fn limits() -> Limits {
    Limits {
        bytes: 1 << 20,
        triangles: 100_000,
        instances: 1000,
        document_bytes: 1 << 20,
        archive_entries: 64,
        entry_inflated_bytes: 4 << 20,
        total_inflated_bytes: 8 << 20,
        ..Limits::default()
    }
}

/// Examines a file and checks that its report is plausible.
fn file(data: &[u8], format: Format) {
    match examine(data.to_vec(), format, None, Wanted::default(), &limits()).0 {
        Outcome::Mesh { report, .. } => {
            assert!(report.volume_cm3 > 0.0, "{report:?}");
            assert!(report.dimensions_mm.iter().all(|d| d.is_finite()));
            assert!(report.triangles <= limits().triangles);
            assert!((0.0..=90.0).contains(&report.max_overhang_deg));
        }
        Outcome::Sliced { .. } => {}
        Outcome::Unreadable { code, message } => {
            assert!(!code.is_empty() && message.ends_with('.'), "{message}");
        }
    }
}

/// Returns a mesh of few vertices on a small lattice, so that edges meet,
/// coincide and overlap often.
fn mesh(data: &[u8]) -> Option<Mesh> {
    let (&first, rest) = data.split_first()?;
    let count = usize::from(first % 60) + 3;
    let (positions, corners) = rest.split_at_checked(3 * count)?;
    let (positions, _) = positions.as_chunks::<3>();
    let (corners, _) = corners.as_chunks::<3>();
    Some(Mesh {
        positions: positions.iter().map(|p| p.map(f32::from)).collect(),
        triangles: corners
            .iter()
            .take(5000)
            .map(|t| t.map(|c| u32::from(c) % count as u32))
            .collect(),
    })
}

/// Repairs a mesh. Checks that no edge stays unbalanced and that all indices
/// and numbers are valid.
fn chain(data: &[u8]) {
    let Some(mut mesh) = mesh(data) else { return };
    let model = Model {
        mesh: mesh.clone(),
        unit: Unit::Millimeter,
        unit_source: UnitSource::Default,
        up: Up::Z,
        notes: Vec::new(),
    };
    mesh.drop_collapsed();
    let survey = Topology::survey(&mesh);
    let fixed = repair(mesh, survey).mesh;
    let count = fixed.positions.len() as u32;
    assert!(fixed.triangles.as_flattened().iter().all(|&v| v < count));
    assert!(fixed.positions.as_flattened().iter().all(|v| v.is_finite()));
    assert_eq!(Topology::build(&fixed).count().unbalanced, 0);
    // A refusal (flat, degenerate) is a valid outcome.
    let _ = report(model, None);
}

/// Writes a GLB with its materials, reads it, and checks that no triangle is
/// missing.
fn materials(data: &[u8]) {
    let limits = limits();
    let Ok(mut model) = glb::parse(data, &limits) else { return };
    model.rotate_to_printer_axes();
    let mesh = model.mesh;
    let again = |bytes: &[u8]| {
        let model = glb::parse(bytes, &limits).unwrap();
        model.mesh.triangles.len()
    };
    let expected = mesh.triangles.len();
    assert_eq!(again(&write::glb::write(&mesh, 1000.0)), expected);
    let Ok(Some(materials)) = glb::materials::read(data, &limits) else {
        return;
    };
    let dressed = write::glb::write_with_materials(
        &materials,
        &mesh.positions,
        &mesh,
        1000.0,
    );
    if let Some(dressed) = dressed {
        let to_f64 = Limits { document_bytes: 1 << 24, ..limits.clone() };
        let model = glb::parse(&dressed.bytes, &to_f64).unwrap();
        assert_eq!(model.mesh.triangles.len(), expected);
    }
}
