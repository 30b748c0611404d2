//! The colors of a picture, at most 256 of them. A pixel within the part has a
//! color of its material for each amount of light, one of the ground a color
//! for each darkness, and only pixels that show several things have mixed
//! colors. Colors of a material are numbered by their light, so that
//! differences between neighbors are small.

use super::colors::{Encoder, Material, Theme, linear_of};

/// Steps of light, in 8-bit sRGB.
const LIGHT_STEP: u8 = 4;

/// Steps of the shadow's opacity, of 255.
const SHADOW_STEP: u8 = 2;

/// Number of colors of a PNG with a palette.
const MAX_COLORS: usize = 256;

/// A color before it has a number: one of the ground, of a material in light,
/// or mixed.
pub type Key = u32;

const GROUND: Key = 0;
/// Colors of each material and of the ground.
const SHADES: Key = 256;
const MIXED: Key = SHADES * (1 + Material::COUNT as Key);
/// Bits of red, green, blue and opacity of a mixed color.
const MIXED_BITS: u32 = 4;
const KEYS: usize = MIXED as usize + (1 << (4 * MIXED_BITS));

/// The ground under a shadow of an opacity of 0 to 1.
#[inline]
pub fn ground(opacity: f32) -> Key {
    let opacity = (255.0 * opacity) as Key;
    GROUND + (opacity + Key::from(SHADOW_STEP / 2)) / Key::from(SHADOW_STEP)
}

/// A material whose luminance has an 8-bit sRGB value.
#[inline]
pub fn lit(Material(at): Material, value: u8) -> Key {
    SHADES * (1 + Key::from(at)) + Key::from(value / LIGHT_STEP)
}

/// 8-bit sRGB and opacity.
#[inline]
pub fn mixed(color: [u8; 4]) -> Key {
    let most = (1 << MIXED_BITS) - 1;
    let own = color.into_iter().fold(0, |sum, value| {
        let nearest = (Key::from(value) * most + 127) / 255;
        sum << MIXED_BITS | nearest
    });
    MIXED + own
}

/// A picture of numbered colors.
pub struct Indexed {
    /// Red, green, blue and opacity of each color.
    pub colors: Vec<[u8; 4]>,
    /// The color of each pixel.
    pub pixels: Vec<u8>,
}

/// Numbers the colors of a picture. If there are too many, mixed colors that
/// differ only in their lowest bits are merged, then other adjacent colors.
/// `background`: transparent when absent.
pub fn index(
    keys: &[Key],
    theme: &Theme,
    background: Option<[f32; 3]>,
    encode: &Encoder,
) -> Indexed {
    let mut used = vec![false; KEYS];
    for &key in keys {
        if let Some(slot) = used.get_mut(key as usize) {
            *slot = true;
        }
    }
    let used = (0..KEYS as Key).zip(used).filter(|&(_, used)| used);
    let used: Vec<Key> = used.map(|(key, _)| key).collect();
    let mut loss = 0;
    let mut kept = used.clone();
    while kept.len() > MAX_COLORS {
        loss += 1;
        kept = used.iter().map(|&key| joined(key, loss)).collect();
        kept.sort_unstable();
        kept.dedup();
    }
    let mut numbers = vec![0u8; KEYS];
    for key in used {
        let number = kept.binary_search(&joined(key, loss)).unwrap_or_default();
        if let Some(slot) = numbers.get_mut(key as usize) {
            *slot = number as u8;
        }
    }
    let number =
        |key: &Key| numbers.get(*key as usize).copied().unwrap_or_default();
    let color = |key: &Key| color_of(*key, theme, background, encode);
    Indexed {
        colors: kept.iter().map(color).collect(),
        pixels: keys.iter().map(number).collect(),
    }
}

/// Returns the common key of similar keys: drops up to two bits of each part of
/// a mixed color first, then as many bits of shades as necessary.
fn joined(key: Key, loss: u32) -> Key {
    const MIXED_LOSS: u32 = 2;
    match key.checked_sub(MIXED) {
        Some(own) => {
            let lost = loss.min(MIXED_LOSS);
            let part = (1 << MIXED_BITS) - (1 << lost);
            let parts = (0..4).fold(0, |all, _| all << MIXED_BITS | part);
            // The middle of the merged keys.
            let half = match lost {
                0 => 0,
                lost => 1 << (lost - 1),
            };
            let halves = (0..4).fold(0, |all, _| all << MIXED_BITS | half);
            MIXED + (own & parts | halves)
        }
        None => {
            key >> loss.saturating_sub(MIXED_LOSS)
                << loss.saturating_sub(MIXED_LOSS)
        }
    }
}

fn color_of(
    key: Key,
    theme: &Theme,
    background: Option<[f32; 3]>,
    encode: &Encoder,
) -> [u8; 4] {
    let opaque = |color: [f32; 3]| {
        let [r, g, b] = color.map(|v| encode.srgb(v));
        [r, g, b, u8::MAX]
    };
    if let Some(own) = key.checked_sub(MIXED) {
        let most = (1 << MIXED_BITS) - 1;
        return [3, 2, 1, 0].map(|part| {
            (own >> (MIXED_BITS * part) & most) as u8 * (u8::MAX / most as u8)
        });
    }
    let value = (key % SHADES) as u8;
    let Some(material) = (key / SHADES).checked_sub(1) else {
        let shadow = value.saturating_mul(SHADOW_STEP);
        return match background {
            None => [0, 0, 0, shadow],
            Some(behind) => {
                let left = 1.0 - f32::from(shadow) / 255.0;
                opaque(behind.map(|v| v * left))
            }
        };
    };
    let middle =
        value.saturating_mul(LIGHT_STEP).saturating_add(LIGHT_STEP / 2);
    opaque(theme.color(Material(material as u8), linear_of(middle)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(keys: &[Key]) -> Indexed {
        let theme = Theme::of(false, None);
        index(keys, &theme, None, &Encoder::new())
    }

    #[test]
    fn colors_are_numbered_in_their_order() {
        let part = |value| lit(Material::PART, value);
        let keys = [ground(0.0), part(90), part(60), part(120), part(60)];
        let Indexed { colors, pixels } = colors(&keys);
        assert_eq!(pixels, [0, 2, 1, 3, 1]);
        assert_eq!(colors[0], [0; 4]);
        // A gray part: its luminance is that of its color, within a step.
        let [r, g, b, alpha] = colors[2];
        assert!(g.abs_diff(90) <= 3 && r.abs_diff(g) < 12 && b >= g);
        assert_eq!(alpha, 255);
    }

    #[test]
    fn a_mixed_color_is_kept_to_four_bits() {
        let Indexed { colors, .. } = colors(&[mixed([255, 100, 3, 128])]);
        assert_eq!(colors, [[255, 102, 0, 136]]);
    }

    #[test]
    fn there_are_at_most_256_colors() {
        let all = (0..=255u8).flat_map(|v| {
            let of = |kind| lit(Material(kind), v);
            let other = mixed([v, v.reverse_bits(), 255 - v, v / 2]);
            [of(0), of(1), of(2), of(3), ground(f32::from(v) / 255.0), other]
        });
        let keys: Vec<Key> = all.collect();
        let Indexed { colors, pixels } = colors(&keys);
        assert!(colors.len() <= 256 && colors.len() > 100);
        assert_eq!(pixels.len(), keys.len());
    }
}
