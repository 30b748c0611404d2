//! The overhangs of a layer that PrusaSlicer 2.5 supports: what lies farther
//! out than half a line, without bridges.
//!
//! A bridge is infill over nothing that touches the layer below at some place.
//! The slicer supports only its ends: 1.5 mm along those of its edges that
//! rest on nothing and do not run along the bridge, and the walls around it
//! but straight ones that rest on both ends.

use super::super::bitmap::{Bitmap, Disc};
use super::super::islands::islands;
use super::super::plan::Lines;

/// Maximum number of bridges of a layer whose direction is looked for.
const MAX_BRIDGES: usize = 12;
/// Steps of a half turn that are tried as the direction of a bridge.
const TURNS: u32 = 18;
/// Maximum number of cells read in all layers to find directions.
const READS: u64 = 12_000_000;
/// Cells by which a step of cells may be wider than the step of a slope.
const ROUNDED: f64 = 0.4;
/// The slicer's margin along the ends of bridges, mm.
const MARGIN_MM: f64 = 1.5;
/// Edges are straight over three times this length, mm.
const STRAIGHT_MM: f64 = 1.5;

/// Distances in cells.
#[derive(Debug, Clone)]
pub struct Reach {
    cell: f64,
    /// How far a layer may stand out without support.
    pub free: Disc,
    /// How far it may stand out without dense layers below it.
    pub sparse: Disc,
    anchor: Disc,
    margin: Disc,
    wall: Disc,
    one: Disc,
    /// Cells between the lines by which a direction is judged.
    spacing: f64,
    reads: u64,
}

impl Reach {
    /// `group`: number of layers of a step.
    pub fn new(lines: &Lines, cell: f64, group: f64) -> Reach {
        let disc = |mm: f64| Disc::new(mm / cell);
        let line = 1.05 * lines.nozzle * group;
        Reach {
            cell,
            // Enlarged, because some cells of a slope at the limit are beyond
            // it.
            free: Disc::new((0.5 * line / cell).ceil()),
            sparse: Disc::new(0.6 * line / cell + ROUNDED),
            anchor: disc(1.125 * lines.nozzle + cell),
            margin: disc(MARGIN_MM),
            wall: disc(2.4 * lines.nozzle),
            one: Disc::new(1.0),
            spacing: (2.0 * lines.nozzle / cell).max(1.0),
            reads: READS,
        }
    }

    /// The overhang of a layer, up to what is below it; `None` when there is
    /// none.
    pub fn overhang(&self, own: &Bitmap, below: &Bitmap) -> Option<Bitmap> {
        let mut over = own.clone();
        over.and_not(below);
        if over.is_empty() {
            return None;
        }
        let mut far = over.clone();
        far.and_not(&below.grown(&self.free));
        if far.is_empty() {
            return None;
        }
        let mut near = far.grown(&self.free);
        near.and(&over);
        Some(near)
    }

    /// The part of an overhang that needs support. `inner`: the layer within
    /// its walls.
    pub fn supported(
        &mut self,
        over: &Bitmap,
        below: &Bitmap,
        inner: &Bitmap,
    ) -> Bitmap {
        let mut needs = over.clone();
        let mut infill = over.clone();
        infill.and(inner);
        let near = below.grown(&self.anchor);
        let mut directions = vec![[1.0, 0.0], [0.0, 1.0]];
        for bridge in islands(&infill, MAX_BRIDGES) {
            let mut anchors = bridge.grown(&self.anchor);
            anchors.and(below);
            if anchors.is_empty() {
                continue;
            }
            let along = self.direction(&bridge, &anchors);
            let mut ends = self.edge(&bridge, &near);
            if let Some([x, y]) = along {
                ends.and_not(&self.straight(&ends, [x, y]));
                if x.abs().min(y.abs()) > 0.01 {
                    directions.extend([[x, y], [-y, x]]);
                }
            }
            let mut spanned = bridge;
            spanned.and_not(&ends.grown(&self.margin));
            needs.and_not(&spanned);
        }
        // Walls that span.
        let edge = self.edge(over, &near);
        let mut walls = over.clone();
        walls.and_not(inner);
        for along in directions {
            let straight = self.straight(&edge, along);
            if straight.is_empty() {
                continue;
            }
            let mut spanned = self.spanned(over, &near, along);
            spanned.and(&straight.grown(&self.wall));
            spanned.and(&walls);
            needs.and_not(&spanned);
        }
        needs
    }

    /// Cells at the edge of an area that are not near what is below.
    fn edge(&self, area: &Bitmap, near: &Bitmap) -> Bitmap {
        let mut edge = area.clone();
        edge.and_not(&area.shrunk(&self.one));
        edge.and_not(near);
        edge
    }

    /// The cells of an edge where it runs along a direction.
    fn straight(&self, edge: &Bitmap, [x, y]: [f64; 2]) -> Bitmap {
        let wide = edge.grown(&self.one);
        let at = |steps: f64| {
            let far = steps * STRAIGHT_MM / self.cell;
            let cells = |part: f64| libm::round(far * part) as isize;
            wide.moved(cells(y), cells(x))
        };
        let both = |a: f64, b: f64| {
            let mut both = at(a);
            both.and(&at(b));
            both
        };
        let mut straight = both(-1.0, 1.0);
        straight.or(&both(1.0, 2.0));
        straight.or(&both(-1.0, -2.0));
        straight.and(edge);
        straight
    }

    /// The direction in which most of a bridge rests on both ends, as the
    /// slicer finds it: it looks only at the box around the anchors.
    fn direction(
        &mut self,
        bridge: &Bitmap,
        anchors: &Bitmap,
    ) -> Option<[f64; 2]> {
        let clip = bridge.grown(&Disc::new(2.0));
        let corners = corners(anchors)?;
        let mut best = (0.0, None);
        for turn in 0..TURNS {
            let angle =
                std::f64::consts::PI * f64::from(turn) / f64::from(TURNS);
            let along = [libm::cos(angle), libm::sin(angle)];
            let mut covered = 0.0;
            let spacing = self.spacing;
            let reads =
                self.each_run(&clip, &corners, along, spacing, |from, to| {
                    let rests =
                        |[row, cell]: [usize; 2]| anchors.is_set(row, cell);
                    if rests(from) && rests(to) {
                        let length = |axis: usize| {
                            let ends = from.get(axis).zip(to.get(axis));
                            ends.map_or(0, |(a, b)| a.abs_diff(*b)) as f64
                        };
                        let (rows, cells) = (length(0), length(1));
                        covered += (rows * rows + cells * cells).sqrt();
                    }
                });
            self.reads = self.reads.saturating_sub(reads);
            if self.reads == 0 {
                return None;
            }
            // Directions are compared with a tolerance, so that symmetry does
            // not decide by rounding.
            if covered > 1.02 * best.0 {
                best = (covered, Some(along));
            }
        }
        best.1
    }

    /// The cells on lines along a direction that rest on both ends.
    fn spanned(
        &mut self,
        over: &Bitmap,
        near: &Bitmap,
        along: [f64; 2],
    ) -> Bitmap {
        let mut all = Bitmap::empty(over.rows(), over.stride);
        let Some(corners) = corners(over) else { return all };
        if self.reads == 0 {
            return all;
        }
        let reads = self.each_run(over, &corners, along, 1.0, |from, to| {
            let rests = |[row, cell]: [usize; 2]| near.is_set(row, cell);
            if rests(from) && rests(to) {
                line(from, to, |[row, cell]| all.fill(row, cell, cell + 1));
            }
        });
        self.reads = self.reads.saturating_sub(reads);
        let mut all = all.grown(&self.one);
        all.and(over);
        all
    }

    /// Visits the ends of each run of set cells on parallel lines over a box;
    /// returns the number of cells read.
    fn each_run(
        &self,
        cells: &Bitmap,
        corners: &[[f64; 2]; 4],
        [x, y]: [f64; 2],
        spacing: f64,
        mut visit: impl FnMut([usize; 2], [usize; 2]),
    ) -> u64 {
        let range = |[x, y]: [f64; 2]| {
            let along = corners.map(|[row, cell]| cell * x + row * y);
            let low = along.iter().copied().fold(f64::INFINITY, f64::min);
            let high = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let (from, to) = range([x, y]);
        let (first, last) = range([-y, x]);
        let lines = ((last - first) / spacing).floor() as u32;
        let steps = (to - from).floor() as u32;
        for number in 0..=lines {
            let across = first + f64::from(number) * spacing;
            let mut run: Option<([usize; 2], [usize; 2])> = None;
            for step in 0..=steps {
                let along = from + f64::from(step);
                let row = y * along + x * across;
                let cell = x * along - y * across;
                let at = [row, cell].map(|v| libm::round(v).max(0.0) as usize);
                let [row, cell] = at;
                match (&mut run, cells.is_set(row, cell)) {
                    (Some((_, last)), true) => *last = at,
                    (None, true) => run = Some((at, at)),
                    (Some((first, last)), false) => {
                        visit(*first, *last);
                        run = None;
                    }
                    (None, false) => {}
                }
            }
            if let Some((first, last)) = run {
                visit(first, last);
            }
        }
        u64::from(lines + 1) * u64::from(steps + 1)
    }
}

/// Corners of the box around the cells, as row and cell.
fn corners(cells: &Bitmap) -> Option<[[f64; 2]; 4]> {
    let [[row, cell], [last_row, last_cell]] = cells.bounds()?;
    let [top, left, bottom, right] =
        [row, cell, last_row, last_cell].map(|v| v as f64);
    Some([[top, left], [top, right], [bottom, left], [bottom, right]])
}

/// Visits the cells between two cells.
fn line(from: [usize; 2], to: [usize; 2], mut visit: impl FnMut([usize; 2])) {
    let [[r0, c0], [r1, c1]] = [from, to].map(|at| at.map(|v| v as f64));
    let steps = (r1 - r0).abs().max((c1 - c0).abs()).max(1.0);
    for step in 0..=steps as u32 {
        let part = f64::from(step) / steps;
        let at = [r0 + (r1 - r0) * part, c0 + (c1 - c0) * part];
        visit(at.map(|v| libm::round(v) as usize));
    }
}
