//! One layer as bits, 64 cells per word, and the set operations a slicer
//! needs: growing and shrinking by a disc, counting, measuring outlines. A
//! disc of k cells costs about 6k word operations per word of a non-empty row;
//! distance transforms cost as much per cell.

/// Rows of cells; each row starts at a new word. Cells past the edge are
/// empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    pub words: Vec<u64>,
    /// Words in one row, at least one.
    pub stride: usize,
}

/// Half width of a disc in each row, from the middle row outwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disc(Vec<usize>);

impl Disc {
    /// Cells whose centers are within `radius` cells, slightly enlarged so
    /// that slanting outlines also move by `radius` on average.
    pub fn new(radius: f64) -> Disc {
        let reach = radius * radius + 0.35 * radius;
        let half = |row: u32| {
            let rest = reach - f64::from(row * row);
            (rest >= 0.0).then(|| libm::floor(libm::sqrt(rest)) as usize)
        };
        Disc((0..).map_while(half).collect())
    }

    fn rows(&self) -> usize {
        self.0.len().saturating_sub(1)
    }
}

impl Bitmap {
    pub fn empty(rows: usize, stride: usize) -> Bitmap {
        Bitmap { words: vec![0; rows * stride], stride }
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Number of cells set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Number of cells set in both.
    pub fn count_and(&self, other: &Bitmap) -> u64 {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(a, b)| u64::from((a & b).count_ones())).sum()
    }

    pub fn and(&mut self, other: &Bitmap) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    pub fn and_not(&mut self, other: &Bitmap) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    pub fn or(&mut self, other: &Bitmap) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Sets the cells `from..to` of a row.
    pub fn fill(&mut self, row: usize, from: usize, to: usize) {
        let start = row * self.stride;
        let Some(row) = self.words.get_mut(start..start + self.stride) else {
            return;
        };
        for (word, base) in row.iter_mut().zip((0usize..).step_by(64)) {
            let low = from.saturating_sub(base).min(64);
            let high = to.saturating_sub(base).min(64);
            if low < high {
                let ones = u64::MAX >> (64 - (high - low));
                *word |= ones << low;
            }
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        let start = row * self.stride;
        self.words.get(start..start + self.stride).unwrap_or_default()
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let start = row * self.stride;
        self.words.get_mut(start..start + self.stride).unwrap_or_default()
    }

    pub fn rows(&self) -> usize {
        self.words.len() / self.stride.max(1)
    }

    /// The set grown by a disc.
    pub fn grown(&self, disc: &Disc) -> Bitmap {
        let rows = self.rows();
        let mut out = Bitmap::empty(rows, self.stride);
        let mut wide = vec![0; self.stride];
        for at in 0..rows {
            let row = self.row(at);
            if row.iter().all(|&word| word == 0) {
                continue;
            }
            wide.copy_from_slice(row);
            let mut half = 0;
            for (away, &wanted) in disc.0.iter().enumerate().rev() {
                while half < wanted {
                    widen(&mut wide);
                    half += 1;
                }
                or_row(out.row_mut(at + away), &wide);
                if away > 0 && at >= away {
                    or_row(out.row_mut(at - away), &wide);
                }
            }
        }
        out
    }

    /// The set shrunk by a disc: cells farther than the disc from any empty
    /// cell.
    pub fn shrunk(&self, disc: &Disc) -> Bitmap {
        let rows = self.rows();
        let edge = disc.rows();
        let mut out = Bitmap::empty(rows, self.stride);
        for at in edge..rows.saturating_sub(edge) {
            out.row_mut(at).fill(u64::MAX);
        }
        let mut narrow = vec![0; self.stride];
        for at in 0..rows {
            let row = self.row(at);
            if row.iter().all(|&word| word == 0) {
                for near in at.saturating_sub(edge)..=at + edge {
                    out.row_mut(near).fill(0);
                }
                continue;
            }
            narrow.copy_from_slice(row);
            let mut half = 0;
            for (away, &wanted) in disc.0.iter().enumerate().rev() {
                while half < wanted {
                    thin(&mut narrow);
                    half += 1;
                }
                and_row(out.row_mut(at + away), &narrow);
                if away > 0 && at >= away {
                    and_row(out.row_mut(at - away), &narrow);
                }
            }
        }
        out
    }

    /// Changes between neighboring cells: along rows and columns, and along
    /// diagonals.
    fn changes(&self) -> [u64; 2] {
        let mut straight = 0u64;
        let mut diagonal = 0u64;
        let none = vec![0; self.stride];
        let mut below = none.as_slice();
        let rows = self.words.chunks_exact(self.stride.max(1));
        for row in rows.chain(std::iter::once(none.as_slice())) {
            let (mut last, mut last_below) = (0u64, 0u64);
            for (&word, &under) in row.iter().zip(below) {
                let left = word << 1 | last >> 63;
                let under_left = under << 1 | last_below >> 63;
                straight += u64::from((word ^ left).count_ones());
                straight += u64::from((word ^ under).count_ones());
                diagonal += u64::from((word ^ under_left).count_ones());
                diagonal += u64::from((left ^ under).count_ones());
                (last, last_below) = (word, under);
            }
            below = row;
        }
        [straight, diagonal]
    }

    /// Length of the outline in cells, by Crofton's formula in 4 directions.
    pub fn outline(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let [straight, diagonal] = self.changes();
        let diagonal = diagonal as f64 * std::f64::consts::FRAC_1_SQRT_2;
        std::f64::consts::PI / 8.0 * (straight as f64 + diagonal)
    }
}

fn or_row(to: &mut [u64], from: &[u64]) {
    for (a, b) in to.iter_mut().zip(from) {
        *a |= b;
    }
}

fn and_row(to: &mut [u64], from: &[u64]) {
    for (a, b) in to.iter_mut().zip(from) {
        *a &= b;
    }
}

/// Sets the left and right neighbors of set cells.
fn widen(row: &mut [u64]) {
    let mut last = 0;
    let mut words = row.iter_mut().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().map_or(0, |next| **next);
        let old = *word;
        *word |= old << 1 | last >> 63 | old >> 1 | next << 63;
        last = old;
    }
}

/// Clears cells with an empty left or right neighbor.
fn thin(row: &mut [u64]) {
    let mut last = 0;
    let mut words = row.iter_mut().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().map_or(0, |next| **next);
        let old = *word;
        *word &= (old << 1 | last >> 63) & (old >> 1 | next << 63);
        last = old;
    }
}
