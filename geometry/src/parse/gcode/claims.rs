//! Collects what the comments state. A figure that one label states twice
//! with different values is a refusal, so nothing later in the file can
//! replace what the slicer wrote; figures under different labels are compared
//! and the larger counts.

use super::generator::{self, Generator};
use super::labels::{self, Field, LABELS, Repeats};
use super::machine::{Complaint, complaint};
use super::values::{FILAMENT_LIMIT, Unit, Value, duration, list};
use super::words::trimmed;
use crate::error::printable;

/// One label's values, each under the filament number that the label names.
struct Statement {
    row: usize,
    field: Field,
    values: Vec<(u32, f64)>,
}

#[derive(Default)]
pub(super) struct Claims {
    statements: Vec<Statement>,
    generator: Option<Generator>,
    layer_changes: u64,
    placeholder: Option<String>,
}

/// What the comments state, settled. Lists are per filament.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Claim {
    pub generator: Option<Generator>,
    pub lengths_mm: Option<Vec<f64>>,
    pub volumes_mm3: Option<Vec<f64>>,
    pub grams: Option<Vec<f64>>,
    /// At least the sum of `grams`.
    pub total_grams: Option<f64>,
    pub seconds: Option<f64>,
    pub layers: Option<u64>,
    pub diameters_mm: Vec<f64>,
    /// g/cm3.
    pub densities: Vec<f64>,
    /// Filament slots that the usage lists stand for, from 1.
    pub slots: Vec<u32>,
    pub nozzle_mm: Option<f64>,
    /// A usage comment that the slicer left unfilled.
    pub placeholder: Option<String>,
}

impl Claims {
    /// Reads a comment, without its `;`.
    pub fn comment(&mut self, text: &[u8]) -> Result<(), Complaint> {
        let mut text = trimmed(text);
        let Some(first) = text.first() else { return Ok(()) };
        // Base64 pictures and separators make up most comments.
        if !(first.is_ascii_alphabetic() || *first == b'-') {
            return Ok(());
        }
        generator::read(text, &mut self.generator);
        if text.starts_with(b"LAYER_CHANGE") {
            self.layer_changes += 1;
            return Ok(());
        }
        // Bambu Studio puts two times on one line; the total is the second.
        if starts_with(text, b"model printing time:") {
            let split = text.iter().position(|b| *b == b';');
            let total = split.and_then(|at| text.get(at + 1..));
            text = trimmed(total.unwrap_or(&[]));
        }
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
    ) -> Result<(), Complaint> {
        let Some(label) = LABELS.get(row) else { return Ok(()) };
        let (field, value) = read(label.field, text);
        let usage = matches!(
            field,
            Field::Length(_) | Field::Volume(_) | Field::Weight
        );
        let shown = || {
            let text = text.get(..60).unwrap_or(text);
            printable(String::from_utf8_lossy(text).trim())
        };
        let values = match value {
            Value::Numbers(values) => values,
            Value::Placeholder => {
                if usage {
                    self.placeholder.get_or_insert_with(shown);
                }
                return Ok(());
            }
            Value::Nonsense if usage => {
                return Err(complaint(
                    "sliced_usage_unreadable",
                    format!(
                        "states the filament used as \"{}\", which is not an \
                         amount",
                        shown()
                    ),
                ));
            }
            Value::Nonsense => return Ok(()),
        };
        let known = self
            .statements
            .iter_mut()
            .find(|s| s.row == row && s.field == field);
        let repeats = label.repeats;
        match (known, repeats) {
            (None, _) => {
                let values = values.into_iter().map(|v| (number, v)).collect();
                self.statements.push(Statement { row, field, values });
            }
            (Some(_), Repeats::First) => {}
            (Some(known), Repeats::No) => {
                let same = known.values.iter().map(|(_, v)| v).eq(&values);
                if !same {
                    return Err(contradiction(&shown()));
                }
            }
            (Some(known), Repeats::PerFilament) => {
                known.values.extend(values.into_iter().map(|v| (number, v)));
            }
            (Some(known), Repeats::Numbered) => {
                match known.values.iter().find(|(n, _)| *n == number) {
                    Some((_, v)) if values != [*v] => {
                        return Err(contradiction(&shown()));
                    }
                    Some(_) => {}
                    None => {
                        let new = values.into_iter().map(|v| (number, v));
                        known.values.extend(new);
                    }
                }
            }
        }
        let most = self.statements.iter().map(|s| s.values.len()).max();
        if most > Some(FILAMENT_LIMIT) {
            return Err(complaint(
                "sliced_too_many_tools",
                "states more filaments than any printer feeds",
            ));
        }
        Ok(())
    }

    /// Weighs the statements against each other.
    pub fn settle(mut self) -> Claim {
        for statement in &mut self.statements {
            statement.values.sort_by_key(|(number, _)| *number);
        }
        let lengths_mm =
            self.largest(|field| matches!(field, Field::Length(_)));
        let total = |f: &[f64]| f.iter().sum::<f64>();
        let raw = self.largest(|field| field == Field::Volume(Unit::Plain));
        let volumes_mm3 = self
            .largest(|f| matches!(f, Field::Volume(u) if u != Unit::Plain))
            .or(raw.map(|raw| bambu_volume(raw, lengths_mm.as_deref())));
        let totals = self.of(|field| field == Field::Weight);
        let total_grams =
            totals.iter().map(|list| total(list)).max_by(f64::total_cmp);
        // Per filament beats a single total of the same weight.
        let grams = totals
            .into_iter()
            .max_by_key(|list| (list.len(), total(list).to_bits()));
        let one = |field: Field| {
            self.of(|f| f == field).into_iter().map(|list| total(&list))
        };
        let density = |d: f64| if d > 100.0 { d / 1000.0 } else { d };
        Claim {
            lengths_mm,
            volumes_mm3,
            grams,
            total_grams,
            seconds: one(Field::Time).max_by(f64::total_cmp),
            layers: one(Field::Layers)
                .next()
                .map(|n| n as u64)
                .filter(|n| *n > 0)
                .or(Some(self.layer_changes).filter(|n| *n > 0)),
            diameters_mm: self.setting(Field::Diameter),
            densities: self
                .setting(Field::Density)
                .into_iter()
                .map(density)
                .collect(),
            slots: self
                .setting(Field::Slots)
                .into_iter()
                .map(|n| n as u32)
                .collect(),
            nozzle_mm: self
                .setting(Field::Nozzle)
                .into_iter()
                .filter(|n| *n > 0.0)
                .min_by(f64::total_cmp),
            placeholder: self.placeholder,
            generator: self.generator,
        }
    }

    fn of(&self, wanted: impl Fn(Field) -> bool) -> Vec<Vec<f64>> {
        let found = self.statements.iter().filter(|s| wanted(s.field));
        found.map(|s| s.values.iter().map(|(_, v)| *v).collect()).collect()
    }

    /// The statement with the largest sum; of equal sums the longer list.
    fn largest(&self, wanted: impl Fn(Field) -> bool) -> Option<Vec<f64>> {
        self.of(wanted).into_iter().max_by(|a, b| {
            let sum = |list: &Vec<f64>| list.iter().sum::<f64>();
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
            let as_length = list(text, Unit::Millimetres);
            if as_length == Value::Nonsense {
                (Field::Weight, list(text, Unit::Grams))
            } else {
                (Field::Length(Unit::Millimetres), as_length)
            }
        }
        Field::Time => (field, duration(text)),
        _ => (field, list(text, Unit::Plain)),
    }
}

/// Bambu Studio labels the number cubic centimetres and writes cubic
/// millimetres. Should it be mended, the length tells: whichever is nearer.
fn bambu_volume(raw: Vec<f64>, lengths_mm: Option<&[f64]>) -> Vec<f64> {
    let sum: f64 = raw.iter().sum();
    let expected = lengths_mm.map_or(0.0, |list| {
        list.iter().sum::<f64>() * super::deposits::AREA_175
    });
    let off = |value: f64| libm::log(value / expected).abs();
    if expected > 0.0 && sum > 0.0 && off(sum * 1000.0) < off(sum) {
        return raw.into_iter().map(|v| v * 1000.0).collect();
    }
    raw
}

fn contradiction(value: &str) -> Complaint {
    complaint(
        "sliced_contradiction",
        format!(
            "states \"{value}\" where an earlier line states another value \
             under the same label"
        ),
    )
}

fn starts_with(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
}
