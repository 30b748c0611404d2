//! Fixtures are written by the tests, their sums worked out by hand.
//!
//! `wall`: 100 layers of 0.2 mm, each a square of 100 mm sides at 50 mm/s,
//! every side 3.33 mm of filament.
//!   filament  100 x 4 x 3.33 = 1332.00 mm
//!   volume    1332 x pi x 0.875^2 = 3203.8 mm3 = 3.20 cm3
//!   weight    3.2038 x 1.24 = 3.97 g
//!   time      100 x (400 mm / 50 mm/s + 0.2 mm / 50 mm/s) = 800.4 s
//!   line      3203.8 / (40,000 mm x 0.2 mm) = 0.4005 mm

mod contradictions;
mod dialects;
mod machine;
mod mutation;
mod refusals;
mod safety;
mod samples;
mod walk;

use super::{Moves, PlateReport, Reader, SlicedReport, parse};
use crate::{Limits, ParseError};

pub const WALL_MM: f64 = 1332.0;

/// The moves of the wall; `absolute` writes M82, else M83.
pub fn wall(absolute: bool) -> String {
    let mut code = String::from("G21\nG90\n");
    code += if absolute { "M82\nG92 E0\n" } else { "M83\n" };
    code += "G28\nG1 F3000\n";
    let mut side = 0;
    for layer in 1..=100 {
        let z = f64::from(layer) * 0.2;
        code += &format!("G1 Z{z:.3}\n");
        for (x, y) in [(100, 0), (100, 100), (0, 100), (0, 0)] {
            side += 1;
            let e = if absolute { 3.33 * f64::from(side) } else { 3.33 };
            code += &format!("G1 X{x} Y{y} E{e:.5}\n");
        }
    }
    code
}

/// PrusaSlicer's comments for the wall.
pub const FOOTER: &str = "\
; filament used [mm] = 1332.00
; filament used [cm3] = 3.20
; filament used [g] = 3.97
; total filament used [g] = 3.97
; estimated printing time (normal mode) = 16m 40s
; filament_density = 1.24
; filament_diameter = 1.75
";

pub fn read(text: impl AsRef<[u8]>) -> Result<SlicedReport, ParseError> {
    parse(text.as_ref(), &Limits::default())
}

pub fn plate(text: impl AsRef<[u8]>) -> PlateReport {
    let text = text.as_ref();
    let report = read(text).unwrap_or_else(|e| {
        let head: String =
            String::from_utf8_lossy(text).chars().take(300).collect();
        panic!("{e}\n{head}")
    });
    assert_eq!(report.plates, 1);
    report.per_plate[0].clone()
}

pub fn refusal(text: impl AsRef<[u8]>) -> (&'static str, String) {
    match read(text) {
        Ok(report) => panic!("accepted: {report:?}"),
        Err(error) => (error.code(), error.to_string()),
    }
}

/// The moves alone, without a claim.
pub fn moves(code: &str) -> Result<Moves, ParseError> {
    let mut reader = Reader::default();
    reader.push(code.as_bytes())?;
    Ok(reader.finish()?.1)
}

pub fn extruded(code: &str) -> f64 {
    let moves = moves(code).unwrap_or_else(|e| panic!("{e}\n{code}"));
    moves.tools.iter().map(|(_, mm)| mm).sum()
}

#[test]
fn the_wall_measures_as_worked_out_by_hand() {
    for absolute in [false, true] {
        let moves = moves(&wall(absolute)).unwrap();
        assert_eq!(moves.tools.len(), 1);
        assert!((moves.tools[0].1 - WALL_MM).abs() < 1e-6);
        assert!((moves.moving_seconds - 800.4).abs() < 1e-6);
        assert_eq!(moves.layers, 100);
        assert!((moves.line_width_mm.unwrap() - 0.4005).abs() < 0.006);
        let (min, max) = moves.extents.unwrap();
        assert_eq!((min, max), ([0.0, 0.0, 0.2], [100.0, 100.0, 20.0]));
    }
}
