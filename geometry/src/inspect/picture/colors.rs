//! Colors of the part, its faults and its lights. Light is added up in linear
//! values; colors are written in sRGB. All lights are close to white, so that
//! light is one number, and each material has one color for each amount of it:
//! a picture then has few colors, and its file is small.

use serde::{Deserialize, Deserializer};

use crate::inspect::faults::Kind;
use crate::vector::{add, dot, max, min, scale};

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

/// The surface that a sample shows: the part, its inside, the triangles of a
/// kind of fault, or a marked edge, which light and shade do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Material(pub u8);

impl Material {
    pub const PART: Material = Material(0);
    pub const INSIDE: Material = Material(1);
    pub const COUNT: usize = 2 + 2 * ORDER.len();

    /// A triangle with the flags of faults; `None` without any.
    pub fn of_flags(flags: u8) -> Option<Material> {
        let first = ORDER.iter().position(|kind| flags & kind.bit() != 0)?;
        Some(Material(2 + first as u8))
    }

    /// A marked edge.
    pub fn of_edge(kind: Kind) -> Material {
        let at = ORDER.iter().position(|&other| other == kind);
        Material((2 + ORDER.len() + at.unwrap_or_default()) as u8)
    }

    pub fn is_edge(self) -> bool {
        usize::from(self.0) >= 2 + ORDER.len()
    }
}

/// Share of a fault's color in the color of its triangles.
const FAULT: f32 = 0.92;

/// A light at infinity.
#[derive(Debug, Clone, Copy)]
pub struct Light {
    /// Direction towards the light, of length 1, in camera axes: right, up,
    /// towards the viewer.
    pub towards: [f32; 3],
    /// Direction between that and the viewer's, of length 1: surfaces that face
    /// it reflect the light towards the viewer.
    pub halfway: [f32; 3],
    pub strength: f32,
}

/// Lights and colors of a picture.
pub struct Theme {
    /// The linear color of each material.
    materials: [[f32; 3]; Material::COUNT],
    pub key: Light,
    pub fill: Light,
    pub rim: Light,
    /// Ambient light from above and below.
    pub sky: f32,
    pub floor: f32,
    pub shine: f32,
    /// Opacity of the deepest shadow on the ground.
    pub shadow: f32,
    /// The colors of shade and of light, of luminance 1.
    cool: [f32; 3],
    warm: [f32; 3],
}

/// Colors that differ between the themes: the part in sRGB, the others linear.
struct Palette {
    part: [u8; 3],
    key: f32,
    fill: f32,
    rim: f32,
    sky: f32,
    floor: f32,
    shine: f32,
    shadow: f32,
    cool: [f32; 3],
    warm: [f32; 3],
}

const LIGHT: Palette = Palette {
    part: [0xc3, 0xc9, 0xd3],
    key: 0.76,
    fill: 0.19,
    rim: 0.23,
    sky: 0.44,
    floor: 0.18,
    shine: 0.08,
    shadow: 0.42,
    cool: [0.96, 1.0, 1.09],
    warm: [1.02, 1.0, 0.95],
};

const DARK: Palette = Palette {
    part: [0xb4, 0xbb, 0xc8],
    key: 0.79,
    fill: 0.16,
    rim: 0.47,
    sky: 0.27,
    floor: 0.09,
    shine: 0.10,
    shadow: 0.62,
    cool: [0.94, 1.0, 1.14],
    warm: [1.01, 1.0, 0.97],
};

impl Theme {
    /// `color`: sRGB color of the part instead of the theme's.
    pub fn of(dark: bool, color: Option<[u8; 3]>) -> Theme {
        let palette = if dark { DARK } else { LIGHT };
        let light = |direction: [f32; 3], strength: f32| {
            let towards = unit(direction);
            let halfway = unit(add(towards, [0.0, 0.0, 1.0]));
            Light { towards, halfway, strength }
        };
        let part = color.map_or(palette.part.map(linear_of), plastic);
        let mut materials = [part; Material::COUNT];
        let faults = ORDER.map(|kind| of_kind(kind).map(linear_of));
        let on_faces = faults.map(|fault| mix(part, fault, FAULT));
        let others = on_faces.into_iter().chain(faults);
        let inside = std::iter::once(INSIDE.map(linear_of));
        for (slot, color) in
            materials.iter_mut().skip(1).zip(inside.chain(others))
        {
            *slot = color;
        }
        Theme {
            materials,
            key: light([-0.45, 0.75, 0.62], palette.key),
            fill: light([0.85, 0.15, 0.5], palette.fill),
            rim: light([0.35, 0.55, -0.75], palette.rim),
            sky: palette.sky,
            floor: palette.floor,
            shine: palette.shine,
            shadow: palette.shadow,
            cool: palette.cool,
            warm: palette.warm,
        }
    }

    /// The luminance of a material in light of 1.
    pub fn luminance(&self, material: Material) -> f32 {
        luminance(self.base(material))
    }

    fn base(&self, Material(at): Material) -> [f32; 3] {
        self.materials.get(usize::from(at)).copied().unwrap_or_default()
    }

    /// The linear color of a material whose luminance is `lit`. Shade is cooler
    /// than light, and what is brighter than matte plastic in full light is a
    /// reflection of white light.
    pub fn color(&self, material: Material, lit: f32) -> [f32; 3] {
        const FULL: f32 = 1.2;
        let base = self.base(material);
        if material.is_edge() {
            return base;
        }
        let luminance = max(luminance(base), f32::MIN_POSITIVE);
        let light = min(lit / luminance, FULL);
        let warmth = 0.6 * ((light - 0.35) / 0.85).clamp(0.0, 1.0);
        let tint = mix(self.cool, self.warm, warmth);
        let reflected = max(0.0, lit - FULL * luminance);
        let both = base.into_iter().zip(tint);
        let mut color = [reflected; 3];
        for (slot, (base, tint)) in color.iter_mut().zip(both) {
            *slot += light * base * tint;
        }
        color
    }
}

pub fn luminance(color: [f32; 3]) -> f32 {
    dot(color, [0.2126, 0.7152, 0.0722])
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    add(scale(a, 1.0 - share), scale(b, share))
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

/// Linear value of an 8-bit sRGB value (IEC 61966-2-1).
pub fn linear_of(value: u8) -> f32 {
    let v = f64::from(value) / 255.0;
    let linear = if v <= 0.04045 {
        v / 12.92
    } else {
        libm::pow((v + 0.055) / 1.055, 2.4)
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
        // Each value fills the table up to where the next one is closer.
        let mut table = Vec::with_capacity(STEPS + 1);
        for value in 0..=u8::MAX {
            let end = match value {
                u8::MAX => STEPS + 1,
                _ => {
                    let v = (f64::from(value) + 0.5) / 255.0;
                    let linear = if v <= 0.04045 {
                        v / 12.92
                    } else {
                        libm::pow((v + 0.055) / 1.055, 2.4)
                    };
                    (linear * STEPS as f64) as usize + 1
                }
            };
            table.resize(end, value);
        }
        Encoder { table }
    }

    /// The 8-bit value; highlights do not clip.
    pub fn srgb(&self, linear: f32) -> u8 {
        self.plain(shoulder(linear))
    }

    /// The 8-bit value of 0 to 1.
    #[inline]
    pub fn plain(&self, linear: f32) -> u8 {
        let at = (linear * STEPS as f32 + 0.5) as usize;
        self.table.get(at.min(STEPS)).copied().unwrap_or_default()
    }
}

/// Keeps highlights from clipping: the identity up to 0.8, then a curve that
/// flattens towards 1.
fn shoulder(v: f32) -> f32 {
    let v = max(0.0, v);
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
