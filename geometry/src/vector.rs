//! Vector operations in f64. No fused operations and no platform math
//! functions, so native and WASM results are bit-identical.

/// Three coordinates or components.
pub type Vec3 = [f64; 3];

/// Converts a stored position to f64.
#[inline]
pub fn to_f64([x, y, z]: [f32; 3]) -> Vec3 {
    [f64::from(x), f64::from(y), f64::from(z)]
}

#[inline]
pub fn sub([ax, ay, az]: Vec3, [bx, by, bz]: Vec3) -> Vec3 {
    [ax - bx, ay - by, az - bz]
}

#[inline]
pub fn add([ax, ay, az]: Vec3, [bx, by, bz]: Vec3) -> Vec3 {
    [ax + bx, ay + by, az + bz]
}

#[inline]
pub fn scale([x, y, z]: Vec3, by: f64) -> Vec3 {
    [x * by, y * by, z * by]
}

#[inline]
pub fn dot([ax, ay, az]: Vec3, [bx, by, bz]: Vec3) -> f64 {
    ax * bx + ay * by + az * bz
}

#[inline]
pub fn cross([ax, ay, az]: Vec3, [bx, by, bz]: Vec3) -> Vec3 {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/// Euclidean length. `sqrt` is exact in IEEE 754, so it is the same
/// everywhere.
#[inline]
pub fn length(v: Vec3) -> f64 {
    dot(v, v).sqrt()
}

/// Twice the area of the triangle, along its normal.
#[inline]
pub fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    cross(sub(b, a), sub(c, a))
}
