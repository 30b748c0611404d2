//! Finds the corners near an ear without searching all of them.

use super::{Budget, Point, Polygon, turn};

/// Corners that can lie in an ear, in square cells: the corners with an angle
/// of 180 degrees or more. Clipping ears only makes angles smaller.
pub(super) struct Grid {
    min: Point,
    cell: i64,
    columns: i64,
    rows: i64,
    /// Start of each cell in `nodes`, followed by the end of the last cell.
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Grid {
    pub(super) fn new(polygon: &Polygon, start: usize) -> Grid {
        let blunt = |&at: &usize| {
            let [a, b, c] = polygon.around(at);
            turn(a, b, c) <= 0
        };
        let nodes: Vec<usize> = polygon.ring(start).filter(blunt).collect();
        let points = nodes.iter().map(|&at| polygon.point(at));
        let empty = ([i64::MAX; 2], [i64::MIN; 2]);
        let ([left, low], [right, high]) =
            points.fold(empty, |([ax, ay], [bx, by]), [x, y]| {
                ([ax.min(x), ay.min(y)], [bx.max(x), by.max(y)])
            });
        if nodes.is_empty() {
            let (starts, nodes) = (Vec::new(), Vec::new());
            let min = [0; 2];
            return Grid { min, cell: 1, columns: 0, rows: 0, starts, nodes };
        }
        let (width, height) = (right - left + 1, high - low + 1);
        let area = width as f64 * height as f64 / nodes.len() as f64;
        // At most four cells per node along each side, however flat the box is.
        let most = 4.0 * nodes.len() as f64;
        let longest = (width.max(height) as f64 / most) as i64 + 1;
        let cell = (libm::sqrt(area) as i64 + 1).max(longest);
        let (columns, rows) = (width / cell + 1, height / cell + 1);
        let mut grid = Grid {
            min: [left, low],
            cell,
            columns,
            rows,
            starts: vec![0; (columns * rows) as usize + 1],
            nodes: vec![0; nodes.len()],
        };
        let cells: Vec<usize> = nodes
            .iter()
            .map(|&at| {
                let [column, row] = grid.cell_of(polygon.point(at));
                (row * columns + column) as usize
            })
            .collect();
        for &cell in &cells {
            if let Some(count) = grid.starts.get_mut(cell + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut grid.starts {
            sum += *start;
            *start = sum;
        }
        let mut next = grid.starts.clone();
        for (&cell, &at) in cells.iter().zip(&nodes) {
            let Some(slot) = next.get_mut(cell) else { continue };
            if let Some(node) = grid.nodes.get_mut(*slot as usize) {
                *node = at as u32;
            }
            *slot += 1;
        }
        grid
    }

    /// Returns the column and row of a point, clamped to the grid.
    fn cell_of(&self, [x, y]: Point) -> [i64; 2] {
        let [left, low] = self.min;
        let column = (x - left).div_euclid(self.cell);
        let row = (y - low).div_euclid(self.cell);
        [column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1)]
    }

    /// Returns whether `free` is true for all nodes in the cells that a
    /// triangle's box covers.
    pub(super) fn near(
        &self,
        [a, b, c]: [Point; 3],
        budget: &mut Budget,
        free: impl Fn(usize) -> bool,
    ) -> Option<bool> {
        if self.nodes.is_empty() {
            return Some(true);
        }
        let low = |i: usize| [a, b, c].map(|p| p.get(i).copied().unwrap_or(0));
        let [xs, ys] = [low(0), low(1)];
        let min = |of: [i64; 3]| of.into_iter().fold(i64::MAX, i64::min);
        let max = |of: [i64; 3]| of.into_iter().fold(i64::MIN, i64::max);
        let [left, first] = self.cell_of([min(xs), min(ys)]);
        let [right, last] = self.cell_of([max(xs), max(ys)]);
        for row in first..=last {
            let at = |column: i64| {
                let cell = (row * self.columns + column) as usize;
                self.starts.get(cell).map_or(0, |&start| start as usize)
            };
            // The cells of a row are contiguous.
            let nodes = self.nodes.get(at(left)..at(right + 1));
            let nodes = nodes.unwrap_or(&[]);
            budget.spend(1 + nodes.len() as u64)?;
            if !nodes.iter().all(|&node| free(node as usize)) {
                return Some(false);
            }
        }
        Some(true)
    }
}
