//! Small connected areas of a layer, which get solid instead of sparse infill.
//! Runs of cells are joined with the runs of the previous row: O(runs).

use super::bitmap::Bitmap;
use crate::union_find::UnionFind;

#[derive(Debug, Clone, Copy)]
struct Run {
    row: usize,
    from: usize,
    to: usize,
}

/// Keeps only areas of at most `limit` cells. Each cell of the outline reduces
/// the area by `rim`, because infill overlaps the walls.
pub fn small_islands(cells: &mut Bitmap, limit: f64, rim: f64) {
    let runs = runs(cells);
    let (roots, shared) = joined(&runs);
    let mut sizes = vec![0.0; runs.len()];
    for ((run, &root), &shared) in runs.iter().zip(&roots).zip(&shared) {
        if let Some(size) = sizes.get_mut(root) {
            let length = (run.to - run.from) as f64;
            let sides = 2.0 + 2.0 * length - 2.0 * shared as f64;
            // PI / 4, because the stepped outline of a slanted line is longer
            // than the line.
            *size += length - rim * std::f64::consts::FRAC_PI_4 * sides;
        }
    }
    cells.words.fill(0);
    for (run, &root) in runs.iter().zip(&roots) {
        if sizes.get(root).is_some_and(|&size| size <= limit) {
            cells.fill(run.row, run.from, run.to);
        }
    }
}

/// Keeps only areas that share a cell with `seeds`.
pub fn seeded_islands(cells: &mut Bitmap, seeds: &Bitmap) {
    let runs = runs(cells);
    let (roots, _) = joined(&runs);
    let mut kept = vec![false; runs.len()];
    for (run, &root) in runs.iter().zip(&roots) {
        if let Some(kept) = kept.get_mut(root) {
            *kept |= seeds.any(run.row, run.from, run.to);
        }
    }
    cells.words.fill(0);
    for (run, &root) in runs.iter().zip(&roots) {
        if kept.get(root) == Some(&true) {
            cells.fill(run.row, run.from, run.to);
        }
    }
}

/// Returns the areas, each as a separate bitmap, at most `limit` of them.
pub fn islands(cells: &Bitmap, limit: usize) -> Vec<Bitmap> {
    let runs = runs(cells);
    let (roots, _) = joined(&runs);
    let mut all: Vec<(usize, Bitmap)> = Vec::new();
    for (run, &root) in runs.iter().zip(&roots) {
        if all.iter().all(|(other, _)| *other != root) && all.len() < limit {
            all.push((root, Bitmap::empty(cells.rows(), cells.stride)));
        }
        let own = all.iter_mut().find(|(other, _)| *other == root);
        if let Some((_, own)) = own {
            own.fill(run.row, run.from, run.to);
        }
    }
    all.into_iter().map(|(_, own)| own).collect()
}

/// Drops areas of fewer than `least` cells. Returns the number of remaining
/// areas.
pub fn drop_specks(cells: &mut Bitmap, least: usize) -> usize {
    let runs = runs(cells);
    let (roots, _) = joined(&runs);
    let mut sizes = vec![0; runs.len()];
    for (run, &root) in runs.iter().zip(&roots) {
        if let Some(size) = sizes.get_mut(root) {
            *size += run.to - run.from;
        }
    }
    cells.words.fill(0);
    for (run, &root) in runs.iter().zip(&roots) {
        if sizes.get(root).is_some_and(|&size| size >= least) {
            cells.fill(run.row, run.from, run.to);
        }
    }
    sizes.iter().filter(|&&size| size > 0 && size >= least).count()
}

fn runs(cells: &Bitmap) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for row in 0..cells.rows() {
        let mut open: Option<usize> = None;
        for (word, base) in cells.row(row).zip((0usize..).step_by(64)) {
            let mut at = 0;
            while at < 64 {
                let rest = word >> at;
                let skip = match open {
                    Some(_) => (!rest).trailing_zeros(),
                    None => rest.trailing_zeros(),
                } as usize;
                if at + skip >= 64 {
                    break;
                }
                at += skip;
                match open.take() {
                    Some(from) => runs.push(Run { row, from, to: base + at }),
                    None => open = Some(base + at),
                }
            }
        }
        if let Some(from) = open {
            runs.push(Run { row, from, to: cells.stride * 64 });
        }
    }
    runs
}

/// Returns the first run of each run's area, and the number of cells that each
/// run shares with runs of the previous row.
fn joined(runs: &[Run]) -> (Vec<usize>, Vec<usize>) {
    let mut shared = vec![0; runs.len()];
    let mut sets = UnionFind::new(runs.len());
    let mut above = 0;
    for (at, run) in runs.iter().enumerate() {
        // Skip runs of the previous row that end at or before the start of this
        // run.
        while let Some(old) = runs.get(above) {
            if old.row + 1 < run.row
                || (old.row + 1 == run.row && old.to <= run.from)
            {
                above += 1;
            } else {
                break;
            }
        }
        for (other, old) in runs.iter().enumerate().skip(above) {
            if old.row + 1 != run.row || old.from >= run.to {
                break;
            }
            if let Some(shared) = shared.get_mut(at) {
                *shared += old.to.min(run.to) - old.from.max(run.from);
            }
            sets.union(other as u32, at as u32);
        }
    }
    let roots =
        (0..runs.len() as u32).map(|at| sets.find(at) as usize).collect();
    (roots, shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_areas_are_measured_separately() {
        let mut cells = Bitmap::empty(40, 4);
        for row in 3..30 {
            cells.fill(row, 20, 50);
            cells.fill(row, 120, 150);
            cells.fill(row, 160, 250);
        }
        let all = cells.count();
        small_islands(&mut cells, 1000.0, 0.0);
        assert_eq!(cells.count(), 2 * 27 * 30);
        assert!(all > cells.count());
    }
}
