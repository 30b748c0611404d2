//! Converts the areas of a layer to filament. The factors were fitted to
//! PrusaSlicer 2.5.0 (`bench/slicer/estimate.ts` reports the models and the
//! accuracy). The factors of areas are near 1, because the slicer fills the
//! same areas.

use super::layers::Layer;
use super::plan::{Lines, Plan};
use crate::measure::FIRST_LAYER_MM;

/// Returns half the range of an estimate, as a share. More than nine of ten
/// slices are within the range, and almost none above it. The error grows with
/// the share of walls (`bench/slicer/estimate.ts`). Measured with layers of 0.2
/// mm and a nozzle of 0.4 mm; for other values the factors are less accurate.
pub fn spread(wall_share: f64, lines: &Lines) -> f64 {
    let judged = match wall_share {
        share if share < 0.2 => 0.03,
        share if share < 0.4 => 0.06,
        _ => 0.08,
    };
    let near = |value: f64, used: f64| (value - used).abs() < 1e-9;
    let layer = if near(lines.layer_mm, 0.2) { 1.0 } else { 1.5 };
    let nozzle = if near(lines.nozzle, 0.4) { 1.0 } else { 1.5 };
    judged * layer * nozzle
}

const WALLS: f64 = 0.978;
const SLITS: f64 = 0.983;
const FILLING: f64 = 1.0;
/// Factor for infill of 100 %: the lines are spread to fit the width.
const FULL: f64 = 0.99;
/// Factor for bridges. Their lines are round and as thick as the nozzle, which
/// is 1.41 layers of 0.2 mm. The factor is lower because some areas are too
/// small to become bridges.
const BRIDGES: f64 = 1.33;
/// Overlap of infill and walls, in line spacings per mm of edge.
const OVERLAP: f64 = 0.264;
/// Joints of sparse lines along the edge of their area, in line spacings per mm
/// of edge. There are fewer at higher density, where more of the joints are too
/// short.
const JOINTS: f64 = 0.38;
const JOINTS_BY_DENSITY: f64 = 2.0;
/// Reduction of the joints along X and Y, where the ends of the diagonal lines
/// come in pairs.
const PAIRED: f64 = 0.08;
/// Gap between the end and the start of each wall, mm: 0.15 nozzles of 0.4 mm.
const SEAM: f64 = 0.15;

/// Filament of the layers that one cut represents, mm3.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Filament {
    pub walls: f64,
    pub slits: f64,
    pub solid: f64,
    pub bridges: f64,
    pub sparse: f64,
}

impl Filament {
    pub fn total(&self) -> f64 {
        self.walls + self.slits + self.solid + self.bridges + self.sparse
    }
}

/// Returns the filament of every cut.
pub fn filament(layers: &[Layer], plan: &Plan) -> Vec<Filament> {
    let lines = &plan.lines;
    let density = lines.density;
    let full = density >= 1.0;
    let joints = match density {
        0.0 => 0.0,
        part => JOINTS * (1.0 - JOINTS_BY_DENSITY * part * part).max(0.0),
    };
    let bridge = BRIDGES / 1.41 * thickness(plan);
    let one = |(at, layer): (usize, &Layer)| {
        let height = height(at, plan);
        let overlap = OVERLAP * lines.spacing * layer.inner_outline;
        let bridges = if full { 0.0 } else { layer.bridges };
        let paired = PAIRED * layer.sparse_straightness;
        let rim =
            (joints - paired).max(0.0) * lines.spacing * layer.sparse_outline;
        let walls = layer.walls / (lines.spacing * layer.outline);
        let loops = layer.route.bodies + layer.route.holes;
        let seams = match layer.outline > 0.0 {
            true => SEAM * lines.nozzle * lines.spacing * walls * loops,
            false => 0.0,
        };
        let sparse = if full { 0.0 } else { density * layer.sparse + rim };
        let solid = layer.solid - bridges
            + if full { FULL * layer.sparse } else { 0.0 };
        Filament {
            walls: height * (WALLS * layer.walls + overlap - seams).max(0.0),
            slits: height * SLITS * layer.slits,
            solid: height * FILLING * solid,
            bridges: height * bridge * bridges,
            sparse: height * FILLING * sparse,
        }
    };
    layers.iter().enumerate().map(one).collect()
}

/// Returns the thickness of a bridge relative to plain infill of a layer: round
/// lines of nozzle width, 0.05 mm apart.
fn thickness(plan: &Plan) -> f64 {
    let nozzle = plan.lines.nozzle;
    let round = std::f64::consts::FRAC_PI_4 * nozzle * nozzle;
    round / (nozzle + 0.05) / plan.lines.layer_mm
}

/// Returns the height of the layers that a cut represents, mm.
pub fn height(at: usize, plan: &Plan) -> f64 {
    let layer = plan.lines.layer_mm;
    if at == 0 {
        return FIRST_LAYER_MM + (plan.group - 1.0) * layer;
    }
    let done = at as f64 * plan.group;
    layer * plan.group.min(plan.layers as f64 - done).max(0.0)
}
