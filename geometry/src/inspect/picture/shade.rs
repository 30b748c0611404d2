//! Light on the surface: a key light, a fill light and a rim light, a sky, and
//! a soft highlight (Blinn and Phong).

use super::camera::{Camera, Projected, twice_area};
use super::colors::{Light, Theme, of_flags};
use super::normals::Normals;
use super::raster::{ACROSS, DOWN, Raster, SAMPLES};
use super::{Image, Pixel};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::vector::{add, dot, max, scale};

/// Share of a fault's color in the color of its triangles.
const FAULT: f32 = 0.92;

/// Minimum length of the mean normal of triangles that are shaded together; 1
/// where they all face alike.
const ALIKE: f32 = 0.97;

/// A triangle, or a marked edge, that a pixel shows.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    number: u32,
    /// Samples; 0 where nothing is shown.
    count: f32,
    /// Sums over these samples.
    x: f32,
    y: f32,
}

pub struct Scene<'a> {
    pub surface: &'a Surface,
    pub raster: &'a Raster,
    pub normals: Normals,
    /// Empty when faults are not shown.
    pub flags: &'a [u8],
    pub edges: &'a [BadEdge],
    pub camera: &'a Camera,
    pub theme: &'a Theme,
}

/// What is to be lit at a point.
#[derive(Debug, Clone, Copy)]
enum Face {
    /// Unlit color, and the normal towards the viewer, in camera axes.
    Surface([f32; 3], [f32; 3]),
    /// A line has no shape: its color.
    Edge([f32; 3]),
}

/// The light that leaves a point.
#[derive(Debug, Clone, Copy)]
struct Lit {
    color: [f32; 3],
    /// The part of the color that occlusion takes away.
    ambient: f32,
    /// In camera axes.
    normal: [f32; 3],
}

impl Pixel {
    /// `share` is the share of the pixel, `part` the share of its covered area.
    fn add(&mut self, lit: &Lit, share: f32, part: f32) {
        self.color = add(self.color, scale(lit.color, share));
        self.normal = add(self.normal, scale(lit.normal, part));
        self.ambient += share * lit.ambient;
    }
}

impl Scene<'_> {
    pub fn shade(&self) -> Image {
        let size = self.raster.size;
        let mut pixels = Vec::with_capacity(size * size);
        let mut samples = self.raster.pixels();
        for row in 0..size {
            if row % 32 == 0 {
                crate::checkpoint();
            }
            for ((inverses, numbers), column) in
                samples.by_ref().take(size).zip(0u32..)
            {
                let corner = (column as f32, row as f32);
                pixels.push(self.pixel(inverses, numbers, corner));
            }
        }
        Image { size, pixels }
    }

    /// Shades each triangle in the pixel once, at the mean position of its
    /// samples; triangles that face alike are shaded together.
    fn pixel(
        &self,
        inverses: &[f32; SAMPLES],
        numbers: &[u32; SAMPLES],
        (column, row): (f32, f32),
    ) -> Pixel {
        let [number, others @ ..] = *numbers;
        let is_whole = others.iter().all(|&other| other == number)
            & inverses.iter().all(|&inverse| inverse > 0.0);
        if is_whole {
            let lit = self.light(self.face(number, (column + 0.5, row + 0.5)));
            let Lit { color, ambient, normal } = lit;
            let depth = SAMPLES as f32 / inverses.iter().sum::<f32>();
            return Pixel { color, coverage: 1.0, depth, normal, ambient };
        }
        let mut shown = [Shown::default(); SAMPLES];
        let (mut inverse, mut covered) = (0.0, 0.0);
        let places = ACROSS.into_iter().zip(DOWN);
        let samples = inverses.iter().zip(numbers).zip(places);
        for ((&own, &number), (x, y)) in samples {
            if own == 0.0 {
                continue;
            }
            covered += 1.0;
            inverse += own;
            let free = shown
                .iter_mut()
                .find(|one| one.number == number || one.count == 0.0);
            if let Some(one) = free {
                one.number = number;
                one.count += 1.0;
                one.x += x;
                one.y += y;
            }
        }
        if covered == 0.0 {
            return Pixel::default();
        }
        let coverage = covered / SAMPLES as f32;
        let mut pixel =
            Pixel { coverage, depth: covered / inverse, ..Pixel::default() };
        let mut faces = [Face::Edge([0.0; 3]); SAMPLES];
        let mut together = Some(([0.0; 3], [0.0; 3]));
        let shown = shown.iter().take_while(|one| one.count > 0.0);
        for (one, face) in shown.clone().zip(&mut faces) {
            let over = 1.0 / one.count;
            let at = (column + one.x * over, row + one.y * over);
            *face = self.face(one.number, at);
            together = match (*face, together) {
                (Face::Surface(base, normal), Some((own, sum)))
                    if sum == [0.0; 3] || own == base =>
                {
                    Some((base, add(sum, scale(normal, one.count))))
                }
                _ => None,
            };
        }
        let alike = together.filter(|(_, sum)| {
            let least = ALIKE * covered;
            dot(*sum, *sum) > least * least
        });
        if let Some((base, sum)) = alike {
            let normal = scale(sum, 1.0 / dot(sum, sum).sqrt());
            pixel.add(&self.lit(base, normal), coverage, 1.0);
        } else {
            for (one, face) in shown.zip(faces) {
                let share = one.count / SAMPLES as f32;
                pixel.add(&self.light(face), share, one.count / covered);
            }
        }
        pixel.ambient /= coverage;
        pixel
    }

    /// The triangle, or the marked edge, at a point of the picture.
    fn face(&self, number: u32, at: (f32, f32)) -> Face {
        let mesh = &self.surface.mesh;
        let Some(&triangle) = mesh.triangles.get(number as usize) else {
            let edge = number as usize - mesh.triangles.len();
            let kind = self.edges.get(edge).map(|edge| edge.kind);
            let color = kind.and_then(|kind| of_flags(kind.bit()));
            return Face::Edge(color.unwrap_or_default());
        };
        let flat = self.normals.flat(number);
        let front = dot(self.camera.sight(at), flat) <= 0.0;
        let smooth = match self.normals.corners(number) {
            Some(corners) => {
                let seen = self.raster.corners(triangle);
                interpolated(seen, corners, at).unwrap_or(flat)
            }
            None => flat,
        };
        let flags = self.flags.get(number as usize).copied();
        let own = if front { self.theme.part } else { self.theme.inside };
        let base = match flags.and_then(of_flags) {
            Some(fault) => mix(own, fault, FAULT),
            None => own,
        };
        Face::Surface(base, if front { smooth } else { scale(smooth, -1.0) })
    }

    fn light(&self, face: Face) -> Lit {
        match face {
            Face::Surface(base, normal) => self.lit(base, normal),
            Face::Edge(color) => {
                Lit { color, ambient: 0.0, normal: [0.0, 0.0, 1.0] }
            }
        }
    }

    /// The light from a color at a normal.
    fn lit(&self, base: [f32; 3], normal: [f32; 3]) -> Lit {
        let theme = self.theme;
        let up = 0.5 + 0.5 * dot(normal, self.camera.up());
        let ambient = mix(theme.floor, theme.sky, up);
        let key = soft(&theme.key, normal);
        let fill = soft(&theme.fill, normal);
        let [_, _, towards_viewer] = normal;
        let edge = 1.0 - towards_viewer.clamp(0.0, 1.0);
        let rim = max(0.0, dot(theme.rim.towards, normal)) * edge * edge;
        let shine = theme.shine * highlight(&theme.key, normal);
        let direct =
            add(scale(theme.key.color, key), scale(theme.fill.color, fill));
        let glossy = add(scale(theme.rim.color, rim), [shine; 3]);
        let matte = product(base, add(direct, ambient));
        let color = add(matte, glossy);
        let total = sum(color);
        let from_sky = sum(product(base, add(ambient, scale(direct, 0.5))));
        let ambient = if total > 0.0 { from_sky / total } else { 0.0 };
        Lit { color, ambient, normal }
    }
}

/// The mean of the normals at the corners of a triangle as they count at a
/// point of the picture, of length 1; `None` if there is none.
fn interpolated(
    [a, b, c]: [Projected; 3],
    [na, nb, nc]: [[f32; 3]; 3],
    (x, y): (f32, f32),
) -> Option<[f32; 3]> {
    if na == nb && nb == nc {
        return Some(na);
    }
    let over = 1.0 / twice_area([a, b, c]);
    // The weight in the picture, corrected for the distance. Points may lie
    // slightly outside.
    let weight = |p: Projected, q: Projected, own: Projected| {
        let beside = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
        max(0.0, beside * over) * own.inverse
    };
    let (u, v, w) = (weight(b, c, a), weight(c, a, b), weight(a, b, c));
    let mean = add(scale(na, u), add(scale(nb, v), scale(nc, w)));
    let square = dot(mean, mean);
    (square > 0.0).then(|| scale(mean, 1.0 / square.sqrt()))
}

fn sum([r, g, b]: [f32; 3]) -> f32 {
    r + g + b
}

fn product([a, b, c]: [f32; 3], [d, e, f]: [f32; 3]) -> [f32; 3] {
    [a * d, b * e, c * f]
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    add(scale(a, 1.0 - share), scale(b, share))
}

/// Light from a large lamp reaches slightly into the shadow.
fn soft(light: &Light, normal: [f32; 3]) -> f32 {
    const WRAP: f32 = 0.2;
    max(0.0, (dot(light.towards, normal) + WRAP) / (1.0 + WRAP))
}

/// Blinn and Phong's highlight for a viewer far away, to the 32nd power.
fn highlight(light: &Light, normal: [f32; 3]) -> f32 {
    let mut power = max(0.0, dot(light.halfway, normal));
    for _ in 0..5 {
        power *= power;
    }
    power
}
