//! Temperatures: their limits, the highest in the file, and the heaters that
//! are still on at its end.

use serde::Serialize;

use super::unsafe_command;
use crate::parse::gcode::line_error::{Done, line_error, unreadable};
use crate::parse::gcode::words::{BadWord, Words};

/// Highest temperatures that every printer of the farm tolerates, degrees
/// Celsius. No material is printed hotter: `hottest` in
/// server/domain/catalog/printing.ts, compared by
/// test/architecture/facts.test.ts.
pub(super) const NOZZLE_C: f64 = 300.0;
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

/// A command that sets a temperature, and the words that contain it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    heater: Heater,
    degrees: &'static [u8],
    /// Words for the number of the tool, bed or chamber.
    tool: &'static [u8],
}

/// Returns `None` for commands that heat nothing.
pub(super) fn setting(letter: u8, code: u32) -> Option<Setting> {
    let of = |heater, degrees, tool| Some(Setting { heater, degrees, tool });
    match (letter, code) {
        // B is the upper end of the range of Marlin's automatic temperature.
        (b'M', 104 | 109) => of(Heater::Nozzle, b"SRB", b"T"),
        (b'M', 140 | 190) => of(Heater::Bed, b"SRB", b"TP"),
        (b'M', 141 | 191) => of(Heater::Chamber, b"SR", b"TP"),
        // RepRapFirmware's tools. G10 without S and R retracts.
        (b'M', 568) => of(Heater::Nozzle, b"SR", b"P"),
        (b'G', 10) => of(Heater::Nozzle, b"SR", b"P"),
        // Routines of Bambu Lab's firmware that heat the nozzle themselves.
        (b'G', 150 | 151 | 383) | (b'M', 620) => of(Heater::Nozzle, b"T", b""),
        _ => None,
    }
}

/// Temperatures of a plate, degrees Celsius. 0 means that the file does not
/// heat it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Heat {
    pub nozzle_c: f64,
    pub bed_c: f64,
    pub chamber_c: f64,
    /// Commands that would turn off the heaters that the file leaves on, such
    /// as `M104 S0`. A printer's end macro is not assumed to turn heaters off.
    pub left_on: Vec<String>,
    #[serde(skip)]
    on: Vec<Hot>,
    /// Whether all tools share one nozzle unless a command names a tool. True
    /// for files in an archive, which only printers with such nozzles read.
    #[serde(skip)]
    one_nozzle: bool,
    /// Last selected tool, ignoring pseudo tools.
    #[serde(skip)]
    active: u32,
}

/// A heater that is on.
#[derive(Debug, Clone, PartialEq)]
struct Hot {
    heater: Heater,
    /// Number of the tool. `None`: the nozzle of any tool, or the first bed or
    /// chamber.
    tool: Option<u32>,
    /// Klipper name that turned the heater on; no other firmware reads it.
    name: Option<String>,
    /// Nozzles that were turned off later, one bit per tool.
    cooled: u32,
}

/// Highest tool number. Higher numbers are pseudo tools, such as Bambu Lab's
/// T255 and T1000.
const LAST_TOOL: u32 = 63;
/// Bits of both nozzles of a printer with two nozzles.
const BOTH: u32 = 0b11;

impl Heat {
    pub(super) fn new(one_nozzle: bool) -> Heat {
        Heat { one_nozzle, ..Heat::default() }
    }

    /// Executes a numbered command that heats. Refuses temperatures above the
    /// heater's limit, and values that cannot be read. A command that is not
    /// `certain` to run on every printer turns nothing off.
    pub(super) fn set(
        &mut self,
        setting: Setting,
        command: &str,
        rest: &[u8],
        certain: bool,
    ) -> Done {
        let mut words = Words { rest };
        let (mut target, mut named) = (None, None);
        loop {
            let word = match words.next() {
                Ok(Some(word)) => word,
                // A comment. The text after it is checked together with the
                // line.
                Ok(None) | Err(BadWord::Stray(b'(')) => break,
                Err(word) => return Err(unreadable(word)),
            };
            let Some(value) = word.value else { continue };
            if setting.tool.contains(&word.letter) {
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
        match target {
            Some(target) if target > 0.0 => {
                self.turn_on(setting.heater, named, None);
            }
            Some(_) if certain => self.turn_off(setting.heater, named, false),
            _ => {}
        }
        Ok(())
    }

    /// Checks a temperature against the heater's limit and records the highest.
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

    /// Records the tool that commands without a tool apply to.
    pub(super) fn select(&mut self, tool: u32) {
        if tool <= LAST_TOOL {
            self.active = tool;
        }
    }

    /// Records a heater as on. `named`: the tool, bed or chamber in the
    /// command. `name`: the Klipper name.
    pub(super) fn turn_on(
        &mut self,
        heater: Heater,
        named: Option<u32>,
        name: Option<&str>,
    ) {
        let tool = self.resolved(heater, named);
        let name = name.map(String::from);
        self.on.retain(|hot| {
            (hot.heater, hot.tool, &hot.name) != (heater, tool, &name)
        });
        self.on.push(Hot { heater, tool, name, cooled: 0 });
    }

    /// Records a heater as off. `by_name`: the command is Klipper's, so it
    /// turns off only heaters that Klipper commands turned on.
    pub(super) fn turn_off(
        &mut self,
        heater: Heater,
        named: Option<u32>,
        by_name: bool,
    ) {
        let tool = self.resolved(heater, named);
        let active = self.active;
        self.on.retain_mut(|hot| {
            if hot.heater != heater || by_name && hot.name.is_none() {
                return true;
            }
            if hot.tool == tool {
                return false;
            }
            match (hot.tool, tool) {
                // An entry for the nozzle of any tool.
                (None, Some(cooled)) if heater == Heater::Nozzle => {
                    hot.cooled |= 1u32.checked_shl(cooled).unwrap_or(0);
                    cooled != active && hot.cooled & BOTH != BOTH
                }
                (Some(hot), None) => hot != active,
                _ => true,
            }
        });
    }

    fn resolved(&self, heater: Heater, named: Option<u32>) -> Option<u32> {
        match heater {
            Heater::Nozzle if self.one_nozzle => named,
            Heater::Nozzle => named.or(Some(self.active)),
            // The first bed and the first chamber have no number.
            Heater::Bed | Heater::Chamber => named.filter(|slot| *slot > 0),
        }
    }

    /// Handles TURN_OFF_HEATERS.
    pub(super) fn all_off(&mut self) {
        self.on.retain(|hot| hot.name.is_none());
    }

    /// Returns the final temperatures, with `left_on` filled in.
    pub fn settled(mut self) -> Heat {
        let active = self.active;
        self.on.sort_by_key(|hot| (hot.heater as u8, hot.tool));
        for hot in std::mem::take(&mut self.on) {
            let command = hot.off(active);
            if !self.left_on.contains(&command) {
                self.left_on.push(command);
            }
        }
        self
    }
}

impl Hot {
    fn off(&self, active: u32) -> String {
        match (self.heater, self.tool) {
            (Heater::Nozzle, Some(tool)) if tool != active => {
                format!("M104 T{tool} S0")
            }
            (Heater::Nozzle, _) => "M104 S0".into(),
            (Heater::Bed, Some(slot)) => format!("M140 P{slot} S0"),
            (Heater::Bed, None) => "M140 S0".into(),
            (Heater::Chamber, slot) => match (&self.name, slot) {
                (Some(name), _) if !name.is_empty() => {
                    format!("SET_HEATER_TEMPERATURE HEATER={name} TARGET=0")
                }
                (_, Some(slot)) => format!("M141 P{slot} S0"),
                _ => "M141 S0".into(),
            },
        }
    }
}

/// Refuses a temperature that is not a plain number.
pub(super) fn not_a_number(command: &str) -> Done {
    Err(line_error(
        "sliced_unsafe",
        format!("contains {command}, whose temperature is not a number"),
    ))
}
