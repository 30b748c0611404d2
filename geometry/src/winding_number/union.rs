//! Volume of the union: all points whose winding number is not 0. A slicer
//! fills the same volume, in which overlapping bodies count once.
//!
//! Shells whose boxes do not overlap cannot share a point, so each group of
//! shells is sampled with its own lines. The same lines give two estimates. The
//! first is the length inside. The second is the signed volume of the group,
//! which is exact, plus the length by which the winding number is not 0 or 1.
//! The second estimate has no error where nothing overlaps, even around a
//! cavity that does not touch the outside. The error is that of stratified
//! sampling, computed from the differences between neighboring lines. Lines are
//! added until the error is small or the budget, a number of operations, is
//! spent.

use super::{Crossing, Grid, WindingVolumes, across, mix, seed};
use crate::mesh::{Bounds, Mesh};
use crate::shells::{Shells, sweep_axis};

/// Initial number of lines per row. A grid has the square of this number of
/// rows. All lines of a row share the position of the row within its cell, so
/// the errors across rows do not cancel like those along a row. 32 gives 33,000
/// lines.
const FIRST_LINES: usize = 32;
/// Maximum number of lines per row; 262,000 lines in total.
const MAX_LINES: usize = 64;
/// Minimum number of lines per row; 64 lines in total.
const MIN_LINES: usize = 4;

/// Error that is sufficiently small, as a share of the volume.
const WANTED_ERROR: f64 = 1e-3;

/// Error that is assumed for the coarse lines, as a share of the volume, where
/// the budget allows no more lines.
const COARSE_ERROR: f64 = 0.03;

/// Number of standard errors in the error bound. The errors are overestimated
/// by a factor of 1.7 to 2.4: half of a squared difference is the variance
/// between two independent positions, and the variance within a cell is a third
/// to a sixth of that.
const SIGMAS: f64 = 2.0;

/// Maximum number of operations, one per triangle and one per row that the
/// triangle meets: 1 to 2 s.
const BUDGET: u64 = 100_000_000;
/// Number of operations per crossing, which is collected and sorted.
const CROSSING: u64 = 8;
/// Maximum number of box comparisons. If more are needed, all shells form one
/// group.
const COMPARISONS: u64 = 5_000_000;
/// Maximum number of crossings in memory, 16 bytes each.
const HELD: usize = 1 << 20;

/// The union of all shells, file units cubed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Union {
    pub volume: f64,
    /// Error bound of the volume.
    pub error: f64,
    /// Error of the signed volume, summed over regions. Each region is weighted
    /// by the difference between its winding number and 0 or 1.
    pub excess: f64,
}

impl Union {
    /// Returns the volume to bill, given the sum of the shells: the lower of
    /// the sum and the sampled volume with its error bound. A sum below the
    /// sampled volume is not the volume of the union, because some region
    /// counts negatively.
    pub fn billed(&self, sum: f64) -> f64 {
        let most = self.volume + self.error;
        if sum < self.volume - self.error { most } else { most.min(sum) }
    }
}

/// Measures the union if the `coarse` lines found doubtful volume or boxes of
/// shells overlap; returns `None` otherwise. Every edge of the mesh must be
/// used equally often in both directions.
pub fn measure(
    mesh: &Mesh,
    shells: &Shells,
    coarse: &WindingVolumes,
) -> Option<Union> {
    let doubt = coarse.doubtful > 0.0;
    if shells.all.len() < 2 && !doubt {
        return None;
    }
    let groups = Groups::of(mesh, shells, doubt);
    if groups.all.is_empty() {
        return None;
    }
    crate::checkpoint();
    let seed = seed(mesh);
    let mut left = BUDGET;
    let mut best = None;
    let mut n = FIRST_LINES;
    let expected = |n: usize| {
        let crossings = (n * n * n) as f64 * coarse.per_line;
        (crossings * CROSSING as f64) as u64
    };
    while n > MIN_LINES && expected(n) > BUDGET / 2 {
        n = n * 5 / 8;
    }
    let mut spent = 0;
    // Reduce the lines until they fit the budget, then add lines until the
    // error is small.
    while best.is_none() && n >= MIN_LINES {
        let given = left / 2;
        let mut own = given;
        best = groups.sample(mesh, n, seed, &mut own);
        spent = given - own;
        left -= spent;
        if best.is_none() {
            n = n * 5 / 8;
        }
    }
    while let Some(known) = best
        && known.error > WANTED_ERROR * known.volume
        && n < MAX_LINES
        && left / 4 > spent
    {
        n = (n * 3 / 2).min(MAX_LINES);
        let before = left;
        match groups.sample(mesh, n, seed, &mut left) {
            Some(finer) => best = Some(finer),
            None => break,
        }
        spent = before - left;
    }
    Some(best.unwrap_or(Union {
        volume: coarse.solid,
        error: COARSE_ERROR * coarse.solid,
        excess: coarse.doubtful,
    }))
}

/// Shells that can share points only with others in the group.
struct Group {
    bounds: Bounds,
    /// Signed volume, which is exact.
    signed: f64,
    triangles: Vec<[u32; 3]>,
}

struct Groups {
    /// Groups to sample.
    all: Vec<Group>,
    /// Volume of the shells outside all groups.
    apart: f64,
}

impl Groups {
    /// Groups shells whose boxes overlap. `singles`: also samples single
    /// shells, because a shell may overlap itself.
    fn of(mesh: &Mesh, shells: &Shells, singles: bool) -> Groups {
        let labels = connect(shells);
        let count = labels.iter().max().map_or(0, |&most| most as usize + 1);
        let empty =
            || Group { bounds: Bounds::EMPTY, signed: 0.0, triangles: vec![] };
        let mut groups: Vec<(u32, Group)> =
            (0..count).map(|_| (0, empty())).collect();
        for (shell, &label) in shells.all.iter().zip(&labels) {
            if let Some((members, group)) = groups.get_mut(label as usize) {
                *members += 1;
                group.signed += shell.volume;
                group.bounds.include(shell.bounds.min);
                group.bounds.include(shell.bounds.max);
            }
        }
        let sampled = |members: u32| singles || members > 1;
        for (&triangle, &shell) in
            mesh.triangles.iter().zip(&shells.of_triangle)
        {
            let label = labels.get(shell as usize).copied().unwrap_or(0);
            if let Some((members, group)) = groups.get_mut(label as usize)
                && sampled(*members)
            {
                group.triangles.push(triangle);
            }
        }
        let mut apart = 0.0;
        let mut all = Vec::new();
        for (members, group) in groups {
            if sampled(members) {
                all.push(group)
            } else {
                apart += group.signed
            }
        }
        Groups { all, apart }
    }

    /// Returns one sample of all groups, with about the cube of `n` lines;
    /// `None` when the budget is spent.
    fn sample(
        &self,
        mesh: &Mesh,
        n: usize,
        seed: u64,
        budget: &mut u64,
    ) -> Option<Union> {
        let share = libm::cbrt(self.all.len() as f64);
        let n = ((n as f64 / share) as usize).max(MIN_LINES);
        let mut found = Union { volume: self.apart, error: 0.0, excess: 0.0 };
        let mut square = 0.0;
        for group in &self.all {
            let own = group.sample(mesh, n, seed, budget)?;
            found.volume += own.volume;
            found.excess += own.excess;
            square += own.error * own.error;
        }
        found.error = square.sqrt();
        Some(found)
    }
}

/// Returns the group of each shell. Shells whose boxes overlap, directly or
/// through others, form a group.
fn connect(shells: &Shells) -> Vec<u32> {
    let all = &shells.all;
    let axis = sweep_axis(all);
    let low = |at: u32| edge(all.get(at as usize).map(|s| s.bounds.min), axis);
    let high = |at: u32| edge(all.get(at as usize).map(|s| s.bounds.max), axis);
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    order.sort_by(|&a, &b| low(a).total_cmp(&low(b)).then(a.cmp(&b)));
    let mut sets = crate::union_find::UnionFind::new(all.len());
    let mut left = COMPARISONS;
    let mut rest = order.as_slice();
    while let Some((&first, later)) = rest.split_first() {
        rest = later;
        for &second in later {
            if low(second) >= high(first) {
                break;
            }
            let Some(fewer) = left.checked_sub(1) else {
                return vec![0; all.len()];
            };
            left = fewer;
            let pair = all.get(first as usize).zip(all.get(second as usize));
            if pair.is_some_and(|(a, b)| a.bounds.overlaps(&b.bounds)) {
                sets.union(first, second);
            }
        }
    }
    sets.labels().0
}

fn edge(point: Option<[f64; 3]>, axis: usize) -> f64 {
    point.and_then(|p| p.get(axis).copied()).unwrap_or_default()
}

/// Sums over lines, before they are multiplied by the area of a line's cell.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    signed: f64,
    solid: f64,
    excess: f64,
    /// Squared differences between neighboring lines: of the length inside, and
    /// of the length that is added to the signed length.
    solid_steps: f64,
    added_steps: f64,
    /// Index of the previous row, and its two sums.
    row: usize,
    row_solid: f64,
    row_added: f64,
}

impl Group {
    fn sample(
        &self,
        mesh: &Mesh,
        n: usize,
        seed: u64,
        budget: &mut u64,
    ) -> Option<Union> {
        // Hash the position, because the numbers of groups depend on the order
        // of triangles.
        let corner = self.bounds.min.into_iter().chain(self.bounds.max);
        let place = corner.fold(seed, |sum, v| mix(sum ^ v.to_bits()));
        let Some(grid) = Grid::new(&self.bounds, [n, n * n], place) else {
            return Some(Union { volume: 0.0, error: 0.0, excess: 0.0 });
        };
        let mut sums = Sums::default();
        let mut bands: Vec<_> = std::iter::once(0..n * n).collect();
        while let Some(rows) = bands.pop() {
            crate::checkpoint();
            match self.cross(mesh, &grid, rows.clone(), budget)? {
                Some(crossings) => sums.add(crossings, n),
                None if rows.len() < 2 => return None,
                None => {
                    let middle = rows.start + rows.len() / 2;
                    bands.push(middle..rows.end);
                    bands.push(rows.start..middle);
                }
            }
        }
        sums.end(n * n);
        let [scale_u, scale_v] = grid.scale;
        let area = 1.0 / (scale_u * scale_v);
        let depth = edge(Some(self.bounds.size()), grid.w);
        Some(self.judge(&sums, area, depth))
    }

    /// Returns the better of the two estimates. `depth`: length of a line in
    /// the box.
    fn judge(&self, sums: &Sums, area: f64, depth: f64) -> Union {
        let error = |steps: f64| SIGMAS * area * (0.5 * steps).sqrt();
        let direct = area * sums.solid;
        let direct_error = error(sums.solid_steps);
        let exact = self.signed + area * (sums.solid - sums.signed);
        let exact_error = error(sums.added_steps);
        // The two estimates must agree: a narrow region with hundreds of
        // windings that the lines miss would make the signed volume useless.
        let slack = 1.5 * direct_error + SIGMAS * area * depth;
        let agree = (exact - direct).abs() <= slack;
        let excess = area * sums.excess;
        if agree && exact_error <= direct_error {
            return Union { volume: exact, error: exact_error, excess };
        }
        let missed = (self.signed - area * sums.signed).abs();
        Union {
            volume: direct,
            error: direct_error,
            excess: if agree { excess } else { excess.max(missed) },
        }
    }

    /// Returns the crossings with some rows of lines; `None` when the budget is
    /// spent, and `Some(None)` when there are too many crossings to store.
    fn cross(
        &self,
        mesh: &Mesh,
        grid: &Grid,
        rows: std::ops::Range<usize>,
        budget: &mut u64,
    ) -> Option<Option<Vec<Crossing>>> {
        let ([_, low], [_, scale]) = (grid.low, grid.scale);
        let under = |[_, v, _]: [f64; 3]| grid.rows_under(v, low, scale);
        let mut crossings = Vec::new();
        for triangles in self.triangles.chunks(65_536) {
            crate::checkpoint();
            let known = crossings.len();
            let mut met = 0;
            for &triangle in triangles {
                let corners =
                    mesh.corners(triangle).map(|p| grid.to_grid_axes(p));
                let [a, b, c] = corners.map(under);
                let from = a.min(b).min(c).max(rows.start);
                let to = a.max(b).max(c).min(rows.end);
                met += to.saturating_sub(from);
                for row in from..to {
                    let Some(&v) = grid.rows.get(row) else { break };
                    across(grid, row, v, corners, &mut crossings);
                }
                if crossings.len() > HELD {
                    break;
                }
            }
            let new = (crossings.len() - known) as u64;
            let cost = (triangles.len() + met) as u64 + CROSSING * new;
            *budget = budget.checked_sub(cost)?;
            if crossings.len() > HELD {
                return Some(None);
            }
        }
        Some(Some(crossings))
    }
}

impl Sums {
    /// Adds the crossings of whole rows of `n` lines, with the rows in order.
    fn add(&mut self, mut crossings: Vec<Crossing>, n: usize) {
        crossings.sort_unstable_by(|a, b| {
            a.line
                .cmp(&b.line)
                .then(a.at.total_cmp(&b.at))
                .then(a.direction.cmp(&b.direction))
        });
        let row = |crossing: &Crossing| crossing.line as usize / n;
        for own in crossings.chunk_by(|a, b| row(a) == row(b)) {
            if let Some(first) = own.first() {
                self.add_row(own, row(first), n);
            }
        }
    }

    fn add_row(&mut self, crossings: &[Crossing], row: usize, n: usize) {
        if row > self.row + 1 {
            // Empty rows between the previous row and this one.
            self.step(self.row_solid, self.row_added);
            (self.row_solid, self.row_added) = (0.0, 0.0);
        }
        let (mut row_solid, mut row_added) = (0.0, 0.0);
        // The previous line in the row: its position, the length inside, and
        // the added length.
        let mut before: Option<(usize, f64, f64)> = None;
        for line in crossings.chunk_by(|a, b| a.line == b.line) {
            let Some(first) = line.first() else { continue };
            let place = first.line as usize % n;
            let (solid, added) = self.add_line(line, first.at);
            row_solid += solid;
            row_added += added;
            match before {
                Some((last, left_solid, left_added)) if last + 1 == place => {
                    self.step(solid - left_solid, added - left_added);
                }
                _ => {
                    self.end_row(before, n);
                    if place > 0 {
                        self.step(solid, added);
                    }
                }
            }
            before = Some((place, solid, added));
        }
        self.end_row(before, n);
        if row > 0 {
            self.step(row_solid - self.row_solid, row_added - self.row_added);
        }
        self.row = row;
        (self.row_solid, self.row_added) = (row_solid, row_added);
    }

    /// Returns the length inside along a line, and by how much it exceeds the
    /// signed length.
    fn add_line(&mut self, line: &[Crossing], first: f64) -> (f64, f64) {
        let (mut solid, mut signed) = (0.0, 0.0);
        let (mut last, mut depth) = (first, 0i32);
        for crossing in line {
            let length = crossing.at - last;
            signed += f64::from(depth) * length;
            if depth != 0 {
                solid += length;
                self.excess += f64::from((depth - 1).abs()) * length;
            }
            depth += crossing.direction;
            last = crossing.at;
        }
        self.solid += solid;
        self.signed += signed;
        (solid, solid - signed)
    }

    /// Adds the step to an empty line, if the previous line is not the last of
    /// its row.
    fn end_row(&mut self, before: Option<(usize, f64, f64)>, n: usize) {
        if let Some((place, solid, added)) = before
            && place + 1 < n
        {
            self.step(solid, added);
        }
    }

    /// Adds the step to the empty rows after the last one. `rows` is the total
    /// number of rows.
    fn end(&mut self, rows: usize) {
        if self.row + 1 < rows {
            self.step(self.row_solid, self.row_added);
        }
    }

    fn step(&mut self, solid: f64, added: f64) {
        self.solid_steps += solid * solid;
        self.added_steps += added * added;
    }
}

#[cfg(test)]
mod tests;
