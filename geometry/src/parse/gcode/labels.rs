//! The labels under which slicers state the usage of a print. All labels apply
//! to every file, so a fork of a slicer needs no separate entry.

use super::values::Unit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// Usage values, one per filament.
    Length(Unit),
    /// A length or a weight: Slic3r uses the same label for both.
    LengthOrWeight,
    Volume(Unit),
    Weight,
    Time,
    Layers,
    /// Settings, one value per filament slot.
    Diameter,
    Density,
    /// Slots of the usage lists, starting at 1 (Bambu Studio).
    Slots,
    Nozzle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// Must be stated once. A second, different value is a contradiction.
    No,
    /// One line per filament, without a number (Slic3r).
    PerFilament,
    /// One line per filament, with its number where the label has `#`.
    Numbered,
    /// Appears in both the header and the settings dump; the first value is
    /// used.
    First,
}

pub(super) struct Label {
    /// Label in lower case, as it appears after `;` and spaces. `#` stands for
    /// a number.
    pub text: &'static str,
    pub field: Field,
    pub repeats: Repeats,
}

const fn label(text: &'static str, field: Field, repeats: Repeats) -> Label {
    Label { text, field, repeats }
}

use Field::{Density, Diameter, Layers, Length, LengthOrWeight, Nozzle};
use Field::{Slots, Time, Volume, Weight};
use Repeats::{First, No, Numbered, PerFilament};
use Unit::{CubicCentimeters as Cm3, CubicMillimeters as Mm3};
use Unit::{Millimeters as Mm, Plain};

pub(super) static LABELS: &[Label] = &[
    // PrusaSlicer, SuperSlicer, OrcaSlicer and its forks.
    label("filament used [mm] =", Length(Mm), No),
    label("filament used [cm3] =", Volume(Cm3), No),
    label("filament used [g] =", Weight, No),
    label("total filament used [g] =", Weight, No),
    label("estimated printing time (normal mode) =", Time, No),
    label("estimated printing time =", Time, No),
    label("total layers count =", Layers, No),
    label("filament_diameter =", Diameter, First),
    label("filament_density =", Density, First),
    label("nozzle_diameter =", Nozzle, First),
    // Bambu Studio, and OrcaSlicer for Bambu printers. The volume is labeled
    // cubic centimeters but written in cubic millimeters. `Claims` corrects it.
    label("total filament length [mm] :", Length(Mm), No),
    label("total filament volume [cm^3] :", Volume(Plain), No),
    label("total filament weight [g] :", Weight, No),
    label("total estimated time:", Time, No),
    label("total layer number:", Layers, No),
    label("filament_diameter:", Diameter, First),
    label("filament_density:", Density, First),
    label("filament:", Slots, First),
    // Slic3r.
    label("filament used =", LengthOrWeight, PerFilament),
    // Cura.
    label("filament used:", Length(Mm), No),
    label("filament weight =", Weight, No),
    label("time:", Time, No),
    label("print time:", Time, No),
    label("layer_count:", Layers, First),
    label("layer count:", Layers, First),
    label("nozzle diameter =", Nozzle, First),
    // Simplify3D 4 and 5.
    label("filament length:", Length(Mm), No),
    label("material length:", Length(Mm), No),
    label("plastic volume:", Volume(Mm3), No),
    label("material volume:", Volume(Mm3), No),
    label("plastic weight:", Weight, No),
    label("material weight:", Weight, No),
    label("build time:", Time, No),
    label("filamentdiameters,", Diameter, First),
    label("filamentdensities,", Density, First),
    label("filamentdiameter,", Diameter, First),
    label("filamentdensity,", Density, First),
    label("extruderdiameter,", Nozzle, First),
    // ideaMaker. The density is in kg/m3.
    label("material## used:", Length(Mm), Numbered),
    label("filament diameter ##:", Diameter, Numbered),
    label("filament density ##:", Density, Numbered),
    // Kiri:Moto.
    label("--- filament used:", Length(Mm), No),
    label("--- print time:", Time, No),
    // KISSlicer.
    label("ext ## =", Length(Mm), Numbered),
    label("ext # =", Length(Mm), Numbered),
    label("total filament length used:", Length(Mm), No),
    label("total filament volume used:", Volume(Mm3), No),
    label("estimated build volume:", Volume(Mm3), No),
    label("estimated build time:", Time, No),
    label("calculated build time:", Time, No),
    label("calculated-during-export build time:", Time, No),
    label("fiber_dia_mm =", Diameter, PerFilament),
    // IceSL.
    label("filament_used_mm :", Length(Mm), No),
    label("filament_used_g :", Weight, No),
    label("estimated_print_time_s :", Time, No),
    label("layer_count :", Layers, First),
    label("filament_diameter_mm_0 :", Diameter, First),
    label("nozzle_diameter_mm_0 :", Nozzle, First),
    // FlashPrint.
    label("layer_total_count:", Layers, First),
    label("filament_diameter0:", Diameter, First),
];

/// Returns the label that `comment` starts with, the number in it, and the
/// rest. Spaces around `:` and `=` are ignored.
pub(super) fn find(comment: &[u8]) -> Option<(usize, u32, &[u8])> {
    let first = comment.first()?.to_ascii_lowercase();
    LABELS.iter().enumerate().find_map(|(row, label)| {
        let text = label.text.as_bytes();
        if text.first() != Some(&first) {
            return None;
        }
        let (number, rest) = matched(text, comment)?;
        Some((row, number, rest))
    })
}

/// Matches a label. `##` is a literal `#` followed by a number; `#` is a
/// number.
fn matched<'a>(pattern: &[u8], comment: &'a [u8]) -> Option<(u32, &'a [u8])> {
    let (mut rest, mut number) = (comment, 0u32);
    let mut pattern = pattern;
    while let Some((&wanted, more)) = pattern.split_first() {
        pattern = more;
        match wanted {
            b'#' if more.first() == Some(&b'#') => {
                rest = rest.strip_prefix(b"#")?;
            }
            b'#' => {
                let digits =
                    rest.iter().take_while(|b| b.is_ascii_digit()).count();
                let (text, after) = rest.split_at_checked(digits.min(4))?;
                number = std::str::from_utf8(text).ok()?.parse().ok()?;
                rest = after;
            }
            b' ' => {
                let from = rest.iter().position(|b| !b.is_ascii_whitespace());
                let must = !matches!(more.first(), Some(b':' | b'='));
                if must && from == Some(0) {
                    return None;
                }
                rest = rest.get(from.unwrap_or(rest.len())..)?;
            }
            b':' | b'=' => {
                let from = rest.iter().position(|b| !b.is_ascii_whitespace());
                rest = rest.get(from?..)?.strip_prefix(&[wanted])?;
            }
            _ => {
                let (first, after) = rest.split_first()?;
                if !first.eq_ignore_ascii_case(&wanted) {
                    return None;
                }
                rest = after;
            }
        }
    }
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(comment: &str) -> Option<(&'static str, u32, String)> {
        let (row, number, rest) = find(comment.as_bytes())?;
        let rest = String::from_utf8_lossy(rest).trim().to_string();
        Some((LABELS[row].text, number, rest))
    }

    #[test]
    fn labels_match_the_comments_of_slicers() {
        for (comment, label, number, rest) in [
            ("filament used [mm] = 1.5", "filament used [mm] =", 0, "1.5"),
            ("Filament used: 0.5m", "filament used:", 0, "0.5m"),
            ("filament used = 3mm", "filament used =", 0, "3mm"),
            ("Material#2 Used: 868.0", "material## used:", 2, "868.0"),
            ("Ext #1 = 123 mm", "ext ## =", 1, "123 mm"),
            ("Ext 12 =  541.62 mm", "ext # =", 12, "541.62 mm"),
            ("TIME:1427", "time:", 0, "1427"),
            ("filament_used_g :\t4.5", "filament_used_g :", 0, "4.5"),
            ("filament: 1,4", "filament:", 0, "1,4"),
        ] {
            let expected = Some((label, number, rest.to_string()));
            assert_eq!(found(comment), expected, "{comment}");
        }
    }

    #[test]
    fn similar_labels_do_not_match() {
        for comment in [
            "TIME_ELAPSED:12.5",
            "estimated printing time (silent mode) = 1m",
            "estimated first layer printing time (normal mode) = 1m",
            "total filament used for wipe tower [g] = 0.1",
            "total filament cost = 0.23",
            "filament cost = 0.1",
            "filament start gcode",
            "ext_gain_1 = 1",
            "external perimeters extrusion width = 0.45mm",
            "filament_diameters_x = 3",
        ] {
            assert_eq!(found(comment), None, "{comment}");
        }
    }
}
