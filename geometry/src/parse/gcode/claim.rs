//! The claim of a file: the figures stated in its comments.

use super::deposits::{USUAL_MM, area};
use super::flavor::{Flavor, PrinterClaim};
use super::generator::Generator;

/// Combined statements of the comments. Lists have one entry per filament.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Claim {
    pub generator: Option<Generator>,
    pub printer: PrinterClaim,
    pub lengths_mm: Option<Vec<f64>>,
    pub volumes_mm3: Option<Vec<f64>>,
    pub grams: Option<Vec<f64>>,
    /// Total weight; at least the sum of `grams`.
    pub total_grams: Option<f64>,
    pub seconds: Option<f64>,
    pub layers: Option<u64>,
    pub diameters_mm: Vec<f64>,
    /// Densities in g/cm3.
    pub densities: Vec<f64>,
    /// Filament slots of the usage lists, starting at 1.
    pub slots: Vec<u32>,
    pub nozzle_mm: Option<f64>,
    /// A usage comment whose template the slicer did not fill in.
    pub placeholder: Option<String>,
}

impl Claim {
    /// Returns the firmware that the file was sliced for.
    pub fn flavor(&self) -> Option<Flavor> {
        let generator = self.generator.as_ref().map(|g| g.name.as_str());
        self.printer.flavor(generator)
    }

    /// Returns the claimed volume. It is computed from the length, which is
    /// written with more digits.
    pub fn cm3(&self) -> Option<f64> {
        if let Some(lengths) = &self.lengths_mm {
            let parts = lengths.iter().enumerate();
            return Some(parts.map(|(i, mm)| self.cm3_of(*mm, i)).sum());
        }
        self.volumes_mm3.as_ref().map(|v| sum(v) / 1000.0)
    }

    pub fn cm3_of(&self, mm: f64, filament: usize) -> f64 {
        let d = self.setting(&self.diameters_mm, filament);
        mm * area(d.unwrap_or(USUAL_MM)) / 1000.0
    }

    /// Returns the stated diameters of the used filaments, if it is certain
    /// which filaments are used.
    pub fn used_diameters_mm(&self) -> Vec<f64> {
        let lengths = self.lengths_mm.as_deref();
        (0..lengths.map_or(1, <[f64]>::len))
            .filter(|&i| {
                lengths.and_then(|l| l.get(i)).is_none_or(|mm| *mm > 0.0)
            })
            .filter_map(|i| self.setting(&self.diameters_mm, i))
            .collect()
    }

    /// Returns a per-slot setting of the n-th used filament, if it is positive
    /// and its slot is certain: because the file has a slot list, the lists
    /// have equal lengths, or all slots are equal.
    pub fn setting(&self, setting: &[f64], used: usize) -> Option<f64> {
        let count = self.lengths_mm.as_ref().map_or(1, Vec::len);
        let first = setting.first()?;
        let value = if setting.iter().all(|v| v == first) {
            Some(first)
        } else if self.slots.len() == count {
            let number = self.slots.get(used)?.checked_sub(1)?;
            setting.get(usize::try_from(number).ok()?)
        } else if setting.len() == count {
            setting.get(used)
        } else {
            None
        };
        value.copied().filter(|v| *v > 0.0)
    }
}

pub(super) fn sum(list: &[f64]) -> f64 {
    list.iter().sum()
}
