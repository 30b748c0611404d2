//! Four numbers and what is compared of them, as values of 128 bits in WASM:
//! there, compilers take arrays apart where numbers are compared and chosen.
//! The results have the same bits everywhere.

use crate::lanes::Lanes;

#[cfg(target_arch = "wasm32")]
mod vector {
    use core::arch::wasm32::*;

    use super::Lanes;

    /// Four numbers.
    #[derive(Debug, Clone, Copy)]
    pub struct Four(v128);

    /// Four numbers of 32 bits without sign.
    #[derive(Debug, Clone, Copy)]
    pub struct Bits(v128);

    /// Where a condition holds.
    #[derive(Debug, Clone, Copy)]
    pub struct Where(v128);

    impl Four {
        #[inline]
        pub fn of([a, b, c, d]: Lanes) -> Four {
            Four(f32x4(a, b, c, d))
        }

        #[inline]
        pub fn splat(v: f32) -> Four {
            Four(f32x4_splat(v))
        }

        #[inline]
        pub fn lanes(self) -> Lanes {
            [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline]
        pub fn plus(self, other: Four) -> Four {
            Four(f32x4_add(self.0, other.0))
        }

        #[inline]
        pub fn times(self, other: Four) -> Four {
            Four(f32x4_mul(self.0, other.0))
        }

        /// The smaller numbers. Of two equal ones, the first.
        #[inline]
        pub fn min(self, other: Four) -> Four {
            Four(f32x4_pmin(self.0, other.0))
        }

        /// The larger numbers. Of two equal ones, the first.
        #[inline]
        pub fn max(self, other: Four) -> Four {
            Four(f32x4_pmax(self.0, other.0))
        }

        #[inline]
        pub fn ceil(self) -> Four {
            Four(f32x4_ceil(self.0))
        }

        #[inline]
        pub fn floor(self) -> Four {
            Four(f32x4_floor(self.0))
        }

        /// Whole numbers towards 0; those below 0 become 0.
        #[inline]
        pub fn whole(self) -> Bits {
            Bits(u32x4_trunc_sat_f32x4(self.0))
        }

        /// Where numbers are at least others.
        #[inline]
        pub fn at_least(self, other: Four) -> Where {
            Where(f32x4_ge(self.0, other.0))
        }

        /// Where numbers are above others.
        #[inline]
        pub fn above(self, other: Four) -> Where {
            Where(f32x4_gt(self.0, other.0))
        }
    }

    impl Bits {
        #[inline]
        pub fn splat(v: u32) -> Bits {
            Bits(u32x4_splat(v))
        }

        #[inline]
        pub fn lanes(self) -> [u32; 4] {
            [
                u32x4_extract_lane::<0>(self.0),
                u32x4_extract_lane::<1>(self.0),
                u32x4_extract_lane::<2>(self.0),
                u32x4_extract_lane::<3>(self.0),
            ]
        }
    }

    impl Where {
        #[inline]
        pub fn and(self, other: Where) -> Where {
            Where(v128_and(self.0, other.0))
        }

        /// Whether the condition holds anywhere.
        #[inline]
        pub fn any(self) -> bool {
            v128_any_true(self.0)
        }

        /// Whether the condition holds everywhere.
        #[inline]
        pub fn all(self) -> bool {
            i32x4_all_true(self.0)
        }

        /// The numbers of `a` where the condition holds, else those of `b`.
        #[inline]
        pub fn choose(self, a: Four, b: Four) -> Four {
            Four(v128_bitselect(a.0, b.0, self.0))
        }

        #[inline]
        pub fn choose_bits(self, a: Bits, b: Bits) -> Bits {
            Bits(v128_bitselect(a.0, b.0, self.0))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod vector {
    use super::Lanes;
    use crate::lanes::{max, min, product, splat, sum};

    /// Four numbers.
    #[derive(Debug, Clone, Copy)]
    pub struct Four(Lanes);

    /// Four numbers of 32 bits without sign.
    #[derive(Debug, Clone, Copy)]
    pub struct Bits([u32; 4]);

    /// Where a condition holds.
    #[derive(Debug, Clone, Copy)]
    pub struct Where(Mask);

    impl Four {
        #[inline]
        pub fn of(lanes: Lanes) -> Four {
            Four(lanes)
        }

        #[inline]
        pub fn splat(v: f32) -> Four {
            Four(splat(v))
        }

        #[inline]
        pub fn lanes(self) -> Lanes {
            self.0
        }

        #[inline]
        pub fn plus(self, other: Four) -> Four {
            Four(sum(self.0, other.0))
        }

        #[inline]
        pub fn times(self, other: Four) -> Four {
            Four(product(self.0, other.0))
        }

        /// The smaller numbers. Of two equal ones, the first.
        #[inline]
        pub fn min(self, other: Four) -> Four {
            Four(min(self.0, other.0))
        }

        /// The larger numbers. Of two equal ones, the first.
        #[inline]
        pub fn max(self, other: Four) -> Four {
            Four(max(self.0, other.0))
        }

        #[inline]
        pub fn ceil(self) -> Four {
            Four(self.0.map(f32::ceil))
        }

        #[inline]
        pub fn floor(self) -> Four {
            Four(self.0.map(f32::floor))
        }

        /// Whole numbers towards 0; those below 0 become 0.
        #[inline]
        pub fn whole(self) -> Bits {
            Bits(self.0.map(|v| v as u32))
        }

        /// Where numbers are at least others.
        #[inline]
        pub fn at_least(self, other: Four) -> Where {
            Where(at_least(self.0, other.0))
        }

        /// Where numbers are above others.
        #[inline]
        pub fn above(self, other: Four) -> Where {
            Where(above(self.0, other.0))
        }
    }

    impl Bits {
        #[inline]
        pub fn splat(v: u32) -> Bits {
            Bits([v; 4])
        }

        #[inline]
        pub fn lanes(self) -> [u32; 4] {
            self.0
        }
    }

    impl Where {
        #[inline]
        pub fn and(self, other: Where) -> Where {
            Where(both(self.0, other.0))
        }

        /// Whether the condition holds anywhere.
        #[inline]
        pub fn any(self) -> bool {
            let [a, b, c, d] = self.0;
            (a | b) | (c | d) != 0
        }

        /// Whether the condition holds everywhere.
        #[inline]
        pub fn all(self) -> bool {
            let [a, b, c, d] = self.0;
            (a & b) & (c & d) != 0
        }

        /// The numbers of `a` where the condition holds, else those of `b`.
        #[inline]
        pub fn choose(self, a: Four, b: Four) -> Four {
            Four(select(self.0, a.0, b.0))
        }

        #[inline]
        pub fn choose_bits(self, a: Bits, b: Bits) -> Bits {
            Bits(select_bits(self.0, a.0, b.0))
        }
    }

    /// All bits of a lane where a condition holds, else none.
    type Mask = [u32; 4];

    #[inline]
    fn mask(a: Lanes, b: Lanes, holds: impl Fn(f32, f32) -> bool) -> Mask {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
        let bits = |a: f32, b: f32| u32::from(holds(a, b)).wrapping_neg();
        [bits(a0, b0), bits(a1, b1), bits(a2, b2), bits(a3, b3)]
    }

    /// Where a number is at least another.
    #[inline]
    fn at_least(a: Lanes, b: Lanes) -> Mask {
        mask(a, b, |a, b| a >= b)
    }

    /// Where a number is above another.
    #[inline]
    fn above(a: Lanes, b: Lanes) -> Mask {
        mask(a, b, |a, b| a > b)
    }

    /// Where both conditions hold.
    #[inline]
    fn both([a0, a1, a2, a3]: Mask, [b0, b1, b2, b3]: Mask) -> Mask {
        [a0 & b0, a1 & b1, a2 & b2, a3 & b3]
    }

    #[inline]
    fn choose(mask: Mask, a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
        let ([m0, m1, m2, m3], [a0, a1, a2, a3], [b0, b1, b2, b3]) =
            (mask, a, b);
        let one = |m: u32, a: u32, b: u32| (a & m) | (b & !m);
        [one(m0, a0, b0), one(m1, a1, b1), one(m2, a2, b2), one(m3, a3, b3)]
    }

    /// The lanes of `a` where a condition holds, else those of `b`.
    #[inline]
    fn select(mask: Mask, a: Lanes, b: Lanes) -> Lanes {
        choose(mask, a.map(f32::to_bits), b.map(f32::to_bits))
            .map(f32::from_bits)
    }

    /// Whole numbers of `a` where a condition holds, else those of `b`.
    #[inline]
    fn select_bits(mask: Mask, a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
        choose(mask, a, b)
    }
}

pub use vector::{Bits, Four, Where};
