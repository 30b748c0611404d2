//! Simulates the printer: modal state and the effect of every move. Follows
//! the common behavior of Marlin, Klipper, RepRapFirmware, Prusa and Bambu
//! firmware. Where they differ in a way that could understate the bill, the
//! line is refused (`LineError`).

use super::deposits::Deposits;
use super::extruder::Extruder;
use super::line_error::{
    Done, check_range, check_single_command, line_error, require_certain,
    unreadable,
};
use super::path::{Arc, Bend, distance};
use super::print_time::PrintTime;
use super::safety::Safety;
use super::target::target;
use super::words::{Words, decimal, number, trimmed};

/// Smaller motions of the head count as standing still, mm.
const STANDSTILL_MM: f64 = 0.0005;
/// Marlin reads at most this many characters of a command.
const SAFE_LENGTH: usize = 96;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Modes {
    axes_relative: bool,
    extruder_relative: bool,
}

#[derive(Default)]
pub(super) struct Machine {
    /// In machine coordinates, mm.
    position: [f64; 3],
    /// Machine minus logical coordinates (G92).
    offset: [f64; 3],
    axes_relative: bool,
    /// Last of G0 to G3: firmware may repeat it for a line without a command.
    motion: u32,
    pub print_time: PrintTime,
    pub extruder: Extruder,
    pub deposits: Deposits,
    pub safety: Safety,
    /// Depth of `M622` blocks, which a Bambu printer may skip.
    conditional: u32,
    saved: Option<Modes>,
}

impl Machine {
    /// Executes one line that is not a comment.
    pub fn command(&mut self, line: &[u8], cut: bool) -> Done {
        let mut text = trimmed(line);
        let mut doubt = None;
        if let Some((b'N' | b'n', after)) = text.split_first()
            && let Some((_, rest)) = decimal(trimmed(after))
        {
            text = trimmed(rest);
            doubt = Some("has a line number");
        }
        let Some((&first, after)) = text.split_first() else { return Ok(()) };
        // Klipper drops what stands before the first letter, and an N without
        // a number. A line with @ is for the program that sends the file.
        let bare = matches!(first, b'N' | b'n')
            && after.first().is_none_or(u8::is_ascii_whitespace);
        let rest = after.trim_ascii_start();
        let hidden = first == b'@'
            && matches!(
                rest.first().map(u8::to_ascii_uppercase),
                Some(b'G' | b'M' | b'T')
            )
            && rest.get(1).is_some_and(u8::is_ascii_digit);
        let named = first.is_ascii_alphabetic() || matches!(first, b'_' | b'@');
        let twice = first == b'@' && rest.first() == Some(&b'@');
        if !named || bare || hidden || twice {
            return Err(line_error(
                "sliced_ambiguous",
                "begins with a character that some printers skip, and then \
                 run what follows",
            ));
        }
        if first == b'@' {
            return self.command(after, cut);
        }
        if cut {
            doubt = Some("is far too long");
        } else if self.conditional > 0 {
            doubt = Some("is in a block that the printer may skip");
        } else if first.is_ascii_lowercase() {
            doubt = Some("is written in lower case");
        } else if text.len() > SAFE_LENGTH && before_comment(text) > SAFE_LENGTH
        {
            doubt = Some("is longer than 96 characters");
        }
        let letter = first.to_ascii_uppercase();
        match (letter, decimal(trimmed(after))) {
            (b'G' | b'M' | b'T', Some((value, rest))) => {
                if cut && letter != b'T' {
                    return require_certain("a command", doubt);
                }
                let whole = value as u32;
                let plain = value == f64::from(whole);
                self.coded(letter, whole, plain, rest, doubt)
            }
            (b'X' | b'Y' | b'Z' | b'E' | b'F', _)
                if number(trimmed(after)).is_some() =>
            {
                self.travel(self.motion.max(1), text, doubt)
            }
            _ => self.keyword(text, cut),
        }
    }

    fn coded(
        &mut self,
        letter: u8,
        code: u32,
        plain: bool,
        rest: &[u8],
        doubt: Option<&str>,
    ) -> Done {
        match (letter, code) {
            (b'G', 0..=3 | 5) => return self.travel(code, rest, doubt),
            // Marlin without subcodes runs M104.1 as M104.
            _ if !plain => return self.judge(letter, code, rest),
            (b'G', 4) => self.dwell(rest),
            (b'M', 400) => self.dwell(rest),
            (b'G', 28) => self.home(rest),
            (b'G', 90 | 91) => {
                self.axes_relative = code == 91;
                self.extruder.axes_mode(self.axes_relative);
            }
            (b'G', 92) => return self.set_position(rest, doubt),
            (b'M', 82) => {
                if self.extruder.relative {
                    require_certain("M82", doubt)?;
                }
                self.extruder.set_mode(false);
            }
            (b'M', 83) => self.extruder.set_mode(true),
            (b'M', 120) => self.saved = Some(self.modes()),
            (b'M', 121) => return self.restore("M121", false),
            (b'M', 203) => self.limit_axes(rest),
            (b'M', 220) => self.set_percent(rest),
            (b'M', 221) => return self.set_flow(rest, doubt),
            (b'M', 622) => {
                self.conditional = self.conditional.saturating_add(1)
            }
            (b'M', 623) => {
                self.conditional = self.conditional.saturating_sub(1)
            }
            (b'T', _) if !self.extruder.select(code) => {
                return Err(line_error(
                    "sliced_too_many_tools",
                    "selects more tools than any printer has",
                ));
            }
            _ => {
                super::forbidden::check(letter, code, rest)?;
                self.judge(letter, code, rest)?;
            }
        }
        check_single_command(letter, code, rest)
    }

    /// Judges a command for the machine; see `safety`.
    fn judge(&mut self, letter: u8, code: u32, rest: &[u8]) -> Done {
        let tool = self.extruder.selected();
        self.safety.command(letter, code, rest, tool)
    }

    /// Handles G0 to G3 and G5.
    fn travel(&mut self, code: u32, rest: &[u8], doubt: Option<&str>) -> Done {
        if doubt == Some("is far too long") {
            return require_certain("the move", doubt);
        }
        let target = target(rest)?;
        if code <= 3 {
            self.motion = code;
        }
        if let Some(feed) = target.feed {
            self.print_time.set_feed(feed);
        }
        let from = self.position;
        let mut to = from;
        let axes = to.iter_mut().zip(target.axes).zip(self.offset);
        for ((at, word), offset) in axes {
            if let Some(value) = word {
                *at = value + if self.axes_relative { *at } else { offset };
            }
        }
        self.position = to;
        if target.axes.iter().any(Option::is_some) {
            self.safety.travel(code, to)?;
        }
        let bend = Bend { clockwise: code == 2, ..target.bend };
        let arc =
            if matches!(code, 2 | 3) { Arc::new(from, to, bend) } else { None };
        let (mut plane, mut length) = distance(from, to);
        let [x, y, z] = from;
        let [u, v, w] = to;
        if let Some(arc) = arc {
            plane = arc.length();
            length = libm::hypot(plane, w - z);
        }
        let travels = plane > STANDSTILL_MM;
        let mm = target.e.map_or(0.0, |value| {
            self.extruder.advance(value, self.axes_relative, travels)
        });
        self.print_time.travel(length, [u - x, v - y, w - z, mm]);
        if let Some(arc) = arc {
            for (x, y) in arc.bulges() {
                self.safety.travel(code, [x, y, w])?;
            }
        }
        if mm > 0.0 && travels {
            self.safety.deposit()?;
            self.deposits.lay(w, plane, mm);
            self.deposits.include(from);
            self.deposits.include(to);
            for (x, y) in arc.iter().flat_map(Arc::bulges) {
                self.deposits.include([x, y, w]);
            }
        }
        Ok(())
    }

    fn dwell(&mut self, rest: &[u8]) {
        let mut words = Words { rest };
        let (mut seconds, mut milliseconds) = (None, None);
        while let Ok(Some(word)) = words.next() {
            match word.letter {
                b'S' => seconds = word.value,
                b'P' => milliseconds = word.value,
                _ => {}
            }
        }
        let pause = seconds.or(milliseconds.map(|ms| ms / 1000.0));
        self.print_time.dwell(pause.unwrap_or(0.0));
    }

    fn home(&mut self, rest: &[u8]) {
        let words = rest.get(..before_comment(rest)).unwrap_or(&[]);
        let named =
            |axis: u8| words.iter().any(|b| b.eq_ignore_ascii_case(&axis));
        let all = !(named(b'X') || named(b'Y') || named(b'Z'));
        let axes = self.position.iter_mut().zip(&mut self.offset);
        for (index, ((position, offset), axis)) in axes.zip(*b"XYZ").enumerate()
        {
            if all || named(axis) {
                (*position, *offset) = (0.0, 0.0);
                self.safety.home(index);
            }
        }
    }

    /// Handles G92.
    fn set_position(&mut self, rest: &[u8], doubt: Option<&str>) -> Done {
        let mut words = Words { rest };
        let mut any = false;
        while let Some(word) = words.next().map_err(unreadable)? {
            let value = word.value.unwrap_or(0.0);
            any |= b"XYZE".contains(&word.letter);
            if word.letter == b'E' {
                if !self.extruder.relative && !self.extruder.at_zero() {
                    let bare = word.value.is_none().then_some("has no number");
                    require_certain("G92 E", doubt.or(bare))?;
                }
                check_range(b'E', value)?;
                self.extruder.set_position(value);
            }
            let axes = self.offset.iter_mut().zip(self.position);
            for (index, ((offset, position), axis)) in
                axes.zip(*b"XYZ").enumerate()
            {
                if word.letter == axis {
                    *offset = position - value;
                    self.safety.shift(index, *offset)?;
                }
            }
        }
        if !any {
            if !self.extruder.relative && !self.extruder.at_zero() {
                require_certain("G92", Some("names no axis"))?;
            }
            self.extruder.set_position(0.0);
            self.offset = self.position;
            for (index, shift) in self.offset.into_iter().enumerate() {
                self.safety.shift(index, shift)?;
            }
        }
        Ok(())
    }

    fn limit_axes(&mut self, rest: &[u8]) {
        let mut words = Words { rest };
        while let Ok(Some(word)) = words.next() {
            let axis = b"XYZE".iter().position(|a| *a == word.letter);
            if let (Some(axis), Some(value)) = (axis, word.value) {
                self.print_time.limit_axis(axis, value);
            }
        }
    }

    /// Handles M220; B saves the factor and R restores it (Marlin, Bambu).
    fn set_percent(&mut self, rest: &[u8]) {
        let mut words = Words { rest };
        while let Ok(Some(word)) = words.next() {
            match (word.letter, word.value) {
                (b'S', Some(percent)) => self.print_time.set_percent(percent),
                (b'B', _) => self.print_time.keep_factor(),
                (b'R', _) => self.print_time.restore_factor(),
                _ => {}
            }
        }
    }

    /// Handles M221, which multiplies every later E word.
    fn set_flow(&mut self, rest: &[u8], doubt: Option<&str>) -> Done {
        let mut words = Words { rest };
        while let Some(word) = words.next().map_err(unreadable)? {
            if let (b'S', Some(percent)) = (word.letter, word.value) {
                check_range(b'S', percent)?;
                let flow = (percent / 100.0).max(1.0);
                if flow < self.extruder.flow {
                    require_certain("M221", doubt)?;
                }
                self.extruder.flow = flow;
            }
        }
        Ok(())
    }

    fn modes(&self) -> Modes {
        Modes {
            axes_relative: self.axes_relative,
            extruder_relative: self.extruder.relative,
        }
    }

    /// Handles RESTORE_GCODE_STATE of Klipper, which restores both modes and,
    /// with absolute extrusion, the E position; and M121, which only
    /// RepRapFirmware implements like this.
    fn restore(&mut self, name: &str, everywhere: bool) -> Done {
        let Some(saved) = self.saved else { return Ok(()) };
        let relative = saved.extruder_relative && self.extruder.relative;
        if everywhere && relative {
            self.axes_relative = saved.axes_relative;
        } else if everywhere || saved != self.modes() {
            require_certain(
                name,
                Some("brings back an earlier extrusion mode"),
            )?;
        }
        Ok(())
    }

    /// Handles named commands of Klipper, and conditions of RepRapFirmware.
    fn keyword(&mut self, text: &[u8], cut: bool) -> Done {
        let end = text.iter().position(|b| *b <= b' ' || *b == b';');
        let (name, rest) = text.split_at(end.unwrap_or(text.len()));
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        // Polygons of objects may be long; nothing else is.
        if cut && !is("EXCLUDE_OBJECT_DEFINE") {
            return require_certain("a command", Some("is far too long"));
        }
        if is("SAVE_GCODE_STATE") {
            let modes = self.modes();
            if self.saved.is_some_and(|saved| saved != modes) {
                require_certain(
                    "SAVE_GCODE_STATE",
                    Some("keeps a second state"),
                )?;
            }
            self.saved = Some(modes);
        } else if is("RESTORE_GCODE_STATE") {
            self.restore("RESTORE_GCODE_STATE", true)?;
        } else if is("SET_VELOCITY_LIMIT") {
            if let Some(limit) = parameter(rest, b"VELOCITY=") {
                self.print_time.limit_path(limit);
            }
        } else if is("ACTIVATE_EXTRUDER") {
            let digit = rest.iter().rev().find(|b| b.is_ascii_digit());
            let tool = digit.map_or(0, |b| u32::from(b - b'0'));
            self.extruder.select(tool);
        } else {
            super::forbidden::check_keyword(name, rest)?;
            self.safety.named(name, rest)?;
        }
        Ok(())
    }
}

fn before_comment(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b';').unwrap_or(text.len())
}

fn parameter(text: &[u8], name: &[u8]) -> Option<f64> {
    let at = text
        .windows(name.len())
        .position(|window| window.eq_ignore_ascii_case(name))?;
    let value = text.get(at + name.len()..)?;
    decimal(value).map(|(value, _)| value)
}
