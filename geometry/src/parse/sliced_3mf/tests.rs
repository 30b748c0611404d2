//! Archives with the manually calculated wall of the g-code tests: 1332 mm,
//! 3.97 g and 1000 s per plate.

use super::parse;
use crate::parse::gcode::SlicedReport;
use crate::parse::gcode::tests::{FOOTER, wall};
use crate::parse::zip::Archive;
use crate::testing::{ZipEntry, entry, zip};
use crate::{Limits, ParseError};

fn code() -> String {
    format!("{}{FOOTER}", wall(false))
}

fn listed(number: u32, grams: &str) -> String {
    format!(
        "<plate><metadata key=\"index\" value=\"{number}\"/>\
         <metadata key=\"prediction\" value=\"1000\"/>\
         <metadata key=\"weight\" value=\"{grams}\"/>\
         <metadata key=\"first_layer_time\" value=\"148.55\"/>\
         <object identify_id=\"8\" name=\"a\" skipped=\"false\" />\
         <filament id=\"1\" type=\"PLA\" used_m=\"1.33\" used_g=\"{grams}\" />\
         <warning msg=\"hot\" error_code =\"1000C001\" /></plate>"
    )
}

fn info(plates: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<config><header>\
         <header_item key=\"X-BBL-Client-Type\" value=\"slicer\"/></header>\
         {plates}</config>"
    )
}

fn open(entries: &[ZipEntry]) -> Result<Option<SlicedReport>, ParseError> {
    let bytes = zip(entries);
    let limits = Limits::default();
    parse(&Archive::open(&bytes, &limits)?, &limits)
}

/// Plate g-code by number, and the list of plates.
fn read(
    plates: &[(u32, &str)],
    list: Option<&str>,
) -> Result<Option<SlicedReport>, ParseError> {
    let named: Vec<(String, &str)> = plates
        .iter()
        .map(|(n, code)| (format!("Metadata/plate_{n}.gcode"), *code))
        .collect();
    let mut entries = vec![entry("3D/3dmodel.model", b"<model/>")];
    for (name, code) in &named {
        entries.push(entry(name, code.as_bytes()));
    }
    if let Some(list) = list {
        entries.push(entry("Metadata/slice_info.config", list.as_bytes()));
    }
    open(&entries)
}

fn refusal(plates: &[(u32, &str)], list: &str) -> (&'static str, String) {
    let error = read(plates, Some(list)).unwrap_err();
    (error.code(), error.to_string())
}

#[test]
fn an_archive_without_plate_gcode_is_not_a_sliced_file() {
    let list = info(&listed(1, "3.97"));
    let list = entry("Metadata/slice_info.config", list.as_bytes());
    let model = entry("3D/3dmodel.model", b"<model/>");
    assert_eq!(open(&[model, list]), Ok(None));
    let odd = code();
    let odd = entry("Metadata/plate_x.gcode", odd.as_bytes());
    assert_eq!(open(&[odd]), Ok(None));
}

#[test]
fn one_plate_has_the_figures_of_its_list() {
    let report = read(&[(1, &code())], Some(&info(&listed(1, "3.97"))));
    let report = report.unwrap().unwrap();
    assert_eq!(report.plates, 1);
    assert_eq!(report.grams, Some(3.97));
    assert_eq!(report.filament_mm, Some(1332.0));
    assert_eq!(report.seconds, Some(1000.0));
    assert!((report.extruded_mm - 1332.0).abs() < 1e-4);
}

#[test]
fn plates_are_summed() {
    let code = code();
    let list = info(&format!("{}{}", listed(2, "3.97"), listed(10, "3.97")));
    let report = read(&[(10, &code), (2, &code)], Some(&list));
    let report = report.unwrap().unwrap();
    assert_eq!(report.plates, 2);
    assert_eq!(report.grams, Some(7.94));
    assert_eq!(report.seconds, Some(2000.0));
    assert_eq!(report.filament_mm, Some(2664.0));
    assert_eq!(report.layers, Some(200));
    let numbers: Vec<_> = report.per_plate.iter().map(|p| p.plate).collect();
    assert_eq!(numbers, [2, 10]);
}

#[test]
fn every_plate_is_compared_with_its_own_moves() {
    let honest = code();
    let thick = honest.replace("E3.33000", "E4.66000");
    // The sum of both plates would pass, but the second alone states too
    // little.
    let list = info(&format!("{}{}", listed(1, "3.97"), listed(2, "3.97")));
    let (code, sentence) = refusal(&[(1, &honest), (2, &thick)], &list);
    assert_eq!(code, "sliced_understates_length");
    assert!(sentence.starts_with("Plate 2: "), "{sentence}");
}

#[test]
fn an_edited_list_is_refused() {
    let code = code();
    for (from, to) in [
        ("weight\" value=\"3.97", "weight\" value=\"0.10"),
        ("used_g=\"3.97", "used_g=\"0.10"),
        ("used_m=\"1.33", "used_m=\"0.03"),
        ("value=\"1000\"", "value=\"100\""),
    ] {
        let list = info(&listed(1, "3.97"));
        assert!(list.contains(from));
        let (got, sentence) = refusal(&[(1, &code)], &list.replace(from, to));
        assert_eq!(got, "sliced_contradiction", "{to}: {sentence}");
    }
    // Edited in both the list and the comments: the moves contradict the edit.
    let cheap = code.replace("= 3.97", "= 0.10");
    let (got, _) = refusal(&[(1, &cheap)], &info(&listed(1, "0.10")));
    assert_eq!(got, "sliced_understates_weight");
    let bare = wall(false);
    let (got, _) = refusal(&[(1, &bare)], &info(&listed(1, "0.10")));
    assert_eq!(got, "sliced_understates_weight");
}

#[test]
fn the_list_is_sufficient_where_the_comments_have_no_figures() {
    let bare = wall(false);
    let report = read(&[(1, &bare)], Some(&info(&listed(1, "3.97"))));
    let report = report.unwrap().unwrap();
    assert_eq!(report.grams, Some(3.97));
    assert_eq!(report.filament_mm, Some(1330.0));
    assert_eq!(report.seconds, Some(1000.0));
}

#[test]
fn without_a_list_or_with_empty_weights_the_comments_are_used() {
    let code = code();
    for list in [None, Some(info("")), Some(info(&listed(1, "")))] {
        let report = read(&[(1, &code)], list.as_deref()).unwrap().unwrap();
        assert_eq!(report.grams, Some(3.97));
        assert_eq!(report.seconds, Some(1000.0));
    }
    let error = read(&[(1, &wall(false))], None).unwrap_err();
    assert_eq!(error.code(), "sliced_no_usage");
}

#[test]
fn lists_and_plates_must_match() {
    let code = code();
    let list = info(&format!("{}{}", listed(1, "3.97"), listed(2, "3.97")));
    let (got, sentence) = refusal(&[(1, &code)], &list);
    assert_eq!(got, "sliced_plate_missing");
    assert!(sentence.contains("plate 2"), "{sentence}");
    // G-code that is not listed is checked by its comments.
    let list = info(&listed(1, "3.97"));
    let report = read(&[(1, &code), (2, &code)], Some(&list));
    assert_eq!(report.unwrap().unwrap().grams, Some(7.94));
    let twice = info(&format!("{}{}", listed(1, "3.97"), listed(1, "3.97")));
    assert_eq!(refusal(&[(1, &code)], &twice).0, "sliced_contradiction");
}

#[test]
fn broken_lists_are_refused() {
    let code = code();
    for list in [
        "<config><plate><plate></plate></plate></config>".to_string(),
        "<config><plate><metadata key=\"weight\"".to_string(),
        info(&listed(1, "nan")),
        info(&listed(1, "-3.97")),
        info(&listed(1, "3.97").replace("used_g=\"3.97\"", "used_g=\"x\"")),
        info(&listed(1, "3.97").replace("used_g=", "used_g=\"0.1\" used_g=")),
        info(&listed(1, "3.97").replace(
            "<object",
            "<metadata key=\"weight\" value=\"0.10\"/><object",
        )),
    ] {
        assert_eq!(refusal(&[(1, &code)], &list).0, "malformed", "{list}");
    }
}

#[test]
fn two_entries_for_one_plate_and_stray_gcode_are_refused() {
    let code = code();
    let data = code.as_bytes();
    for names in [
        ["Metadata/plate_1.gcode", "Metadata/plate_1.gcode"],
        ["Metadata/plate_1.gcode", "metadata/PLATE_1.gcode"],
        ["Metadata/plate_1.gcode", "Metadata/plate_01.gcode"],
        ["Metadata/plate_1.gcode", "Metadata/plate_x.gcode"],
        ["Metadata/plate_1.gcode", "hidden/plate_1.gcode"],
    ] {
        let error = open(&names.map(|name| entry(name, data))).unwrap_err();
        assert_eq!(error.code(), "bad_archive", "{names:?}");
    }
    let many: Vec<String> =
        (1..70).map(|n| format!("Metadata/plate_{n}.gcode")).collect();
    let many: Vec<ZipEntry> =
        many.iter().map(|name| entry(name, data)).collect();
    assert_eq!(open(&many).unwrap_err().code(), "over_limit");
}

#[test]
fn zip_bombs_and_encrypted_plates_are_refused() {
    let name = "Metadata/plate_1.gcode";
    let zeros = vec![b';'; 40 << 20];
    assert_eq!(open(&[entry(name, &zeros)]).unwrap_err().code(), "bad_archive");
    let code = code();
    let encrypted = ZipEntry { flags: 1, ..entry(name, code.as_bytes()) };
    assert_eq!(open(&[encrypted]).unwrap_err().code(), "bad_archive");
    let lying = ZipEntry { claimed: Some(9), ..entry(name, code.as_bytes()) };
    assert_eq!(open(&[lying]).unwrap_err().code(), "bad_archive");
}
