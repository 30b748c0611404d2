//! The pixels that a triangle may cover, and how many triangles are drawn.

use super::super::four::Four;

/// Positions of the first and last sample of a pixel, along both axes.
const FIRST: f32 = 0.125;
const LAST: f32 = 0.875;

/// The pixels with samples that a triangle may cover: the first column and row,
/// and those after the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) top: u16,
    pub(super) bottom: u16,
}

impl Window {
    /// The window of a triangle within this one. `corners`: x and y.
    // Compares all four ends together: engines compile the choice of a number
    // as a branch, and branches on corners are hard to predict.
    #[inline]
    pub(super) fn of(&self, [a, b, c]: [Four; 3]) -> Window {
        let low = a.min(b.min(c)).plus(Four::splat(-LAST));
        let high = a.max(b.max(c)).plus(Four::splat(1.0 - FIRST));
        let [left, top, ..] = low.ceil().whole().lanes();
        let [right, bottom, ..] = high.floor().whole().lanes();
        Window {
            left: (left as u16).max(self.left),
            right: (right as u16).min(self.right),
            top: (top as u16).max(self.top),
            bottom: (bottom as u16).min(self.bottom),
        }
    }

    /// Whether it is a few pixels wide and high.
    #[inline]
    pub(super) fn is_small(&self) -> bool {
        const SMALL: u16 = 8;
        let Window { left, right, top, bottom } = *self;
        right.saturating_sub(left) <= SMALL
            && bottom.saturating_sub(top) <= SMALL
    }

    #[inline]
    pub(super) fn wide(&self) -> usize {
        usize::from(self.right.saturating_sub(self.left))
    }

    #[inline]
    pub(super) fn pixels(&self) -> u64 {
        let wide = self.right.saturating_sub(self.left);
        let high = self.bottom.saturating_sub(self.top);
        u64::from(wide) * u64::from(high)
    }
}

/// The n for which drawing every n-th triangle takes at most `max` tests. A
/// surface that covers the picture hundreds of times shows nothing anyway.
pub fn stride_for(tests: u64, max: u64) -> usize {
    tests.div_ceil(max).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::stride_for;

    #[test]
    fn the_tests_that_are_left_stay_within_the_bound() {
        assert_eq!(stride_for(0, 10), 1);
        assert_eq!(stride_for(10, 10), 1);
        assert_eq!(stride_for(11, 10), 2);
        assert_eq!(stride_for(1000, 10), 100);
    }
}
