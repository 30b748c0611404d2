//! Units of length, and the up axis of a file.

use serde::Serialize;

/// The length of one unit in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Unit {
    #[serde(rename = "um")]
    Micron,
    #[serde(rename = "mm")]
    Millimeter,
    #[serde(rename = "cm")]
    Centimeter,
    #[serde(rename = "m")]
    Meter,
    #[serde(rename = "in")]
    Inch,
    #[serde(rename = "ft")]
    Foot,
}

/// Source of the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitSource {
    /// Stated in the file (3MF).
    File,
    /// Defined by the format: STL is in millimeters here, GLB in meters.
    Default,
    /// Set by the caller.
    Override,
}

/// The axis that points up in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Up {
    Y,
    Z,
}

impl Unit {
    /// Returns the name that files and callers use.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Micron => "um",
            Unit::Millimeter => "mm",
            Unit::Centimeter => "cm",
            Unit::Meter => "m",
            Unit::Inch => "in",
            Unit::Foot => "ft",
        }
    }

    /// Returns the number of millimeters in one unit.
    pub fn mm(self) -> f64 {
        match self {
            Unit::Micron => 0.001,
            Unit::Millimeter => 1.0,
            Unit::Centimeter => 10.0,
            Unit::Meter => 1000.0,
            Unit::Inch => 25.4,
            Unit::Foot => 304.8,
        }
    }

    /// Parses one of the four units that a caller may use.
    pub fn from_caller(name: &str) -> Option<Unit> {
        match name {
            "mm" => Some(Unit::Millimeter),
            "cm" => Some(Unit::Centimeter),
            "m" => Some(Unit::Meter),
            "in" => Some(Unit::Inch),
            _ => None,
        }
    }
}
