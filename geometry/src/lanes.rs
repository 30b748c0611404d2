//! Four numbers at a time, in the form that compilers turn into SIMD
//! instructions. The results have the same bits with and without SIMD.

/// One number for each of four boxes or triangles.
pub type Lanes = [f32; 4];

#[inline]
pub fn splat(v: f32) -> Lanes {
    [v; 4]
}

/// Sets one lane.
#[inline]
pub fn put(lanes: &mut Lanes, lane: usize, v: f32) {
    if let Some(slot) = lanes.get_mut(lane) {
        *slot = v;
    }
}

/// Applies a function to the numbers of each lane.
#[inline]
pub fn map2(a: Lanes, b: Lanes, of: impl Fn(f32, f32) -> f32) -> Lanes {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a, b);
    [of(a0, b0), of(a1, b1), of(a2, b2), of(a3, b3)]
}

#[inline]
pub fn sum(a: Lanes, b: Lanes) -> Lanes {
    map2(a, b, |a, b| a + b)
}

#[inline]
pub fn difference(a: Lanes, b: Lanes) -> Lanes {
    map2(a, b, |a, b| a - b)
}

#[inline]
pub fn product(a: Lanes, b: Lanes) -> Lanes {
    map2(a, b, |a, b| a * b)
}

/// Returns the smaller number in each lane. Unlike `f32::min`, this does not
/// handle NaN, which makes it faster.
#[inline]
pub fn min(a: Lanes, b: Lanes) -> Lanes {
    map2(a, b, |a, b| if b < a { b } else { a })
}

/// Returns the larger number in each lane.
#[inline]
pub fn max(a: Lanes, b: Lanes) -> Lanes {
    map2(a, b, |a, b| if a < b { b } else { a })
}

/// Returns the lowest number and its lane.
#[inline]
pub fn lowest([a, b, c, d]: Lanes) -> (f32, usize) {
    let (ab, left) = if b < a { (b, 1) } else { (a, 0) };
    let (cd, right) = if d < c { (d, 3) } else { (c, 2) };
    if cd < ab { (cd, right) } else { (ab, left) }
}

/// Returns `value` where `given` is at most `limit`, and infinity elsewhere.
#[inline]
pub fn where_at_most(value: Lanes, given: Lanes, limit: f32) -> Lanes {
    map2(value, given, |v, g| if g <= limit { v } else { f32::INFINITY })
}

/// Returns the dot product with a vector in each lane.
#[inline]
pub fn dot([x, y, z]: &[Lanes; 3], [vx, vy, vz]: [f32; 3]) -> Lanes {
    let xy = sum(product(*x, splat(vx)), product(*y, splat(vy)));
    sum(xy, product(*z, splat(vz)))
}

/// Returns the squared length in each lane.
#[inline]
pub fn length_squared([x, y, z]: [Lanes; 3]) -> Lanes {
    sum(sum(product(x, x), product(y, y)), product(z, z))
}

/// Returns the square root in each lane.
#[inline]
pub fn sqrt(a: Lanes) -> Lanes {
    a.map(f32::sqrt)
}
