//! Scales models to the printer, or to a requested size. Without a request,
//! models that fit are never scaled, not even tiny ones, because only the
//! caller knows the intended size.

use crate::mesh::Mesh;

/// Sides of the build volume in mm, largest first. A part fits when its sorted
/// sides are no longer than these.
pub const BUILD_MM: [f64; 3] = [340.0, 340.0, 320.0];

/// Margin for the rounding of 32-bit coordinates.
const MARGIN: f64 = 1e-6;

/// Returns the factor that makes a box with these sides (mm, any order) fit the
/// build volume; 1 when it already fits.
pub fn factor_to_fit(mut sides: [f64; 3]) -> f64 {
    sides.sort_by(|a, b| b.total_cmp(a));
    let pairs = BUILD_MM.iter().zip(sides);
    let tightest = pairs.map(|(room, side)| room / side).fold(1.0, f64::min);
    if tightest < 1.0 { tightest * (1.0 - MARGIN) } else { 1.0 }
}

/// The requested size of a model.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target {
    /// `None` keeps the size of the file.
    pub longest_side_mm: Option<f64>,
    /// Whether the result must not exceed the build volume.
    pub fits_plate: bool,
}

impl Target {
    /// Returns the factor that gives a box with these sides (mm) this size.
    /// Differences below the rounding of 32-bit coordinates are ignored.
    pub fn factor(&self, sides: [f64; 3]) -> f64 {
        let longest = sides.into_iter().fold(0.0, f64::max);
        let wanted = match self.longest_side_mm {
            Some(mm) if longest > 0.0 && longest.is_finite() => mm / longest,
            _ => 1.0,
        };
        let wanted = if (wanted - 1.0).abs() <= MARGIN { 1.0 } else { wanted };
        if self.fits_plate {
            wanted * factor_to_fit(sides.map(|side| side * wanted))
        } else {
            wanted
        }
    }
}

/// Returns whether a box with these sides fits the build volume in some pose.
pub fn fits(sides: [f64; 3]) -> bool {
    factor_to_fit(sides) >= 1.0
}

/// Multiplies every coordinate. A factor of 1 changes nothing.
pub fn scale(mesh: &mut Mesh, factor: f64) {
    if factor == 1.0 {
        return;
    }
    for position in &mut mesh.positions {
        *position = position.map(|v| (f64::from(v) * factor) as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cuboid;

    #[test]
    fn a_model_that_fits_is_kept_and_a_larger_one_is_scaled_to_fit() {
        assert_eq!(factor_to_fit([340.0, 320.0, 340.0]), 1.0);
        assert_eq!(factor_to_fit([320.0, 340.0, 340.0]), 1.0);
        assert_eq!(factor_to_fit([0.001, 0.001, 0.001]), 1.0);
        let half = factor_to_fit([1.0, 680.0, 2.0]);
        assert!(half < 0.5 && half > 0.499_999);
        // A cube of 340 mm exceeds the side of 320 mm.
        let cube = factor_to_fit([340.0; 3]);
        assert!((cube - 320.0 / 340.0).abs() < 1e-5);
    }

    #[test]
    fn a_target_sets_the_longest_side_within_the_build_volume() {
        let target = |mm| Target { longest_side_mm: mm, fits_plate: true };
        let unit_cube = [1000.0; 3];
        assert_eq!(target(Some(80.0)).factor(unit_cube), 0.08);
        assert_eq!(target(Some(80.0)).factor([20.0, 40.0, 10.0]), 2.0);
        // 340 mm would exceed the side of 320 mm.
        let largest = target(Some(340.0)).factor(unit_cube);
        assert!((largest - 0.32).abs() < 1e-5);
        let flat = target(Some(340.0)).factor([1000.0, 500.0, 10.0]);
        assert_eq!(flat, 0.34);
        assert_eq!(target(None).factor([20.0, 40.0, 10.0]), 1.0);
        assert_eq!(target(Some(40.0)).factor([20.0, 40.0, 10.0]), 1.0);
        assert_eq!(target(Some(40.0)).factor([0.0; 3]), 1.0);
    }

    #[test]
    fn scaling_scales_the_bounding_box() {
        let mut mesh = cuboid([1000.0, 500.0, 10.0], [3.0, 4.0, 5.0]);
        let factor = factor_to_fit([1000.0, 500.0, 10.0]);
        scale(&mut mesh, factor);
        let size = mesh.bounds().unwrap().size();
        assert!(size[0] <= 340.0 && size[0] > 339.99);
        assert!((size[1] - 170.0).abs() < 0.01);
        assert_eq!(factor_to_fit(size), 1.0);
    }
}
