//! A shaded picture of the surface with its faults in color, as PNG. It is
//! drawn on the CPU, so that it is the same on every machine.
//!
//! Triangles are drawn into a grid of samples that holds the nearest triangle
//! (raster.rs); each triangle that a pixel shows is then shaded once
//! (shade.rs), with ambient occlusion from the depths of the pixels
//! (occlusion.rs), over a soft shadow on the ground (ground.rs).

mod camera;
mod colors;
mod ground;
mod normals;
mod occlusion;
mod png;
mod raster;
mod shade;

use serde::Deserialize;

use super::faults::BadEdge;
use super::surface::Surface;
use crate::vector::{add, scale};
use camera::Camera;
use colors::{Theme, linear_of};
use ground::Ground;
use normals::Normals;
use raster::Raster;

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
    let camera = Camera::fit(&surface.mesh, wanted.view, size);
    let mut raster = Raster::new(size);
    let every = raster.triangles(surface, &camera);
    crate::checkpoint();
    if wanted.faults {
        raster.edges(surface, &camera, edges);
    }
    let theme = Theme::of(wanted.dark, wanted.color);
    let ground = Ground::under(&surface.mesh, &camera, every);
    crate::checkpoint();
    let scene = shade::Scene {
        surface,
        raster: &raster,
        normals: Normals::of(surface, &camera, size),
        flags: if wanted.faults { flags } else { &[] },
        edges,
        camera: &camera,
        theme: &theme,
    };
    let mut image = scene.shade();
    crate::checkpoint();
    occlusion::darken(&mut image, &camera);
    crate::checkpoint();
    ground.lay(&mut image, &camera, &theme);
    let background = wanted.background.map(|color| color.map(linear_of));
    let pixels = image.finish(background);
    crate::checkpoint();
    png::write(&pixels, size)
}

/// One pixel while it is drawn: linear color, premultiplied by its coverage.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pixel {
    pub color: [f32; 3],
    /// Share of its samples that the part covers, 0 to 1.
    pub coverage: f32,
    /// Mean depth of these samples, mm from the camera.
    pub depth: f32,
    /// Mean normal of these samples, in camera axes.
    pub normal: [f32; 3],
    /// Share of `color` that comes from ambient light.
    pub ambient: f32,
}

/// Pixels in rows from the top.
pub struct Image {
    pub size: usize,
    pub pixels: Vec<Pixel>,
}

impl Image {
    /// The pixels as sRGB with alpha, 8 bits each.
    fn finish(&self, background: Option<[f32; 3]>) -> Vec<u8> {
        let mut bytes = vec![0u8; 4 * self.pixels.len()];
        let encode = colors::Encoder::new();
        let (rgba, _) = bytes.as_chunks_mut::<4>();
        for (out, pixel) in rgba.iter_mut().zip(&self.pixels) {
            let (color, alpha) = match background {
                Some(behind) => {
                    let rest = scale(behind, 1.0 - pixel.coverage);
                    (add(pixel.color, rest), 1.0)
                }
                None if pixel.coverage > 0.0 => {
                    let share = 1.0 / pixel.coverage;
                    (scale(pixel.color, share), pixel.coverage)
                }
                None => continue,
            };
            let [r, g, b] = color.map(|v| encode.srgb(v));
            let alpha = (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            *out = [r, g, b, alpha];
        }
        bytes
    }
}
