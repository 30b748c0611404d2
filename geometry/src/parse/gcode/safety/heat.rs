//! Temperatures: limits, the highest of the file, and what is still on at its
//! end.

use serde::Serialize;

use super::unsafe_command;
use crate::parse::gcode::line_error::{Done, line_error, unreadable};
use crate::parse::gcode::words::{BadWord, Words};

/// The most that a printer of the farm stands, degrees Celsius. The five
/// materials need at most 280, 115 and 65.
const NOZZLE_C: f64 = 300.0;
const BED_C: f64 = 120.0;
const CHAMBER_C: f64 = 80.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heater {
    Nozzle,
    Bed,
    Chamber,
}

impl Heater {
    pub fn limit(self) -> f64 {
        match self {
            Heater::Nozzle => NOZZLE_C,
            Heater::Bed => BED_C,
            Heater::Chamber => CHAMBER_C,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Heater::Nozzle => "nozzle",
            Heater::Bed => "bed",
            Heater::Chamber => "chamber",
        }
    }
}

/// A command that sets a temperature, and the words that state it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    heater: Heater,
    degrees: &'static [u8],
    tool: u8,
}

/// `None` for commands that heat nothing.
pub(super) fn setting(letter: u8, code: u32) -> Option<Setting> {
    let of = |heater, degrees, tool| Some(Setting { heater, degrees, tool });
    match (letter, code) {
        // B is the upper end of Marlin's automatic temperature.
        (b'M', 104 | 109) => of(Heater::Nozzle, b"SRB", b'T'),
        (b'M', 140 | 190) => of(Heater::Bed, b"SRB", b'T'),
        (b'M', 141 | 191) => of(Heater::Chamber, b"SR", b'T'),
        // RepRapFirmware's tools. G10 without S and R retracts.
        (b'M', 568) => of(Heater::Nozzle, b"SR", b'P'),
        (b'G', 10) => of(Heater::Nozzle, b"SR", b'P'),
        _ => None,
    }
}

/// The temperatures of a plate, degrees Celsius; 0 = not heated by the file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Heat {
    pub nozzle_c: f64,
    pub bed_c: f64,
    pub chamber_c: f64,
    /// Commands that turn off what the file leaves on, such as `M104 S0`.
    /// Empty when all is off, or when the file ends in a macro of the printer.
    pub left_on: Vec<String>,
    /// What was last set, per heater; the tool of a nozzle where it is named.
    #[serde(skip)]
    on: Vec<(HeaterId, bool)>,
    /// A macro that ends the print ran after the last deposit.
    #[serde(skip)]
    ended: bool,
}

type HeaterId = (u8, Option<u32>);

impl Heat {
    /// Executes a numbered command that heats. Refuses more than the heater's
    /// limit, and what cannot be read.
    pub(super) fn set(
        &mut self,
        setting: Setting,
        letter: u8,
        code: u32,
        rest: &[u8],
        tool: u32,
    ) -> Done {
        let command = format!("{}{code}", char::from(letter));
        if letter == b'G' {
            super::commands::check(letter, code, rest, false)?;
        }
        let mut words = Words { rest };
        let (mut target, mut named) = (None, None);
        loop {
            let word = match words.next() {
                Ok(Some(word)) => word,
                // A remark; what may follow it is judged with the line.
                Ok(None) | Err(BadWord::Stray(b'(')) => break,
                Err(word) => return Err(unreadable(word)),
            };
            let Some(value) = word.value else { continue };
            if word.letter == setting.tool {
                named = Some(value as u32);
            } else if setting.degrees.contains(&word.letter) {
                let text =
                    format!("{command} {}{value}", char::from(word.letter));
                self.note(setting.heater, value, &text)?;
                if word.letter != b'B' {
                    target = Some(value.max(target.unwrap_or(0.0)));
                }
            }
        }
        if let Some(target) = target {
            self.switch(setting.heater, named, tool, target > 0.0);
        }
        Ok(())
    }

    /// Checks a temperature against the heater's limit and keeps the highest.
    pub(super) fn note(
        &mut self,
        heater: Heater,
        degrees: f64,
        command: &str,
    ) -> Done {
        let limit = heater.limit();
        if degrees.is_nan() || degrees > limit {
            let name = heater.name();
            let reason = format!(
                "heats the {name} to {degrees} C; the printers stand {limit} C"
            );
            return Err(unsafe_command(command, &reason));
        }
        let highest = match heater {
            Heater::Nozzle => &mut self.nozzle_c,
            Heater::Bed => &mut self.bed_c,
            Heater::Chamber => &mut self.chamber_c,
        };
        *highest = highest.max(degrees);
        Ok(())
    }

    /// Remembers whether a heater is on. Without a tool it is the only nozzle,
    /// or that of the selected tool.
    pub(super) fn switch(
        &mut self,
        heater: Heater,
        named: Option<u32>,
        selected: u32,
        on: bool,
    ) {
        let nozzle = heater == Heater::Nozzle;
        let id = (heater as u8, named.filter(|_| nozzle));
        let same = match id.1 {
            Some(tool) if tool == selected => Some((id.0, None)),
            None if nozzle => Some((id.0, Some(selected))),
            _ => None,
        };
        let also = same.filter(|_| !on);
        for id in std::iter::once(id).chain(also) {
            match self.on.iter_mut().find(|(known, _)| *known == id) {
                Some((_, state)) => *state = on,
                None => self.on.push((id, on)),
            }
        }
    }

    /// Handles TURN_OFF_HEATERS.
    pub(super) fn all_off(&mut self) {
        self.on.clear();
    }

    /// Handles a macro that ends the print.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    pub(super) fn deposited(&mut self) {
        self.ended = false;
    }

    /// With `left_on` filled in.
    pub fn settled(mut self) -> Heat {
        let hot = self.on.iter().filter(|(_, on)| *on && !self.ended);
        self.left_on = hot.map(|(id, _)| off(*id)).collect();
        self.on.clear();
        self
    }
}

fn off((heater, tool): HeaterId) -> String {
    match (heater, tool) {
        (0, Some(tool)) => format!("M104 T{tool} S0"),
        (0, None) => "M104 S0".into(),
        (1, _) => "M140 S0".into(),
        _ => "M141 S0".into(),
    }
}

/// Refuses a temperature that is not a plain number.
pub(super) fn not_a_number(command: &str) -> Done {
    Err(line_error(
        "sliced_unsafe",
        format!("contains {command}, whose temperature is not a number"),
    ))
}
