//! The filament that a file is sliced for: 1.75 mm unless the file states a
//! diameter (decisions.md 6).

use super::claim::Claim;
use super::deposits::{AREA_175, USUAL_MM, area};
use super::moves::Moves;
use super::refusal::{Check, refuse};

/// Actual diameters of filament sold as 1.75 mm, and as 2.85 or 3 mm.
const THIN_MM: (f64, f64) = (1.65, 1.85);
const THICK_MM: (f64, f64) = (2.5, 3.2);
/// Minimum line width without a stated nozzle, mm. 1.75 mm filament produces
/// 0.2 mm or more; 2.85 mm filament sliced for a 0.4 mm nozzle would give 0.16
/// mm.
const MIN_LINE_MM: f64 = 0.185;

/// Refuses a file that is sliced for a nonexistent diameter, or whose lines
/// would be too thin to hold together.
pub(super) fn check_filament(claim: &Claim, moves: &Moves) -> Check {
    let used = claim.used_diameters_mm();
    if let Some(wrong) = used.iter().find(|d| !in_range(**d)) {
        return refuse(
            "sliced_filament_diameter",
            format!(
                "The g-code was sliced for {wrong} mm filament, which does \
                 not exist: it is 1.75 mm or 2.85 mm thick. Correct the \
                 diameter in the slicer and slice it again."
            ),
        );
    }
    let stated = &claim.diameters_mm;
    let usual = |d: &f64| (THIN_MM.0..=THIN_MM.1).contains(d);
    let any = stated.iter().any(|d| *d > 0.0);
    if used.is_empty() && any && !stated.iter().any(usual) {
        return refuse(
            "sliced_filament_diameter",
            "The g-code states several filament diameters, but not which of \
             them it uses. Slice it again with one kind of filament.",
        );
    }
    let Some(width) = moves.line_width_mm else { return Ok(()) };
    // With two diameters, use the larger one, so that its lines are not
    // reported as thin.
    let diameter = used.iter().copied().max_by(f64::total_cmp);
    let width = width * widening(diameter);
    let (least, advice) = if used.is_empty() {
        let least = claim.nozzle_mm.map_or(MIN_LINE_MM, |n| n * 0.5);
        (least, "It was probably sliced for 2.85 mm filament: set")
    } else {
        (claim.nozzle_mm.unwrap_or(0.27) * 0.3, "Check the flow, set")
    };
    if width < least {
        let shown = diameter.unwrap_or(USUAL_MM);
        return refuse(
            "sliced_filament_diameter",
            format!(
                "With {shown} mm filament the g-code's lines come out \
                 {width:.2} mm wide, too thin to hold together. {advice} the \
                 filament diameter in the slicer and slice it again."
            ),
        );
    }
    Ok(())
}

fn in_range(diameter_mm: f64) -> bool {
    [THIN_MM, THICK_MM].iter().any(|r| (r.0..=r.1).contains(&diameter_mm))
}

/// Returns the line width relative to that of 1.75 mm filament.
pub(super) fn widening(diameter_mm: Option<f64>) -> f64 {
    area(diameter_mm.unwrap_or(USUAL_MM)) / AREA_175
}

/// Returns the cross-section in mm2 for comparing volumes with the moves. Uses
/// the thinnest filament, for which the moves extrude the least.
pub(super) fn cross_section(claim: &Claim) -> f64 {
    let used = claim.used_diameters_mm();
    area(used.into_iter().min_by(f64::total_cmp).unwrap_or(USUAL_MM))
}
