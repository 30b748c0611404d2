//! Vector operations in f32: the coordinates are relative to the middle of the
//! model, and the result is needed to hundredths of a millimeter.

pub type V = [f32; 3];

#[inline]
pub fn sub([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    [ax - bx, ay - by, az - bz]
}

#[inline]
pub fn add([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    [ax + bx, ay + by, az + bz]
}

#[inline]
pub fn scale([x, y, z]: V, by: f32) -> V {
    [x * by, y * by, z * by]
}

#[inline]
pub fn dot([ax, ay, az]: V, [bx, by, bz]: V) -> f32 {
    ax * bx + ay * by + az * bz
}

#[inline]
pub fn cross([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
