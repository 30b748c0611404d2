//! Cuts the mesh into layers and computes the area, the length of the outline
//! and the cells inside of each. One pass over the triangles collects the
//! segments of each layer. Rows of cells are then filled between crossings
//! where the winding number is not 0, as slicers do: overlapping bodies count
//! once and cavities are empty.

use super::bitmap::Bitmap;
use super::curvature::Bends;
use super::route::{Route, Span, route};
use super::segment::Segment;
use super::touching::{TOUCHING, Touching, may_touch, touching};
use crate::mesh::{Bounds, Mesh};
use crate::vector::{max, min};

/// The grid on which layers are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Side of a cell, mm.
    pub cell: f64,
    pub origin: [f64; 2],
    pub rows: usize,
    pub stride: usize,
}

/// One cut. Lengths in mm.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub area: f64,
    /// Sum of the areas of the bodies, so overlaps count more than once.
    /// Matches `outline`, which includes all bodies but not the parts where
    /// they touch each other.
    pub gross: f64,
    pub outline: f64,
    pub cells: Bitmap,
    pub route: Route,
    /// Bends of the outline where bodies touch; otherwise the bends of the mesh
    /// apply.
    pub bends: Option<Bends>,
}

/// Heights of the cuts: `first + n * step` for n below `count`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cuts {
    pub first: f64,
    pub step: f64,
    pub count: usize,
}

/// One layer as measured by its rows of cells.
struct Spans {
    /// Whether bodies overlap.
    overlap: bool,
    /// Whether crossings coincide, which happens where bodies touch.
    coincide: bool,
    /// Area in mm2.
    area: f64,
    gross: f64,
    cells: Bitmap,
    route: Route,
}

#[derive(Debug, Clone, Copy, Default)]
struct Crossing {
    x: f64,
    winding: i32,
}

impl Grid {
    pub fn over(bounds: &Bounds, cell: f64) -> Grid {
        let [width, depth, _] = bounds.size();
        let [x, y, _] = bounds.min;
        let cells = |length: f64| (length / cell).ceil().max(1.0) as usize;
        Grid {
            cell,
            // Half a cell of margin on each side, and one bit past the end.
            origin: [x - 0.5 * cell, y - 0.5 * cell],
            // Saturates, because the coordinates of a corrupt file can be
            // thousands of kilometers.
            rows: cells(depth).saturating_add(1),
            stride: cells(width).saturating_add(1).div_ceil(64),
        }
    }

    pub fn words(&self) -> usize {
        self.rows.saturating_mul(self.stride)
    }
}

impl Cuts {
    /// Returns for each vertex the number of cuts below or through it: the
    /// vertex is below cut n when its level is at most n. All comparisons use
    /// levels, so that neighbors agree regardless of rounding.
    pub fn levels(&self, mesh: &Mesh) -> Vec<u32> {
        let level = |&[.., z]: &[f32; 3]| {
            let n = ((f64::from(z) - self.first) / self.step).ceil();
            (n as usize).min(self.count) as u32
        };
        mesh.positions.iter().map(level).collect()
    }
}

/// Returns the levels of a triangle's corners.
#[inline]
fn levels_of(levels: &[u32], triangle: [u32; 3]) -> [u32; 3] {
    triangle.map(|v| levels.get(v as usize).copied().unwrap_or_default())
}

/// Returns the cuts between levels.
#[inline]
fn crossed([a, b, c]: [u32; 3]) -> std::ops::Range<usize> {
    a.min(b).min(c) as usize..a.max(b).max(c) as usize
}

/// Returns the number of crossings of cuts and triangles. Cheap to compute;
/// used to bound the work.
pub fn crossings(mesh: &Mesh, levels: &[u32]) -> u64 {
    let count = |&t: &[u32; 3]| crossed(levels_of(levels, t)).len() as u64;
    mesh.triangles.iter().map(count).sum()
}

/// Cuts the mesh. Returns `None` when it has more than `budget` row crossings.
pub fn cut(
    mesh: &Mesh,
    cuts: &Cuts,
    levels: &[u32],
    grid: &Grid,
    budget: u64,
) -> Option<Vec<Section>> {
    let (starts, segments) = segments(mesh, cuts, levels);
    let mut rows = Rows::new(grid);
    let mut left = budget;
    let mut sections: Vec<Section> = Vec::with_capacity(cuts.count);
    // Segments of the last cut, and their share of the budget.
    let mut last: (&[Segment], u64) = (&[], 0);
    for pair in starts.windows(2) {
        let &[from, to] = pair else { continue };
        let own = segments.get(from as usize..to as usize)?;
        // Vertical walls give the same cut at each height.
        let repeated = sections.last().filter(|_| own == last.0).cloned();
        let section = match repeated {
            Some(section) => {
                left = left.checked_sub(last.1)?;
                section
            }
            None => {
                let before = left;
                let section = rows.section(own, &mut left)?;
                last = (own, before - left);
                section
            }
        };
        sections.push(section);
    }
    Some(sections)
}

/// Returns the segments of all cuts, each with the solid on its left. The
/// segments of cut n are at `starts[n]..starts[n + 1]`.
fn segments(
    mesh: &Mesh,
    cuts: &Cuts,
    levels: &[u32],
) -> (Vec<u32>, Vec<Segment>) {
    let mut starts = vec![0u32; cuts.count + 1];
    for &triangle in &mesh.triangles {
        let own = crossed(levels_of(levels, triangle));
        for start in starts.get_mut(own).unwrap_or_default() {
            *start += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += std::mem::replace(start, total);
    }
    let mut next = starts.clone();
    let mut segments = vec![Segment::default(); total as usize];
    for &triangle in &mesh.triangles {
        let own_levels = levels_of(levels, triangle);
        let own = crossed(own_levels);
        if own.is_empty() {
            continue;
        }
        let corners = mesh.corners(triangle);
        let slots = next.get_mut(own.clone()).unwrap_or_default();
        for (number, slot) in own.zip(slots) {
            let z = cuts.first + number as f64 * cuts.step;
            if let Some(segment) = segments.get_mut(*slot as usize) {
                let under = own_levels.map(|level| level as usize <= number);
                *segment = across(corners, under, z);
            }
            *slot += 1;
        }
    }
    (starts, segments)
}

/// Returns the segment in which a plane cuts a triangle with corners on both
/// sides.
#[inline]
fn across([a, b, c]: [[f64; 3]; 3], under: [bool; 3], z: f64) -> Segment {
    let [under_a, under_b, under_c] = under;
    // Rotate the corners so that `a` is alone on its side.
    let (a, b, c, down) = if under_b == under_c {
        (a, b, c, under_a)
    } else if under_a == under_c {
        (b, c, a, under_b)
    } else {
        (c, a, b, under_c)
    };
    let toward_b = between(a, b, z);
    let toward_c = between(a, c, z);
    // Seen from outside, the corners run counterclockwise.
    if down {
        Segment { from: toward_c, to: toward_b }
    } else {
        Segment { from: toward_b, to: toward_c }
    }
}

#[inline]
fn between([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3], z: f64) -> [f64; 2] {
    // Corners on different levels have different heights.
    let t = ((z - az) / (bz - az)).clamp(0.0, 1.0);
    [ax + t * (bx - ax), ay + t * (by - ay)]
}

/// Buffers for the crossings of one layer, reused between layers.
struct Rows<'a> {
    grid: &'a Grid,
    starts: Vec<u32>,
    next: Vec<u32>,
    crossings: Vec<Crossing>,
    found: Vec<Span>,
    /// Segments along X, which no row crosses.
    along: Vec<Segment>,
}

impl<'a> Rows<'a> {
    fn new(grid: &'a Grid) -> Rows<'a> {
        let starts = vec![0; grid.rows + 1];
        Rows {
            grid,
            next: starts.clone(),
            starts,
            crossings: Vec::new(),
            found: Vec::new(),
            along: Vec::new(),
        }
    }

    fn section(&mut self, own: &[Segment], left: &mut u64) -> Option<Section> {
        self.starts.fill(0);
        self.along.clear();
        let mut outline = 0.0;
        let mut signed = 0.0;
        let [x0, y0] = self.grid.origin;
        for segment in own {
            let ([ax, ay], [bx, by]) = (segment.from, segment.to);
            let (dx, dy) = (bx - ax, by - ay);
            outline += (dx * dx + dy * dy).sqrt();
            signed += 0.5 * ((ax - x0) * (by - y0) - (bx - x0) * (ay - y0));
            if dy.abs() <= TOUCHING {
                self.along.push(*segment);
            }
            let rows = self.crossed(min(ay, by), max(ay, by));
            // Checked before the work, so that a hostile model cannot cause
            // unbounded work.
            *left = left.checked_sub(rows.len() as u64)?;
            for count in self.starts.get_mut(rows).unwrap_or_default() {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += std::mem::replace(start, total);
        }
        self.scatter(own, total);
        let mut spans = self.spans();
        let touching = self.touching(own, &spans);
        if let Some(found) = touching {
            outline = max(outline - found.hidden, 0.0);
            self.part();
            spans = self.spans();
        }
        let Spans { overlap, area, gross, cells, route, .. } = spans;
        // Without overlaps, the segments give the exact area.
        let (area, gross) =
            if overlap { (area, gross) } else { (signed, signed) };
        let bends = touching.map(|found| found.bends);
        Some(Section { area, gross, outline, cells, route, bends })
    }

    /// Finds where bodies touch. Computes this only where crossings coincide or
    /// segments run along the rows.
    fn touching(&self, own: &[Segment], spans: &Spans) -> Option<Touching> {
        let Grid { cell, origin: [x0, y0], .. } = *self.grid;
        let inside = |[x, y]: [f64; 2]| {
            let (row, column) = ((y - y0) / cell, (x - x0) / cell);
            (0.0..self.grid.rows as f64).contains(&row)
                && column >= 0.0
                && spans.cells.is_set(row as usize, column as usize)
        };
        let find = |own: &[Segment]| touching(own, 0.5 * cell, inside);
        if !spans.coincide {
            if !may_touch(&self.along) {
                return None;
            }
            find(&self.along)?;
        }
        find(own)
    }

    /// Returns the rows whose center line lies in a range of y.
    #[inline]
    fn crossed(&self, low: f64, high: f64) -> std::ops::Range<usize> {
        let [_, y0] = self.grid.origin;
        let at = |y: f64| {
            let n = ((y - y0) / self.grid.cell - 0.5).ceil();
            (n as usize).min(self.grid.rows)
        };
        at(low)..at(high)
    }

    fn scatter(&mut self, own: &[Segment], total: u32) {
        self.next.copy_from_slice(&self.starts);
        self.crossings.clear();
        self.crossings.resize(total as usize, Crossing::default());
        let [x0, y0] = self.grid.origin;
        for segment in own {
            let ([ax, ay], [bx, by]) = (segment.from, segment.to);
            let rows = self.crossed(min(ay, by), max(ay, by));
            let winding = if by < ay { 1 } else { -1 };
            let slope = (bx - ax) / (by - ay);
            let mut row = rows.start as f64 + 0.5;
            for slot in self.next.get_mut(rows).unwrap_or_default() {
                let y = y0 + row * self.grid.cell;
                let x = ax + (y - ay) * slope - x0;
                if let Some(to) = self.crossings.get_mut(*slot as usize) {
                    *to = Crossing { x, winding };
                }
                *slot += 1;
                row += 1.0;
            }
        }
    }

    /// Fills the cells between the crossings and measures them.
    fn spans(&mut self) -> Spans {
        let cell = self.grid.cell;
        let last = self.grid.stride * 64;
        let mut cells = Bitmap::empty(self.grid.rows, self.grid.stride);
        let mut length = 0.0;
        let mut gross = 0.0;
        let mut overlap = false;
        let mut coincide = false;
        self.found.clear();
        for (row, pair) in self.starts.windows(2).enumerate() {
            let &[from, to] = pair else { continue };
            let range = from as usize..to as usize;
            let Some(own) = self.crossings.get_mut(range) else { continue };
            own.sort_unstable_by(|a, b| {
                a.x.total_cmp(&b.x).then(a.winding.cmp(&b.winding))
            });
            let mut depth = 0i32;
            let mut start = 0.0;
            let (mut last_x, mut last_winding) = (0.0, 0);
            for crossing in own {
                let before = depth;
                gross += f64::from(depth.abs()) * (crossing.x - last_x);
                depth += crossing.winding;
                // Only crossings with material on both sides count: the tip of
                // a corner has none.
                coincide |= depth != 0
                    && crossing.winding != last_winding
                    && crossing.x - last_x <= TOUCHING;
                (last_x, last_winding) = (crossing.x, crossing.winding);
                overlap |= !(0..=1).contains(&depth);
                if before == 0 {
                    start = crossing.x;
                } else if depth == 0 {
                    length += crossing.x - start;
                    let (from, to) = (start, crossing.x);
                    self.found.push(Span { row, from, to });
                    let bit =
                        |x: f64| ((x / cell - 0.5).ceil() as usize).min(last);
                    cells.fill(row, bit(start), bit(crossing.x));
                }
            }
        }
        let route = route(&self.found, cell);
        let (area, gross) = (length * cell, gross * cell);
        Spans { overlap, coincide, area, gross, cells, route }
    }

    /// Removes the crossings between touching bodies from the sorted rows.
    fn part(&mut self) {
        let all = std::mem::take(&mut self.crossings);
        let mut kept: Vec<Crossing> = Vec::with_capacity(all.len());
        let mut from = 0;
        for start in self.starts.iter_mut().skip(1) {
            let row = all.get(from..*start as usize).unwrap_or_default();
            from = *start as usize;
            let first = kept.len();
            let mut depth = 0;
            for &crossing in row {
                let last = kept.get(first..).and_then(|row| row.last());
                let touches = last.is_some_and(|last| {
                    last.winding != crossing.winding
                        && crossing.x - last.x <= TOUCHING
                        && depth != last.winding
                });
                depth += crossing.winding;
                if touches {
                    kept.pop();
                } else {
                    kept.push(crossing);
                }
            }
            *start = kept.len() as u32;
        }
        self.crossings = kept;
    }
}
