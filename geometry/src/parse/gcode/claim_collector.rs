//! Collects the statements of the comments. A label that states two different
//! values is a refusal, so nothing later in the file can replace the figures of
//! the slicer. Where figures under different labels differ, the larger one is
//! used.

use super::claim::{Claim, sum};
use super::deposits::AREA_175;
use super::flavor::PrinterClaim;
use super::generator::{self, Generator};
use super::labels::{self, Field, LABELS, Repeats};
use super::line_error::{LineError, line_error};
use super::values::{MAX_FILAMENTS, Unit, Value, duration, list};
use super::words::trimmed;
use crate::error::printable;

/// The values of one label, each with the filament number in the label.
struct Statement {
    row: usize,
    field: Field,
    values: Vec<(u32, f64)>,
}

impl Statement {
    /// Handles a repeated label. Two different times are not a contradiction;
    /// the longer one is used.
    fn repeat(
        &mut self,
        repeats: Repeats,
        number: u32,
        values: &[f64],
        shown: &str,
    ) -> Result<(), LineError> {
        let known: Vec<f64> = match repeats {
            Repeats::First => return Ok(()),
            Repeats::PerFilament => Vec::new(),
            Repeats::No => self.values.iter().map(|(_, v)| *v).collect(),
            Repeats::Numbered => {
                let same = self.values.iter().filter(|(n, _)| *n == number);
                same.map(|(_, v)| *v).collect()
            }
        };
        if known == values {
            return Ok(());
        }
        if self.field == Field::Time {
            for ((_, known), value) in self.values.iter_mut().zip(values) {
                *known = known.max(*value);
            }
            return Ok(());
        }
        if !known.is_empty() {
            return Err(line_error(
                "sliced_contradiction",
                format!(
                    "states \"{shown}\" where an earlier line states \
                     another value under the same label"
                ),
            ));
        }
        self.values.extend(values.iter().map(|v| (number, *v)));
        if self.values.len() > MAX_FILAMENTS {
            return Err(line_error(
                "sliced_too_many_tools",
                "states more filaments than any printer supports",
            ));
        }
        Ok(())
    }
}

#[derive(Default)]
pub(super) struct ClaimCollector {
    statements: Vec<Statement>,
    generator: Option<Generator>,
    printer: PrinterClaim,
    layer_changes: u64,
    placeholder: Option<String>,
}

impl ClaimCollector {
    /// Reads a comment, without its `;`.
    pub fn comment(&mut self, text: &[u8]) -> Result<(), LineError> {
        let mut text = trimmed(text);
        let Some(first) = text.first() else { return Ok(()) };
        // Most comments are base64 images and separators.
        if !(first.is_ascii_alphabetic() || *first == b'-') {
            return Ok(());
        }
        generator::read(text, &mut self.generator);
        if text.starts_with(b"LAYER_CHANGE") {
            self.layer_changes += 1;
            return Ok(());
        }
        // Bambu Studio writes two times on one line. The total is the second.
        if starts_with(text, b"model printing time:") {
            let split = text.iter().position(|b| *b == b';');
            let total = split.and_then(|at| text.get(at + 1..));
            text = trimmed(total.unwrap_or(&[]));
        }
        self.printer.comment(text);
        match labels::find(text) {
            Some((row, number, value)) => self.state(row, number, value),
            None => Ok(()),
        }
    }

    fn state(
        &mut self,
        row: usize,
        number: u32,
        text: &[u8],
    ) -> Result<(), LineError> {
        let Some(label) = LABELS.get(row) else { return Ok(()) };
        let (field, value) = read(label.field, text);
        let usage = matches!(
            field,
            Field::Length(_) | Field::Volume(_) | Field::Weight
        );
        let text = text.get(..60).unwrap_or(text);
        let shown = printable(String::from_utf8_lossy(text).trim());
        let values = match value {
            Value::Numbers(values) => values,
            Value::Placeholder if usage => {
                self.placeholder.get_or_insert(shown);
                return Ok(());
            }
            Value::Invalid if usage => {
                return Err(line_error(
                    "sliced_usage_unreadable",
                    format!(
                        "states the filament used as \"{shown}\", which is \
                         not an amount"
                    ),
                ));
            }
            Value::Placeholder | Value::Invalid => return Ok(()),
        };
        let same = |s: &&mut Statement| s.row == row && s.field == field;
        match self.statements.iter_mut().find(same) {
            Some(known) => known.repeat(label.repeats, number, &values, &shown),
            None => {
                let values = values.into_iter().map(|v| (number, v)).collect();
                self.statements.push(Statement { row, field, values });
                Ok(())
            }
        }
    }

    /// Combines the statements into a claim.
    pub fn settle(mut self) -> Claim {
        for statement in &mut self.statements {
            statement.values.sort_by_key(|(number, _)| *number);
        }
        let lengths_mm = self.largest(|f| matches!(f, Field::Length(_)));
        let weights = self.of(|field| field == Field::Weight);
        let total_grams =
            weights.iter().map(|list| sum(list)).max_by(f64::total_cmp);
        // A list per filament takes precedence over a total, because it is more
        // specific.
        let grams = weights
            .into_iter()
            .max_by_key(|list| (list.len(), sum(list).to_bits()));
        let times = self.of(|field| field == Field::Time);
        let seconds = times.iter().map(|t| sum(t)).max_by(f64::total_cmp);
        let layers = self.setting(Field::Layers).first().map(|n| *n as u64);
        let nozzles = self.setting(Field::Nozzle).into_iter();
        // ideaMaker writes kg/m3.
        let density = |d: f64| if d > 100.0 { d / 1000.0 } else { d };
        let densities = self.setting(Field::Density).into_iter();
        let slots = self.setting(Field::Slots).into_iter();
        Claim {
            volumes_mm3: self.volumes(lengths_mm.as_deref()),
            lengths_mm,
            grams,
            total_grams,
            seconds,
            layers: [layers, Some(self.layer_changes)]
                .into_iter()
                .flatten()
                .find(|n| *n > 0),
            diameters_mm: self.setting(Field::Diameter),
            densities: densities.map(density).collect(),
            slots: slots.map(|n| n as u32).collect(),
            nozzle_mm: nozzles.filter(|n| *n > 0.0).min_by(f64::total_cmp),
            placeholder: self.placeholder,
            generator: self.generator,
            printer: self.printer,
        }
    }

    fn volumes(&self, lengths_mm: Option<&[f64]>) -> Option<Vec<f64>> {
        let raw = self.largest(|field| field == Field::Volume(Unit::Plain));
        self.largest(|f| matches!(f, Field::Volume(u) if u != Unit::Plain))
            .or(raw.map(|raw| bambu_volume(raw, lengths_mm)))
    }

    fn of(&self, wanted: impl Fn(Field) -> bool) -> Vec<Vec<f64>> {
        let found = self.statements.iter().filter(|s| wanted(s.field));
        found.map(|s| s.values.iter().map(|(_, v)| *v).collect()).collect()
    }

    /// Returns the statement with the largest sum, or the longer list if sums
    /// are equal.
    fn largest(&self, wanted: impl Fn(Field) -> bool) -> Option<Vec<f64>> {
        self.of(wanted).into_iter().max_by(|a, b| {
            sum(a).total_cmp(&sum(b)).then(a.len().cmp(&b.len()))
        })
    }

    fn setting(&self, field: Field) -> Vec<f64> {
        self.of(|f| f == field).into_iter().next().unwrap_or_default()
    }
}

fn read(field: Field, text: &[u8]) -> (Field, Value) {
    match field {
        Field::Length(unit) | Field::Volume(unit) => (field, list(text, unit)),
        Field::Weight => (field, list(text, Unit::Grams)),
        Field::LengthOrWeight => {
            let as_length = list(text, Unit::Millimeters);
            if as_length == Value::Invalid {
                (Field::Weight, list(text, Unit::Grams))
            } else {
                (Field::Length(Unit::Millimeters), as_length)
            }
        }
        Field::Time => (field, duration(text)),
        _ => (field, list(text, Unit::Plain)),
    }
}

/// Corrects the unit of a volume. Bambu Studio labels the number cubic
/// centimeters but writes cubic millimeters. The unit that is closer to the
/// length is used, so that a corrected version also works.
fn bambu_volume(raw: Vec<f64>, lengths_mm: Option<&[f64]>) -> Vec<f64> {
    let stated = sum(&raw);
    let expected = lengths_mm.map_or(0.0, sum) * AREA_175;
    let off = |value: f64| libm::log(value / expected).abs();
    if expected > 0.0 && stated > 0.0 && off(stated * 1000.0) < off(stated) {
        return raw.into_iter().map(|v| v * 1000.0).collect();
    }
    raw
}

fn starts_with(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
}
