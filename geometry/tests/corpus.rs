//! Facts of the corpus that the report does not contain: GLB overhangs as
//! measured in the manifest, without rotating the model to Z up. Tests of the
//! WASM build (test/geometry) check the rest of the corpus.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::Write;
use std::path::Path;

use geometry::Limits;
use geometry::parse::glb;
use geometry::report::report;
use geometry::units::Up;
use serde_json::Value;

#[test]
fn glb_overhangs_agree_with_the_manifest() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(text) = std::fs::read_to_string(folder.join("manifest.json")) else {
        // The corpus is not part of the repository. The test harness hides the
        // printed output of a passing test, but not output that is written this
        // way.
        let skipped = "SKIPPED: no corpus, so no overhang was compared\n";
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
        return;
    };
    let manifest: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut checked = 0;
    for entry in manifest {
        let file = entry["file"].as_str().unwrap();
        let Some(expected) =
            entry["overhang"]["max_overhang_deg_from_vertical"].as_f64()
        else {
            continue;
        };
        if !file.ends_with(".glb") {
            continue;
        }
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let mut model = glb::parse(&bytes, &Limits::default()).unwrap();
        model.up = Up::Z;
        let angle = report(model, None).unwrap().max_overhang_deg;
        assert!((angle - expected).abs() < 1e-6, "{file}: {angle}");
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}
