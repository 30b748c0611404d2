//! Printing time of each layer, computed as in PrusaSlicer 2.5: extrusion at
//! the speeds of the quoting profile, the time lost to acceleration at bends
//! and line ends, moves between bodies, and the slowdown of short layers for
//! cooling. `bench/slicer/estimate.ts` reports the accuracy.

use super::curvature::{JERK, lost};
use super::filament::Filament;
use super::layers::Layer;
use super::plan::Plan;
use super::supports::Extra;
use super::travel::{Plate, travel};

/// Half the 90 % range of the time, as a share.
pub const SPREAD: f64 = 0.12;

/// Cooling slows lines down until a layer takes at least this long (s), or
/// until the lines reach the minimum speed (mm/s). Bridges and moves are not
/// slowed.
const MIN_LAYER: f64 = 6.0;
const MIN_SPEED: f64 = 20.0;
/// The slicer's cooling ignores acceleration. This is the share of the time of
/// moves that it includes.
const MOVES_UNACCELERATED: f64 = 0.35;
/// Seconds of the move from a corner to the center of the plate, without homing
/// and heating: 240 mm at 1500 mm/s2.
const START: f64 = 0.9;
/// Speeds of the quoting profile, mm/s. The first layer is printed slowly.
const FIRST_LAYER_SPEED: f64 = 50.0;
const BRIDGE_SPEED: f64 = 50.0;
const OUTER_WALL_SPEED: f64 = 200.0;
const INNER_WALL_SPEED: f64 = 300.0;
/// 50 % of the speed of inner walls, used for loops of at most `SMALL_LOOP`.
const SMALL_WALL_SPEED: f64 = 150.0;
const FILL_SPEED: f64 = 250.0;
const SPARSE_SPEED: f64 = 270.0;
/// Length of the longest small loop, mm: `SMALL_PERIMETER_LENGTH` in
/// PrusaSlicer's GCode.cpp, a circle of 6.5 mm radius.
const SMALL_LOOP: f64 = std::f64::consts::TAU * 6.5;
/// Accelerations, mm/s2.
const WALL_ACCELERATION: f64 = 5000.0;
const FILL_ACCELERATION: f64 = 10_000.0;
/// Speed at which an infill line begins and ends, mm/s. The line runs at 45
/// degrees to X and Y, and the jerk is limited per axis.
const REVERSAL: f64 = JERK * std::f64::consts::SQRT_2;
/// Loss of sparse lines at their ends, relative to solid lines of the same
/// length: the joints of sparse lines follow the wall around corners. Fitted.
const SPARSE_TURNS: f64 = 1.2;
/// Share of the bends of the mesh's outline that walls have, because the slicer
/// removes more of their points. Fitted.
const WALL_BENDS: f64 = 0.82;
/// Share of the time of a full stop and start that the end of a wall takes. It
/// is below 1 because the nozzle starts at the speed that the jerk allows.
const WALL_ENDS: f64 = 0.85;

/// Seconds of the moves to an area of supports, and for raising the nozzle to a
/// layer that contains only supports.
const SUPPORT_AREA: f64 = 0.5;
const SUPPORT_LEVEL: f64 = 0.06;

/// Numbers of copies on a plate, in addition to one, for which the time is
/// estimated.
pub const COPIES: [u32; 6] = [2, 4, 8, 16, 32, 64];

/// Returns the printing time of all layers, in seconds.
pub fn seconds(
    layers: &[Layer],
    filament: &[Filament],
    plan: &Plan,
    plate: Plate,
) -> f64 {
    seconds_with(layers, filament, &[], plan, plate)
}

/// Like `seconds`, with optional supports, whose lines are given per layer.
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

/// Contents of the `count` layers that a cut represents.
struct Contents<'a> {
    layer: &'a Layer,
    filament: &'a Filament,
    extra: Extra,
    count: f64,
    first: bool,
}

/// Returns the seconds of one copy in one of the layers that a cut represents.
fn layer_seconds(own: &Contents, plan: &Plan, plate: Plate) -> f64 {
    let &Contents { layer, filament, extra, count, first } = own;
    let lines = &plan.lines;
    let line = lines.layer_mm * lines.spacing;
    let round = std::f64::consts::FRAC_PI_4 * lines.nozzle * lines.nozzle;
    let limit = if first { FIRST_LAYER_SPEED } else { f64::INFINITY };
    let of = |mm3: f64, speed: f64, section: f64| Kind {
        length: mm3 / count / section,
        speed: speed.min(limit).min(lines.melt / section),
    };
    let kind = |mm3: f64, speed: f64| of(mm3, speed, line);
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
    let gaps_mm = filament.slits / count / line;
    let travel = travel(layer, solid_lines, gaps_mm, plate);
    let support = Kind {
        length: (extra.length / count).max(0.0),
        speed: match extra.length > 0.0 && extra.seconds > 0.0 {
            true => (extra.length / extra.seconds).min(SPARSE_SPEED),
            false => SPARSE_SPEED,
        },
    };
    let to_supports = SUPPORT_AREA * extra.areas / count
        + SUPPORT_LEVEL * extra.levels / count;
    let loops = layer.route.bodies + layer.route.holes;
    let small = layer.outline <= SMALL_LOOP * loops;
    let wall_speed = |speed| if small { SMALL_WALL_SPEED } else { speed };
    let outer_line = lines.layer_mm * lines.outer_spacing;
    let outer = filament.walls.min(outer_line * layer.outline * count);
    let mut kinds = [
        of(outer, wall_speed(OUTER_WALL_SPEED), outer_line),
        kind(filament.walls - outer, wall_speed(INNER_WALL_SPEED)),
        kind(filament.slits, FILL_SPEED),
        kind(filament.solid, FILL_SPEED),
        kind(filament.sparse, SPARSE_SPEED),
        support,
    ];
    // This copy cools while the other copies are printed.
    let least = MIN_LAYER / f64::from(plate.copies);
    let moves = travel + to_supports;
    cool(&mut kinds, MOVES_UNACCELERATED * moves + bridges, least);
    let [outer, inner, slits, solid, sparse, support] = kinds;
    let around =
        |length: f64| if length > 0.0 { length / layer.outline } else { 0.0 };
    let wall = |kind: Kind| {
        around(kind.length)
            * (WALL_BENDS * layer.bends.at(kind.speed)
                + WALL_ENDS * loops * kind.speed / WALL_ACCELERATION)
    };
    // Distance from one line to the next along a wall, at 45 degrees to both.
    let joint = std::f64::consts::SQRT_2 * lines.spacing;
    let sparse_joint = match lines.density {
        0.0 => 0.0,
        density => joint / density,
    };
    kinds.iter().map(|kind| kind.length / kind.speed).sum::<f64>()
        + wall(outer)
        + wall(inner)
        + around(slits.length) * layer.bends.at(slits.speed)
        + turns(solid, solid_lines, joint)
        + SPARSE_TURNS * turns(sparse, sparse_lines, sparse_joint)
        + extra.turns / count * support.speed / FILL_ACCELERATION
        + bridges
        + moves
}

/// Slows the fastest lines to a common speed while the layer takes less than
/// `least` seconds. `fixed` is the part of the time that cannot be extended.
fn cool(kinds: &mut [Kind], fixed: f64, least: f64) {
    let mut free = least - fixed;
    let all: f64 = kinds.iter().map(|kind| kind.length / kind.speed).sum();
    if all >= free {
        return;
    }
    let mut length: f64 = kinds.iter().map(|kind| kind.length).sum();
    let mut cap = length / free;
    // Kinds that are slower than the common speed keep their speed, so the
    // remaining kinds can be faster.
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

/// Returns the seconds lost at the ends of `lines` infill lines, each with a
/// joint of `joint` mm to the next. Lines and joints begin and end at the speed
/// of a reversal, because PrusaSlicer's `GCodeProcessor::process_G1` limits the
/// jerk.
fn turns(kind: Kind, lines: f64, joint: f64) -> f64 {
    let Kind { length, speed } = kind;
    if lines <= 0.0 || length <= 0.0 {
        return 0.0;
    }
    let lost = |length| lost(speed, REVERSAL, length, FILL_ACCELERATION);
    lines * (lost(length / lines) + lost(joint))
}
