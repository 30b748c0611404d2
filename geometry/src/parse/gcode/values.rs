//! Numbers, lists and durations in the comments of slicers.

use super::words::{decimal, trimmed};

/// Maximum number of filaments; more than any printer feeds.
pub(super) const MAX_FILAMENTS: usize = 64;

/// The value after a label.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Numbers(Vec<f64>),
    /// A template that the slicer did not fill in.
    Placeholder,
    /// Not an amount: NaN, a negative number, or words.
    Invalid,
}

/// Meaning of a unit word after a number, given the unit of the label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Millimeters; `m` alone is a meter.
    Millimeters,
    /// Cubic millimeters; `cc`, `cm3` and `cm^3` are cubic centimeters.
    CubicMillimeters,
    /// Cubic centimeters, because the label itself states them.
    CubicCentimeters,
    Grams,
    /// The number without conversion.
    Plain,
}

/// Reads a list such as `5473.85, 0.00`, `0.53m`, `[1.5, 2.5]`, `~0.5g`. Text
/// in parentheses after the numbers is ignored.
pub(super) fn list(text: &[u8], unit: Unit) -> Value {
    let mut rest = trimmed(text);
    if let Some((b'[', inner)) = rest.split_first() {
        rest = trimmed(inner);
    }
    let mut numbers = Vec::new();
    while let Some((&first, after)) = rest.split_first() {
        match first {
            b'{' | b'#' | b'[' | b'<' | b'%' => return Value::Placeholder,
            b'~' if numbers.is_empty() => {
                rest = after;
                continue;
            }
            b']' | b'(' if !numbers.is_empty() => break,
            _ => {}
        }
        let Some((number, tail)) = decimal(rest) else {
            return Value::Invalid;
        };
        let (scale, tail) = scaled(tail, unit);
        let Some(scale) = scale else { return Value::Invalid };
        if numbers.len() >= MAX_FILAMENTS {
            return Value::Invalid;
        }
        numbers.push(number * scale);
        let tail = trimmed(tail);
        rest = match tail.split_first() {
            Some((b',' | b'|', more)) => trimmed(more),
            Some((b']' | b'(', _)) => break,
            // `;` starts the next statement on the same line; `-` starts the
            // dashes of Kiri:Moto.
            None | Some((b';' | b'-', _)) => break,
            // Old versions of Cura write `1.234m 3.7g`.
            Some((b'0'..=b'9', _)) if unit == Unit::Millimeters => break,
            Some(_) => return Value::Invalid,
        };
    }
    if numbers.is_empty() { Value::Invalid } else { Value::Numbers(numbers) }
}

/// Returns the factor of the unit word that `text` starts with, and the rest.
fn scaled(text: &[u8], unit: Unit) -> (Option<f64>, &[u8]) {
    let from = trimmed(text);
    let end = from
        .iter()
        .position(|b| !b.is_ascii_alphanumeric() && *b != b'^')
        .unwrap_or(from.len());
    let (word, rest) = from.split_at(end);
    let scale = match (unit, word) {
        (Unit::CubicCentimeters, b"") => Some(1000.0),
        (_, b"") | (Unit::Plain, _) => Some(1.0),
        (Unit::Millimeters, b"mm") => Some(1.0),
        (Unit::Millimeters, b"m") => Some(1000.0),
        (Unit::CubicMillimeters | Unit::CubicCentimeters, word) => match word {
            b"mm3" | b"mm^3" => Some(1.0),
            b"cm3" | b"cm^3" | b"cc" | b"ml" => Some(1000.0),
            _ => None,
        },
        (Unit::Grams, b"g") => Some(1.0),
        (Unit::Grams, b"kg") => Some(1000.0),
        _ => None,
    };
    (scale, rest)
}

/// Reads `1d 2h 3m 4s`, `0 hours 6 minutes`, `40m:36s`, `12.3 minutes` and
/// bare seconds.
pub(super) fn duration(text: &[u8]) -> Value {
    let mut rest = trimmed(text);
    let mut seconds = 0.0;
    let mut any = false;
    while let Some((&first, _)) = rest.split_first() {
        if any && matches!(first, b'-' | b';' | b'(') {
            break;
        }
        if matches!(first, b'{' | b'#' | b'[' | b'<') {
            return Value::Placeholder;
        }
        let Some((number, tail)) = decimal(rest) else {
            return Value::Invalid;
        };
        let tail = trimmed(tail);
        let end = tail
            .iter()
            .position(|b| !b.is_ascii_alphabetic())
            .unwrap_or(tail.len());
        let (word, after) = tail.split_at(end);
        let scale = match word.to_ascii_lowercase().as_slice() {
            b"d" | b"day" | b"days" => 86_400.0,
            b"h" | b"hr" | b"hour" | b"hours" => 3600.0,
            b"m" | b"min" | b"mins" | b"minute" | b"minutes" => 60.0,
            b"" | b"s" | b"sec" | b"secs" | b"second" | b"seconds" => 1.0,
            _ => return Value::Invalid,
        };
        seconds += number * scale;
        any = true;
        let after = trimmed(after);
        rest = match after.split_first() {
            Some((b':' | b',', more)) => trimmed(more),
            _ => after,
        };
    }
    if any { Value::Numbers(vec![seconds]) } else { Value::Invalid }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(value: Value) -> Vec<f64> {
        match value {
            Value::Numbers(numbers) => numbers,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn durations_of_every_slicer_are_read() {
        for (text, seconds) in [
            ("1d 2h 3m 4s", 93_784.0),
            ("11m 18s", 678.0),
            ("0 hours 6 minutes", 360.0),
            ("1 hour 2 min 3 sec", 3723.0),
            ("1h:20m:36s", 4836.0),
            ("1427", 1427.0),
            ("3720.97", 3720.97),
            ("0.68 minutes", 40.8),
            ("1800s ---", 1800.0),
        ] {
            let read = numbers(duration(text.as_bytes()));
            assert!((read[0] - seconds).abs() < 1e-9, "{text}: {read:?}");
        }
        assert_eq!(duration(b"#P_TIME#"), Value::Placeholder);
        for text in ["", "soon", "-5s", "nan", "5 parsecs"] {
            assert_eq!(duration(text.as_bytes()), Value::Invalid, "{text}");
        }
    }

    #[test]
    fn lists_of_every_slicer_are_read() {
        use Unit::*;
        for (text, unit, expected) in [
            ("5473.85, 0.00", Millimeters, vec![5473.85, 0.0]),
            ("7854.52,2915.81", Millimeters, vec![7854.52, 2915.81]),
            ("1.25m, 2.5m", Millimeters, vec![1250.0, 2500.0]),
            ("7670.1mm (18.4cm3)", Millimeters, vec![7670.1]),
            ("201.6 mm (0.20 m)", Millimeters, vec![201.6]),
            ("1.5m 3.7g", Millimeters, vec![1500.0]),
            ("1500.50 mm ---", Millimeters, vec![1500.5]),
            ("484.98 mm^3 (0.48 cc)", CubicMillimeters, vec![484.98]),
            ("13.17", CubicCentimeters, vec![13_170.0]),
            ("1.558 cm^3", CubicMillimeters, vec![1558.0]),
            ("[1.5, 2.5]", Grams, vec![1.5, 2.5]),
            ("~0.53g", Grams, vec![0.53]),
            ("0.61 g (0.00 lb)", Grams, vec![0.61]),
            ("1.75|1.75", Plain, vec![1.75, 1.75]),
        ] {
            assert_eq!(
                numbers(list(text.as_bytes(), unit)),
                expected,
                "{text}"
            );
        }
        assert_eq!(list(b"#F_AMNT#m", Millimeters), Value::Placeholder);
        assert_eq!(list(b"{filament_weight}", Grams), Value::Placeholder);
        for text in ["", "nan", "NaN", "inf", "-1.5", "1e5", "12 parrots", ","]
        {
            assert_eq!(
                list(text.as_bytes(), Millimeters),
                Value::Invalid,
                "{text}"
            );
        }
        let many = "1,".repeat(MAX_FILAMENTS + 1);
        assert_eq!(list(many.as_bytes(), Plain), Value::Invalid);
    }
}
