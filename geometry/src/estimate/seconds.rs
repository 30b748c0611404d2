//! Printing time of each layer: melting, starts and stops of lines, bends of
//! the outline, and the minimum layer time for cooling. Fitted like the
//! filament.

use super::filament::Filament;
use super::layers::Layer;
use super::plan::Plan;

/// Half the 90 % range of the time, as a share.
pub const SPREAD: f64 = 0.12;

/// Cooling extends a layer to this time, but not below a minimum speed.
const LEAST_LAYER: f64 = 6.0;
const LEAST_SPEED: f64 = 22.7;
/// Share of the losses that a slowed layer still has.
const SLOWED_LOSS: f64 = 0.676;
/// Seconds per line of solid and of sparse infill.
const SOLID_LINE: f64 = 0.0246;
const SPARSE_LINE: f64 = 0.039;
/// Seconds per mm3 of slits: short lines of variable width.
const SLIT: f64 = 0.0297;
/// Seconds per radian of direction change of the outline.
const BEND: f64 = 0.0832;
/// The initial moves, without homing and heating.
const START: f64 = 5.0;
/// Speeds, mm/s. The first layer is printed slowly.
const FIRST_LAYER_SPEED: f64 = 50.0;
const BRIDGE_SPEED: f64 = 50.0;
const WALL_SPEED: f64 = 250.0;
const FILL_SPEED: f64 = 250.0;
const SPARSE_SPEED: f64 = 270.0;

/// Printing time of all layers, seconds.
pub fn seconds(layers: &[Layer], filament: &[Filament], plan: &Plan) -> f64 {
    let mut total = START;
    for (at, (layer, filament)) in layers.iter().zip(filament).enumerate() {
        let height = super::filament::height(at, plan);
        let count = match at {
            0 => plan.group,
            _ => height / plan.lines.layer_mm,
        };
        if count > 0.0 {
            total += count * one(layer, filament, count, at == 0, plan);
        }
    }
    total
}

/// Seconds of one of the `count` layers that a cut represents.
fn one(
    layer: &Layer,
    filament: &Filament,
    count: f64,
    first: bool,
    plan: &Plan,
) -> f64 {
    let lines = &plan.lines;
    let line = lines.layer_mm * lines.spacing;
    let round = std::f64::consts::FRAC_PI_4 * lines.nozzle * lines.nozzle;
    let limit = if first { FIRST_LAYER_SPEED } else { f64::INFINITY };
    let at = |mm3: f64, speed: f64, section: f64| {
        mm3 / count / (speed.min(limit) * section).min(lines.melt)
    };
    let melting = at(filament.walls, WALL_SPEED, line)
        + at(filament.slits + filament.solid, FILL_SPEED, line)
        + at(filament.sparse, SPARSE_SPEED, line)
        + at(filament.bridges, BRIDGE_SPEED, round);
    // The number of lines that cross an area follows from its outline.
    let crossing = std::f64::consts::PI * lines.spacing;
    let (solid, sparse) = match lines.density {
        1.0 => (layer.inner_outline, 0.0),
        density => (layer.solid_outline, layer.sparse_outline * density),
    };
    let loss = SOLID_LINE * solid / crossing
        + SPARSE_LINE * sparse / crossing
        + SLIT * filament.slits / count
        + BEND * layer.curvature;
    let slowest = filament.total() / count / (LEAST_SPEED * line);
    let own = melting + loss;
    let cooled = LEAST_LAYER.min(slowest) + SLOWED_LOSS * loss;
    own.max(cooled)
}
