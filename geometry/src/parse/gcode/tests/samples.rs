//! The real files of `../shared`, if present, compared with their manifests:
//! the slicer's figures, and an independent sum of the moves.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::parse::gcode::{Flavor, SlicedReport, parse};
use crate::parse::sliced_3mf;
use crate::parse::zip::Archive;
use crate::{Limits, ParseError};

fn folder(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../../shared").join(name);
    path.join("manifest.json").exists().then_some(path)
}

fn manifest(folder: &Path) -> Vec<Value> {
    let text = std::fs::read(folder.join("manifest.json")).unwrap();
    let all: Value = serde_json::from_slice(&text).unwrap();
    let list = all.get("files").unwrap_or(&all);
    list.as_array().unwrap().clone()
}

fn read(path: &Path) -> Result<SlicedReport, ParseError> {
    let bytes = std::fs::read(path).unwrap();
    let limits = Limits::default();
    if bytes.starts_with(b"PK") {
        let archive = Archive::open(&bytes, &limits)?;
        return Ok(sliced_3mf::parse(&archive, &limits)?.unwrap());
    }
    parse(&bytes, &limits)
}

fn near(got: f64, wanted: f64, slack: f64) -> bool {
    (got - wanted).abs() <= slack
}

/// Two real files are sliced for 2.85 mm filament or contain placeholders.
const REFUSED: [(&str, &str); 2] = [
    ("cura-3.5-length-only.gcode", "sliced_filament_diameter"),
    ("old-cura-unfilled-placeholders.gcode", "sliced_placeholder"),
];

#[test]
fn sliced_samples_agree_with_their_manifest() {
    let Some(folder) = folder("sliced-samples") else { return };
    let mut billed = 0;
    for entry in manifest(&folder) {
        let file = entry["file"].as_str().unwrap();
        let outcome = read(&folder.join(file));
        if let Some((_, code)) = REFUSED.iter().find(|(f, _)| *f == file) {
            assert_eq!(outcome.unwrap_err().code(), *code, "{file}");
            continue;
        }
        let report = outcome.unwrap_or_else(|e| panic!("{file}: {e}"));
        // Every file ends with M104 S0; one heats only in macros.
        let left = report.per_plate.iter().flat_map(|p| &p.heat.left_on);
        let nozzles = left.filter(|off| off.starts_with("M104")).count();
        assert_eq!(nozzles > 0, file.starts_with("superslicer"), "{file}");
        for plate in &report.per_plate {
            assert_eq!(plate.review, [], "{file}");
        }
        assert_eq!(printer(&report), printer_of(file), "{file}");
        let expect = &entry["expect"];
        let number = |key: &str| expect[key].as_f64().unwrap();
        assert_eq!(report.grams, Some(number("grams")), "{file}");
        assert_eq!(report.seconds, Some(number("seconds")), "{file}");
        assert_eq!(report.layers, expect["layers"].as_u64(), "{file}");
        // Written with two decimals, or three in the manifest.
        let cm3 = report.filament_cm3.unwrap();
        assert!(near(cm3, number("cm3"), 0.0051), "{file}: {cm3}");
        if let Some(mm) = expect["length_mm"].as_f64() {
            assert_eq!(report.filament_mm, Some(mm), "{file}");
        }
        let plate = &entry["plates"][0];
        if let Some(list) = plate["grams_per_filament"].as_array() {
            let got: Vec<_> = report.per_plate[0]
                .filaments
                .iter()
                .map(|f| f.grams.unwrap())
                .collect();
            let wanted: Vec<_> =
                list.iter().map(|g| g.as_f64().unwrap()).collect();
            assert_eq!(got, wanted, "{file}");
        }
        moves_agree(file, &report, plate);
        billed += 1;
    }
    assert_eq!(billed, 10);
}

type Printer<'a> = (Option<Flavor>, Option<&'a str>, Option<f64>);

fn printer(report: &SlicedReport) -> Printer<'_> {
    let plate = &report.per_plate[0];
    (plate.flavor, plate.printer_model.as_deref(), plate.nozzle_mm)
}

/// `gcode_flavor`, `printer_model` and `nozzle_diameter` of the files.
fn printer_of(file: &str) -> Printer<'static> {
    use Flavor::{Bambu, Klipper, Marlin};
    let mm = Some(0.4);
    if file.starts_with("bambustudio") || file.contains("cli-petg-cf") {
        (Some(Bambu), Some("Bambu Lab P1S"), mm)
    } else if file.starts_with("orcaslicer") {
        (Some(Klipper), Some("Flashforge Adventurer 5M Pro"), mm)
    } else if file.starts_with("snapmaker") {
        (Some(Klipper), Some("Flashforge AD5X"), Some(0.25))
    } else if file.starts_with("superslicer") {
        (Some(Klipper), Some("Voron_v2_250"), mm)
    } else if file.starts_with("prusaslicer") {
        (Some(Marlin), Some("XL2IS"), mm)
    } else {
        (None, None, mm)
    }
}

fn moves_agree(file: &str, report: &SlicedReport, plate: &Value) {
    let tools = plate["extruded_mm_recomputed"].as_object().unwrap();
    let wanted: f64 = tools.values().map(|mm| mm.as_f64().unwrap()).sum();
    let got = report.extruded_mm;
    assert!(near(got, wanted, 0.02), "{file}: {got} for {wanted}");
    for tool in &report.per_plate[0].tools {
        let wanted = tools[&tool.tool.to_string()].as_f64().unwrap();
        assert!(near(tool.extruded_mm, wanted, 0.02), "{file}");
    }
    // The manifest's time ignores pauses and axis limits.
    let naive = plate["seconds_naive_feedrate_only"].as_f64().unwrap();
    let got = report.moves_seconds;
    assert!(got >= naive - 1.0 && got < naive * 1.2, "{file}: {got}");
    // The manifest contains the mean, the report the median.
    let width = report.per_plate[0].line_width_mm.unwrap();
    let mean = plate["implied_line_width_mm"]["1.75"].as_f64().unwrap();
    assert!(near(width, mean, 0.06), "{file}: {width} for {mean}");
}

#[test]
fn corpus_files_agree_with_the_comments_in_their_manifest() {
    let Some(folder) = folder("corpus") else { return };
    let mut seen = 0;
    for entry in manifest(&folder) {
        let file = entry["file"].as_str().unwrap();
        if !file.contains("gcode") {
            continue;
        }
        let report =
            read(&folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        for plate in &report.per_plate {
            assert_eq!(plate.review, [], "{file}");
        }
        let comments = entry["gcode_header"]
            .as_array()
            .unwrap()
            .iter()
            .chain(entry["gcode_tail"].as_array().unwrap())
            .map(|line| line.as_str().unwrap());
        for line in comments {
            let value = |label: &str| -> Option<f64> {
                line.strip_prefix(label)?.trim().parse().ok()
            };
            for label in
                ["; filament used [mm] =", "; total filament length [mm] :"]
            {
                if let Some(mm) = value(label) {
                    assert_eq!(report.filament_mm, Some(mm), "{file}");
                    seen += 1;
                }
            }
            for label in
                ["; filament used [g] =", "; total filament weight [g] :"]
            {
                if let Some(grams) = value(label) {
                    assert_eq!(report.grams, Some(grams), "{file}");
                    seen += 1;
                }
            }
        }
        if let Some(seconds) = entry["slice_info"]["prediction"][0].as_str() {
            let seconds = seconds.parse().unwrap();
            assert_eq!(report.seconds, Some(seconds), "{file}");
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen}");
}
