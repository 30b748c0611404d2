//! A camera with a long lens that shows the whole model.

use super::View;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, cross, dot, length, scale, sub};

/// Angle that the ball around the model fills, degrees: that of a portrait
/// lens.
const ANGLE_DEG: f64 = 24.0;

/// Share of the picture that stays empty on each side.
const MARGIN: f64 = 0.07;

/// Axes of length 1: right, up and towards the viewer.
pub struct Camera {
    axes: [Vec3; 3],
    eye: Vec3,
    /// Pixels per unit of slope, and the pixel at slope 0.
    zoom: f64,
    shift: [f64; 2],
    /// Slope per pixel.
    over: f32,
    /// Distance of the eye from the middle of the model.
    pub distance: f64,
    /// Radius of the ball around the model, mm.
    pub radius: f64,
    pub from_below: bool,
}

/// A projected point: pixels from the upper left corner, and the inverse of its
/// depth in 1/mm, which is linear in the picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct Projected {
    pub x: f32,
    pub y: f32,
    pub inverse: f32,
}

/// The direction through the center of the first pixel, and how it changes from
/// pixel to pixel.
pub struct Rays {
    pub first: Vec3,
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
    pub fn fit(mesh: &Mesh, view: View, size: usize) -> Camera {
        let bounds = mesh.bounds();
        let middle = bounds.map(|b| b.center()).unwrap_or_default();
        let half = bounds.map(|b| 0.5 * length(b.size())).unwrap_or(1.0);
        let radius = half.max(1e-9);
        let axes = axes(view);
        let distance = radius / libm::sin(0.5 * ANGLE_DEG.to_radians());
        let [.., back] = axes;
        let eye = add(middle, scale(back, distance));
        let mut camera = Camera {
            axes,
            eye,
            zoom: 1.0,
            shift: [0.0; 2],
            over: 1.0,
            distance,
            radius,
            from_below: view == View::Bottom,
        };
        camera.frame(mesh, size as f64);
        camera
    }

    /// Zooms and shifts so that the model fills the picture.
    fn frame(&mut self, mesh: &Mesh, size: f64) {
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for vertex in 0..mesh.positions.len() as u32 {
            let [x, y, _] = self.slopes(mesh.at(vertex));
            low = [low[0].min(x), low[1].min(y)];
            high = [high[0].max(x), high[1].max(y)];
        }
        let wide = (high[0] - low[0]).max(high[1] - low[1]).max(1e-9);
        self.zoom = (1.0 - 2.0 * MARGIN) * size / wide;
        self.over = (1.0 / self.zoom) as f32;
        self.shift = [
            0.5 * size - 0.5 * self.zoom * (low[0] + high[0]),
            0.5 * size - 0.5 * self.zoom * (low[1] + high[1]),
        ];
    }

    /// Position in the picture before zoom, y down, and 1 / depth.
    #[inline]
    fn slopes(&self, point: Vec3) -> Vec3 {
        let [right, up, back] = self.axes;
        let from_eye = sub(point, self.eye);
        let inverse = -1.0 / dot(from_eye, back);
        let across = dot(from_eye, right) * inverse;
        [across, -dot(from_eye, up) * inverse, inverse]
    }

    #[inline]
    pub fn project(&self, point: Vec3) -> Projected {
        let [x, y, inverse] = self.slopes(point);
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

    /// The direction through a point of the picture, in camera axes.
    #[inline]
    pub fn sight(&self, (x, y): (f32, f32)) -> [f32; 3] {
        let [left, top] = self.shift;
        let over = self.over;
        [(x - left as f32) * over, (top as f32 - y) * over, -1.0]
    }

    /// The direction away from the ground, in camera axes.
    #[inline]
    pub fn up(&self) -> [f32; 3] {
        self.axes.map(|[_, _, up]| up as f32)
    }

    pub fn eye(&self) -> Vec3 {
        self.eye
    }

    /// A direction in camera axes: right, up, towards the viewer.
    #[inline]
    pub fn turned(&self, v: Vec3) -> [f32; 3] {
        self.axes.map(|axis| dot(axis, v) as f32)
    }

    /// Number of pixels per mm at a depth.
    pub fn pixels_per_mm(&self, depth: f32) -> f32 {
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
