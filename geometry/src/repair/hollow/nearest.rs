//! The point of a triangle nearest to a given point, by regions (corner, edge,
//! face), after Ericson, Real-Time Collision Detection 5.1.5.

use crate::vector::{Vec3, add, cross, dot, scale, sub};

/// Nearest point of the triangle, also when it has no area.
#[inline]
pub fn nearest_point([a, b, c]: [Vec3; 3], p: Vec3) -> Vec3 {
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
        return add(a, scale(ab, share(d1, d1 - d3)));
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return add(a, scale(ac, share(d2, d2 - d6)));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let along = share(d4 - d3, (d4 - d3) + (d5 - d6));
        return add(b, scale(sub(c, b), along));
    }
    let normal = cross(ab, ac);
    let height = share(dot(normal, ap), dot(normal, normal));
    sub(p, scale(normal, height))
}

/// A quotient that is 0 where the divisor is 0.
#[inline]
fn share(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// Squared distance of two points.
#[inline]
pub fn distance_squared(a: Vec3, b: Vec3) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// The least over a fine grid of the triangle's points.
    fn naive([a, b, c]: [Vec3; 3], p: Vec3) -> f64 {
        let mut least = f64::INFINITY;
        for i in 0..=100 {
            for j in 0..=(100 - i) {
                let (u, v) = (f64::from(i) / 100.0, f64::from(j) / 100.0);
                let q = add(a, add(scale(sub(b, a), u), scale(sub(c, a), v)));
                least = least.min(distance_squared(p, q));
            }
        }
        least.sqrt()
    }

    #[test]
    fn agrees_with_trying_many_points() {
        let mut random = Random(3);
        let mut point = || [0; 3].map(|_: i32| f64::from(random.unit()));
        for _ in 0..300 {
            let triangle = [point(), point(), point()];
            let p = scale(sub(point(), [0.5; 3]), 3.0);
            let found = distance_squared(p, nearest_point(triangle, p)).sqrt();
            let tried = naive(triangle, p);
            assert!(found <= tried + 1e-12 && found > tried - 0.02);
        }
    }

    #[test]
    fn a_triangle_without_area_is_a_line_or_a_point() {
        let line = [[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
        assert_eq!(nearest_point(line, [2.0, 5.0, 0.0]), [2.0, 0.0, 0.0]);
        assert_eq!(nearest_point([[1.0; 3]; 3], [2.0, 5.0, 0.0]), [1.0; 3]);
    }
}
