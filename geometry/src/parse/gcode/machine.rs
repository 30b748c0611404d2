//! Simulates the printer: modal state and the effect of every move. Follows the
//! common behavior of Marlin, Klipper, RepRapFirmware, Prusa and Bambu
//! firmware. Where they differ in a way that could understate the bill, the
//! line is refused (`LineError`).

mod keyword;
mod position;

use keyword::Modes;

use super::deposits::Deposits;
use super::extruder::Extruder;
use super::line_error::{
    Done, Doubt, check_range, check_single_command, has_text, line_error,
    require_certain, unreadable,
};
use super::print_time::PrintTime;
use super::safety::{Container, Numbered, Safety};
use super::words::{Words, decimal, number, trimmed};
use crate::Limits;

/// Maximum number of characters of a command that Marlin reads.
const SAFE_LENGTH: usize = 96;

/// State that a block which the printer may skip must not change.
struct Before {
    z: f64,
    offset: [f64; 3],
    axes_relative: bool,
}

/// One line without its number.
#[derive(Clone, Copy)]
struct Text<'a> {
    text: &'a [u8],
    /// Reason why printers may disagree on whether the line runs.
    doubt: Option<Doubt>,
    cut: bool,
}

#[derive(Default)]
pub(super) struct Machine {
    /// Position in machine coordinates, mm.
    position: [f64; 3],
    /// Machine coordinates minus logical coordinates (G92), mm.
    offset: [f64; 3],
    axes_relative: bool,
    /// Last of G0 to G3. Firmware may repeat it for a line without a command.
    motion: u32,
    pub print_time: PrintTime,
    pub extruder: Extruder,
    pub deposits: Deposits,
    pub safety: Safety,
    /// Open `M622` and `M628` blocks, which a Bambu printer may skip.
    conditional: Vec<Before>,
    /// Whether the line is inside `M624`, which is skipped when an operator
    /// cancels the object.
    in_object: bool,
    saved: Option<Modes>,
}

/// Maximum number of nested blocks; more than any slicer writes.
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
            doubt = Some(Doubt::Numbered);
        }
        let Some((&first, after)) = text.split_first() else { return Ok(()) };
        // Klipper ignores anything before the first letter, and an N without a
        // number. A line with @ is addressed to the program that sends the
        // file.
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
            Some(Doubt::Cut)
        } else if skipped {
            Some(Doubt::Skippable)
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
                // The meaning of all later lines depends on whether this line
                // runs.
                let long = text.len() > SAFE_LENGTH
                    && before_comment(text) > SAFE_LENGTH
                    && !has_text(letter, code);
                let unclear = if first.is_ascii_lowercase() {
                    Some(Doubt::LowerCase)
                } else if long {
                    Some(Doubt::Long)
                } else {
                    doubt.filter(|why| *why == Doubt::Numbered)
                };
                require_certain("a command", unclear)
            }
            (b'X' | b'Y' | b'Z' | b'E' | b'F', _)
                if number(trimmed(after)).is_some() =>
            {
                self.travel(self.motion.max(1), text, doubt)?;
                let moves = b"XYZ".contains(&letter) || moves_head(after);
                let why = Some(Doubt::ContinuesMove);
                require_certain("a move", why.filter(|_| moves))
            }
            _ => self.keyword(text, cut, doubt),
        }
    }

    fn coded(&mut self, command: Numbered<'_>, doubt: Option<Doubt>) -> Done {
        let Numbered { letter, code, plain, rest, .. } = command;
        if letter == b'G' && matches!(code, 0..=3 | 5) && plain {
            if code == 5 {
                self.safety.note_move(code, rest);
            }
            return self.travel(code, rest, doubt);
        }
        self.safety.command(command)?;
        match (letter, code) {
            // Firmware without subcodes homes on any G28.
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
            (b'T', _) => self.select(code)?,
            _ => {}
        }
        check_single_command(letter, code, rest)
    }

    /// Handles a tool change.
    fn select(&mut self, tool: u32) -> Done {
        if !self.extruder.select(tool) {
            return Err(line_error(
                "sliced_too_many_tools",
                "selects more tools than any printer has",
            ));
        }
        self.safety.select(tool);
        Ok(())
    }

    /// Handles M622 and M628.
    fn enter_block(&mut self) -> Done {
        let [_, _, z] = self.position;
        let Machine { offset, axes_relative, .. } = *self;
        if self.conditional.len() >= MAX_BLOCKS {
            return require_certain("M622", Some(Doubt::Nested));
        }
        self.conditional.push(Before { z, offset, axes_relative });
        Ok(())
    }

    /// Handles M623 and M629. The following lines must have the same effect
    /// whether or not the block ran.
    fn leave_block(&mut self) -> Done {
        let Some(before) = self.conditional.pop() else { return Ok(()) };
        let [_, _, z] = &mut self.position;
        *z = z.min(before.z);
        if before.axes_relative != self.axes_relative
            || before.offset != self.offset
        {
            require_certain("a mode or an origin", Some(Doubt::Skippable))?;
        }
        Ok(())
    }

    /// Refuses a file that ends in a block that the printer may skip, because
    /// anything appended to the file would be skipped as well.
    pub fn finish(&self) -> Done {
        if self.conditional.is_empty() && !self.in_object {
            return Ok(());
        }
        Err(line_error(
            "sliced_ambiguous",
            "ends in a block that the printer may skip",
        ))
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

    fn limit_axes(&mut self, rest: &[u8]) {
        let mut words = Words { rest };
        while let Ok(Some(word)) = words.next() {
            let axis = b"XYZE".iter().position(|a| *a == word.letter);
            if let (Some(axis), Some(value)) = (axis, word.value) {
                self.print_time.limit_axis(axis, value);
            }
        }
    }

    /// Handles M220. B saves the factor and R restores it (Marlin, Bambu).
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
    fn set_flow(&mut self, rest: &[u8], doubt: Option<Doubt>) -> Done {
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
}

fn before_comment(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b';').unwrap_or(text.len())
}

/// Returns whether a move without a command has axis words.
fn moves_head(words: &[u8]) -> bool {
    let words = words.get(..before_comment(words)).unwrap_or(words);
    words.iter().any(|b| b"XYZxyz".contains(b))
}

/// Returns whether every firmware reads the command the same way: upper case,
/// spaces only, numbers without leading zeros, and a space before each word.
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
