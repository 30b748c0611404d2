//! Detects parts that are too thin to print, by the rules of PrusaSlicer 2.5.
//!
//! Measured on vertical walls of 80 mm with nozzles of 0.2, 0.4, 0.6 and 0.8
//! mm: the thinnest wall that prints is a third of the nozzle (0.32 gives an
//! empty print, 0.345 prints in full). Square columns print if they are at
//! least 1.62 times as wide as the nozzle (0.4 mm nozzle: 0.64 mm is empty,
//! 0.66 mm prints).

use super::filament::height;
use super::layers::Layer;
use super::plan::{Lines, Plan};
use crate::mesh::Bounds;

/// Minimum wall, as a share of the nozzle.
const WALL: f64 = 1.0 / 3.0;

/// Minimum column, as a share of the nozzle.
const COLUMN: f64 = 1.6;

/// Share of thin material from which a model is refused. The rest would be a
/// different model, for example only the floor of a cup.
const MAX_THIN_SHARE: f64 = 0.5;

/// Measurements of a model that is too thin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thin {
    /// Mean thickness of the parts that are too thin to print, mm.
    pub wall_mm: f64,
    /// Minimum thickness that prints, mm.
    pub min_mm: f64,
}

/// Returns the reason when a model is narrower than any printable column.
pub fn column(bounds: &Bounds, lines: &Lines) -> Option<Thin> {
    let [width, depth, _] = bounds.size();
    let min_mm = COLUMN * lines.nozzle;
    let wall_mm = width.max(depth);
    (wall_mm < min_mm).then_some(Thin { wall_mm, min_mm })
}

/// Clears the layers that are too thin to print. Returns `Some` when they
/// contain half of the material or more.
///
/// The mean thickness of a layer is twice its area divided by the length of its
/// outline. This is exact for walls of one thickness, and never below the
/// thinnest of several walls.
pub fn drop_thin(layers: &mut [Layer], plan: &Plan) -> Option<Thin> {
    let min_mm = WALL * plan.lines.nozzle;
    let (mut all, mut lost) = (0.0, 0.0);
    let (mut area, mut outline) = (0.0, 0.0);
    for (at, layer) in layers.iter_mut().enumerate() {
        let gross = layer.gross.max(0.0);
        let material = gross * height(at, plan);
        all += material;
        if 2.0 * gross < min_mm * layer.outline {
            lost += material;
            area += gross;
            outline += layer.outline;
            *layer = Layer::default();
        }
    }
    let wall_mm = 2.0 * area / outline;
    (outline > 0.0 && lost >= MAX_THIN_SHARE * all)
        .then_some(Thin { wall_mm, min_mm })
}
