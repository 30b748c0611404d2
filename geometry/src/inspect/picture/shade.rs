//! Light on the surface: a key light, a fill light and a rim light, a sky, and
//! a soft highlight (Blinn and Phong).

use super::camera::{Camera, Projected, twice_area};
use super::colors::{Light, Theme, of_flags};
use super::normals::Normals;
use super::raster::{ACROSS, DOWN, Raster, SAMPLES, Samples};
use super::{Image, Pixel};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::{self, Lanes, splat};
use crate::vector::{add, dot, max, min, scale};

/// Share of a fault's color in the color of its triangles.
const FAULT: f32 = 0.92;

/// Minimum length of the mean normal of triangles of a pixel that are shaded as
/// one; 1 where they all face alike.
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

/// A part of a pixel that is to be lit.
#[derive(Debug, Clone, Copy, Default)]
struct Unlit {
    /// The pixel's place in its row.
    column: u32,
    /// Share of the pixel.
    share: f32,
    /// Share of the pixel's covered area.
    part: f32,
    base: [f32; 3],
    /// Towards the viewer, in camera axes, of any length.
    normal: [f32; 3],
}

/// The light that leaves four points.
struct Lit {
    color: [Lanes; 3],
    /// The part of the color that occlusion takes away.
    ambient: Lanes,
    /// In camera axes, of length 1.
    normal: [Lanes; 3],
}

impl Scene<'_> {
    pub fn shade(&self) -> Image {
        let size = self.raster.size;
        let mut pixels = vec![Pixel::default(); size * size];
        let mut unlit = Vec::with_capacity(SAMPLES * size);
        let rows = self.raster.rows().zip(pixels.chunks_mut(size));
        for ((samples, pixels), row) in rows.zip(0u16..) {
            if row % 32 == 0 {
                crate::checkpoint();
            }
            unlit.clear();
            let columns = samples.iter().zip(pixels.iter_mut());
            for ((samples, pixel), column) in columns.zip(0u16..) {
                self.prepare(samples, pixel, (column, row), &mut unlit);
            }
            self.light(&unlit, pixels);
        }
        Image { size, pixels }
    }

    /// Finds what a pixel shows: each triangle is to be lit once, at the mean
    /// position of its samples; triangles that face alike are lit as one.
    #[inline]
    fn prepare(
        &self,
        Samples { inverses, numbers }: &Samples,
        pixel: &mut Pixel,
        (column, row): (u16, u16),
        unlit: &mut Vec<Unlit>,
    ) {
        let [number, others @ ..] = *numbers;
        let [a, b, c, d] = *inverses;
        let corner = (f32::from(column), f32::from(row));
        let column = u32::from(column);
        let is_covered = (a > 0.0) & (b > 0.0) & (c > 0.0) & (d > 0.0);
        if is_covered & others.iter().all(|&other| other == number) {
            let at = (corner.0 + 0.5, corner.1 + 0.5);
            pixel.coverage = 1.0;
            pixel.depth = SAMPLES as f32 / (a + b + c + d);
            match self.base(number, at) {
                Ok(base) => {
                    let normal = self.normal(number, at);
                    let (share, part) = (1.0, 1.0);
                    unlit.push(Unlit { column, share, part, base, normal });
                }
                Err(color) => pixel.mark(color, 1.0, 1.0),
            }
            return;
        }
        if a + b + c + d == 0.0 {
            return;
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
        pixel.coverage = covered / SAMPLES as f32;
        pixel.depth = covered / inverse;
        let first = unlit.len();
        let mut sum = [0.0; 3];
        let mut largest = (0.0, Unlit::default(), 0, (0.0, 0.0));
        let mut alike = true;
        let shown = shown.iter().take_while(|one| one.count > 0.0);
        for one in shown.clone() {
            let over = 1.0 / one.count;
            let at = (corner.0 + one.x * over, corner.1 + one.y * over);
            let share = one.count / SAMPLES as f32;
            let part = one.count / covered;
            match self.base(one.number, at) {
                Ok(base) => {
                    let normal = self.flat(one.number, at);
                    sum = add(sum, scale(normal, one.count));
                    let own = Unlit { column, share, part, base, normal };
                    alike &= unlit
                        .get(first)
                        .is_none_or(|other: &Unlit| other.base == base);
                    unlit.push(own);
                    if one.count > largest.0 {
                        largest = (one.count, own, one.number, at);
                    }
                }
                Err(color) => {
                    alike = false;
                    pixel.mark(color, share, part);
                }
            }
        }
        let least = ALIKE * covered;
        if alike && dot(sum, sum) > least * least {
            let (_, one, number, at) = largest;
            let normal = self.normal(number, at);
            let share = pixel.coverage;
            unlit.truncate(first);
            unlit.push(Unlit { share, part: 1.0, normal, ..one });
            return;
        }
        let own = unlit.get_mut(first..).unwrap_or_default().iter_mut();
        let faces = shown.filter(|one| !self.is_edge(one.number));
        for (own, one) in own.zip(faces) {
            let over = 1.0 / one.count;
            let at = (corner.0 + one.x * over, corner.1 + one.y * over);
            own.normal = self.normal(one.number, at);
        }
    }

    fn is_edge(&self, number: u32) -> bool {
        number as usize >= self.surface.mesh.triangles.len()
    }

    /// The unlit color of a triangle at a point of the picture, or the color of
    /// a marked edge, which has no shape.
    #[inline]
    fn base(&self, number: u32, at: (f32, f32)) -> Result<[f32; 3], [f32; 3]> {
        let triangles = self.surface.mesh.triangles.len();
        if let Some(edge) = (number as usize).checked_sub(triangles) {
            let kind = self.edges.get(edge).map(|edge| edge.kind);
            let color = kind.and_then(|kind| of_flags(kind.bit()));
            return Err(color.unwrap_or_default());
        }
        let front = self.is_front(self.normals.flat(number), at);
        let own = if front { self.theme.part } else { self.theme.inside };
        let flags = self.flags.get(number as usize).copied();
        Ok(match flags.and_then(of_flags) {
            Some(fault) => mix(own, fault, FAULT),
            None => own,
        })
    }

    #[inline]
    fn is_front(&self, flat: [f32; 3], at: (f32, f32)) -> bool {
        dot(self.camera.sight(at), flat) <= 0.0
    }

    /// A triangle's own normal, towards the viewer.
    #[inline]
    fn flat(&self, number: u32, at: (f32, f32)) -> [f32; 3] {
        let flat = self.normals.flat(number);
        if self.is_front(flat, at) { flat } else { scale(flat, -1.0) }
    }

    /// The normal of a triangle at a point of the picture, towards the viewer,
    /// of any length.
    #[inline]
    fn normal(&self, number: u32, at: (f32, f32)) -> [f32; 3] {
        let mesh = &self.surface.mesh;
        let flat = self.normals.flat(number);
        let triangle = mesh.triangles.get(number as usize).copied();
        let triangle = triangle.unwrap_or_default();
        let smooth = match self.normals.corners(number, triangle) {
            Some(corners) => {
                let seen = self.raster.corners(triangle);
                interpolated(seen, corners, at).unwrap_or(flat)
            }
            None => flat,
        };
        if self.is_front(flat, at) { smooth } else { scale(smooth, -1.0) }
    }

    /// Lights what a row of pixels shows, four parts at a time.
    fn light(&self, unlit: &[Unlit], pixels: &mut [Pixel]) {
        let (fours, rest) = unlit.as_chunks::<4>();
        let mut last = [Unlit::default(); 4];
        for (slot, one) in last.iter_mut().zip(rest) {
            *slot = *one;
        }
        for four in fours.iter().chain(std::iter::once(&last)) {
            let [a, b, c, d] = four;
            let lanes = |of: &dyn Fn(&Unlit) -> [f32; 3]| {
                let [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]] =
                    [of(a), of(b), of(c), of(d)];
                [[ax, bx, cx, dx], [ay, by, cy, dy], [az, bz, cz, dz]]
            };
            let lit =
                self.lit(lanes(&|one| one.base), lanes(&|one| one.normal));
            for (one, [color, normal, [ambient, ..]]) in
                four.iter().zip(lit.each())
            {
                if let Some(pixel) = pixels.get_mut(one.column as usize) {
                    pixel.color = add(pixel.color, scale(color, one.share));
                    pixel.normal = add(pixel.normal, scale(normal, one.part));
                    pixel.ambient += one.part * ambient;
                }
            }
        }
    }

    /// The light from colors at normals of any length.
    #[inline]
    fn lit(&self, base: [Lanes; 3], normal: [Lanes; 3]) -> Lit {
        let theme = self.theme;
        // A part that fills a group has no normal, and no share.
        let square = lanes::length_squared(normal);
        let length = lanes::sqrt(lanes::max(square, splat(f32::MIN_POSITIVE)));
        let over = length.map(|length| 1.0 / length);
        let normal = normal.map(|v| lanes::product(v, over));
        let up = lanes::dot(&normal, self.camera.up());
        let up = up.map(|up| 0.5 + 0.5 * up);
        let key = soft(&theme.key, &normal);
        let fill = soft(&theme.fill, &normal);
        let [_, _, towards_viewer] = normal;
        let edge = towards_viewer.map(|v| 1.0 - max(0.0, min(1.0, v)));
        let rim = lanes::dot(&normal, theme.rim.towards);
        let rim = lanes::max(splat(0.0), rim);
        let rim = lanes::product(rim, lanes::product(edge, edge));
        let shine = highlight(&theme.key, &normal);
        let shine = shine.map(|v| theme.shine * v);
        let mut color = [[0.0; 4]; 3];
        let (mut total, mut from_sky) = ([0.0; 4], [0.0; 4]);
        let lamps = theme.key.color.into_iter().zip(theme.fill.color);
        let around = theme.floor.into_iter().zip(theme.sky);
        let lamps = lamps.zip(around).zip(theme.rim.color);
        for ((color, base), (((k, f), (floor, sky)), r)) in
            color.iter_mut().zip(base).zip(lamps)
        {
            let direct = lanes::sum(times(key, k), times(fill, f));
            let down = up.map(|up| 1.0 - up);
            let ambient = lanes::sum(times(down, floor), times(up, sky));
            let matte = lanes::product(base, lanes::sum(direct, ambient));
            let glossy = lanes::sum(times(rim, r), shine);
            *color = lanes::sum(matte, glossy);
            total = lanes::sum(total, *color);
            let half = lanes::sum(ambient, times(direct, 0.5));
            from_sky = lanes::sum(from_sky, lanes::product(base, half));
        }
        let total = lanes::max(total, splat(f32::MIN_POSITIVE));
        let over = total.map(|total| 1.0 / total);
        let ambient = lanes::product(from_sky, over);
        Lit { color, ambient, normal }
    }
}

impl Pixel {
    /// Adds the color of a marked edge: light and shade do not change it.
    fn mark(&mut self, color: [f32; 3], share: f32, part: f32) {
        self.color = add(self.color, scale(color, share));
        self.normal = add(self.normal, [0.0, 0.0, part]);
    }
}

impl Lit {
    /// Color, normal and ambient share of each point.
    fn each(&self) -> [[[f32; 3]; 3]; 4] {
        let Lit { color: [r, g, b], normal: [x, y, z], ambient } = self;
        let mut each = [[[0.0; 3]; 3]; 4];
        let colors = r.iter().zip(g).zip(b);
        let normals = x.iter().zip(y).zip(z);
        for (((slot, ((&r, &g), &b)), ((&x, &y), &z)), &ambient) in
            each.iter_mut().zip(colors).zip(normals).zip(ambient)
        {
            *slot = [[r, g, b], [x, y, z], [ambient, 0.0, 0.0]];
        }
        each
    }
}

/// The mean of the normals at the corners of a triangle as they count at a
/// point of the picture, of any length; `None` if there is none.
#[inline]
fn interpolated(
    [a, b, c]: [Projected; 3],
    [na, nb, nc]: [[f32; 3]; 3],
    (x, y): (f32, f32),
) -> Option<[f32; 3]> {
    let side = if twice_area([a, b, c]) < 0.0 { -1.0 } else { 1.0 };
    // The weight in the picture, corrected for the distance. Points may lie
    // slightly outside.
    let weight = |p: Projected, q: Projected, own: Projected| {
        let beside = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
        max(0.0, beside * side) * own.inverse
    };
    let (u, v, w) = (weight(b, c, a), weight(c, a, b), weight(a, b, c));
    let mean = add(scale(na, u), add(scale(nb, v), scale(nc, w)));
    (dot(mean, mean) > 0.0).then_some(mean)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    add(scale(a, 1.0 - share), scale(b, share))
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
    facing.map(|v| max(0.0, (v + WRAP) * OVER))
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
