//! The overhangs of a layer that PrusaSlicer 2.5 supports: everything that is
//! farther out than half a line, except bridges.
//!
//! A bridge is infill over air that touches the layer below somewhere. The
//! slicer supports only the ends of a bridge: 1.5 mm along those unsupported
//! edges that do not run along the bridge. It also supports the walls around
//! the bridge, except straight walls that rest on both ends.

use super::super::bitmap::{Bitmap, Disc};
use super::super::islands::islands;
use super::super::plan::Lines;

/// Maximum number of bridges per layer whose direction is computed.
const MAX_BRIDGES: usize = 12;
/// Number of directions of a bridge that are tried, over a half turn.
const TURNS: u32 = 18;
/// Maximum number of cells that are read in all layers to find directions.
const READS: u64 = 20_000_000;
/// Margin that the slicer supports along the ends of bridges, mm.
const MARGIN_MM: f64 = 1.5;
/// An edge is straight when it is straight over twice this length, mm.
const STRAIGHT_MM: f64 = 1.5;

/// Maximum number of layers over which the step of a slope is measured. Over a
/// single layer, cells are too coarse to distinguish 45 from 48 degrees.
const MAX_STEPS: u32 = 6;

/// Largest horizontal step of a self-supporting slope over a number of layers.
#[derive(Debug, Clone)]
struct Slope {
    layers: usize,
    cells: Disc,
}

impl Slope {
    /// Creates the slope. `step`: the widest step per layer, in cells. Picks
    /// the number of layers for which the step is closest to a whole number of
    /// cells without exceeding it.
    fn new(step: f64) -> Slope {
        let mut best = (0.0, 1, step.ceil());
        for layers in 1..=MAX_STEPS {
            let cells = (f64::from(layers) * step).floor();
            let found = cells / f64::from(layers);
            if found > best.0 {
                best = (found, layers as usize, cells);
            }
        }
        let (_, layers, cells) = best;
        // Cells along a diagonal are farther apart.
        Slope { layers, cells: Disc::new(cells + 0.5) }
    }

    /// Returns the part of the last of these layers that lies beyond the slope.
    fn beyond(&self, far: &Bitmap, layers: &[Bitmap]) -> Bitmap {
        let mut beyond = far.clone();
        let lower = layers.len().checked_sub(self.layers + 1);
        if let Some(lower) = lower.and_then(|at| layers.get(at)) {
            beyond.and_not(&lower.grown(&self.cells));
        }
        beyond
    }
}

/// Distances in cells.
#[derive(Debug, Clone)]
pub struct Reach {
    cell: f64,
    /// Distance that a layer may overhang without support, and the distance
    /// beyond which it needs support regardless of the layers below.
    pub free: Disc,
    surely: Disc,
    /// Slopes that need no support, and slopes that need no dense layers.
    slope: Slope,
    dense: Slope,
    anchor: Disc,
    near: Disc,
    margin: Disc,
    wall: Disc,
    one: Disc,
    /// Spacing of the lines by which a direction is evaluated, in cells. It is
    /// one cell, so that anchors a few cells wide are found.
    spacing: f64,
    reads: u64,
}

/// Overhang of a layer.
pub struct Over {
    /// Everything beyond the layer below.
    pub whole: Bitmap,
    /// Part that is far enough out for dense layers to support it.
    pub dense: Bitmap,
}

impl Reach {
    /// Creates the distances. `group`: number of layers per step.
    pub fn new(lines: &Lines, cell: f64, group: f64) -> Reach {
        let disc = |mm: f64| Disc::new(mm / cell);
        let line = 1.05 * lines.nozzle * group;
        let free = (0.5 * line / cell).ceil();
        Reach {
            cell,
            free: Disc::new(free),
            surely: Disc::new(free + 1.0),
            slope: Slope::new(0.5 * line / cell),
            dense: Slope::new(0.6 * line / cell),
            anchor: disc(lines.nozzle),
            near: disc(1.125 * lines.nozzle + cell),
            margin: disc(MARGIN_MM),
            wall: disc(2.4 * lines.nozzle),
            one: Disc::new(1.0),
            spacing: 1.0,
            reads: READS,
        }
    }

    /// Returns the overhang of the last of these layers; `None` when it has
    /// none.
    pub fn overhang(&self, layers: &[Bitmap]) -> Option<Over> {
        let [.., below, own] = layers else { return None };
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
        let mut surely = far.clone();
        surely.and_not(&below.grown(&self.surely));
        let mut dense = self.dense.beyond(&far, layers);
        let mut far = self.slope.beyond(&far, layers);
        dense.or(&surely);
        far.or(&surely);
        if far.is_empty() {
            return None;
        }
        let mut whole = far.grown(&self.free);
        whole.and(&over);
        Some(Over { whole, dense })
    }

    /// Returns the part of an overhang that needs support. `inner`: the layer
    /// within its walls.
    pub fn supported(
        &mut self,
        over: &Bitmap,
        below: &Bitmap,
        inner: &Bitmap,
    ) -> Bitmap {
        let mut needs = over.clone();
        let mut infill = over.clone();
        infill.and(inner);
        let near = below.grown(&self.near);
        let mut directions = vec![[1.0, 0.0], [0.0, 1.0]];
        for bridge in islands(&infill, MAX_BRIDGES) {
            let mut anchors = bridge.grown(&self.anchor);
            anchors.and(below);
            if anchors.is_empty() {
                continue;
            }
            let along = self.direction(&bridge, &anchors);
            let edge = self.edge(&bridge);
            let mut ends = edge.clone();
            ends.and_not(&near);
            if let Some([x, y]) = along {
                ends.and_not(&self.straight(&edge, [x, y]));
                if x.abs().min(y.abs()) > 0.01 {
                    directions.extend([[x, y], [-y, x]]);
                }
            }
            let mut spanned = bridge;
            spanned.and_not(&ends.grown(&self.margin));
            needs.and_not(&spanned);
        }
        // Walls that span the gap.
        let edge = self.edge(over);
        let mut walls = over.clone();
        walls.and_not(inner);
        for along in directions {
            let mut straight = self.straight(&edge, along);
            straight.and_not(&near);
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

    fn edge(&self, area: &Bitmap) -> Bitmap {
        let mut edge = area.clone();
        edge.and_not(&area.shrunk(&self.one));
        edge
    }

    /// Returns the cells of an edge that runs along a direction: the cells
    /// between two other edge cells at some distance, and the cells near them
    /// along the edge.
    fn straight(&self, edge: &Bitmap, [x, y]: [f64; 2]) -> Bitmap {
        let wide = edge.grown(&self.one);
        let moved = |cells: &Bitmap, steps: f64| {
            let far = steps * STRAIGHT_MM / self.cell;
            let part = |part: f64| libm::round(far * part) as isize;
            cells.moved(part(y), part(x))
        };
        let mut middle = moved(&wide, -1.0);
        middle.and(&moved(&wide, 1.0));
        middle.and(edge);
        let mut straight = middle.clone();
        for steps in [-1.0, -0.5, 0.5, 1.0] {
            straight.or(&moved(&middle, steps));
        }
        let mut straight = straight.grown(&self.one);
        straight.and(edge);
        straight
    }

    /// Returns the direction in which most of a bridge rests on both ends.
    /// Searches like the slicer, which considers only the box around the
    /// anchors.
    fn direction(
        &mut self,
        bridge: &Bitmap,
        anchors: &Bitmap,
    ) -> Option<[f64; 2]> {
        let clip = bridge.grown(&Disc::new(2.0));
        let corners = corners(anchors)?;
        let mut best = (0.0, None);
        let right = TURNS / 2;
        let others = (1..TURNS).filter(|&turn| turn != right);
        for turn in [0, right].into_iter().chain(others) {
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
            // Other directions must be clearly better, because their lengths in
            // cells are less exact.
            let margin = if turn % right == 0 { 1.0 } else { 1.06 };
            if covered > margin * best.0 {
                best = (covered, Some(along));
            }
        }
        best.1
    }

    /// Returns the cells on lines along a direction that rest on both ends.
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

    /// Visits the ends of each run of set cells on parallel lines over a box.
    /// Returns the number of cells read.
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
                let at = [nearest(row), nearest(cell)];
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

/// Returns the nearest integer, at least 0; rounds half up. `libm`'s `round`
/// takes as long as reading ten cells.
#[inline]
fn nearest(value: f64) -> usize {
    let below = value.floor();
    (if value - below < 0.5 { below } else { below + 1.0 }) as usize
}

/// Returns the corners of the box around the cells, as row and cell.
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
        visit(at.map(nearest));
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn nearest_agrees_with_round() {
        let below_half = 0.499_999_999_999_999_94;
        let values = [-3.0, -0.5, -0.2, 0.0, below_half, 0.5, 1.5, 2.499, 4e15];
        for value in values {
            let rounded = libm::round(value).max(0.0) as usize;
            assert_eq!(nearest(value), rounded, "{value}");
        }
    }
}
