//! Printing time of each layer, composed as PrusaSlicer 2.5 estimates it:
//! extrusion at the speeds of the quoting profile, the time lost to
//! acceleration at bends and line ends, moves between bodies, and the slowdown
//! of short layers for cooling. `bench/slicer/estimate.ts` reports how well.

use super::filament::Filament;
use super::layers::Layer;
use super::plan::Plan;
use super::supports::Extra;
use super::travel::{Plate, to_copy, travel};

/// Half the 90 % range of the time, as a share.
pub const SPREAD: f64 = 0.12;

/// Cooling slows lines down until a layer takes this long, or they reach the
/// minimum speed, mm/s. Bridges and moves are not slowed.
const MIN_LAYER: f64 = 6.0;
const MIN_SPEED: f64 = 20.0;
/// The slicer's cooling ignores acceleration; this is the share of the time of
/// moves that it counts.
const MOVES_UNACCELERATED: f64 = 0.35;
/// The initial moves, without homing and heating.
const START: f64 = 5.0;
/// Speeds, mm/s. The first layer is printed slowly.
const FIRST_LAYER_SPEED: f64 = 50.0;
const BRIDGE_SPEED: f64 = 50.0;
const WALL_SPEED: f64 = 250.0;
const FILL_SPEED: f64 = 250.0;
const SPARSE_SPEED: f64 = 270.0;
/// Accelerations, mm/s2.
const WALL_ACCELERATION: f64 = 5000.0;
const FILL_ACCELERATION: f64 = 10_000.0;
/// Share of the time of a full stop and start that the ends of lines take,
/// because short lines link them; fitted.
const SOLID_ENDS: f64 = 0.7;
const SPARSE_ENDS: f64 = 1.0;
/// Seconds per line for the link to the next one, per mm/s of speed; fitted.
const SOLID_LINK: f64 = 3.4e-5;
const SPARSE_LINK: f64 = 8.2e-5;
/// Share of the time of a full stop and start that the end of a wall takes;
/// fitted.
const WALL_ENDS: f64 = 0.85;

/// Seconds of the moves to an area of a support, and for raising the nozzle to
/// a layer of supports alone.
const SUPPORT_AREA: f64 = 0.5;
const SUPPORT_LEVEL: f64 = 0.06;

/// Numbers of copies on a plate for which the time is estimated besides one.
pub const COPIES: [u32; 6] = [2, 4, 8, 16, 32, 64];

/// Printing time of all layers, seconds.
pub fn seconds(
    layers: &[Layer],
    filament: &[Filament],
    plan: &Plan,
    plate: Plate,
) -> f64 {
    seconds_with(layers, filament, &[], plan, plate)
}

/// Like `seconds`, with supports, whose lines are given for each layer, or
/// with none.
pub fn seconds_with(
    layers: &[Layer],
    filament: &[Filament],
    supports: &[Extra],
    plan: &Plan,
    plate: Plate,
) -> f64 {
    let copies = f64::from(plate.copies);
    let mut total = 0.0;
    for (at, (layer, filament)) in layers.iter().zip(filament).enumerate() {
        let extra = supports.get(at).copied().unwrap_or_default();
        let height = super::filament::height(at, plan);
        let count = match at {
            0 => plan.group,
            _ => height / plan.lines.layer_mm,
        };
        if count > 0.0 {
            let first = at == 0;
            let own = Contents { layer, filament, extra, count, first };
            total += count * layer_seconds(&own, plan, plate);
        }
    }
    START + copies * total
}

/// Lines of one kind in one layer.
#[derive(Debug, Clone, Copy)]
struct Kind {
    length: f64,
    speed: f64,
}

/// What is printed in the `count` layers that a cut represents.
struct Contents<'a> {
    layer: &'a Layer,
    filament: &'a Filament,
    extra: Extra,
    count: f64,
    first: bool,
}

/// Seconds of one copy in one of the layers that a cut represents.
fn layer_seconds(own: &Contents, plan: &Plan, plate: Plate) -> f64 {
    let &Contents { layer, filament, extra, count, first } = own;
    let lines = &plan.lines;
    let line = lines.layer_mm * lines.spacing;
    let round = std::f64::consts::FRAC_PI_4 * lines.nozzle * lines.nozzle;
    let limit = if first { FIRST_LAYER_SPEED } else { f64::INFINITY };
    let kind = |mm3: f64, speed: f64| Kind {
        length: mm3 / count / line,
        speed: speed.min(limit).min(lines.melt / line),
    };
    let bridge_speed = BRIDGE_SPEED.min(limit).min(lines.melt / round);
    let bridges = filament.bridges / count / round / bridge_speed;
    // The number of lines that cross an area follows from its outline.
    let crossing = std::f64::consts::PI * lines.spacing;
    let (solid_lines, sparse_lines) = match lines.density {
        1.0 => ((layer.solid_outline + layer.sparse_outline) / crossing, 0.0),
        density => (
            layer.solid_outline / crossing,
            density * layer.sparse_outline / crossing,
        ),
    };
    let travel = travel(layer, solid_lines, sparse_lines, lines.density)
        + to_copy(plate);
    let support = Kind {
        length: (extra.length / count).max(0.0),
        speed: match extra.length > 0.0 && extra.seconds > 0.0 {
            true => (extra.length / extra.seconds).min(SPARSE_SPEED),
            false => SPARSE_SPEED,
        },
    };
    let to_supports = SUPPORT_AREA * extra.areas / count
        + SUPPORT_LEVEL * extra.levels / count;
    let mut kinds = [
        kind(filament.walls, WALL_SPEED),
        kind(filament.slits, FILL_SPEED),
        kind(filament.solid, FILL_SPEED),
        kind(filament.sparse, SPARSE_SPEED),
        support,
    ];
    // While the other copies are printed, this one cools.
    let least = MIN_LAYER / f64::from(plate.copies);
    let moves = travel + to_supports;
    cool(&mut kinds, MOVES_UNACCELERATED * moves + bridges, least);
    let [walls, slits, solid, sparse, support] = kinds;
    let around =
        |length: f64| if length > 0.0 { length / layer.outline } else { 0.0 };
    let ends = around(walls.length) * (layer.route.bodies + layer.route.holes);
    kinds.iter().map(|kind| kind.length / kind.speed).sum::<f64>()
        + around(walls.length) * layer.bends.at(walls.speed)
        + around(slits.length) * layer.bends.at(slits.speed)
        + WALL_ENDS * ends * walls.speed / WALL_ACCELERATION
        + fill_ends(solid, solid_lines, SOLID_ENDS, SOLID_LINK)
        + fill_ends(sparse, sparse_lines, SPARSE_ENDS, SPARSE_LINK)
        + extra.turns / count * support.speed / FILL_ACCELERATION
        + bridges
        + moves
}

/// Slows the fastest lines to a common speed, as long as the layer takes less
/// than `least` seconds, of which `fixed` cannot be extended.
fn cool(kinds: &mut [Kind], fixed: f64, least: f64) {
    let mut free = least - fixed;
    let all: f64 = kinds.iter().map(|kind| kind.length / kind.speed).sum();
    if all >= free {
        return;
    }
    let mut length: f64 = kinds.iter().map(|kind| kind.length).sum();
    let mut cap = length / free;
    // Kinds that are slower than the common speed keep theirs, so the rest can
    // be faster.
    for _ in 0..kinds.len() {
        (free, length) = (least - fixed, 0.0);
        for kind in kinds.iter() {
            if kind.speed <= cap {
                free -= kind.length / kind.speed;
            } else {
                length += kind.length;
            }
        }
        if length > 0.0 && free > 0.0 {
            cap = length / free;
        }
    }
    let cap = cap.max(MIN_SPEED);
    for kind in kinds {
        kind.speed = kind.speed.min(cap);
    }
}

/// Seconds lost at the ends of infill lines.
fn fill_ends(kind: Kind, lines: f64, ends: f64, link: f64) -> f64 {
    if lines <= 0.0 {
        return 0.0;
    }
    let Kind { length, speed } = kind;
    let each = length / lines;
    let stop = if each * FILL_ACCELERATION > speed * speed {
        speed / FILL_ACCELERATION
    } else {
        // The lines are too short to reach the speed.
        2.0 * (each / FILL_ACCELERATION).sqrt() - each / speed
    };
    lines * (ends * stop.max(0.0) + link * speed)
}
