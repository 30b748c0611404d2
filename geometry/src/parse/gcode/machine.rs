//! Simulates the printer: modal state and the effect of every move. Follows
//! the common behavior of Marlin, Klipper, RepRapFirmware, Prusa and Bambu
//! firmware. Where they differ in a way that could understate the bill, the
//! line is refused (`LineError`).

use super::deposits::Deposits;
use super::extruder::Extruder;
use super::line_error::{
    Done, check_range, check_single_command, has_text, line_error,
    require_certain, unreadable,
};
use super::path::{Arc, Bend, distance};
use super::print_time::PrintTime;
use super::safety::{Container, Numbered, Safety, parameters};
use super::target::target;
use super::words::{Words, decimal, number, trimmed};
use crate::Limits;

/// Smaller motions of the head count as standing still, mm.
const STANDSTILL_MM: f64 = 0.0005;
/// Marlin reads at most this many characters of a command.
const SAFE_LENGTH: usize = 96;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Modes {
    axes_relative: bool,
    extruder_relative: bool,
}

/// The state that a block which the printer may skip must not change.
struct Before {
    z: f64,
    offset: [f64; 3],
    axes_relative: bool,
}

/// One line without its number.
#[derive(Clone, Copy)]
struct Text<'a> {
    text: &'a [u8],
    /// Why printers may not agree on whether it runs.
    doubt: Option<&'static str>,
    cut: bool,
}

#[derive(Default)]
pub(super) struct Machine {
    /// Position in machine coordinates, mm.
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
    /// `M622` and `M628` blocks, which a Bambu printer may skip.
    conditional: Vec<Before>,
    /// Inside `M624`, which is skipped when a person cancels the object.
    in_object: bool,
    saved: Option<Modes>,
}

const NUMBERED: &str = "has a line number";
const SKIPPED: &str = "is in a block that the printer may skip";
/// More nested blocks than any slicer writes.
const MAX_BLOCKS: usize = 64;

impl Machine {
    pub fn new(container: Container, limits: &Limits) -> Machine {
        let safety = Safety::new(container, limits);
        Machine { safety, ..Machine::default() }
    }

    /// Executes one line that is not a comment.
    pub fn command(&mut self, line: &[u8], cut: bool) -> Done {
        let mut text = trimmed(line);
        let mut doubt = None;
        if let Some((b'N' | b'n', after)) = text.split_first()
            && let Some((_, rest)) = decimal(trimmed(after))
        {
            text = trimmed(rest);
            doubt = Some(NUMBERED);
        }
        let Some((&first, after)) = text.split_first() else { return Ok(()) };
        // Klipper ignores anything before the first letter, and an N without a
        // number. A line with @ is for the program that sends the file.
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
        let skipped = !self.conditional.is_empty();
        let doubt = doubt.or(if cut {
            Some("is far too long")
        } else if skipped {
            Some(SKIPPED)
        } else {
            None
        });
        self.run(Text { text, doubt, cut })
    }

    /// Executes a command without its line number.
    fn run(&mut self, line: Text<'_>) -> Done {
        let Text { text, doubt, cut } = line;
        let Some((&first, after)) = text.split_first() else { return Ok(()) };
        let letter = first.to_ascii_uppercase();
        match (letter, decimal(trimmed(after))) {
            (b'G' | b'M' | b'T', Some((value, rest))) => {
                if cut && letter != b'T' {
                    return require_certain("a command", doubt);
                }
                let code = value as u32;
                let command = Numbered {
                    letter,
                    code,
                    plain: value == f64::from(code),
                    rest,
                    certain: doubt.is_none()
                        && !self.in_object
                        && is_canonical(text),
                    skippable: !self.conditional.is_empty(),
                };
                self.coded(command, doubt)?;
                // Everything after it depends on whether it runs.
                let long = text.len() > SAFE_LENGTH
                    && before_comment(text) > SAFE_LENGTH
                    && !has_text(letter, code);
                let unclear = if first.is_ascii_lowercase() {
                    Some("is written in lower case")
                } else if long {
                    Some("is longer than 96 characters")
                } else {
                    doubt.filter(|why| *why == NUMBERED)
                };
                require_certain("a command", unclear)
            }
            (b'X' | b'Y' | b'Z' | b'E' | b'F', _)
                if number(trimmed(after)).is_some() =>
            {
                self.travel(self.motion.max(1), text, doubt)?;
                let moves = b"XYZ".contains(&letter) || moves_head(after);
                let why = Some("continues the last one without a number");
                require_certain("a move", why.filter(|_| moves))
            }
            _ => self.keyword(text, cut, doubt),
        }
    }

    fn coded(&mut self, command: Numbered<'_>, doubt: Option<&str>) -> Done {
        let Numbered { letter, code, plain, rest, .. } = command;
        if letter == b'G' && matches!(code, 0..=3 | 5) && plain {
            if code == 5 {
                self.safety.note_move(code, rest);
            }
            return self.travel(code, rest, doubt);
        }
        self.safety.command(command)?;
        match (letter, code) {
            // Firmware without subcodes homes.
            (b'G', 28) if !plain => {
                let [_, _, z] = &mut self.position;
                *z = z.min(0.0);
            }
            _ if !plain => {}
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
            (b'M', 203) => self.limit_axes(rest),
            (b'M', 220) => self.set_percent(rest),
            (b'M', 221) => return self.set_flow(rest, doubt),
            (b'M', 622 | 628) => return self.enter_block(),
            (b'M', 623 | 629) => return self.leave_block(),
            (b'M', 624 | 625) => self.in_object = code == 624,
            (b'T', _) => {
                if !self.extruder.select(code) {
                    return Err(line_error(
                        "sliced_too_many_tools",
                        "selects more tools than any printer has",
                    ));
                }
                self.safety.select(code);
            }
            _ => {}
        }
        check_single_command(letter, code, rest)
    }

    /// Handles M622 and M628.
    fn enter_block(&mut self) -> Done {
        let [_, _, z] = self.position;
        let Machine { offset, axes_relative, .. } = *self;
        if self.conditional.len() >= MAX_BLOCKS {
            return require_certain("M622", Some("is nested too deeply"));
        }
        self.conditional.push(Before { z, offset, axes_relative });
        Ok(())
    }

    /// Handles M623 and M629. What follows must be right whether or not the
    /// block ran.
    fn leave_block(&mut self) -> Done {
        let Some(before) = self.conditional.pop() else { return Ok(()) };
        let [_, _, z] = &mut self.position;
        *z = z.min(before.z);
        if before.axes_relative != self.axes_relative
            || before.offset != self.offset
        {
            require_certain("a mode or an origin", Some(SKIPPED))?;
        }
        Ok(())
    }

    /// Refuses a file that ends in a block that the printer may skip: what is
    /// appended to it would be skipped as well.
    pub fn finish(&self) -> Done {
        if self.conditional.is_empty() && !self.in_object {
            return Ok(());
        }
        Err(line_error(
            "sliced_ambiguous",
            "ends in a block that the printer may skip",
        ))
    }

    /// Handles G0 to G3 and G5.
    fn travel(&mut self, code: u32, rest: &[u8], doubt: Option<&str>) -> Done {
        if doubt == Some("is far too long") {
            return require_certain("a move", doubt);
        }
        let target = target(code, rest)?;
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
            self.safety.travel(code, from, to)?;
        }
        if code == 5 {
            // A Bezier curve stays within its control points.
            for [x, y] in target.controls(from, to) {
                self.safety.travel(code, from, [x, y, to[2]])?;
            }
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
                self.safety.travel(code, from, [x, y, w])?;
            }
        }
        if mm > 0.0 && travels {
            self.safety.deposit(w)?;
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
    /// with absolute extrusion, the E position.
    fn restore(&mut self) -> Done {
        let Some(saved) = self.saved else { return Ok(()) };
        if saved.extruder_relative && self.extruder.relative {
            self.axes_relative = saved.axes_relative;
            return Ok(());
        }
        require_certain(
            "RESTORE_GCODE_STATE",
            Some("brings back an earlier extrusion mode"),
        )
    }

    /// Handles named commands of Klipper, and conditions of RepRapFirmware.
    fn keyword(&mut self, text: &[u8], cut: bool, doubt: Option<&str>) -> Done {
        // Klipper takes `*` as the start of a checksum.
        let ends = |b: &u8| *b <= b' ' || matches!(*b, b';' | b'*');
        let end = text.iter().position(ends);
        let (name, rest) = text.split_at(end.unwrap_or(text.len()));
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        // Only the polygons of objects may be long.
        if cut && !is("EXCLUDE_OBJECT_DEFINE") {
            return require_certain("a command", Some("is far too long"));
        }
        let certain = doubt.is_none() && !self.in_object;
        self.safety.named(name, rest, certain)?;
        require_certain("a command", doubt.filter(|why| *why == NUMBERED))?;
        let parameter = |wanted: &str| {
            parameters(rest).find_map(|(key, v)| (key == wanted).then_some(v))
        };
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
            self.restore()?;
        } else if is("SET_VELOCITY_LIMIT") {
            let limit = parameter("VELOCITY").and_then(|v| v.parse().ok());
            if let Some(limit) = limit {
                self.print_time.limit_path(limit);
            }
        } else if is("ACTIVATE_EXTRUDER") {
            let name = parameter("EXTRUDER").unwrap_or_default();
            let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
            let tool = number.parse().unwrap_or(0);
            self.extruder.select(tool);
            self.safety.select(tool);
        }
        Ok(())
    }
}

fn before_comment(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b';').unwrap_or(text.len())
}

/// Whether a move without a command has axis words.
fn moves_head(words: &[u8]) -> bool {
    let words = words.get(..before_comment(words)).unwrap_or(words);
    words.iter().any(|b| b"XYZxyz".contains(b))
}

/// Whether every firmware reads the command the same way: upper case, spaces
/// only, numbers without leading zeros, and a space before each word.
fn is_canonical(text: &[u8]) -> bool {
    let text = text.get(..before_comment(text)).unwrap_or(text);
    let text = text.trim_ascii_end();
    text.split(|b| *b == b' ').filter(|word| !word.is_empty()).enumerate().all(
        |(index, word)| {
            let Some((letter, digits)) = word.split_first() else {
                return false;
            };
            let zero = digits.first() == Some(&b'0') && digits.len() > 1;
            letter.is_ascii_uppercase()
                && digits.iter().all(|b| matches!(b, b'0'..=b'9' | b'.'))
                && !(index == 0 && (zero || digits.contains(&b'.')))
        },
    )
}
