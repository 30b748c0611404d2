//! Named commands of Klipper, and conditions of RepRapFirmware.

use super::super::line_error::{Done, Doubt, require_certain};
use super::super::safety::{nozzle_of, parameters};
use super::Machine;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Modes {
    axes_relative: bool,
    extruder_relative: bool,
}

impl Machine {
    fn modes(&self) -> Modes {
        Modes {
            axes_relative: self.axes_relative,
            extruder_relative: self.extruder.relative,
        }
    }

    /// Handles RESTORE_GCODE_STATE of Klipper, which restores both modes and,
    /// with absolute extrusion, the E position.
    fn restore(&mut self) -> Done {
        let Some(saved) = self.saved else { return Ok(()) };
        if saved.extruder_relative && self.extruder.relative {
            self.axes_relative = saved.axes_relative;
            return Ok(());
        }
        require_certain("RESTORE_GCODE_STATE", Some(Doubt::EarlierMode))
    }

    pub(super) fn keyword(
        &mut self,
        text: &[u8],
        cut: bool,
        doubt: Option<Doubt>,
    ) -> Done {
        // Klipper interprets `*` as the start of a checksum.
        let ends = |b: &u8| *b <= b' ' || matches!(*b, b';' | b'*');
        let end = text.iter().position(ends);
        let (name, rest) = text.split_at(end.unwrap_or(text.len()));
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        // Only the polygons of objects may exceed the read length.
        if cut && !is("EXCLUDE_OBJECT_DEFINE") {
            return require_certain("a command", Some(Doubt::Cut));
        }
        let certain = doubt.is_none() && !self.in_object;
        self.safety.named(name, rest, certain)?;
        require_certain(
            "a command",
            doubt.filter(|why| *why == Doubt::Numbered),
        )?;
        // Klipper uses the last of repeated parameters.
        let parameter = |wanted: &str| {
            let values = parameters(rest).filter(|(key, _)| key == wanted);
            values.last().map(|(_, value)| value)
        };
        if is("SAVE_GCODE_STATE") {
            let modes = self.modes();
            if self.saved.is_some_and(|saved| saved != modes) {
                require_certain("SAVE_GCODE_STATE", Some(Doubt::SecondState))?;
            }
            self.saved = Some(modes);
        } else if is("RESTORE_GCODE_STATE") {
            self.restore()?;
        } else if is("SET_VELOCITY_LIMIT") {
            let limit = parameter("VELOCITY").and_then(|v| v.parse().ok());
            if let Some(limit) = limit {
                self.print_time.limit_path(limit);
            }
        } else if is("ACTIVATE_EXTRUDER") {
            let tool = parameter("EXTRUDER").and_then(|id| nozzle_of(&id));
            let Some(tool) = tool else {
                return require_certain(
                    "ACTIVATE_EXTRUDER",
                    Some(Doubt::NoExtruder),
                );
            };
            return self.select(tool);
        }
        Ok(())
    }
}
