//! The printer that a file was sliced for: the firmware's flavor and the
//! printer's model, from the slicer's comments. Anyone can edit these comments,
//! so they never relax a rule. Commands that the flavor does not have require a
//! review, and printers of another flavor do not receive the file.

use serde::Serialize;

use super::words::trimmed;
use crate::error::printable;

/// A family of firmware with a common set of commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flavor {
    /// Marlin, and Prusa's firmware, which is derived from it.
    Marlin,
    Klipper,
    RepRapFirmware,
    /// Bambu Lab's firmware. Its slicers write `gcode_flavor = marlin`.
    Bambu,
}

impl Flavor {
    pub fn name(self) -> &'static str {
        match self {
            Flavor::Marlin => "Marlin",
            Flavor::Klipper => "Klipper",
            Flavor::RepRapFirmware => "RepRapFirmware",
            Flavor::Bambu => "Bambu Lab's firmware",
        }
    }

    /// Returns `None` for flavors without a command list. Slic3r and its forks
    /// write `reprap` where no firmware was selected.
    fn of(text: &str) -> Option<Flavor> {
        let plain: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match plain.as_str() {
            "marlin" | "marlin2" | "marlinfirmware" | "marlinlegacy" => {
                Some(Flavor::Marlin)
            }
            "klipper" => Some(Flavor::Klipper),
            "reprapfirmware" | "rrf" => Some(Flavor::RepRapFirmware),
            _ => None,
        }
    }
}

/// The printer that the comments name. The first statement is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PrinterClaim {
    flavor: Option<String>,
    pub model: Option<String>,
}

const BAMBU: &str = "bambu lab";

impl PrinterClaim {
    /// Reads a comment, without its `;` and leading spaces.
    pub fn comment(&mut self, text: &[u8]) {
        let first = text.first().map(u8::to_ascii_lowercase);
        let (slot, label): (_, &[u8]) = match first {
            Some(b'g') => (&mut self.flavor, b"gcode_flavor"),
            // Cura's label.
            Some(b'f') => (&mut self.flavor, b"flavor"),
            Some(b't') => (&mut self.model, b"target_machine.name"),
            Some(b'p') => (&mut self.model, b"printer_model"),
            _ => return,
        };
        let Some((head, rest)) = text.split_at_checked(label.len()) else {
            return;
        };
        if slot.is_some() || !head.eq_ignore_ascii_case(label) {
            return;
        }
        let Some((b'=' | b':', value)) = trimmed(rest).split_first() else {
            return;
        };
        let value = value.get(..200).unwrap_or(value);
        let value = printable(String::from_utf8_lossy(value).trim());
        if !value.is_empty() {
            *slot = Some(value);
        }
    }

    /// Returns the flavor. `generator`: the program that wrote the file.
    pub fn flavor(&self, generator: Option<&str>) -> Option<Flavor> {
        let model = self.model.as_deref().unwrap_or_default();
        let bambu = model.to_ascii_lowercase().starts_with(BAMBU)
            || model.is_empty() && generator == Some("BambuStudio");
        if bambu {
            return Some(Flavor::Bambu);
        }
        Flavor::of(self.flavor.as_deref()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printer_is_read_from_the_comments_of_each_slicer() {
        use Flavor::{Bambu, Klipper, Marlin, RepRapFirmware};
        for (comments, generator, flavor, model) in [
            (vec!["FLAVOR:Marlin"], None, Some(Marlin), None),
            (
                vec!["FLAVOR:Griffin", "TARGET_MACHINE.NAME:Ultimaker S5"],
                None,
                None,
                Some("Ultimaker S5"),
            ),
            (
                vec!["gcode_flavor = marlin2", "printer_model = MK4S"],
                Some("PrusaSlicer"),
                Some(Marlin),
                Some("MK4S"),
            ),
            (
                vec!["printer_model = Bambu Lab P1S", "gcode_flavor = marlin"],
                Some("OrcaSlicer"),
                Some(Bambu),
                Some("Bambu Lab P1S"),
            ),
            (vec![], Some("BambuStudio"), Some(Bambu), None),
            (vec!["gcode_flavor = klipper"], None, Some(Klipper), None),
            (
                vec!["gcode_flavor = klipper", "gcode_flavor = marlin"],
                None,
                Some(Klipper),
                None,
            ),
            (
                vec!["gcode_flavor = reprapfirmware"],
                None,
                Some(RepRapFirmware),
                None,
            ),
            (vec!["gcode_flavor = reprap"], None, None, None),
            (vec!["printer_model = "], None, None, None),
            (vec!["gcode_flavors = klipper"], None, None, None),
            (vec!["flavor"], None, None, None),
        ] {
            let mut claim = PrinterClaim::default();
            for comment in &comments {
                claim.comment(comment.as_bytes());
            }
            assert_eq!(claim.flavor(generator), flavor, "{comments:?}");
            assert_eq!(claim.model.as_deref(), model, "{comments:?}");
        }
    }
}
