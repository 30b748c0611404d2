//! Vector operations, and the point of a triangle that is nearest to another
//! point. Uses no fused operations and no platform math functions, so native
//! and WASM results are bit-identical.

use std::ops::{Add, Div, Mul, Sub};

/// Three coordinates or components.
pub type Vec3 = [f64; 3];

/// Converts a stored position to f64.
#[inline]
pub fn to_f64([x, y, z]: [f32; 3]) -> Vec3 {
    [f64::from(x), f64::from(y), f64::from(z)]
}

/// A coordinate: f32 where a precision of hundredths of a millimeter is
/// sufficient, otherwise f64.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
}

impl Real for f32 {
    const ZERO: f32 = 0.0;
}

impl Real for f64 {
    const ZERO: f64 = 0.0;
}

/// Returns the smaller number. Unlike `f64::min`, this does not handle NaN and
/// is not a function call in WASM.
#[inline]
pub fn min<T: Real>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// Returns the larger number.
#[inline]
pub fn max<T: Real>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

#[inline]
pub fn sub<T: Real>([ax, ay, az]: [T; 3], [bx, by, bz]: [T; 3]) -> [T; 3] {
    [ax - bx, ay - by, az - bz]
}

#[inline]
pub fn add<T: Real>([ax, ay, az]: [T; 3], [bx, by, bz]: [T; 3]) -> [T; 3] {
    [ax + bx, ay + by, az + bz]
}

#[inline]
pub fn scale<T: Real>([x, y, z]: [T; 3], by: T) -> [T; 3] {
    [x * by, y * by, z * by]
}

#[inline]
pub fn dot<T: Real>([ax, ay, az]: [T; 3], [bx, by, bz]: [T; 3]) -> T {
    ax * bx + ay * by + az * bz
}

#[inline]
pub fn cross<T: Real>([ax, ay, az]: [T; 3], [bx, by, bz]: [T; 3]) -> [T; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/// Returns the Euclidean length. `sqrt` is exact in IEEE 754, so the result is
/// the same on all platforms.
#[inline]
pub fn length(v: Vec3) -> f64 {
    dot(v, v).sqrt()
}

/// Returns twice the area of the triangle, along its normal.
#[inline]
pub fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    cross(sub(b, a), sub(c, a))
}

/// Returns the point of a triangle that is nearest to `p`, by region (corner,
/// edge, face). Also defined for a triangle of zero area. Ericson, "Real-Time
/// Collision Detection", 2005, section 5.1.5.
#[inline]
pub fn nearest_point<T: Real>([a, b, c]: [[T; 3]; 3], p: [T; 3]) -> [T; 3] {
    let zero = T::ZERO;
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= zero && d2 <= zero {
        return a;
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= zero && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= zero && d1 >= zero && d3 <= zero {
        return add(a, scale(ab, quotient(d1, d1 - d3)));
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= zero && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= zero && d2 >= zero && d6 <= zero {
        return add(a, scale(ac, quotient(d2, d2 - d6)));
    }
    let va = d3 * d6 - d5 * d4;
    let (to_b, to_c) = (d4 - d3, d5 - d6);
    if va <= zero && to_b >= zero && to_c >= zero {
        return add(b, scale(sub(c, b), quotient(to_b, to_b + to_c)));
    }
    let along = cross(ab, ac);
    sub(p, scale(along, quotient(dot(along, ap), dot(along, along))))
}

/// Returns the quotient, or 0 where the divisor is 0.
#[inline]
fn quotient<T: Real>(part: T, whole: T) -> T {
    if whole == T::ZERO { T::ZERO } else { part / whole }
}

/// Returns the squared distance between two points.
#[inline]
pub fn distance_squared<T: Real>(a: [T; 3], b: [T; 3]) -> T {
    let apart = sub(a, b);
    dot(apart, apart)
}

#[cfg(test)]
mod tests;
