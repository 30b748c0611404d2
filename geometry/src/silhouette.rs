//! The shadow of a mesh on the plate, seen from above, as a bitmap: where no
//! other part may lie. Every cell that a triangle touches is set.

pub mod file;

use serde::Serialize;

use crate::error::ParseError;
use crate::mesh::{Bounds, Mesh};
use crate::vector::Vec3;

/// Side of a cell.
pub const CELL_MM: f64 = 1.0;

/// Longest side of a silhouette: three times that of the largest bed, 125 kB a bitmap.
pub const MAX_SIDE_MM: f64 = 1000.0;

/// Between two calls of the checkpoint.
const TRIANGLES_AT_ONCE: usize = 1 << 14;

/// A bitmap, and the size of the part above it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Silhouette {
    /// X of the part.
    pub width_mm: f64,
    /// Y of the part.
    pub depth_mm: f64,
    /// Z of the part.
    pub height_mm: f64,
    pub cell_mm: f64,
    pub columns: usize,
    pub rows: usize,
    /// Rows of `columns` cells from the lowest Y on, in whole words; the first
    /// cell of a row is the lowest bit of its first word.
    #[serde(skip)]
    pub bits: Vec<u32>,
}

/// The silhouette of a mesh in mm. Refuses meshes without triangles and those
/// wider or deeper than `MAX_SIDE_MM`.
pub fn silhouette(mesh: &Mesh) -> Result<Silhouette, ParseError> {
    let bounds = bounds(mesh).ok_or(ParseError::NoTriangles)?;
    let [width_mm, depth_mm, height_mm] = bounds.size();
    if width_mm.max(depth_mm) > MAX_SIDE_MM {
        return Err(too_large(width_mm, depth_mm));
    }
    let [columns, rows] = [cells(width_mm), cells(depth_mm)];
    let mut shadow = Shadow::new(columns, rows);
    let [left, front, _] = bounds.min;
    for triangles in mesh.triangles.chunks(TRIANGLES_AT_ONCE) {
        crate::checkpoint();
        for &triangle in triangles {
            let corners = mesh.corners(triangle);
            shadow.add(corners.map(|[x, y, _]: Vec3| {
                [(x - left) / CELL_MM, (y - front) / CELL_MM]
            }));
        }
    }
    let bits = shadow.finish();
    let cell_mm = CELL_MM;
    Ok(Silhouette {
        width_mm,
        depth_mm,
        height_mm,
        cell_mm,
        columns,
        rows,
        bits,
    })
}

fn too_large(width_mm: f64, depth_mm: f64) -> ParseError {
    let code = "too_large";
    let message = format!(
        "The model is {width_mm:.0} x {depth_mm:.0} mm wide and deep; at most \
         {MAX_SIDE_MM} mm are laid on a plate."
    );
    ParseError::Refused { code, message }
}

/// Box of the vertices that triangles use.
fn bounds(mesh: &Mesh) -> Option<Bounds> {
    let mut bounds = Bounds::EMPTY;
    for &corner in mesh.triangles.as_flattened() {
        bounds.include(mesh.at(corner));
    }
    (!mesh.triangles.is_empty()).then_some(bounds)
}

fn cells(side_mm: f64) -> usize {
    ((side_mm / CELL_MM).ceil() as usize).max(1)
}

type Point = [f64; 2];

/// A cell that is touched by less than this is not touched, in cells: 32-bit
/// coordinates are as coarse as a third of it.
const SLACK: f64 = 1e-4;

struct Shadow {
    columns: usize,
    rows: usize,
    cells: Bits,
    /// Cells with upright surface on their left border, such as the wall
    /// of a box: it belongs to the cells of the box.
    on_left: Bits,
    /// Cells with upright surface on their lower border.
    on_lower: Bits,
}

impl Shadow {
    fn new(columns: usize, rows: usize) -> Shadow {
        let bits = || Bits::new(columns, rows);
        let (cells, on_left, on_lower) = (bits(), bits(), bits());
        Shadow { columns, rows, cells, on_left, on_lower }
    }

    /// Sets the cells that a triangle touches, row by row. Coordinates are in
    /// cells.
    fn add(&mut self, corners: [Point; 3]) {
        let (low, high) = extent(corners.map(|[_, y]| y));
        let Some((first, last)) = touched(low, high, self.rows) else {
            let row = border(low, self.rows);
            let (left, right) = extent(corners.map(|[x, _]| x));
            match touched(left, right, self.columns) {
                Some((start, end)) => self.on_lower.set(row, start, end),
                None => self.stand(row, left),
            }
            return;
        };
        for row in first..=last {
            let level = row as f64;
            let band = (level + SLACK, level + 1.0 - SLACK);
            let Some((left, right)) = width_in(corners, band) else { continue };
            match touched(left, right, self.columns) {
                Some((start, end)) => self.cells.set(row, start, end),
                None => self.stand(row, left),
            }
        }
    }

    fn stand(&mut self, row: usize, left: f64) {
        let column = border(left, self.columns);
        self.on_left.set(row, column, column);
    }

    /// Returns all cells. Upright surface on a border is included unless an
    /// adjacent cell is set.
    fn finish(self) -> Vec<u32> {
        let Shadow { columns, rows, cells, on_left, on_lower } = self;
        let mut all = Bits { bits: cells.bits.clone(), ..cells };
        for row in 0..rows {
            crate::checkpoint();
            for column in 0..columns {
                let beside = column > 0 && cells.get(row, column - 1);
                let below = row > 0 && cells.get(row - 1, column);
                let stands = on_left.get(row, column) && !beside
                    || on_lower.get(row, column) && !below;
                if stands {
                    all.set(row, column, column);
                }
            }
        }
        all.bits
    }
}

struct Bits {
    /// Words in a row.
    words: usize,
    bits: Vec<u32>,
}

impl Bits {
    fn new(columns: usize, rows: usize) -> Bits {
        let words = columns.div_ceil(32);
        Bits { words, bits: vec![0; words * rows] }
    }

    fn get(&self, row: usize, column: usize) -> bool {
        let word = self.bits.get(row * self.words + column / 32);
        word.is_some_and(|word| (word >> (column % 32)) & 1 == 1)
    }

    /// Sets the cells of a row from `start` to `end`, both included.
    fn set(&mut self, row: usize, start: usize, end: usize) {
        let (from, to) = (start / 32, end / 32);
        let line = row * self.words;
        let Some(words) = self.bits.get_mut(line + from..=line + to) else {
            return;
        };
        let count = words.len();
        for (at, word) in words.iter_mut().enumerate() {
            let low = if at == 0 { start % 32 } else { 0 };
            let high = if at + 1 == count { end % 32 } else { 31 };
            *word |= (u32::MAX << low) & (u32::MAX >> (31 - high));
        }
    }
}

fn extent(values: [f64; 3]) -> (f64, f64) {
    let [a, b, c] = values;
    (a.min(b).min(c), a.max(b).max(c))
}

/// The first and last cell that a range touches, of `count` cells; `None` when
/// it is on the border between two.
fn touched(low: f64, high: f64, count: usize) -> Option<(usize, usize)> {
    let first = (low + SLACK).max(0.0).floor() as usize;
    let last = ((high - SLACK).max(0.0).ceil() as usize).checked_sub(1)?;
    let last = last.min(count - 1);
    (first <= last).then_some((first, last))
}

/// The cell that begins at this border; the last one at the end of the part.
fn border(at: f64, count: usize) -> usize {
    ((at + SLACK).max(0.0).floor() as usize).min(count - 1)
}

/// From where to where a triangle reaches in a band of Y.
fn width_in(
    corners: [Point; 3],
    (low, high): (f64, f64),
) -> Option<(f64, f64)> {
    let [a, b, c] = corners;
    let mut reach: Option<(f64, f64)> = None;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let (from, to) = if from[1] <= to[1] { (from, to) } else { (to, from) };
        let ([x, y], [end_x, end_y]) = (from, to);
        if end_y < low || y > high {
            continue;
        }
        let at = |level: f64| x + (end_x - x) * ((level - y) / (end_y - y));
        let start = if y < low { at(low) } else { x };
        let end = if end_y > high { at(high) } else { end_x };
        let (left, right) = reach.unwrap_or((start, start));
        reach = Some((left.min(start).min(end), right.max(start).max(end)));
    }
    reach
}

#[cfg(test)]
mod tests;
