//! A camera with a long lens that shows the whole model. Lengths are shares of
//! the radius of the ball around the model, so that 32 bits suffice for models
//! of any size.

use super::View;
use super::four::Four;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, cross, dot, length, max, scale, sub, to_f64};

/// Angle that the ball around the model fills, degrees: that of a portrait
/// lens.
const ANGLE_DEG: f64 = 24.0;

/// Share of the picture that stays empty on each side.
const MARGIN: f64 = 0.07;

/// Axes of length 1: right, up and towards the viewer.
pub struct Camera {
    axes: [Vec3; 3],
    middle: Vec3,
    /// Pixels per unit of slope, and the pixel at slope 0.
    zoom: f64,
    shift: [f64; 2],
    /// Distance of the eye from the middle of the model.
    distance: f64,
    /// Radius of the ball around the model, mm.
    radius: f64,
    pub from_below: bool,
}

/// A projected point: pixels from the upper left corner, and the inverse of its
/// depth, which is linear in the picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct Projected {
    pub x: f32,
    pub y: f32,
    pub inverse: f32,
}

/// The vertices of a model as the camera sees them.
pub struct Seen {
    /// In camera axes from the middle of the model: right, up, towards the
    /// viewer.
    pub places: Vec<[f32; 3]>,
    /// Projected: x, y and the inverse of the depth.
    pub points: Vec<Four>,
    /// The lowest and highest x and y of the points.
    pub low: [f32; 2],
    pub high: [f32; 2],
}

impl Projected {
    #[inline]
    pub fn of(point: Four) -> Projected {
        let [x, y, inverse, _] = point.lanes();
        Projected { x, y, inverse }
    }

    #[inline]
    pub fn four(self) -> Four {
        Four::of([self.x, self.y, self.inverse, 0.0])
    }
}

impl Seen {
    /// The projected corners of a triangle.
    #[inline]
    pub fn points(&self, triangle: [u32; 3]) -> [Four; 3] {
        triangle.map(|vertex| match self.points.get(vertex as usize) {
            Some(point) => *point,
            None => Four::splat(0.0),
        })
    }

    /// The corners of a triangle in camera axes.
    #[inline]
    pub fn places(&self, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        triangle.map(|vertex| {
            self.places.get(vertex as usize).copied().unwrap_or_default()
        })
    }
}

/// The direction through the center of the first pixel, and how it changes from
/// pixel to pixel.
pub struct Rays {
    pub first: Vec3,
    /// Level: rows of the picture are parallel to the ground.
    pub across: Vec3,
    pub down: Vec3,
}

/// Twice the area of a triangle in the picture; positive where its corners run
/// clockwise.
#[inline]
pub fn twice_area([a, b, c]: [Projected; 3]) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

impl Camera {
    /// A camera for a picture of `size` pixels per side that the model fills.
    pub fn fit(mesh: &Mesh, view: View, size: usize) -> (Camera, Seen) {
        let bounds = mesh.bounds();
        let middle = bounds.map(|b| b.center()).unwrap_or_default();
        let half = bounds.map(|b| 0.5 * length(b.size())).unwrap_or(1.0);
        let mut camera = Camera {
            axes: axes(view),
            middle,
            zoom: 1.0,
            shift: [0.0; 2],
            distance: 1.0 / libm::sin(0.5 * ANGLE_DEG.to_radians()),
            radius: max(half, 1e-9),
            from_below: view == View::Bottom,
        };
        let middle = camera.middle;
        let over = 1.0 / camera.radius;
        let axes = camera.axes.map(|axis| axis.map(|v| v as f32));
        let distance = camera.distance as f32;
        let places = mesh.positions.iter().map(|&position| {
            // Before the difference is rounded, so that models far from the
            // origin keep their places.
            let from_middle = sub(to_f64(position), middle);
            let unit = from_middle.map(|v| (v * over) as f32);
            axes.map(|axis| dot(unit, axis))
        });
        let places: Vec<[f32; 3]> = places.collect();
        let mut low = Four::splat(f32::INFINITY);
        let mut high = Four::splat(f32::NEG_INFINITY);
        let points = places.iter().map(|&[right, up, back]| {
            let inverse = Four::splat(1.0 / (distance - back));
            let point = Four::of([right, -up, 1.0, 0.0]).times(inverse);
            low = low.min(point);
            high = high.max(point);
            point
        });
        let mut points: Vec<Four> = points.collect();
        let ends = [low, high].map(|corner| {
            let [x, y, ..] = corner.lanes();
            [x, y].map(f64::from)
        });
        let [from, to] = ends;
        camera.frame(from, to, size as f64);
        let zoom = camera.zoom as f32;
        let [left, top] = camera.shift.map(|shift| shift as f32);
        let zoom = Four::of([zoom, zoom, 1.0, 0.0]);
        let shift = Four::of([left, top, 0.0, 0.0]);
        for point in &mut points {
            *point = zoom.times(*point).plus(shift);
        }
        let placed = |corner: Four| {
            let [x, y, ..] = zoom.times(corner).plus(shift).lanes();
            [x, y]
        };
        let (low, high) = (placed(low), placed(high));
        let seen = Seen { places, points, low, high };
        (camera, seen)
    }

    /// Zooms and shifts so that the model fills the picture.
    fn frame(&mut self, low: [f64; 2], high: [f64; 2], size: f64) {
        let wide = (high[0] - low[0]).max(high[1] - low[1]).max(1e-9);
        self.zoom = (1.0 - 2.0 * MARGIN) * size / wide;
        self.shift = [
            0.5 * size - 0.5 * self.zoom * (low[0] + high[0]),
            0.5 * size - 0.5 * self.zoom * (low[1] + high[1]),
        ];
    }

    /// A point of the model in camera axes.
    #[inline]
    fn place(&self, point: Vec3) -> Vec3 {
        let from_middle = scale(sub(point, self.middle), 1.0 / self.radius);
        self.axes.map(|axis| dot(from_middle, axis))
    }

    /// Position in the picture before zoom, y down, and 1 / depth.
    #[inline]
    fn slopes(&self, [right, up, back]: Vec3) -> Vec3 {
        let inverse = 1.0 / (self.distance - back);
        [right * inverse, -up * inverse, inverse]
    }

    /// A point of the model, moved towards the eye by a share of the radius.
    pub fn project(&self, point: Vec3, lift: f64) -> Projected {
        let place = self.place(point);
        let to_eye = sub([0.0, 0.0, self.distance], place);
        let closer = scale(to_eye, lift / self.distance);
        let [x, y, inverse] = self.slopes(add(place, closer));
        Projected {
            x: (self.zoom * x + self.shift[0]) as f32,
            y: (self.zoom * y + self.shift[1]) as f32,
            inverse: inverse as f32,
        }
    }

    /// Directions through the centers of the pixels, with a component of 1 away
    /// from the viewer.
    pub fn rays(&self) -> Rays {
        let [right, up, back] = self.axes;
        let across = scale(right, 1.0 / self.zoom);
        let down = scale(up, -1.0 / self.zoom);
        let left = scale(across, 0.5 - self.shift[0]);
        let top = scale(down, 0.5 - self.shift[1]);
        Rays { first: sub(add(left, top), back), across, down }
    }

    /// The direction away from the ground, in camera axes.
    pub fn up(&self) -> [f32; 3] {
        self.axes.map(|[_, _, up]| up as f32)
    }

    /// In mm.
    pub fn eye(&self) -> Vec3 {
        let [.., back] = self.axes;
        add(self.middle, scale(back, self.distance * self.radius))
    }

    /// Number of pixels per radius at a depth.
    pub fn pixels_per_radius(&self, depth: f32) -> f32 {
        (self.zoom / f64::from(depth).max(1e-9)) as f32
    }
}

/// The front of a model is towards -Y.
fn axes(view: View) -> [Vec3; 3] {
    // Degrees to the right of the front, and above the plate. Slightly from
    // above, so that the ground is visible.
    let (turn, rise): (f64, f64) = match view {
        View::Iso => (32.0, 27.0),
        View::Front => (0.0, 9.0),
        View::Right => (90.0, 9.0),
        View::Back => (180.0, 9.0),
        View::Left => (270.0, 9.0),
        View::Top => (0.0, 90.0),
        View::Bottom => (0.0, -90.0),
    };
    let (turn, rise) = (turn.to_radians(), rise.to_radians());
    let flat = libm::cos(rise);
    let right = [libm::cos(turn), libm::sin(turn), 0.0];
    let back =
        [libm::sin(turn) * flat, -libm::cos(turn) * flat, libm::sin(rise)];
    [right, cross(back, right), back]
}
