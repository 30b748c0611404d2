//! The grid on which supports are drawn: the grid of the layers with a margin,
//! divided into the blocks of PrusaSlicer's "grid" style. Every block that an
//! overhang touches is supported as a whole.

use super::super::bitmap::Bitmap;
use super::super::islands::seeded_islands;
use super::super::plan::Plan;
use crate::mesh::Bounds;

/// Distance in mm that supports reach beyond the model: a block, and the margin
/// of the first layer.
const MARGIN_MM: f64 = 6.5;

/// Layers with a margin, divided into blocks.
#[derive(Debug, Clone)]
pub struct Canvas {
    pub cell: f64,
    /// Rows and words added on each side.
    margin: (usize, usize),
    /// First row of each block, followed by the end of the last block.
    pub rows: Vec<usize>,
    /// First cell of each block within a row, followed by the end of the last
    /// block.
    cells: Vec<usize>,
}

impl Canvas {
    /// Creates the canvas. `block` is the side of a block in mm. The center of
    /// the model is a corner of four blocks.
    pub fn new(plan: &Plan, bounds: &Bounds, block: f64) -> Canvas {
        let grid = &plan.grid;
        let margin_cells = (MARGIN_MM / grid.cell).ceil() as usize;
        let margin = (margin_cells, margin_cells.div_ceil(64));
        let [width, depth, _] = bounds.size();
        let edges = |length: f64, before: usize, count: usize| {
            let middle = before as f64 + 0.5 + 0.5 * length / grid.cell;
            let step = block / grid.cell;
            let first = (-middle / step).ceil();
            let edges = (0..).map(|at| middle + (first + f64::from(at)) * step);
            let edges = edges.map(|edge| libm::round(edge) as usize);
            edges.take_while(|&edge| edge <= count).collect::<Vec<usize>>()
        };
        let (rows, words) = margin;
        Canvas {
            cell: grid.cell,
            margin,
            rows: edges(depth, rows, grid.rows + 2 * rows),
            cells: edges(width, 64 * words, 64 * (grid.stride + 2 * words)),
        }
    }

    pub fn place(&self, cells: &Bitmap) -> Bitmap {
        let (rows, words) = self.margin;
        cells.widened(rows, words)
    }

    /// Returns the blocks that `seeds` touch, without `wall`, reduced to the
    /// areas that contain some of `seeds`.
    pub fn stretched(&self, seeds: &Bitmap, wall: &Bitmap) -> Bitmap {
        let mut out = Bitmap::empty(seeds.rows(), seeds.stride);
        if seeds.is_empty() {
            return out;
        }
        for rows in self.rows.windows(2) {
            let &[first, end] = rows else { continue };
            let mut row = Bitmap::empty(1, seeds.stride);
            for (to, column) in row.words.iter_mut().zip(seeds.columns()) {
                let own = column.get(first..end).unwrap_or_default();
                *to = own.iter().fold(0, |all, word| all | word);
            }
            if row.is_empty() {
                continue;
            }
            for cells in self.cells.windows(2) {
                let &[from, to] = cells else { continue };
                if row.any(0, from, to) {
                    (first..end).for_each(|row| out.fill(row, from, to));
                }
            }
        }
        out.and_not(wall);
        let mut new = out.clone();
        new.and_not(seeds);
        if !new.is_empty() {
            seeded_islands(&mut out, seeds);
        }
        out
    }
}
