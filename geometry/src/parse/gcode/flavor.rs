//! The printer that a file was sliced for, as the slicer wrote it into the
//! comments: the firmware's flavor and the printer's model. Anyone can edit
//! them, so they never loosen a rule: commands that the flavor does not have
//! need a review, and a printer of another flavor does not get the file.

use serde::Serialize;

use super::words::trimmed;
use crate::error::printable;

/// A family of firmware with commands of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flavor {
    /// And Prusa's firmware, which descends from it.
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

    /// `None` for the flavors of firmware that the farm has no list for. Slic3r
    /// and its descendants write `reprap` where nobody chose a firmware.
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

/// What the comments say about the printer. The first statement counts.
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
            // Cura.
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

    /// `generator`: the program that wrote the file.
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
    fn the_printer_is_read_as_slicers_write_it() {
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
