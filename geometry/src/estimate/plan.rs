//! Computes the line widths for the given settings, and the resolution at which
//! the model is cut. The constants are those of the quoting profile (two walls,
//! five top layers, three bottom layers).

use super::bitmap::Disc;
use super::infill::Rules;
use super::sections::{Cuts, Grid, crossings};
use super::{Flow, Settings};
use crate::measure::FIRST_LAYER_MM;
use crate::mesh::{Bounds, Mesh};

/// Maximum number of words of cells in all layers; each takes about 0.1 us.
const WORDS: usize = 400_000;
/// Maximum number of crossings of triangles and cuts.
const CROSSINGS: u64 = 1_500_000;
/// Number of layers above which layers are cut in groups.
const LAYERS: f64 = 3000.0;

/// Widths and cross-sections of lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lines {
    pub layer_mm: f64,
    /// Distance from one line to the next, mm.
    pub spacing: f64,
    /// Distance from one line to the next of the outermost wall, mm.
    pub outer_spacing: f64,
    /// Distance from the outline at which infill begins, mm.
    pub reach: f64,
    /// Density of sparse infill, 0 to 1.
    pub density: f64,
    /// Melting rate of the hot end, mm3/s.
    pub melt: f64,
    pub nozzle: f64,
}

/// How a model is cut.
#[derive(Debug, Clone)]
pub struct Plan {
    pub lines: Lines,
    pub cuts: Cuts,
    /// Number of cuts under each vertex.
    pub levels: Vec<u32>,
    pub grid: Grid,
    pub rules: Rules,
    /// Number of layers that one cut represents.
    pub group: f64,
    /// Number of layers of the print.
    pub layers: u64,
}

impl Lines {
    /// `None` for settings outside the range of printers.
    pub fn new(settings: &Settings) -> Option<Lines> {
        let &Settings { layer_height_mm, infill_percent, nozzle_mm, flow } =
            settings;
        let sane = (0.1..=2.0).contains(&nozzle_mm)
            && (0.02..=nozzle_mm).contains(&layer_height_mm)
            && (0.0..=100.0).contains(&infill_percent);
        // A line is a rectangle with round ends, so neighboring lines overlap
        // slightly.
        let ends = layer_height_mm * (1.0 - std::f64::consts::FRAC_PI_4);
        let outer_width = 1.05 * nozzle_mm;
        let outer_spacing = outer_width - ends;
        let spacing = 1.125 * nozzle_mm - ends;
        let walls = 0.5 * outer_width + 0.5 * outer_spacing + spacing;
        sane.then_some(Lines {
            layer_mm: layer_height_mm,
            spacing,
            outer_spacing,
            // Infill overlaps the innermost wall.
            reach: walls - 0.285 * spacing,
            density: infill_percent / 100.0,
            melt: if flow == Flow::High { 1.6 * 12.0 } else { 12.0 },
            nozzle: nozzle_mm,
        })
    }
}

/// Candidate numbers of cells per width of the walls, from fine to coarse.
const FINENESS: [f64; 5] = [6.0, 5.0, 3.0, 2.0, 1.0];

/// Chooses the resolution: increases the cell size first, then the layers per
/// cut, until the work is bounded.
pub fn plan(mesh: &Mesh, bounds: &Bounds, lines: Lines) -> Option<Plan> {
    let [.., bottom] = bounds.min;
    let [.., height] = bounds.size();
    let step = lines.layer_mm;
    // A model lower than the first layer consists of that one layer.
    let above = libm::round((height - FIRST_LAYER_MM) / step).max(0.0);
    let layers = 1.0 + above;
    if !(1.0..1e6).contains(&layers) {
        return None;
    }
    let mut group = (layers / LAYERS).ceil();
    // Each iteration at least halves the work; the bound is never reached.
    for _ in 0..40 {
        let only = layers < 2.0;
        let cuts = Cuts {
            first: match only {
                true => bottom + 0.5 * height.min(FIRST_LAYER_MM),
                false => bottom + FIRST_LAYER_MM + (0.5 * group - 1.0) * step,
            },
            step: group * step,
            count: (layers / group).ceil() as usize,
        };
        let coarse = if group > 4.0 { 0.25 } else { 1.0 };
        let grid = FINENESS
            .map(|cells| Grid::over(bounds, lines.reach / (coarse * cells)))
            .into_iter()
            .find(|grid| grid.words().saturating_mul(cuts.count) <= WORDS);
        let levels = cuts.levels(mesh);
        match grid.filter(|_| crossings(mesh, &levels) <= CROSSINGS) {
            Some(grid) => {
                let rules = rules(&lines, grid.cell, group);
                let layers = layers as u64;
                return Some(Plan {
                    lines,
                    cuts,
                    levels,
                    grid,
                    rules,
                    group,
                    layers,
                });
            }
            None => group *= 2.0,
        }
    }
    None
}

fn rules(lines: &Lines, cell: f64, group: f64) -> Rules {
    // Distances are in line spacings, because all widths of the profile follow
    // the nozzle.
    let disc = |spacings: f64| Disc::new(spacings * lines.spacing / cell);
    let layers = |count: f64| (count / group).ceil() as usize;
    let slit = libm::round(1.08 * lines.spacing / cell).max(1.0);
    Rules {
        walls: Disc::new(lines.reach / cell),
        slit: Disc::new(slit),
        slit_back: Disc::new(slit + 1.0),
        one: Disc::new(1.0),
        extra: disc(1.0),
        extra_from: disc(0.285),
        extra_to: disc(1.785),
        more_walls: 4,
        // This is PrusaSlicer's constant; the others are multiples of the line.
        margin: Disc::new(3.0 / cell),
        sliver: disc(3.3),
        bridge: disc(2.95),
        top_layers: layers(5.0),
        bottom_layers: layers(3.0),
        bridge_depth: layers(lines.nozzle / lines.layer_mm),
        island: 70.0 / (cell * cell),
        rim: 0.285 * lines.spacing / cell,
    }
}
