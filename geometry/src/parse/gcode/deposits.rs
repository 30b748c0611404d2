//! What the laid lines look like: layers, how wide a line they imply, and
//! where they lie.

/// Diameter of filament that does not state one, mm (decisions.md 6).
pub(super) const USUAL_MM: f64 = 1.75;

/// Cross-section of 1.75 mm filament, mm2.
pub(super) const AREA_175: f64 = std::f64::consts::PI * 0.875 * 0.875;

/// Cross-section of filament, mm2.
pub(super) fn area(diameter_mm: f64) -> f64 {
    std::f64::consts::PI * diameter_mm * diameter_mm / 4.0
}

/// Width of one bin of the line-width histogram, mm.
const BIN_MM: f64 = 0.01;
const BINS: usize = 300;
/// Steps in Z below this are a spiral or noise, not a layer.
const LAYER_STEP_MM: f64 = 0.03;
/// A first layer, or a jump to another object, is not thicker than this.
const THICKEST_LAYER_MM: f64 = 1.5;

pub(super) struct Deposits {
    z: Option<f64>,
    height: f64,
    pub layers: u64,
    /// Filament laid per implied line width at 1.75 mm.
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
    /// A line of `length` mm at height `z` that took `mm` of filament.
    pub fn lay(&mut self, z: f64, length: f64, mm: f64) {
        let step = z - self.z.unwrap_or(0.0);
        if self.z.is_none() || step.abs() > LAYER_STEP_MM {
            // Back down: another object starts, its first layer is z thick.
            let height = if step > 0.0 { step } else { z };
            if (LAYER_STEP_MM..THICKEST_LAYER_MM).contains(&height) {
                self.height = height;
            }
            self.layers += 1;
        }
        self.z = Some(z);
        // Shorter ones carry too few decimals to tell a width.
        if length >= 0.05 {
            let width = mm * AREA_175 / (length * self.height);
            let bin = ((width / BIN_MM) as usize).min(BINS - 1);
            if let Some(weight) = self.widths.get_mut(bin) {
                *weight += mm;
            }
        }
    }

    /// Grows the box around everything laid.
    pub fn reach(&mut self, point: [f64; 3]) {
        let (low, high) = self.extents.get_or_insert((point, point));
        for ((l, h), p) in low.iter_mut().zip(high).zip(point) {
            *l = l.min(p);
            *h = h.max(p);
        }
    }

    /// The line width that half of the filament stays under, mm, if it is
    /// 1.75 mm filament. The median, because ironing, purging and prime lines
    /// lay lines of odd widths, but little filament.
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
