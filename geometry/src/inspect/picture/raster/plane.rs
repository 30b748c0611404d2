//! Quantities that are linear in the picture, such as depths and normals.

use super::super::camera::Projected;
use super::super::four::Four;
use super::{ACROSS, DOWN};
use crate::vector::{max, min};

/// A quantity that is linear in the picture: its values in the samples of the
/// first pixel of a window, and how it changes from pixel to pixel.
pub(super) struct Plane {
    pub(super) first: Four,
    pub(super) across: f32,
    pub(super) down: f32,
}

/// The same at the centers of the pixels, kept within its values at the
/// corners: the center of a pixel may lie outside of the triangle.
pub(super) struct Slope {
    first: f32,
    across: f32,
    down: f32,
    low: f32,
    high: f32,
}

impl Plane {
    /// The weight of the corner across from an edge. `corner`: the upper left
    /// one of the first pixel; `over`: 1 over twice the area.
    #[inline]
    pub(super) fn of(
        [p, q]: [Projected; 2],
        corner: (f32, f32),
        over: f32,
    ) -> Plane {
        let (x, y) = ((q.x - p.x) * over, (q.y - p.y) * over);
        let right = Four::of(ACROSS).plus(Four::splat(corner.0 - p.x));
        let below = Four::of(DOWN).plus(Four::splat(corner.1 - p.y));
        let by_y = right.times(Four::splat(-y));
        let first = below.times(Four::splat(x)).plus(by_y);
        Plane { first, across: -y, down: x }
    }

    /// A quantity by its values at the corners.
    #[inline]
    pub(super) fn mean([u, v, w]: &[Plane; 3], [a, b, c]: [f32; 3]) -> Plane {
        let times = |plane: &Plane, by: f32| plane.first.times(Four::splat(by));
        let first = times(u, a).plus(times(v, b).plus(times(w, c)));
        let across = u.across * a + (v.across * b + w.across * c);
        let down = u.down * a + (v.down * b + w.down * c);
        Plane { first, across, down }
    }

    /// The value at the center of the first pixel.
    #[inline]
    pub(super) fn center(&self) -> f32 {
        let ([first, ..], [right, ..], [below, ..]) =
            (self.first.lanes(), ACROSS, DOWN);
        first + (0.5 - right) * self.across + (0.5 - below) * self.down
    }

    /// The values in the first pixel of a row.
    #[inline]
    pub(super) fn row(&self, down: f32) -> Four {
        self.first.plus(Four::splat(down * self.down))
    }

    /// The values at a pixel of a row.
    #[inline]
    pub(super) fn at(&self, row: Four, step: f32) -> Four {
        row.plus(Four::splat(step * self.across))
    }
}

impl Slope {
    /// A quantity by its values at the corners.
    #[inline]
    pub(super) fn mean([u, v, w]: &[Plane; 3], [a, b, c]: [f32; 3]) -> Slope {
        Slope {
            first: u.center() * a + (v.center() * b + w.center() * c),
            across: u.across * a + (v.across * b + w.across * c),
            down: u.down * a + (v.down * b + w.down * c),
            low: min(a, min(b, c)),
            high: max(a, max(b, c)),
        }
    }

    #[inline]
    pub(super) fn at(&self, step: f32, down: f32) -> f32 {
        let value = self.first + step * self.across + down * self.down;
        max(self.low, min(self.high, value))
    }
}
