//! Light on the surface: a key light, a fill light and a rim light, a sky, and
//! a soft highlight (Blinn and Phong).

use super::camera::Camera;
use super::colors::{Light, Theme, of_flags};
use super::normals::Normals;
use super::raster::{NONE, Raster};
use super::{Image, Pixel};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::vector::{Vec3, add, cross, dot, length, scale, sub};

/// Share of a fault's color in the color of its triangles.
const FAULT: f32 = 0.92;

/// Maximum number of samples per pixel.
const MAX_SAMPLES: usize = 9;

/// Number of triangles in a pixel above which they may be shaded together.
const MANY: usize = 3;

/// Minimum length of the mean of their normals for that; 1 where they all face
/// alike.
const ALIKE: f64 = 0.97;

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
    pub normals: Normals,
    /// Empty when faults are not shown.
    pub flags: &'a [u8],
    pub edges: &'a [BadEdge],
    pub camera: &'a Camera,
    pub theme: &'a Theme,
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
        for (sum, value) in self.color.iter_mut().zip(lit.color) {
            *sum += share * value;
        }
        for (sum, value) in self.normal.iter_mut().zip(lit.normal) {
            *sum += part * value;
        }
        self.ambient += share * lit.ambient;
    }
}

impl Scene<'_> {
    pub fn shade(&self, raster: &Raster) -> Image {
        let size = raster.size;
        let mut pixels = Vec::with_capacity(size * size);
        for row in 0..size {
            if row % 32 == 0 {
                crate::checkpoint();
            }
            for column in 0..size {
                pixels.push(self.pixel(raster, column, row));
            }
        }
        Image { size, pixels }
    }

    /// Shades each triangle in the pixel once, at the mean position of its
    /// samples; many triangles that face alike are shaded together.
    fn pixel(&self, raster: &Raster, column: usize, row: usize) -> Pixel {
        let fine = raster.fine;
        let mut shown = [Shown::default(); MAX_SAMPLES];
        let mut inverse = 0.0;
        let mut covered = 0u32;
        for down in 0..fine {
            let samples = raster.row(row * fine + down);
            let from = column * fine;
            let samples = samples.get(from..from + fine).unwrap_or_default();
            for (sample, across) in samples.iter().zip(0u32..) {
                if sample.number == NONE {
                    continue;
                }
                covered += 1;
                inverse += sample.inverse;
                let free = shown.iter_mut().find(|one| {
                    one.number == sample.number || one.count == 0.0
                });
                if let Some(one) = free {
                    one.number = sample.number;
                    one.count += 1.0;
                    one.x += across as f32;
                    one.y += down as f32;
                }
            }
        }
        if covered == 0 {
            return Pixel::default();
        }
        let covered = covered as f32;
        let all = (fine * fine) as f32;
        let fine = fine as f32;
        let (column, row) = (column as f32, row as f32);
        let mut pixel = Pixel {
            coverage: covered / all,
            depth: covered / inverse,
            ..Pixel::default()
        };
        let count = shown.iter().take_while(|one| one.count > 0.0).count();
        let shown = shown.get(..count).unwrap_or_default();
        if let Some(lit) = self.shade_together(shown, column + 0.5, row + 0.5) {
            pixel.add(&lit, pixel.coverage, 1.0);
            pixel.ambient /= pixel.coverage;
            return pixel;
        }
        for one in shown {
            let x = column + (one.x / one.count + 0.5) / fine;
            let y = row + (one.y / one.count + 0.5) / fine;
            let lit = self.light(one.number, x, y);
            pixel.add(&lit, one.count / all, one.count / covered);
        }
        pixel.ambient /= pixel.coverage;
        pixel
    }

    /// The light from the mean of many triangles; `None` if they are few,
    /// include marked edges, have several colors or face different ways.
    fn shade_together(&self, shown: &[Shown], x: f32, y: f32) -> Option<Lit> {
        if shown.len() < MANY {
            return None;
        }
        let away = self.camera.through(f64::from(x), f64::from(y));
        let mut base = None;
        let (mut sum, mut total) = ([0.0; 3], 0.0);
        for one in shown {
            let (_, flat) = self.surface.facing(one.number)?;
            let front = dot(away, flat) <= 0.0;
            let own = self.base(one.number, front);
            if *base.get_or_insert(own) != own {
                return None;
            }
            let count = f64::from(one.count);
            let towards = if front { count } else { -count };
            sum = add(sum, scale(flat, towards));
            total += count;
        }
        let size = length(sum);
        (size > ALIKE * total).then(|| {
            let normal = scale(sum, 1.0 / size);
            let turned = self.camera.turned(normal);
            self.lit(base.unwrap_or_default(), turned, normal)
        })
    }

    /// The light from a triangle, or from a marked edge, at a point of the
    /// picture.
    fn light(&self, number: u32, x: f32, y: f32) -> Lit {
        let triangles = self.surface.mesh.triangles.len();
        if let Some(edge) = (number as usize).checked_sub(triangles) {
            let kind = self.edges.get(edge).map(|edge| edge.kind);
            let color = kind.and_then(|kind| of_flags(kind.bit()));
            // Flat: a line has no shape.
            let color = color.unwrap_or_default();
            return Lit { color, ambient: 0.0, normal: [0.0, 0.0, 1.0] };
        }
        let away = self.camera.through(f64::from(x), f64::from(y));
        let (normal, front) = self.normal(number, away);
        let base = self.base(number, front);
        self.lit(base, self.camera.turned(normal), normal)
    }

    /// The unlit color of a triangle's outside (`front`) or inside.
    fn base(&self, number: u32, front: bool) -> [f32; 3] {
        let flags = self.flags.get(number as usize).copied();
        let own = if front { self.theme.part } else { self.theme.inside };
        match flags.and_then(of_flags) {
            Some(fault) => mix(own, fault, FAULT),
            None => own,
        }
    }

    /// The smooth normal, towards the viewer, where a line of sight meets a
    /// triangle, and whether the outside is visible there.
    fn normal(&self, number: u32, away: Vec3) -> (Vec3, bool) {
        let Some((_, flat)) = self.surface.facing(number) else {
            return (scale(away, -1.0), true);
        };
        let mesh = &self.surface.mesh;
        let triangle = mesh.triangles.get(number as usize).copied();
        let triangle = triangle.unwrap_or_default();
        let [a, b, c] = mesh.corners(triangle);
        let along = dot(away, flat);
        let front = along <= 0.0;
        let [na, nb, nc] = self.normals.at(number, flat);
        // A flat triangle.
        if na == nb && nb == nc {
            return (if front { na } else { scale(na, -1.0) }, front);
        }
        // Where the line meets the plane of the triangle.
        let reach = dot(sub(a, self.camera.eye()), flat) / along;
        let at = add(self.camera.eye(), scale(away, reach));
        let whole = cross(sub(b, a), sub(c, a));
        let square = dot(whole, whole);
        let part = |p: Vec3, q: Vec3| {
            let own = dot(cross(sub(p, at), sub(q, at)), whole) / square;
            if own.is_finite() { own.clamp(0.0, 1.0) } else { 1.0 / 3.0 }
        };
        let (u, v, w) = (part(b, c), part(c, a), part(a, b));
        let smooth = add(scale(na, u), add(scale(nb, v), scale(nc, w)));
        let size = dot(smooth, smooth).sqrt();
        let smooth = if size > 0.0 { scale(smooth, 1.0 / size) } else { flat };
        (if front { smooth } else { scale(smooth, -1.0) }, front)
    }

    fn lit(&self, base: [f32; 3], n: [f32; 3], normal: Vec3) -> Lit {
        let theme = self.theme;
        let up = 0.5 + 0.5 * normal[2] as f32;
        let ambient = mix(theme.floor, theme.sky, up);
        let key = soft(&theme.key, n);
        let fill = soft(&theme.fill, n);
        let rim = facing(&theme.rim, n);
        let [_, _, towards_viewer] = n;
        let edge = 1.0 - towards_viewer.clamp(0.0, 1.0);
        let rim = rim * edge * edge;
        let shine = theme.shine * highlight(&theme.key, n);
        let mut color = [0.0; 3];
        let mut total = 0.0;
        let mut from_sky = 0.0;
        let lights = theme.key.color.iter().zip(theme.fill.color);
        let lights = lights.zip(theme.rim.color).zip(ambient);
        for ((out, ((key_part, fill_part), rim_part)), (own, sky)) in color
            .iter_mut()
            .zip(lights.clone().map(|(lights, _)| lights))
            .zip(base.into_iter().zip(lights.map(|(_, sky)| sky)))
        {
            let direct = key * key_part + fill * fill_part;
            *out = own * (direct + sky) + rim * rim_part + shine;
            total += *out;
            from_sky += own * (sky + 0.5 * direct);
        }
        let ambient = if total > 0.0 { from_sky / total } else { 0.0 };
        Lit { color, ambient, normal: n }
    }
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    let [ax, ay, az] = a.map(|v| v * (1.0 - share));
    let [bx, by, bz] = b.map(|v| v * share);
    [ax + bx, ay + by, az + bz]
}

fn cosine(light: &Light, [x, y, z]: [f32; 3]) -> f32 {
    let [lx, ly, lz] = light.towards;
    x * lx + y * ly + z * lz
}

fn facing(light: &Light, normal: [f32; 3]) -> f32 {
    cosine(light, normal).max(0.0)
}

/// Light from a large lamp reaches slightly into the shadow.
fn soft(light: &Light, normal: [f32; 3]) -> f32 {
    const WRAP: f32 = 0.2;
    ((cosine(light, normal) + WRAP) / (1.0 + WRAP)).max(0.0)
}

/// Blinn and Phong's highlight for a viewer far away, to the 32nd power.
fn highlight(light: &Light, [x, y, z]: [f32; 3]) -> f32 {
    let [lx, ly, lz] = light.towards;
    let half = [lx, ly, lz + 1.0];
    let size =
        (half[0] * half[0] + half[1] * half[1] + half[2] * half[2]).sqrt();
    let cosine = (x * half[0] + y * half[1] + z * half[2]) / size;
    let mut power = cosine.max(0.0);
    for _ in 0..5 {
        power *= power;
    }
    power
}
