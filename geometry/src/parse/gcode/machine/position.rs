//! Commands that move the head or its origin: G0 to G3, G5, G28 and G92.

use super::super::line_error::{
    Done, Doubt, check_range, require_certain, unreadable,
};
use super::super::path::{Arc, Bend, distance};
use super::super::target::target;
use super::super::words::Words;
use super::{Machine, before_comment};

/// Motions shorter than this are treated as standing still, mm.
const STANDSTILL_MM: f64 = 0.0005;

impl Machine {
    /// Handles G0 to G3 and G5.
    pub(super) fn travel(
        &mut self,
        code: u32,
        rest: &[u8],
        doubt: Option<Doubt>,
    ) -> Done {
        if doubt == Some(Doubt::Cut) {
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

    pub(super) fn home(&mut self, rest: &[u8]) {
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
    pub(super) fn set_position(
        &mut self,
        rest: &[u8],
        doubt: Option<Doubt>,
    ) -> Done {
        let mut words = Words { rest };
        let mut any = false;
        while let Some(word) = words.next().map_err(unreadable)? {
            let value = word.value.unwrap_or(0.0);
            any |= b"XYZE".contains(&word.letter);
            if word.letter == b'E' {
                if !self.extruder.relative && !self.extruder.at_zero() {
                    let bare = word.value.is_none().then_some(Doubt::NoNumber);
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
                require_certain("G92", Some(Doubt::NoAxis))?;
            }
            self.extruder.set_position(0.0);
            self.offset = self.position;
            for (index, shift) in self.offset.into_iter().enumerate() {
                self.safety.shift(index, shift)?;
            }
        }
        Ok(())
    }
}
