//! Units of length, and which way is up in a file.

use serde::Serialize;

/// What one unit of a file's numbers means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Unit {
    #[serde(rename = "um")]
    Micron,
    #[serde(rename = "mm")]
    Millimetre,
    #[serde(rename = "cm")]
    Centimetre,
    #[serde(rename = "m")]
    Metre,
    #[serde(rename = "in")]
    Inch,
    #[serde(rename = "ft")]
    Foot,
}

/// Who said what the unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitSource {
    /// The file (3MF).
    File,
    /// The format: STL is millimetres here, GLB is metres.
    Default,
    /// The caller.
    Override,
}

/// The axis of a file's numbers that points up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Up {
    Y,
    Z,
}

impl Unit {
    /// As files and callers write it.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Micron => "um",
            Unit::Millimetre => "mm",
            Unit::Centimetre => "cm",
            Unit::Metre => "m",
            Unit::Inch => "in",
            Unit::Foot => "ft",
        }
    }

    /// Millimetres in one unit.
    pub fn mm(self) -> f64 {
        match self {
            Unit::Micron => 0.001,
            Unit::Millimetre => 1.0,
            Unit::Centimetre => 10.0,
            Unit::Metre => 1000.0,
            Unit::Inch => 25.4,
            Unit::Foot => 304.8,
        }
    }

    /// The four units that a caller may name.
    pub fn from_caller(name: &str) -> Option<Unit> {
        match name {
            "mm" => Some(Unit::Millimetre),
            "cm" => Some(Unit::Centimetre),
            "m" => Some(Unit::Metre),
            "in" => Some(Unit::Inch),
            _ => None,
        }
    }
}
