//! Properties of the deposited lines: layers, implied line width, and bounding
//! box.

/// Diameter in mm that is assumed for filament without a stated one
/// (decisions.md 6).
pub(super) const USUAL_MM: f64 = 1.75;

/// Cross-section of 1.75 mm filament, mm2.
pub(super) const AREA_175: f64 = std::f64::consts::PI * 0.875 * 0.875;

/// Returns the cross-section of filament, mm2.
pub(super) fn area(diameter_mm: f64) -> f64 {
    std::f64::consts::PI * diameter_mm * diameter_mm / 4.0
}

/// Width of one bin of the line-width histogram, mm.
const BIN_MM: f64 = 0.01;
const BINS: usize = 300;
/// Minimum step in Z of a new layer, mm. Smaller steps are a spiral or noise.
const MIN_LAYER_STEP_MM: f64 = 0.03;
/// Maximum thickness of a first layer, mm, including the first layer of a
/// further object.
const MAX_LAYER_MM: f64 = 1.5;

pub(super) struct Deposits {
    z: Option<f64>,
    height: f64,
    pub layers: u64,
    /// Amount of filament per implied line width, for 1.75 mm filament.
    widths: Vec<f64>,
    pub extents: Option<([f64; 3], [f64; 3])>,
}

impl Default for Deposits {
    fn default() -> Self {
        Deposits {
            z: None,
            height: 0.2,
            layers: 0,
            widths: vec![0.0; BINS],
            extents: None,
        }
    }
}

impl Deposits {
    /// Adds a line of `length` mm at height `z` that took `mm` of filament.
    pub fn lay(&mut self, z: f64, length: f64, mm: f64) {
        let step = z - self.z.unwrap_or(0.0);
        if self.z.is_none() || step.abs() > MIN_LAYER_STEP_MM {
            // The head moved down: another object starts, so its first layer
            // has thickness z.
            let height = if step > 0.0 { step } else { z };
            if (MIN_LAYER_STEP_MM..MAX_LAYER_MM).contains(&height) {
                self.height = height;
            }
            self.layers += 1;
        }
        self.z = Some(z);
        // Shorter lines have too few decimals for deriving a width.
        if length >= 0.05 {
            let width = mm * AREA_175 / (length * self.height);
            let bin = ((width / BIN_MM) as usize).min(BINS - 1);
            if let Some(weight) = self.widths.get_mut(bin) {
                *weight += mm;
            }
        }
    }

    /// Extends the bounding box.
    pub fn include(&mut self, point: [f64; 3]) {
        let (low, high) = self.extents.get_or_insert((point, point));
        for ((l, h), p) in low.iter_mut().zip(high).zip(point) {
            *l = l.min(p);
            *h = h.max(p);
        }
    }

    /// Returns the median line width in mm, weighted by filament, assuming 1.75
    /// mm filament. Ironing, purging and prime lines have unusual widths but
    /// take little filament, so they do not affect the median.
    pub fn line_width(&self) -> Option<f64> {
        let half = self.widths.iter().sum::<f64>() / 2.0;
        let mut under = 0.0;
        for (bin, weight) in self.widths.iter().enumerate() {
            under += weight;
            if under >= half && half > 0.0 {
                return Some((bin as f64 + 0.5) * BIN_MM);
            }
        }
        None
    }
}
