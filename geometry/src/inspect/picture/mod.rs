//! A shaded picture of the surface with its faults in color, as PNG. It is
//! drawn on the CPU, so that it is the same on every machine.
//!
//! Triangles are drawn into a grid of samples that holds the material and the
//! normal of the nearest one (raster.rs). Light depends on the normal alone and
//! comes from a table (shade.rs). Each pixel is then finished on its own, with
//! ambient occlusion from the depths (occlusion.rs), over a soft shadow on the
//! ground (ground.rs), in one of few colors (palette.rs), so that a small and
//! quick PNG suffices (png.rs, deflate.rs).

mod camera;
mod colors;
mod deflate;
mod four;
mod ground;
mod normals;
mod occlusion;
mod palette;
mod png;
mod raster;
mod shade;

use serde::Deserialize;

use super::faults::BadEdge;
use super::surface::Surface;
use crate::vector::{add, scale};
use camera::Camera;
use colors::{Encoder, Material, Theme, linear_of};
use four::Four;
use ground::Ground;
use normals::{Detail, Normals};
use occlusion::Occlusion;
use palette::Key;
use raster::{Raster, SAMPLES, Samples, Scene, material_of, place_of};
use shade::{Lit, ambient_share};

/// Where the camera stands. Left and right are as seen from the front of the
/// part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Iso,
    Front,
    Back,
    Left,
    Right,
    Top,
    Bottom,
}

/// A picture as the host asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Picture {
    /// Width and height.
    pub size_px: u32,
    pub view: View,
    #[serde(default)]
    pub dark: bool,
    pub faults: bool,
    /// Transparent when absent.
    #[serde(default, deserialize_with = "colors::hex")]
    pub background: Option<[u8; 3]>,
    /// Color of the part; a neutral gray when absent.
    #[serde(default, deserialize_with = "colors::hex")]
    pub color: Option<[u8; 3]>,
}

impl Picture {
    /// Parses a picture; the error says what is wrong with it.
    pub fn from_json(json: &str) -> Result<Picture, String> {
        let picture: Picture =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        picture.check()?;
        Ok(picture)
    }

    pub fn check(&self) -> Result<(), String> {
        match self.size_px {
            100..=1024 => Ok(()),
            size => Err(format!("sizePx must be 100 to 1024, not {size}")),
        }
    }
}

/// Draws the surface; returns the bytes of a PNG.
pub fn draw(
    surface: &Surface,
    flags: &[u8],
    edges: &[BadEdge],
    wanted: &Picture,
) -> Vec<u8> {
    let size = wanted.size_px as usize;
    let mesh = &surface.mesh;
    let (camera, seen) = Camera::fit(mesh, wanted.view, size);
    let detail = Detail::of(mesh.triangles.len(), size);
    let normals = Normals::of(surface, &seen, detail);
    crate::checkpoint();
    let mut raster = Raster::of(&seen, size);
    let flags = if wanted.faults { flags } else { &[] };
    let scene = Scene { surface, seen: &seen, normals: &normals, flags };
    raster.triangles(&scene);
    if wanted.faults {
        raster.edges(surface, &camera, edges);
    }
    crate::checkpoint();
    let ground = Ground::under(surface, &camera, size);
    crate::checkpoint();
    let occlusion = Occlusion::of(&raster, &camera);
    crate::checkpoint();
    let theme = Theme::of(wanted.dark, wanted.color);
    let finish = Finish {
        lights: shade::table(&theme, camera.up()),
        bases: std::array::from_fn(|at| theme.luminance(Material(at as u8))),
        theme,
        background: wanted.background.map(|color| color.map(linear_of)),
        encode: Encoder::new(),
    };
    let mut keys = vec![0; size * size];
    for (row, keys) in keys.chunks_mut(size).enumerate() {
        let ground = ground.row(row, &camera);
        finish.row(raster.row(row), &ground, &occlusion.row(row), keys);
    }
    crate::checkpoint();
    let Finish { theme, background, encode, .. } = finish;
    let indexed = palette::index(&keys, &theme, background, &encode);
    png::write(&indexed, size)
}

/// Settings with which pixels are finished.
struct Finish {
    theme: Theme,
    /// Light for each place of the table of normals.
    lights: Vec<Lit>,
    /// Luminance of each material.
    bases: [f32; Material::COUNT],
    /// Linear; transparent when absent.
    background: Option<[f32; 3]>,
    encode: Encoder,
}

impl Finish {
    /// Chooses the colors of a row of pixels. `first`: the column of the first
    /// of the samples.
    // A separate function: engines compile frequently called functions first.
    #[inline(never)]
    fn row(
        &self,
        (first, samples): (usize, &[Samples]),
        ground: &ground::Row,
        occlusion: &occlusion::Row,
        keys: &mut [Key],
    ) {
        let shadow = |column| self.theme.shadow * ground.darkness(column);
        let end = first + samples.len();
        for (column, key) in keys.iter_mut().enumerate() {
            if !(first..end).contains(&column) {
                *key = palette::ground(shadow(column));
            }
        }
        let own = keys.iter_mut().enumerate().skip(first);
        for ((column, key), samples) in own.zip(samples) {
            let inverses = samples.inverses();
            let [a, b, c, d] = inverses;
            let total = (a + b) + (c + d);
            if total == 0.0 {
                *key = palette::ground(shadow(column));
                continue;
            }
            let looks = samples.looks();
            let covered = inverses.iter().filter(|&&v| v > 0.0).count();
            let depth = covered as f32 / total;
            let open = occlusion.open(column, depth);
            let [first, others @ ..] = looks;
            let material = material_of(first);
            let is_one = others.iter().all(|&v| material_of(v) == material);
            *key = if covered == SAMPLES && is_one {
                let mean = self.mean(material, looks, open);
                palette::lit(material, self.encode.plain(mean))
            } else {
                self.mixed(samples, open, shadow(column))
            };
        }
    }

    /// Returns the mean luminance of the looks of a material. `open`: the share
    /// of the sky that is visible.
    #[inline]
    fn mean(
        &self,
        Material(at): Material,
        looks: [u32; SAMPLES],
        open: f32,
    ) -> f32 {
        let base = self.bases.get(usize::from(at)).copied();
        let base = base.unwrap_or_default();
        if Material(at).is_edge() {
            return base;
        }
        let lights = looks.map(|look| {
            let light = self.lights.get(place_of(look) as usize);
            light.copied().unwrap_or_default()
        });
        let matte = Four::of(lights.map(|light| light.matte));
        let glossy = Four::of(lights.map(|light| light.glossy));
        let lit = Four::splat(base).times(matte).plus(glossy);
        let closed = Four::splat(open - 1.0);
        let shade = ambient_share(matte).times(closed);
        let shade = shade.plus(Four::splat(1.0));
        let [a, b, c, d] = lit.times(shade).lanes();
        ((a + b) + (c + d)) / SAMPLES as f32
    }

    /// Returns the luminance of a look. `open`: the visible share of the sky.
    #[inline]
    fn luminance(&self, look: u32, open: f32) -> f32 {
        self.mean(material_of(look), [look; SAMPLES], open)
    }

    /// The color of a pixel that shows several things. `shadow`: its opacity.
    fn mixed(&self, samples: &Samples, open: f32, shadow: f32) -> Key {
        let mut color = [0.0; 3];
        let mut coverage = 0.0;
        let own = samples.inverses().into_iter().zip(samples.looks());
        for (_, look) in own.filter(|&(inverse, _)| inverse > 0.0) {
            let lit = self.luminance(look, open);
            color = add(color, self.theme.color(material_of(look), lit));
            coverage += 1.0;
        }
        let share = 1.0 / SAMPLES as f32;
        let (mut color, mut coverage) = (scale(color, share), coverage * share);
        // The shadow is black behind what the part leaves uncovered.
        coverage += (1.0 - coverage) * shadow;
        match self.background {
            Some(behind) => {
                color = add(color, scale(behind, 1.0 - coverage));
                coverage = 1.0;
            }
            None => color = scale(color, 1.0 / coverage),
        }
        let [r, g, b] = color.map(|v| self.encode.srgb(v));
        palette::mixed([r, g, b, (255.0 * coverage + 0.5) as u8])
    }
}

#[cfg(test)]
mod tests;
