//! Transforms of the parts of a scene, and the budget for instancing. GLB nodes
//! and 3MF components share this module.

use crate::model::Builder;
use crate::vector::{Vec3, cross, dot, sub};
use crate::{Limits, ParseError};

const UNUSED: u32 = u32::MAX;

/// Images of the three axes and of the origin.
pub type Affine = [[f64; 3]; 4];

pub const IDENTITY: Affine =
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];

/// Returns the transform that applies `inner`, then `outer`.
pub fn multiply(outer: &Affine, inner: &Affine) -> Affine {
    let [x, y, z, origin] = inner;
    let turn = |v: &Vec3| rotate(outer, *v);
    [turn(x), turn(y), turn(z), apply(outer, *origin)]
}

fn rotate([a, b, c, _]: &Affine, [x, y, z]: Vec3) -> Vec3 {
    let [ax, ay, az] = a;
    let [bx, by, bz] = b;
    let [cx, cy, cz] = c;
    [
        ax * x + bx * y + cx * z,
        ay * x + by * y + cy * z,
        az * x + bz * y + cz * z,
    ]
}

/// Applies the transform to a point.
#[inline]
pub fn apply(transform: &Affine, point: Vec3) -> Vec3 {
    let [x, y, z] = rotate(transform, point);
    let [_, _, _, [tx, ty, tz]] = transform;
    [x + tx, y + ty, z + tz]
}

/// Returns whether the transform turns surfaces inside out.
pub fn mirrors([a, b, c, _]: &Affine) -> bool {
    dot(cross(*a, *b), *c) < 0.0
}

/// Largest coordinate that is treated as an offset, in the file's numbers.
/// Larger coordinates are errors and are not corrected.
const FARTHEST: f64 = 1e12;

/// The point that the positions of a file are relative to. A position is stored
/// in f32, which has 24 bits: a part of 20 mm at 100 km from the origin would
/// be stored with a precision of 8 mm. Therefore a common offset is subtracted
/// in f64, on each axis on which the first position is far away. The
/// coordinates of other files are stored unchanged.
pub struct Origin {
    far: f64,
    at: Option<Vec3>,
}

impl Origin {
    /// Creates an undecided origin. Offsets below `far` are kept, in the file's
    /// numbers.
    pub fn new(far: f64) -> Origin {
        Origin { far, at: None }
    }

    /// Returns the origin, which the first position of the file determines.
    pub fn or_first(&mut self, first: Option<Vec3>) -> Vec3 {
        if let (None, Some(first)) = (self.at, first) {
            let far = self.far..FARTHEST;
            let offset = |v: f64| if far.contains(&v.abs()) { v } else { 0.0 };
            self.at = Some(first.map(offset));
        }
        self.at.unwrap_or_default()
    }
}

/// Returns a position as it is stored.
#[inline]
pub fn stored(position: Vec3, origin: Vec3) -> [f32; 3] {
    sub(position, origin).map(|v| v as f32)
}

/// Budget for instancing. It is needed because a small file can place one mesh
/// many times.
pub struct InstanceBudget {
    triangles: u64,
    elements: u64,
    file_bytes: u64,
    /// Maximum number of triangles for a file of this size.
    own_limit: u64,
    limits: Limits,
}

impl InstanceBudget {
    pub fn new(limits: &Limits, file_bytes: usize) -> InstanceBudget {
        let file_bytes = file_bytes as u64;
        // A triangle has three corners and up to three positions.
        let elements = limits.triangles.saturating_mul(6);
        InstanceBudget {
            triangles: 0,
            elements,
            file_bytes,
            own_limit: limits.triangles_of(file_bytes),
            limits: limits.clone(),
        }
    }

    /// Charges positions or indices before they are read.
    pub fn spend_elements(&mut self, count: u64) -> Result<(), ParseError> {
        let Some(left) = self.elements.checked_sub(count) else {
            return Err(ParseError::OverLimit {
                what: "placed vertices",
                found: self.limits.triangles.saturating_mul(6) - self.elements
                    + count,
                limit: self.limits.triangles.saturating_mul(6),
            });
        };
        self.elements = left;
        Ok(())
    }

    /// Charges triangles before they are added.
    pub fn spend_triangles(&mut self, count: u64) -> Result<(), ParseError> {
        self.triangles = self.triangles.saturating_add(count);
        if self.triangles > self.limits.triangles {
            return Err(ParseError::OverLimit {
                what: "triangles",
                found: self.triangles,
                limit: self.limits.triangles,
            });
        }
        if self.triangles > self.own_limit {
            let (bytes, limit) = (self.file_bytes, self.own_limit);
            return Err(ParseError::Refused {
                code: "over_limit",
                message: format!(
                    "Its repeated parts have more than {limit} triangles, the \
                     limit for a file of {bytes} bytes. Send the part once, \
                     and order a quantity of it."
                ),
            });
        }
        Ok(())
    }
}

/// Adds one instance: triangles over a list of positions, transforming each
/// used vertex once.
pub struct InstanceWriter<'a, T> {
    /// Name of the part in refusals.
    name: &'a str,
    positions: &'a [[T; 3]],
    ids: Vec<u32>,
    transform: &'a Affine,
    origin: Vec3,
    flip: bool,
    builder: &'a mut Builder,
}

impl<'a, T: Copy + Into<f64>> InstanceWriter<'a, T> {
    pub fn new(
        name: &'a str,
        positions: &'a [[T; 3]],
        transform: &'a Affine,
        origin: &mut Origin,
        builder: &'a mut Builder,
    ) -> Self {
        let first = positions.first().map(|p| p.map(Into::into));
        let first = first.map(|point| apply(transform, point));
        InstanceWriter {
            name,
            positions,
            ids: vec![UNUSED; positions.len()],
            transform,
            origin: origin.or_first(first),
            flip: mirrors(transform),
            builder,
        }
    }

    /// Adds one triangle of indices into the positions.
    #[inline]
    pub fn triangle(&mut self, [a, b, c]: [u32; 3]) -> Result<(), ParseError> {
        let (b, c) = if self.flip { (c, b) } else { (b, c) };
        let corners = [self.vertex(a)?, self.vertex(b)?, self.vertex(c)?];
        self.builder.triangle(corners);
        Ok(())
    }

    #[inline]
    fn vertex(&mut self, index: u32) -> Result<u32, ParseError> {
        let place = index as usize;
        let (Some(id), Some(&position)) =
            (self.ids.get_mut(place), self.positions.get(place))
        else {
            return Err(ParseError::BadReference {
                what: format!("A triangle of {}", self.name),
                index: u64::from(index),
                count: self.positions.len() as u64,
            });
        };
        if *id == UNUSED {
            let moved = apply(self.transform, position.map(Into::into));
            let stored = stored(moved, self.origin);
            *id = self.builder.vertex(stored).ok_or_else(|| {
                ParseError::NonFinite {
                    what: self.name.into(),
                    index: u64::from(index),
                }
            })?;
        }
        Ok(*id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_transform_comes_first() {
        let double =
            [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0; 3]];
        let mut shift = IDENTITY;
        shift[3] = [1.0, 0.0, 0.0];
        let both = multiply(&double, &shift);
        assert_eq!(apply(&both, [1.0, 1.0, 1.0]), [4.0, 2.0, 2.0]);
        let other = multiply(&shift, &double);
        assert_eq!(apply(&other, [1.0, 1.0, 1.0]), [3.0, 2.0, 2.0]);
    }

    #[test]
    fn a_negative_determinant_mirrors() {
        assert!(!mirrors(&IDENTITY));
        let mut mirror = IDENTITY;
        mirror[0] = [-1.0, 0.0, 0.0];
        assert!(mirrors(&mirror));
    }
}
