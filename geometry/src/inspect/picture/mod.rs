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
use colors::{Encoder, Theme, linear_of};
use ground::Ground;
use normals::Normals;
use occlusion::Occlusion;
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
    raster.triangles(surface, &camera);
    crate::checkpoint();
    if wanted.faults {
        raster.edges(surface, &camera, edges);
    }
    let theme = Theme::of(wanted.dark, wanted.color);
    let ground = Ground::under(surface, &camera);
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
    let occlusion = Occlusion::of(&image, &camera);
    crate::checkpoint();
    let background = wanted.background.map(|color| color.map(linear_of));
    let encode = Encoder::new();
    let mut bytes = vec![0u8; 4 * size * size];
    // Row by row, while it is in the cache.
    let rows = image.pixels.chunks_mut(size).zip(bytes.chunks_mut(4 * size));
    for (row, (pixels, bytes)) in rows.enumerate() {
        occlusion.darken(pixels, row);
        ground.lay(pixels, row, &camera, &theme);
        finish(pixels, background, &encode, bytes);
    }
    crate::checkpoint();
    png::write(&bytes, size)
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

/// Writes pixels as sRGB with alpha, 8 bits each; transparent ones are 0.
fn finish(
    pixels: &[Pixel],
    background: Option<[f32; 3]>,
    encode: &Encoder,
    bytes: &mut [u8],
) {
    let (rgba, _) = bytes.as_chunks_mut::<4>();
    for (out, pixel) in rgba.iter_mut().zip(pixels) {
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
}

#[cfg(test)]
mod tests {
    use super::View;
    use super::camera::Camera;
    use super::raster::Raster;
    use crate::inspect::surface_of;
    use crate::model::Model;
    use crate::testing::{bow_tie, cube};
    use crate::units::{Unit, UnitSource, Up};

    fn model(mesh: crate::mesh::Mesh) -> Model {
        let (unit, unit_source) = (Unit::Millimeter, UnitSource::Default);
        Model { mesh, unit, unit_source, up: Up::Z, notes: Vec::new() }
    }

    #[test]
    fn a_closed_surface_that_crosses_itself_has_no_hole() {
        let surface = surface_of(model(bow_tie()), None).unwrap();
        assert!(!surface.closed);
        assert!(surface_of(model(cube(20.0)), None).unwrap().closed);
        let camera = Camera::fit(&surface.mesh, View::Top, 100);
        let mut raster = Raster::new(100);
        raster.triangles(&surface, &camera);
        // Seen from above, the upper triangles 2 and 3 wind in opposite
        // directions. Each is alone at one of these points, above one of the
        // lower triangles 0 and 1. The square is 86 pixels wide.
        let row = raster.rows().nth(50).unwrap();
        let number = |column: usize| row[column].numbers;
        assert_eq!(number(84), [2; 4]);
        assert_eq!(number(15), [3; 4]);
    }
}
