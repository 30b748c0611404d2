//! `.gcode.3mf`: an archive with `Metadata/plate_N.gcode` (Bambu Studio,
//! OrcaSlicer and forks). This entry distinguishes it from a mesh 3MF; the file
//! name is ignored. All other parts are the same in both.
//!
//! The figures of `slice_info.config` take precedence over the comments of the
//! g-code. Printers verify neither, so both must agree with each other and with
//! the moves. Every plate is checked separately, and the results are added up.
//! A listed plate without g-code is refused, because it would silently not be
//! printed. G-code that is not listed is checked by its comments.

mod slice_info;

use super::gcode::{
    Claim, Container, PlateReport, Reader, SlicedReport, judge,
};
use super::zip::{Archive, Entry};
use crate::{Limits, ParseError};
use slice_info::PlateInfo;

/// Maximum number of plates. Bambu Studio supports 36.
const MAX_PLATES: usize = 64;
/// Tolerances between the list and the comments, which are rounded from the
/// same figures.
const TOLERANCE_SHARE: f64 = 0.02;
const TOLERANCE_G: f64 = 0.05;
const TOLERANCE_S: f64 = 60.0;
const TOLERANCE_MM: f64 = 10.0;

/// Returns the report of an archive with plate g-code; `None` when there is
/// none (the caller then reads a mesh).
pub fn parse(
    archive: &Archive<'_>,
    limits: &Limits,
) -> Result<Option<SlicedReport>, ParseError> {
    let plates = plates(archive)?;
    if plates.is_empty() {
        return Ok(None);
    }
    let listed = match archive.find("Metadata/slice_info.config") {
        Some(entry) => slice_info::read(archive, entry)?,
        None => Vec::new(),
    };
    let has_code = |info: &&PlateInfo| {
        !plates.iter().any(|(number, _)| *number == info.number)
    };
    if let Some(missing) = listed.iter().find(has_code) {
        return Err(ParseError::Refused {
            code: "sliced_plate_missing",
            message: format!(
                "The file lists plate {} but holds no g-code for it. Slice \
                 all plates and export them again.",
                missing.number
            ),
        });
    }
    let several = plates.len() > 1;
    let mut reports = Vec::new();
    for (number, entry) in plates {
        let info = listed.iter().find(|info| info.number == number);
        let report = plate(archive, limits, number, entry, info);
        reports.push(report.map_err(|e| named(e, number, several))?);
    }
    Ok(SlicedReport::of(reports))
}

/// Returns the entries of the plates by number.
fn plates<'a>(
    archive: &'a Archive<'_>,
) -> Result<Vec<(u32, &'a Entry)>, ParseError> {
    let mut found: Vec<(u32, &Entry)> = archive
        .entries()
        .iter()
        .filter_map(|entry| Some((plate_number(&entry.name)?, entry)))
        .collect();
    if found.is_empty() {
        return Ok(found);
    }
    found.sort_by_key(|(number, _)| *number);
    // A printer that is told to print another entry would print this one.
    let stray = archive.entries().iter().find(|entry| {
        entry.name.to_ascii_lowercase().ends_with(".gcode")
            && plate_number(&entry.name).is_none()
    });
    if let Some(stray) = stray {
        return Err(ParseError::BadArchive {
            entry: crate::error::printable(&stray.name),
            detail: "is g-code that belongs to no plate".into(),
        });
    }
    if found.len() > MAX_PLATES {
        return Err(ParseError::OverLimit {
            what: "plates",
            found: found.len() as u64,
            limit: MAX_PLATES as u64,
        });
    }
    for ((a, _), (b, entry)) in found.iter().zip(found.iter().skip(1)) {
        if a == b {
            return Err(ParseError::BadArchive {
                entry: crate::error::printable(&entry.name),
                detail: format!("is a second plate {a}"),
            });
        }
    }
    Ok(found)
}

fn plate_number(name: &str) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let digits =
        name.strip_prefix("metadata/plate_")?.strip_suffix(".gcode")?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

fn plate(
    archive: &Archive<'_>,
    limits: &Limits,
    number: u32,
    entry: &Entry,
    info: Option<&PlateInfo>,
) -> Result<PlateReport, ParseError> {
    let mut code = Reader::new(Container::Archive, limits);
    let mut bytes = archive.reader(entry)?;
    while let Some(chunk) = bytes.next_chunk()? {
        code.push(chunk)?;
    }
    let (mut claim, moves) = code.finish()?;
    if let Some(info) = info {
        merge(&mut claim, info)?;
    }
    judge(number, claim, &moves)
}

/// Replaces the figures of the comments with those of the list. Refuses figures
/// that disagree.
fn merge(claim: &mut Claim, info: &PlateInfo) -> Result<(), ParseError> {
    let total = |list: &[f64]| Some(list.iter().sum()).filter(|s| *s > 0.0);
    let count = info.used_grams.len() as f64;
    let weights = [info.grams.filter(|g| *g > 0.0), total(&info.used_grams)];
    let mut grams = claim.total_grams.filter(|g| *g > 0.0);
    for weight in weights.into_iter().rev().flatten() {
        agree("g", weight, grams, TOLERANCE_G * count.max(1.0))?;
        grams = Some(weight);
    }
    claim.total_grams = grams;
    if claim.grams.is_none() && count > 0.0 {
        claim.grams = Some(info.used_grams.clone());
    }
    if let Some(seconds) = info.seconds.filter(|s| *s > 0.0) {
        agree("s of printing", seconds, claim.seconds, TOLERANCE_S)?;
        claim.seconds = Some(seconds);
    }
    if let Some(mm) = total(&info.used_mm) {
        let lengths = claim.lengths_mm.as_deref().and_then(total);
        agree("mm of filament", mm, lengths, TOLERANCE_MM * count)?;
        if lengths.is_none() {
            claim.lengths_mm = Some(info.used_mm.clone());
        }
        let same = claim.lengths_mm.as_ref().map(Vec::len);
        if claim.slots.is_empty() && same == Some(info.slots.len()) {
            claim.slots.clone_from(&info.slots);
        }
    }
    Ok(())
}

fn agree(
    what: &str,
    listed: f64,
    other: Option<f64>,
    slack: f64,
) -> Result<(), ParseError> {
    match other {
        Some(other)
            if (listed - other).abs()
                > listed.max(other) * TOLERANCE_SHARE + slack =>
        {
            Err(ParseError::Refused {
                code: "sliced_contradiction",
                message: format!(
                    "The file's list of plates claims {listed:.2} {what} \
                     where it says {other:.2} elsewhere. Slice it again and \
                     send the slicer's file unchanged."
                ),
            })
        }
        _ => Ok(()),
    }
}

/// Adds the plate number to a refusal.
fn named(error: ParseError, number: u32, several: bool) -> ParseError {
    match error {
        ParseError::Refused { code, message } if several => {
            let message = format!("Plate {number}: {message}");
            ParseError::Refused { code, message }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
