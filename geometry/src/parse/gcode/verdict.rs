//! Compares the claims of the comments with the moves, and refuses a claim
//! that would bill too little or that states no usage.

use super::claim::{Claim, sum};
use super::deposits::AREA_175;
use super::filament::{check_filament, cross_section, widening};
use super::moves::{LENGTH_SHARE, LENGTH_SLACK_MM, Moves};
use super::refusal::{Check, refuse};
use super::report::{
    Extents, FilamentUse, PlateReport, SecondsSource, ToolUse, rounded,
};
use super::weight;
use crate::ParseError;

/// Tolerance of a claim above the moves. Printers feed this filament in their
/// macros: they load and prime once, or purge at each filament change.
const MAX_SHARE_ONE_FILAMENT: f64 = 2.0;
const MAX_SHARE_SEVERAL: f64 = 20.0;
const UNSEEN_MM: f64 = 2000.0;
/// Highest number of a filament. Higher tool numbers, such as Bambu's T1000,
/// are not filaments.
const LAST_FILAMENT: u32 = 254;
/// Minimum of a claimed time, as a share of the minimum time of the moves, less
/// a minute. Slicers do not count the pauses of end scripts, so ten minutes of
/// pauses are ignored.
const TIME_SHARE: f64 = 0.7;
const TIME_SLACK_S: f64 = 60.0;
const FREE_PAUSE_S: f64 = 600.0;
/// Maximum values for one plate: twenty kilometers, 100 kg, a year.
const MAX_MM: f64 = 2e7;
const MAX_GRAMS: f64 = 1e5;
const MAX_SECONDS: f64 = 366.0 * 86_400.0;

/// Returns the report of a plate, or the first reason to refuse its claim.
pub(crate) fn judge(
    plate: u32,
    claim: Claim,
    moves: &Moves,
) -> Result<PlateReport, ParseError> {
    let Some((min, max)) = moves.extents else {
        return refuse(
            "sliced_no_extrusion",
            "The g-code has no move that extrudes filament, so it is not a \
             sliced print.",
        );
    };
    check_usage_stated(&claim)?;
    check_bounds(&claim)?;
    check_filament(&claim, moves)?;
    check_length(&claim, moves)?;
    let grams = weight::claimed(&claim);
    if let Some(grams) = grams {
        weight::check(grams, &claim, moves.extruded())?;
    }
    check_time(&claim, moves)?;
    let extents = Extents { min: min.map(rounded), max: max.map(rounded) };
    Ok(report(plate, claim, grams, moves, extents))
}

fn report(
    plate: u32,
    claim: Claim,
    grams: Option<f64>,
    moves: &Moves,
    extents: Extents,
) -> PlateReport {
    let stated = claim.seconds.map(libm::ceil);
    let diameter_mm = claim.setting(&claim.diameters_mm, 0);
    let knows_volume = diameter_mm.is_some() || claim.volumes_mm3.is_some();
    let tools = moves.tools.iter();
    let judged = &moves.judged;
    let (low, high) = judged.reach;
    PlateReport {
        plate,
        grams: grams.map(rounded),
        filament_cm3: claim.cm3().filter(|_| knows_volume).map(rounded),
        filament_mm: claim.lengths_mm.as_ref().map(|l| rounded(sum(l))),
        diameter_mm,
        seconds: stated.unwrap_or_else(|| libm::ceil(moves.seconds())),
        seconds_source: match stated {
            Some(_) => SecondsSource::Slicer,
            None => SecondsSource::Moves,
        },
        moves_seconds: rounded(moves.seconds()),
        layers: claim.layers.or(Some(moves.layers)),
        extruded_mm: rounded(moves.extruded()),
        filaments: filaments(&claim),
        tools: tools
            .map(|&(tool, mm)| ToolUse { tool, extruded_mm: rounded(mm) })
            .collect(),
        line_width_mm: moves
            .line_width_mm
            .map(|mm| rounded(mm * widening(diameter_mm))),
        extents,
        heat: judged.heat.clone(),
        bambu_only: judged.bambu_only,
        flavor: judged.flavor,
        printer_model: claim.printer.model.clone(),
        nozzle_mm: claim.nozzle_mm,
        reach: Extents { min: low.map(rounded), max: high.map(rounded) },
        review: judged.findings.clone(),
        slicer: claim.generator.as_ref().map(|g| g.name.clone()),
        slicer_version: claim.generator.and_then(|g| g.version),
    }
}

/// Refuses a claim without any positive usage. The moves alone are never
/// billed, and no print is free.
fn check_usage_stated(claim: &Claim) -> Check {
    let stated = [&claim.lengths_mm, &claim.volumes_mm3, &claim.grams];
    let mut sums = stated.into_iter().flatten().map(|list| sum(list));
    if sums.any(|sum| sum > 0.0) {
        return Ok(());
    }
    if let Some(text) = &claim.placeholder {
        return refuse(
            "sliced_placeholder",
            format!(
                "The g-code states its filament use as \"{text}\": the slicer \
                 left its template unfilled. Slice it again with a slicer \
                 that writes the amount."
            ),
        );
    }
    if stated.into_iter().flatten().next().is_some() {
        return refuse(
            "sliced_zero_usage",
            "The g-code states that it uses no filament, but it extrudes some. \
             Export it from the slicer's own window, which fills the amounts \
             in.",
        );
    }
    refuse(
        "sliced_no_usage",
        "The g-code does not state how much filament it uses. Export it from \
         a slicer that writes that (PrusaSlicer, OrcaSlicer, Bambu Studio, \
         Cura and others do) or send the model instead.",
    )
}

fn check_bounds(claim: &Claim) -> Check {
    let mm = claim.lengths_mm.as_ref().map_or(0.0, |l| sum(l));
    let mm3 = claim.volumes_mm3.as_ref().map_or(0.0, |l| sum(l));
    let grams = claim.total_grams.unwrap_or(0.0);
    let seconds = claim.seconds.unwrap_or(0.0);
    let (what, value) = if mm > MAX_MM {
        ("mm of filament", mm)
    } else if mm3 > MAX_MM * AREA_175 {
        ("mm3 of filament", mm3)
    } else if grams > MAX_GRAMS {
        ("g of filament", grams)
    } else if seconds > MAX_SECONDS {
        ("seconds of printing", seconds)
    } else {
        return Ok(());
    };
    refuse(
        "sliced_absurd_usage",
        format!(
            "The g-code claims {value:.0} {what}, more than a plate can take."
        ),
    )
}

fn check_length(claim: &Claim, moves: &Moves) -> Check {
    let extruded = moves.extruded();
    let volume = claim.volumes_mm3.as_ref().map(|v| sum(v));
    let by_volume = volume.map(|mm3| mm3 / cross_section(claim));
    let by_length = claim.lengths_mm.as_ref().map(|l| sum(l));
    for (claimed, note) in [(by_length, ""), (by_volume, " (from its volume)")]
    {
        if let Some(claimed) = claimed
            && extruded > claimed * LENGTH_SHARE + LENGTH_SLACK_MM
        {
            return refuse(
                "sliced_understates_length",
                format!(
                    "The g-code claims {claimed:.2} mm of filament{note} but \
                     its moves extrude {extruded:.2} mm. Slice it again and \
                     send the slicer's file unchanged."
                ),
            );
        }
        if let Some(claimed) = claimed
            && claimed > max_mm(claim, moves)
        {
            return refuse(
                "sliced_overstates_length",
                format!(
                    "The g-code claims {claimed:.2} mm of filament{note} but \
                     its moves extrude only {extruded:.2} mm. Slice it again \
                     and send the slicer's file unchanged."
                ),
            );
        }
    }
    Ok(())
}

/// Returns the longest claim that the moves can justify, mm.
fn max_mm(claim: &Claim, moves: &Moves) -> f64 {
    let used = |list: &[f64]| list.iter().filter(|mm| **mm > 0.0).count();
    let claimed = claim.lengths_mm.as_deref().map_or(0, used);
    let is_used =
        |&&(tool, mm): &&(u32, f64)| tool <= LAST_FILAMENT && mm > 0.0;
    let moved = moves.tools.iter().filter(is_used).count();
    let share = if claimed.max(moved) > 1 {
        MAX_SHARE_SEVERAL
    } else {
        MAX_SHARE_ONE_FILAMENT
    };
    moves.extruded() * share + UNSEEN_MM
}

fn check_time(claim: &Claim, moves: &Moves) -> Check {
    let Some(claimed) = claim.seconds else { return Ok(()) };
    let pausing = (moves.pausing_seconds - FREE_PAUSE_S).max(0.0);
    let least = (moves.moving_seconds + pausing) * TIME_SHARE - TIME_SLACK_S;
    if claimed >= least {
        return Ok(());
    }
    refuse(
        "sliced_understates_time",
        format!(
            "The g-code claims {claimed:.0} s of printing, but its moves and \
             pauses take {:.0} s even at full speed. Slice it again and send \
             the slicer's file unchanged.",
            moves.seconds()
        ),
    )
}

fn filaments(claim: &Claim) -> Vec<FilamentUse> {
    let lengths = claim.lengths_mm.as_deref().unwrap_or(&[]);
    let grams = claim.grams.as_deref().unwrap_or(&[]);
    let count = lengths.len().max(grams.len());
    (0..count)
        .map(|i| FilamentUse {
            mm: lengths.get(i).copied().map(rounded),
            grams: grams.get(i).copied().filter(|_| grams.len() == count),
            density: claim.setting(&claim.densities, i),
        })
        .collect()
}
