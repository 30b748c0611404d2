//! The samples of a pixel.

use super::super::four::{Bits, Four, Where};
use super::SAMPLES;
use crate::lanes::Lanes;

/// Surfaces that the samples of a pixel show.
#[derive(Debug, Clone, Copy)]
pub struct Samples {
    inverses: Four,
    looks: Bits,
}

impl Samples {
    pub(super) fn empty() -> Samples {
        Samples { inverses: Four::splat(0.0), looks: Bits::splat(0) }
    }

    /// 1 / depth; 0 where there is nothing.
    #[inline]
    pub fn inverses(&self) -> Lanes {
        self.inverses.lanes()
    }

    /// Without meaning where there is nothing.
    #[inline]
    pub fn looks(&self) -> [u32; SAMPLES] {
        self.looks.lanes()
    }

    /// Shows a triangle in the samples of a mask that it is closest to.
    // Without branches, so that the four samples are one operation.
    #[inline]
    pub(super) fn put(&mut self, inside: Where, inverses: Four, look: Bits) {
        let shows = inside.and(inverses.above(self.inverses));
        self.inverses = shows.choose(inverses, self.inverses);
        self.looks = shows.choose_bits(look, self.looks);
    }
}
