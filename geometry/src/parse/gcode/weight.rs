//! Checks a claimed weight against the claimed length, or against the moves.

use super::claim::{Claim, sum};
use super::filament::cross_section;
use super::moves::{LENGTH_SHARE, LENGTH_SLACK_MM};
use super::refusal::refuse;
use crate::ParseError;

/// Range of densities of plastics, from polypropylene to filled ones, g/cm3.
/// Metal-filled filaments are accepted when the file states their density.
const DENSITIES: (f64, f64) = (0.9, 2.0);
const STATED_DENSITIES: (f64, f64) = (0.8, 8.0);
/// Tolerance of weights, which are written with two decimals and computed from
/// rounded lengths.
const WEIGHT_SHARE: f64 = 0.03;
const WEIGHT_SLACK_G: f64 = 0.011;

/// Returns the claimed weight. Returns `None` if it omits a used filament
/// (whose density is zero in the slicer); then only the length is used.
pub(super) fn claimed(claim: &Claim) -> Option<f64> {
    let total = claim.total_grams.filter(|grams| *grams > 0.0)?;
    let (Some(grams), Some(lengths)) = (&claim.grams, &claim.lengths_mm) else {
        return Some(total);
    };
    let partial = grams.len() == lengths.len()
        && grams.iter().zip(lengths).enumerate().any(|(i, (g, mm))| {
            *g <= 0.0 && claim.cm3_of(*mm, i) * DENSITIES.0 > WEIGHT_SLACK_G
        });
    (!partial).then_some(total)
}

/// Refuses a weight that does not match the claimed length or, without one, the
/// moves.
pub(super) fn check(
    grams: f64,
    claim: &Claim,
    extruded: f64,
) -> Result<(), ParseError> {
    let least = (extruded - LENGTH_SLACK_MM) / LENGTH_SHARE;
    let most = extruded * LENGTH_SHARE + LENGTH_SLACK_MM;
    let cm3_a_mm = cross_section(claim) / 1000.0;
    let range = claim
        .cm3()
        .map_or((least * cm3_a_mm, most * cm3_a_mm), |cm3| (cm3, cm3));
    let densities = density_range(claim)?;
    let count = claim.lengths_mm.as_ref().map_or(1, Vec::len) as f64;
    let slack = WEIGHT_SLACK_G * count;
    let low = range.0 * densities.0 * (1.0 - WEIGHT_SHARE) - slack;
    let high = range.1 * densities.1 * (1.0 + WEIGHT_SHARE) + slack;
    if (low..=high).contains(&grams) {
        return Ok(());
    }
    let (mm, source) = match &claim.lengths_mm {
        Some(lengths) => (sum(lengths), "it claims"),
        None => (extruded, "its moves extrude"),
    };
    refuse(
        if grams < low {
            "sliced_understates_weight"
        } else {
            "sliced_overstates_weight"
        },
        format!(
            "The g-code claims {grams:.2} g, but the {mm:.2} mm of filament \
             {source} weigh between {:.2} and {:.2} g. Slice it again and \
             send the slicer's file unchanged.",
            low.max(0.0),
            high
        ),
    )
}

/// Returns the range of densities for the weight, g/cm3: the mean of the stated
/// densities by volume; their range when they cannot be assigned; otherwise the
/// range of plastics.
fn density_range(claim: &Claim) -> Result<(f64, f64), ParseError> {
    let stated: Vec<f64> =
        claim.densities.iter().copied().filter(|d| *d > 0.0).collect();
    let lowest = stated.iter().copied().min_by(f64::total_cmp);
    let highest = stated.iter().copied().max_by(f64::total_cmp);
    let (Some(lowest), Some(highest)) = (lowest, highest) else {
        return Ok(DENSITIES);
    };
    let mean = claim.lengths_mm.as_ref().and_then(|lengths| {
        let parts: Option<Vec<(f64, f64)>> = lengths
            .iter()
            .enumerate()
            .filter(|(_, mm)| **mm > 0.0)
            .map(|(i, mm)| {
                let density = claim.setting(&claim.densities, i)?;
                Some((claim.cm3_of(*mm, i), density))
            })
            .collect();
        let parts = parts?;
        let volume: f64 = parts.iter().map(|(cm3, _)| cm3).sum();
        let grams: f64 = parts.iter().map(|(cm3, d)| cm3 * d).sum();
        (volume > 0.0).then_some(grams / volume)
    });
    let range = mean.map_or((lowest, highest), |mean| (mean, mean));
    if range.0 < STATED_DENSITIES.0 || range.1 > STATED_DENSITIES.1 {
        let odd = if range.0 < STATED_DENSITIES.0 { range.0 } else { range.1 };
        return refuse(
            "sliced_density",
            format!(
                "The g-code states a filament density of {odd:.2} g/cm3, \
                 which no filament has. Correct it in the slicer and slice \
                 it again."
            ),
        );
    }
    Ok(range)
}
