//! The commands that a print needs, for each flavor of firmware. Any other
//! command that `table` does not refuse must be reviewed by an operator.
//!
//! Sources: Marlin's g-code index and Prusa's buddy firmware, Klipper's G-Codes
//! page, RepRapFirmware's dictionary, and the start, change and end g-code of
//! the profiles of PrusaSlicer, OrcaSlicer, Bambu Studio and Cura. The limits of
//! `table`, `heat` and `reach` apply to these commands as well.

use crate::parse::gcode::flavor::Flavor;

type Codes = &'static [u32];

/// Moves, modes, temperatures, fans, progress and objects. Slicers write these
/// commands for every firmware, and firmware that lacks one ignores it.
const COMMON_G: Codes = &[0, 1, 2, 3, 4, 10, 11, 17, 21, 28, 29, 90, 91, 92];
const COMMON_M: Codes = &[
    17, 18, 73, 82, 83, 84, 104, 105, 106, 107, 109, 114, 115, 117, 118, 119,
    140, 141, 190, 191, 201, 203, 204, 205, 220, 221, 300, 400, 486, 862,
];

const MARLIN_G: Codes = &[12, 27, 34, 80];
const MARLIN_M: Codes = &[
    5, 31, 75, 76, 77, 80, 85, 113, 142, 150, 155, 200, 207, 208, 209, 217,
    240, 290, 302, 355, 403, 412, 413, 420, 555, 569, 572, 591, 593, 605, 702,
    710, 900, 907,
];

const KLIPPER_M: Codes = &[150, 207, 240, 355];

const REPRAP_G: Codes = &[30, 31, 32];
const REPRAP_M: Codes =
    &[5, 116, 144, 150, 207, 290, 302, 561, 564, 566, 568, 572, 573, 591, 593];

const BAMBU_G: Codes = &[39, 150, 151, 380, 383, 392, 2814, 3811];
const BAMBU_M: Codes = &[
    142, 145, 211, 290, 302, 412, 481, 500, 620, 621, 622, 623, 624, 625, 628,
    629, 630, 632, 633, 710, 820, 900, 901, 960, 970, 971, 972, 973, 974, 975,
    976, 977, 981, 982, 983, 984, 985, 991, 993, 1002, 1003, 1004, 1005, 1006,
    1007, 1009, 1012, 1013, 1015, 1024, 1026, 9833,
];

/// Returns whether a print for this firmware needs the numbered command. With
/// `None` (the file does not name its firmware), the commands of all flavors
/// are allowed.
pub(super) fn needs(flavor: Option<Flavor>, letter: u8, code: u32) -> bool {
    let has = |g: Codes, m: Codes| match letter {
        b'G' => g.contains(&code),
        b'M' => m.contains(&code),
        // A tool change.
        _ => true,
    };
    let of = |flavor| match flavor {
        Flavor::Marlin => has(MARLIN_G, MARLIN_M),
        Flavor::Klipper => has(&[], KLIPPER_M),
        Flavor::RepRapFirmware => has(REPRAP_G, REPRAP_M),
        Flavor::Bambu => has(BAMBU_G, BAMBU_M),
    };
    has(COMMON_G, COMMON_M)
        || flavor.map_or_else(|| ALL.into_iter().any(of), of)
}

const ALL: [Flavor; 4] =
    [Flavor::Marlin, Flavor::Klipper, Flavor::RepRapFirmware, Flavor::Bambu];

/// The programs that a named command belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A command for the program that sends the file, or for Prusa's tools and
    /// filament changer.
    Any,
    Klipper,
    /// A command that stops or resumes the print, which no print needs.
    Nobody,
}

const ANY: &[&str] =
    &["TX", "TC", "T?", "T-1", "P0", "@", "OBJECT", "BEDLEVELVISUALIZER"];
const NOBODY: &[&str] = &["PAUSE", "RESUME", "CLEAR_PAUSE"];

pub(super) fn owner(name: &str) -> Owner {
    if ANY.contains(&name) {
        Owner::Any
    } else if NOBODY.contains(&name) {
        Owner::Nobody
    } else {
        Owner::Klipper
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{NAMED, NUMBERED, Named, Verdict, When};
    use super::*;

    /// A needed command must not be one that is always refused.
    #[test]
    fn needed_commands_are_known_and_not_always_refused() {
        for flavor in ALL {
            for letter in [b'G', b'M'] {
                for code in 0..10_000 {
                    if !needs(Some(flavor), letter, code) {
                        continue;
                    }
                    let rows: Vec<_> = NUMBERED
                        .iter()
                        .filter(|row| row.is_of(letter, code))
                        .collect();
                    assert!(!rows.is_empty(), "{letter} {code}");
                    let always = rows.iter().any(|row| {
                        matches!(
                            row.verdict,
                            Verdict::Unsafe(When::Always)
                                | Verdict::Unmeasured(When::Always)
                        )
                    });
                    assert!(!always, "{letter} {code}");
                }
            }
        }
        for name in ANY.iter().chain(NOBODY) {
            let row = NAMED.iter().find(|row| row.names.contains(name));
            let passes =
                row.is_some_and(|row| matches!(row.verdict, Named::Pass));
            assert!(passes, "{name}");
        }
    }
}
