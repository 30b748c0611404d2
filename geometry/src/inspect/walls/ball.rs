//! The inscribed ball at a point of the surface: it touches the surface there
//! from inside, and grows until it touches the opposite surface. Its diameter
//! is the thickness of the wall.
//!
//! The shrinking ball of Ma, Bae and Choi ("3D medial axis point approximation
//! using nearest neighbors and the normal field", The Visual Computer 28,
//! 2012): a ball that holds a surface point q in its inside is replaced by the
//! ball through the point p and q, of diameter |q - p|^2 / ((p - q) . n), until
//! none is left. Here the nearest point of a triangle takes the place of the
//! nearest vertex, one walk through the hierarchy serves all steps (the ball
//! only shrinks), and only surface that faces away counts as opposite. The
//! last is what makes the thickness useful for printing: a ball tangent near
//! any edge of a box is tiny, though no wall is thin there (compared by Inui,
//! Umezu, Wakasaki and Sato, "Thickness and clearance visualization based on
//! distance field of 3D objects", J. Comput. Des. Eng. 2, 2015).

use super::bvh::{Bvh, Facet};
use super::vector::{V, add, cross, dot, scale, sub};

/// Surface is opposite when its normals differ by 120 degrees or more: the
/// edge of a wedge is a thin wall up to 60 degrees.
const OPPOSITE: f32 = -0.5;

/// A wall this thin is two surfaces that touch, mm.
const TOUCHING: f32 = 1e-3;

/// Steps at one triangle; each ends within a thousandth, as a rule after two.
const STEPS: usize = 8;

/// A point of the surface and its outward normal.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub at: V,
    pub normal: V,
}

/// The diameter of the ball, and the facet opposite.
#[derive(Debug, Clone, Copy)]
pub struct Ball {
    pub diameter: f32,
    pub opposite: u32,
}

impl Ball {
    /// Center of the ball at a point.
    #[inline]
    fn center(self, point: Point) -> V {
        sub(point.at, scale(point.normal, 0.5 * self.diameter))
    }

    /// Shrinks the ball until it holds nothing of the facet.
    #[inline]
    fn shrink(&mut self, point: Point, facet: &Facet, number: u32) {
        if dot(facet.normal, point.normal) > OPPOSITE {
            return;
        }
        let apart = sub(self.center(point), facet.center);
        let reach = 0.5 * self.diameter + facet.radius;
        if dot(apart, apart) >= reach * reach {
            return;
        }
        for _ in 0..STEPS {
            let near = nearest(facet.corners, self.center(point));
            let across = sub(point.at, near);
            let depth = dot(across, point.normal);
            let square = dot(across, across);
            if depth < TOUCHING || square >= self.diameter * depth {
                return;
            }
            let shrunk = square / depth;
            let done = shrunk > 0.999 * self.diameter;
            (self.diameter, self.opposite) = (shrunk, number);
            if done {
                return;
            }
        }
    }
}

impl Bvh {
    /// The inscribed ball at a point, or `None` when it is larger than `most`.
    /// `likely` is a facet that may be opposite.
    pub fn ball(&self, point: Point, most: f32, likely: u32) -> Option<Ball> {
        const NONE: u32 = u32::MAX;
        let mut ball = Ball { diameter: most, opposite: NONE };
        if let Some(facet) = self.facets().get(likely as usize) {
            ball.shrink(point, facet, likely);
        }
        let mut stack = [0u32; 64];
        let mut depth = 0usize;
        let mut node = 1usize;
        loop {
            if self.is_leaf(node) {
                let (facets, first) = self.leaf(node);
                for (facet, number) in facets.iter().zip(first..) {
                    ball.shrink(point, facet, number);
                }
            } else {
                let center = ball.center(point);
                let radius = 0.5 * ball.diameter;
                let within = |node: usize| {
                    self.opposing_distance(node, center, point.normal, OPPOSITE)
                        .filter(|&distance| distance < radius * radius)
                };
                let (left, right) = (2 * node, 2 * node + 1);
                let next = match (within(left), within(right)) {
                    (Some(a), Some(b)) => {
                        let (near, far) =
                            if a <= b { (left, right) } else { (right, left) };
                        if let Some(slot) = stack.get_mut(depth) {
                            *slot = far as u32;
                            depth += 1;
                        }
                        Some(near)
                    }
                    (Some(_), None) => Some(left),
                    (None, Some(_)) => Some(right),
                    (None, None) => None,
                };
                if let Some(next) = next {
                    node = next;
                    continue;
                }
            }
            // The ball may have shrunk since a node was put on the stack.
            let radius = 0.5 * ball.diameter;
            let center = ball.center(point);
            loop {
                let Some(top) = depth.checked_sub(1) else {
                    return (ball.opposite != NONE).then_some(ball);
                };
                depth = top;
                node = stack.get(top).copied().unwrap_or(1) as usize;
                let distance = self.opposing_distance(
                    node,
                    center,
                    point.normal,
                    OPPOSITE,
                );
                if distance.is_some_and(|d| d < radius * radius) {
                    break;
                }
            }
        }
    }

    /// Where the ball at a point touches the surface opposite.
    pub fn contact(&self, point: Point, ball: Ball) -> Option<Point> {
        let facet = self.facets().get(ball.opposite as usize)?;
        let at = nearest(facet.corners, ball.center(point));
        Some(Point { at, normal: facet.normal })
    }

    /// Whether the surface winds around the point just outside `point`: there
    /// it is inside another body.
    pub fn covered(&self, point: Point) -> bool {
        // Off the normal, which on CAD parts runs along edges; the second line
        // must agree, because a line may slip between two triangles.
        let tilts = [[0.0312, 0.0173, 0.0089], [-0.0147, 0.0291, -0.0231]];
        tilts.into_iter().all(|tilt| self.winding(point, tilt) > 0)
    }

    fn winding(&self, point: Point, tilt: V) -> i32 {
        let along = add(point.normal, tilt);
        let from = add(point.at, scale(point.normal, TOUCHING));
        let inverse = along.map(|v| 1.0 / v);
        let mut windings = 0;
        let mut stack = [0u32; 64];
        let mut depth = 1usize;
        stack[0] = 1;
        while let Some(top) = depth.checked_sub(1) {
            depth = top;
            let node = stack.get(top).copied().unwrap_or_default() as usize;
            if !self.ray_meets(node, from, inverse) {
                continue;
            }
            if self.is_leaf(node) {
                let (facets, _) = self.leaf(node);
                let crossings = facets.iter().map(|f| crossing(f, from, along));
                windings += crossings.sum::<i32>();
                continue;
            }
            for child in [2 * node, 2 * node + 1] {
                if let Some(slot) = stack.get_mut(depth) {
                    *slot = child as u32;
                    depth += 1;
                }
            }
        }
        windings
    }
}

/// 1 when the ray leaves a body through the facet, -1 when it enters, else 0.
/// Moeller and Trumbore, "Fast, minimum storage ray/triangle intersection",
/// 1997.
fn crossing(facet: &Facet, from: V, along: V) -> i32 {
    let [a, b, c] = facet.corners;
    let (ab, ac) = (sub(b, a), sub(c, a));
    let across = cross(along, ac);
    let volume = dot(ab, across);
    if volume == 0.0 {
        return 0;
    }
    let offset = sub(from, a);
    let u = dot(offset, across) / volume;
    let turned = cross(offset, ab);
    let v = dot(along, turned) / volume;
    if u < 0.0 || v < 0.0 || u + v > 1.0 || dot(ac, turned) / volume <= 0.0 {
        return 0;
    }
    // The order of the corners and the normal agree.
    if dot(along, facet.normal) > 0.0 { 1 } else { -1 }
}

/// The point of a triangle nearest to `p`. Ericson, "Real-Time Collision
/// Detection", 2005, section 5.1.5.
#[inline]
fn nearest([a, b, c]: [V; 3], p: V) -> V {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return add(a, scale(ab, d1 / (d1 - d3)));
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return add(a, scale(ac, d2 / (d2 - d6)));
    }
    let va = d3 * d6 - d5 * d4;
    let (to_b, to_c) = (d4 - d3, d5 - d6);
    if va <= 0.0 && to_b >= 0.0 && to_c >= 0.0 {
        return add(b, scale(sub(c, b), to_b / (to_b + to_c)));
    }
    let whole = va + vb + vc;
    add(a, add(scale(ab, vb / whole), scale(ac, vc / whole)))
}
