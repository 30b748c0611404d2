//! One layer as bits, 64 cells per word, with the set operations that a slicer
//! needs: growing and shrinking by a disc, counting, and measuring outlines. A
//! disc of k cells costs about 3k word operations per word of the rows and
//! columns that are not empty; distance transforms cost that much per cell.
//!
//! Words of the same column are contiguous in memory, so that all loops over
//! them are SIMD loops.

use std::ops::Range;

/// Columns of words, one word per row. Cells past the edge are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    pub words: Vec<u64>,
    /// Words in one row, at least one.
    pub stride: usize,
    /// Words in one column. Stored because a division would cost more than
    /// reading a cell.
    rows: usize,
}

/// Half the width of a disc in each row, from the middle row outwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disc(Vec<usize>);

impl Disc {
    /// Contains the cells whose centers are within `radius` cells. The radius
    /// is slightly enlarged, so that slanted outlines also move by `radius` on
    /// average.
    pub fn new(radius: f64) -> Disc {
        let reach = radius * radius + 0.35 * radius;
        let half = |row: u32| {
            let row = f64::from(row);
            let rest = reach - row * row;
            (rest >= 0.0).then(|| rest.sqrt().floor() as usize)
        };
        Disc((0..).map_while(half).collect())
    }

    /// Returns the number of rows above (and below) the middle row.
    fn reach(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Half width of the middle row.
    fn widest(&self) -> usize {
        self.0.first().copied().unwrap_or_default()
    }

    /// Returns the half width of each row, from the farthest to the middle one,
    /// with the row's distance from the middle.
    fn inwards(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().copied().enumerate().rev()
    }
}

/// Columns of words and rows that contain all set cells.
struct Extent {
    columns: Range<usize>,
    rows: Range<usize>,
}

/// Part of a bitmap that is widened or narrowed along its rows.
struct Strip {
    /// Whole columns, each with `margin` empty words before and after.
    words: Vec<u64>,
    /// Result of a step, swapped with `words`.
    next: Vec<u64>,
    /// Words of a column, margins included.
    length: usize,
    margin: usize,
    /// Number of cells by which it was widened or narrowed.
    half: usize,
}

impl Bitmap {
    pub fn empty(rows: usize, stride: usize) -> Bitmap {
        Bitmap { words: vec![0; rows * stride], stride, rows }
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the number of set cells.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns the number of cells that are set in both.
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
        let rows = self.rows;
        for column in from / 64..to.div_ceil(64).min(self.stride) {
            let base = 64 * column;
            let low = from.saturating_sub(base);
            let high = (to - base).min(64);
            if low < high
                && let Some(word) = self.words.get_mut(column * rows + row)
            {
                *word |= u64::MAX >> (64 - (high - low)) << low;
            }
        }
    }

    /// Returns whether a cell is set; false for cells outside.
    #[inline]
    pub fn is_set(&self, row: usize, cell: usize) -> bool {
        let word = self.word(row, cell / 64);
        cell / 64 < self.stride && word >> (cell % 64) & 1 == 1
    }

    /// Returns whether any of the cells `from..to` of a row is set.
    pub fn any(&self, row: usize, from: usize, to: usize) -> bool {
        (from / 64..to.div_ceil(64).min(self.stride)).any(|column| {
            let base = 64 * column;
            let low = from.saturating_sub(base);
            let high = (to - base).min(64);
            low < high
                && self.word(row, column)
                    & (u64::MAX >> (64 - (high - low)) << low)
                    != 0
        })
    }

    /// Returns the first and last row and cell that are set, as `[row, cell]`.
    pub fn bounds(&self) -> Option<[[usize; 2]; 2]> {
        let Extent { columns, rows } = self.extent()?;
        let all = |column: usize| {
            let own = self.columns().nth(column).unwrap_or_default();
            own.iter().fold(0, |all, word| all | word)
        };
        let left = all(columns.start).trailing_zeros() as usize;
        let right = 63 - all(columns.end - 1).leading_zeros() as usize;
        let first = [rows.start, 64 * columns.start + left];
        Some([first, [rows.end - 1, 64 * (columns.end - 1) + right]])
    }

    #[inline]
    fn word(&self, row: usize, column: usize) -> u64 {
        if row >= self.rows {
            return 0;
        }
        self.words.get(column * self.rows + row).copied().unwrap_or(0)
    }

    /// Returns the set with `rows` empty rows and `columns` empty words added
    /// on each side.
    pub fn widened(&self, rows: usize, columns: usize) -> Bitmap {
        let all = self.rows() + 2 * rows;
        let mut out = Bitmap::empty(all, self.stride + 2 * columns);
        let to = out.words.chunks_exact_mut(all.max(1)).skip(columns);
        for (to, from) in to.zip(self.columns()) {
            let to = to.get_mut(rows..rows + from.len()).unwrap_or_default();
            to.copy_from_slice(from);
        }
        out
    }

    /// Returns the set moved by rows and cells. Cells that leave the bitmap are
    /// lost.
    pub fn moved(&self, rows: isize, cells: isize) -> Bitmap {
        let mut out = Bitmap::empty(self.rows, self.stride);
        let (columns, bits) = (cells.div_euclid(64), cells.rem_euclid(64));
        let down = usize::try_from(rows).unwrap_or(0).min(self.rows);
        let up = usize::try_from(-rows).unwrap_or(0).min(self.rows);
        let all = out.words.chunks_exact_mut(self.rows.max(1));
        for (column, to) in (0isize..).zip(all) {
            let to = to.get_mut(down..).unwrap_or_default();
            let from = |column: isize| {
                let own = self.column(column).unwrap_or_default();
                own.get(up..).unwrap_or_default()
            };
            for (to, near) in to.iter_mut().zip(from(column - columns)) {
                *to = near << bits;
            }
            if bits > 0 {
                let far = from(column - columns - 1);
                for (to, far) in to.iter_mut().zip(far) {
                    *to |= far >> (64 - bits);
                }
            }
        }
        out
    }

    /// Returns the words of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = u64> {
        self.columns().map(move |own| own.get(row).copied().unwrap_or(0))
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.rows.max(1))
    }

    /// Returns the words of a column; `None` outside the bitmap.
    fn column(&self, column: isize) -> Option<&[u64]> {
        let start = usize::try_from(column).ok()?.checked_mul(self.rows)?;
        self.words.get(start..start.checked_add(self.rows)?)
    }

    /// Returns the given rows of a column.
    fn part(&mut self, column: usize, rows: Range<usize>) -> &mut [u64] {
        let start = column * self.rows();
        let range = start + rows.start..start + rows.end;
        self.words.get_mut(range).unwrap_or_default()
    }

    /// Returns `None` when no cell is set.
    fn extent(&self) -> Option<Extent> {
        let set = |&word: &u64| word != 0;
        let mut found: Option<Extent> = None;
        for (at, column) in self.columns().enumerate() {
            let Some(first) = column.iter().position(set) else { continue };
            let end = 1 + column.iter().rposition(set).unwrap_or(first);
            found = Some(match found {
                None => Extent { columns: at..at + 1, rows: first..end },
                Some(Extent { columns, rows }) => Extent {
                    columns: columns.start..at + 1,
                    rows: rows.start.min(first)..rows.end.max(end),
                },
            });
        }
        found
    }

    /// Returns the set grown by a disc.
    pub fn grown(&self, disc: &Disc) -> Bitmap {
        let rows = self.rows();
        let mut out = Bitmap::empty(rows, self.stride);
        let Some(Extent { columns, rows: own }) = self.extent() else {
            return out;
        };
        let beyond = disc.widest().div_ceil(64);
        let first = columns.start.saturating_sub(beyond);
        let columns = first..(columns.end + beyond).min(self.stride);
        let reach = disc.reach();
        let into = own.start.saturating_sub(reach)..rows.min(own.end + reach);
        // Index in the strip of the first row of `into`, far enough from both
        // ends for any shift by the disc.
        let base = into.start + 2 * reach - own.start;
        let mut wide = Strip::of(self, &columns, own, 2 * reach);
        for (away, half) in disc.inwards() {
            wide.widen(half);
            for (at, own) in wide.columns().enumerate() {
                let above = own.get(base - away..).unwrap_or_default();
                let below = own.get(base + away..).unwrap_or_default();
                let to = out.part(first + at, into.clone());
                for ((to, a), b) in to.iter_mut().zip(above).zip(below) {
                    *to |= a | b;
                }
            }
        }
        out
    }

    /// Returns the set shrunk by a disc: the cells whose distance from any
    /// empty cell exceeds the disc.
    pub fn shrunk(&self, disc: &Disc) -> Bitmap {
        let mut out = Bitmap::empty(self.rows(), self.stride);
        let Some(Extent { columns, rows: own }) = self.extent() else {
            return out;
        };
        let reach = disc.reach();
        if own.len() <= 2 * reach {
            return out;
        }
        let into = own.start + reach..own.end - reach;
        let mut narrow = Strip::of(self, &columns, own, 0);
        for (away, half) in disc.inwards() {
            narrow.narrow(half);
            for (at, own) in narrow.columns().enumerate() {
                let above = own.get(reach - away..).unwrap_or_default();
                let below = own.get(reach + away..).unwrap_or_default();
                let to = out.part(columns.start + at, into.clone());
                if away == reach {
                    to.fill(u64::MAX);
                }
                for ((to, a), b) in to.iter_mut().zip(above).zip(below) {
                    *to &= a & b;
                }
            }
        }
        out
    }

    /// Counts the changes between neighboring cells along rows and columns, and
    /// along diagonals.
    fn changes(&self) -> [u64; 2] {
        let mut straight = 0u64;
        let mut diagonal = 0u64;
        let none = vec![0; self.rows()];
        let mut before = none.as_slice();
        for column in self.columns() {
            let (mut under, mut under_left) = (0u64, 0u64);
            let end = std::iter::once((&0, &0));
            for (&word, last) in column.iter().zip(before).chain(end) {
                let left = word << 1 | last >> 63;
                straight += u64::from((word ^ left).count_ones());
                straight += u64::from((word ^ under).count_ones());
                diagonal += u64::from((word ^ under_left).count_ones());
                diagonal += u64::from((left ^ under).count_ones());
                (under, under_left) = (word, left);
            }
            before = column;
        }
        [straight, diagonal]
    }

    /// Returns the length of the outline in cells, by Crofton's formula in 4
    /// directions.
    pub fn outline(&self) -> f64 {
        self.measured().0
    }

    /// Returns the length of the outline in cells, and the share of it along
    /// rows and columns, 0 to 1. Assumes that the rest runs in all directions.
    pub fn measured(&self) -> (f64, f64) {
        if self.is_empty() {
            return (0.0, 0.0);
        }
        let [straight, diagonal] = self.changes().map(|count| count as f64);
        let both = straight + diagonal * std::f64::consts::FRAC_1_SQRT_2;
        // A straight edge changes two diagonals per cell; the mean over all
        // directions is sqrt(2).
        let all = std::f64::consts::SQRT_2;
        let share = (diagonal / straight - all) / (2.0 - all);
        (std::f64::consts::PI / 8.0 * both, share.clamp(0.0, 1.0))
    }
}

impl Strip {
    /// Copies rows and columns of a bitmap, with a margin of empty rows.
    fn of(
        bitmap: &Bitmap,
        columns: &Range<usize>,
        rows: Range<usize>,
        margin: usize,
    ) -> Strip {
        let length = rows.len() + 2 * margin;
        let mut words = vec![0; length * columns.len()];
        let own = bitmap.columns().skip(columns.start);
        for (to, from) in words.chunks_exact_mut(length).zip(own) {
            let to = to.get_mut(margin..length - margin).unwrap_or_default();
            let from = from.get(rows.clone()).unwrap_or_default();
            to.copy_from_slice(from);
        }
        Strip { next: words.clone(), words, length, margin, half: 0 }
    }

    fn columns(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.length)
    }

    /// Grows the rows by `half` cells on each side of every set cell.
    fn widen(&mut self, half: usize) {
        while let Some(by) = self.next_step(half) {
            self.step(|left, word, right| {
                let from_left = word << by | left >> (64 - by);
                let from_right = word >> by | right << (64 - by);
                word | from_left | from_right
            });
            self.half += by;
        }
    }

    /// Shrinks the rows by `half` cells on each side.
    fn narrow(&mut self, half: usize) {
        while let Some(by) = self.next_step(half) {
            self.step(|left, word, right| {
                let from_left = word << by | left >> (64 - by);
                let from_right = word >> by | right << (64 - by);
                word & from_left & from_right
            });
            self.half += by;
        }
    }

    /// Returns the number of cells of the next step, such that three copies of
    /// the current row cover the range without a gap.
    fn next_step(&self, half: usize) -> Option<usize> {
        let left = half.saturating_sub(self.half);
        (left > 0).then(|| left.min(2 * self.half + 1).min(63))
    }

    /// Replaces each word by a function of the word and its left and right
    /// neighbors.
    fn step(&mut self, of: impl Fn(u64, u64, u64) -> u64) {
        let Strip { words, next, length, margin, .. } = self;
        let length = *length;
        // The margins stay empty.
        let middle = *margin..length - *margin;
        let none = vec![0; middle.len()];
        let mut old = words
            .chunks_exact(length)
            .map(|column| column.get(middle.clone()).unwrap_or_default());
        let mut left = none.as_slice();
        let mut own = old.next().unwrap_or(&none);
        for to in next.chunks_exact_mut(length) {
            let right = old.next().unwrap_or(&none);
            let to = to.get_mut(middle.clone()).unwrap_or_default();
            let sides = left.iter().zip(own).zip(right);
            for (to, ((&left, &word), &right)) in to.iter_mut().zip(sides) {
                *to = of(left, word, right);
            }
            (left, own) = (own, right);
        }
        std::mem::swap(words, next);
    }
}
