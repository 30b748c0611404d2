//! Colors of the part, its faults and its lights. Light is added up in linear
//! values; colors are written in sRGB.

use serde::{Deserialize, Deserializer};

use crate::inspect::faults::Kind;
use crate::vector::{add, dot, scale};

/// The inside of an open surface.
const INSIDE: [u8; 3] = [0x9a, 0x93, 0x8c];

/// The color of a fault: the same as in fault-kinds.ts.
fn of_kind(kind: Kind) -> [u8; 3] {
    match kind {
        Kind::OpenEdges => [0xe5, 0x24, 0x3b],
        Kind::NonManifoldEdges => [0x9b, 0x3f, 0xe0],
        Kind::Overhangs => [0xf2, 0xa2, 0x0c],
        Kind::ThinWalls => [0x1b, 0x7f, 0xe3],
        Kind::Outside => [0x00, 0xa5, 0x8e],
    }
}

/// A triangle with several faults takes the color of the first of these.
const ORDER: [Kind; 5] = [
    Kind::Outside,
    Kind::OpenEdges,
    Kind::NonManifoldEdges,
    Kind::ThinWalls,
    Kind::Overhangs,
];

/// A light at infinity.
#[derive(Debug, Clone, Copy)]
pub struct Light {
    /// Direction towards the light, of length 1, in camera axes: right, up,
    /// towards the viewer.
    pub towards: [f32; 3],
    /// Direction between that and the viewer's, of length 1: surfaces that face
    /// it reflect the light towards the viewer.
    pub halfway: [f32; 3],
    pub color: [f32; 3],
}

/// Lights and colors of a picture.
pub struct Theme {
    pub part: [f32; 3],
    pub inside: [f32; 3],
    pub key: Light,
    pub fill: Light,
    pub rim: Light,
    /// Ambient light from above and below.
    pub sky: [f32; 3],
    pub floor: [f32; 3],
    pub shine: f32,
    /// Opacity of the deepest shadow on the ground.
    pub shadow: f32,
}

/// What differs between the themes: the part in sRGB, the others linear.
struct Palette {
    part: [u8; 3],
    key: [f32; 3],
    fill: [f32; 3],
    rim: [f32; 3],
    sky: [f32; 3],
    floor: [f32; 3],
    shine: f32,
    shadow: f32,
}

const LIGHT: Palette = Palette {
    part: [0xc3, 0xc9, 0xd3],
    key: [0.78, 0.76, 0.72],
    fill: [0.17, 0.19, 0.23],
    rim: [0.22, 0.23, 0.25],
    sky: [0.42, 0.44, 0.48],
    floor: [0.19, 0.18, 0.17],
    shine: 0.08,
    shadow: 0.42,
};

const DARK: Palette = Palette {
    part: [0xb4, 0xbb, 0xc8],
    key: [0.80, 0.79, 0.76],
    fill: [0.14, 0.16, 0.20],
    rim: [0.42, 0.47, 0.58],
    sky: [0.25, 0.27, 0.31],
    floor: [0.09, 0.09, 0.10],
    shine: 0.10,
    shadow: 0.62,
};

impl Theme {
    /// `color`: sRGB color of the part instead of the theme's.
    pub fn of(dark: bool, color: Option<[u8; 3]>) -> Theme {
        let palette = if dark { DARK } else { LIGHT };
        let light = |direction: [f32; 3], color: [f32; 3]| {
            let towards = unit(direction);
            let halfway = unit(add(towards, [0.0, 0.0, 1.0]));
            Light { towards, halfway, color }
        };
        Theme {
            part: color.map_or(palette.part.map(linear_of), plastic),
            inside: INSIDE.map(linear_of),
            key: light([-0.45, 0.75, 0.62], palette.key),
            fill: light([0.85, 0.15, 0.5], palette.fill),
            rim: light([0.35, 0.55, -0.75], palette.rim),
            sky: palette.sky,
            floor: palette.floor,
            shine: palette.shine,
            shadow: palette.shadow,
        }
    }
}

fn unit(v: [f32; 3]) -> [f32; 3] {
    scale(v, 1.0 / dot(v, v).sqrt())
}

/// Linear color of a part that is printed in a color. Black plastic reflects
/// some light and white plastic not all of it: otherwise black parts would be
/// silhouettes, and white ones would have no shading.
fn plastic(color: [u8; 3]) -> [f32; 3] {
    const MIN: f32 = 0.03;
    const MAX: f32 = 0.8;
    color.map(|value| MIN + (MAX - MIN) * linear_of(value))
}

/// The linear color of a triangle's faults; `None` without any.
pub fn of_flags(flags: u8) -> Option<[f32; 3]> {
    let first = ORDER.into_iter().find(|kind| flags & kind.bit() != 0)?;
    Some(of_kind(first).map(linear_of))
}

/// Linear value of an 8-bit sRGB value (IEC 61966-2-1).
pub fn linear_of(value: u8) -> f32 {
    let v = f64::from(value) / 255.0;
    let linear = match v <= 0.04045 {
        true => v / 12.92,
        false => libm::pow((v + 0.055) / 1.055, 2.4),
    };
    linear as f32
}

/// Converts linear values to 8-bit sRGB with a table.
pub struct Encoder {
    table: Vec<u8>,
}

/// Fine enough that neighboring dark values differ by at most one.
const STEPS: usize = 4096;

impl Encoder {
    pub fn new() -> Encoder {
        let table = (0..=STEPS).map(|step| {
            let v = step as f64 / STEPS as f64;
            let encoded = match v <= 0.003_130_8 {
                true => 12.92 * v,
                false => 1.055 * libm::pow(v, 1.0 / 2.4) - 0.055,
            };
            (encoded * 255.0 + 0.5) as u8
        });
        Encoder { table: table.collect() }
    }

    pub fn srgb(&self, linear: f32) -> u8 {
        let at = (shoulder(linear) * STEPS as f32 + 0.5) as usize;
        self.table.get(at.min(STEPS)).copied().unwrap_or_default()
    }
}

/// Keeps highlights from clipping: the identity up to 0.8, then a curve that
/// flattens towards 1.
fn shoulder(v: f32) -> f32 {
    let v = v.max(0.0);
    if v <= 0.8 {
        return v;
    }
    let over = (v - 0.8) / 0.2;
    0.8 + 0.2 * over / (1.0 + over)
}

/// Reads `#rrggbb`.
pub fn hex<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<[u8; 3]>, D::Error> {
    let Some(text) = Option::<String>::deserialize(source)? else {
        return Ok(None);
    };
    let digits = text.strip_prefix('#').filter(|digits| {
        digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())
    });
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(value) = value else {
        return Err(serde::de::Error::custom("a color must be #rrggbb"));
    };
    let [_, r, g, b] = value.to_be_bytes();
    Ok(Some([r, g, b]))
}
