//! Light on the surface: a key light, a fill light and a rim light, a sky, and
//! a soft highlight (Blinn and Phong). All of them are at infinity, as the
//! viewer nearly is, so that light depends on the normal alone and comes from a
//! table.

use super::colors::{Light, Theme};
use super::four::Four;
use crate::lanes::{self, Lanes, splat};

/// Number of values of each coordinate of a normal, a power of two.
const SIDE: usize = 128;
const LAST: f32 = SIDE as f32 - 1.0;

/// The coordinates of a normal of length 1 in the table: its stereographic
/// projection, so that steps are about equal everywhere. Normals away from the
/// viewer become level.
#[inline]
pub fn coordinates([x, y, z]: [f32; 3]) -> [f32; 2] {
    let over = 1.0 / (1.0 + if z > 0.0 { z } else { 0.0 });
    let coordinate = |v: f32| 0.5 * LAST * (v * over + 1.0);
    [coordinate(x), coordinate(y)]
}

/// The place in the table at coordinates from 0 to `SIDE - 1`.
#[inline]
pub fn place([s, t]: [f32; 2]) -> u32 {
    let (s, t) = ((s + 0.5) as u32, (t + 0.5) as u32);
    t * SIDE as u32 + s
}

/// The normal at a place of the table, of length 1.
#[inline]
pub fn normal_at(place: u32) -> [f32; 3] {
    let side = SIDE as u32;
    let coordinate = |v: u32| v as f32 * (2.0 / LAST) - 1.0;
    let (s, t) = (coordinate(place % side), coordinate(place / side % side));
    let square = s * s + t * t;
    let over = 1.0 / (1.0 + square);
    [2.0 * s * over, 2.0 * t * over, (1.0 - square) * over]
}

/// The light that a surface sends to the viewer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lit {
    /// Times the color of the surface.
    pub matte: f32,
    /// Reflected.
    pub glossy: f32,
}

/// The light for each place of the table of normals.
pub fn table(theme: &Theme, up: [f32; 3]) -> Vec<Lit> {
    let mut table = Vec::with_capacity(SIDE * SIDE);
    for first in (0..(SIDE * SIDE) as u32).step_by(4) {
        let normals = [0, 1, 2, 3].map(|lane| normal_at(first + lane));
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]] = normals;
        let lanes = [[ax, bx, cx, dx], [ay, by, cy, dy], [az, bz, cz, dz]];
        table.extend(lit(theme, up, &lanes));
    }
    table
}

/// The light at four normals of length 1.
fn lit(theme: &Theme, up: [f32; 3], normal: &[Lanes; 3]) -> [Lit; 4] {
    let up = lanes::dot(normal, up).map(|up| 0.5 + 0.5 * up);
    let ambient = up.map(|up| theme.floor + up * (theme.sky - theme.floor));
    let direct = lanes::sum(
        times(soft(&theme.key, normal), theme.key.strength),
        times(soft(&theme.fill, normal), theme.fill.strength),
    );
    let [.., towards_viewer] = *normal;
    let edge = lanes::max(splat(0.0), towards_viewer.map(|v| 1.0 - v));
    let rim = lanes::dot(normal, theme.rim.towards);
    let rim = lanes::max(splat(0.0), rim);
    let rim = lanes::product(rim, lanes::product(edge, edge));
    let shine = times(highlight(&theme.key, normal), theme.shine);
    let [a, b, c, d] = lanes::sum(direct, ambient);
    let [e, f, g, h] = lanes::sum(times(rim, theme.rim.strength), shine);
    [(a, e), (b, f), (c, g), (d, h)]
        .map(|(matte, glossy)| Lit { matte, glossy })
}

/// Share of light that comes from around, where shade reaches. In full light
/// most comes from the lamps.
#[inline]
pub fn ambient_share(matte: Four) -> Four {
    matte.times(Four::splat(-0.28)).plus(Four::splat(1.0))
}

#[inline]
fn times(a: Lanes, by: f32) -> Lanes {
    lanes::product(a, splat(by))
}

/// Light from a large lamp reaches slightly into the shadow.
#[inline]
fn soft(light: &Light, normal: &[Lanes; 3]) -> Lanes {
    const WRAP: f32 = 0.2;
    const OVER: f32 = 1.0 / (1.0 + WRAP);
    let facing = lanes::dot(normal, light.towards);
    lanes::max(splat(0.0), facing.map(|v| (v + WRAP) * OVER))
}

/// Blinn and Phong's highlight for a viewer far away, to the 32nd power.
#[inline]
fn highlight(light: &Light, normal: &[Lanes; 3]) -> Lanes {
    let mut power = lanes::max(splat(0.0), lanes::dot(normal, light.halfway));
    for _ in 0..5 {
        power = lanes::product(power, power);
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::dot;

    #[test]
    fn a_normal_comes_back_from_the_table() {
        for [x, y] in [[0.0, 0.0], [0.6, 0.0], [-0.48, 0.64], [0.3, -0.95]] {
            let z = f32::sqrt(1.0 - x * x - y * y);
            let found = normal_at(place(coordinates([x, y, z])));
            assert!(dot(found, [x, y, z]) > 0.9995, "{found:?}");
        }
        // Away from the viewer.
        let [x, y, z] = normal_at(place(coordinates([0.0, 0.8, -0.6])));
        assert!(x.abs() < 0.02 && y > 0.95 && z < 0.3, "{x} {y} {z}");
    }
}
