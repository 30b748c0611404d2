//! Lengths of moves: lines and arcs.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The arc parameters of G2 and G3.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bend {
    pub clockwise: bool,
    pub i: Option<f64>,
    pub j: Option<f64>,
    pub radius: Option<f64>,
    /// Number of additional full turns.
    pub turns: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    center: (f64, f64),
    radius: f64,
    from_angle: f64,
    /// Swept angle in radians; negative when clockwise.
    sweep: f64,
}

pub(super) fn distance(from: [f64; 3], to: [f64; 3]) -> (f64, f64) {
    let [x, y, z] = from;
    let [u, v, w] = to;
    // Avoids hypot, which is slower. Bounded coordinates cannot overflow.
    let (dx, dy, dz) = (u - x, v - y, w - z);
    let plane = dx * dx + dy * dy;
    (plane.sqrt(), (plane + dz * dz).sqrt())
}

impl Arc {
    /// Returns `None` when the words describe no arc. The move is then a
    /// straight line.
    pub fn new(from: [f64; 3], to: [f64; 3], bend: Bend) -> Option<Arc> {
        let ([x, y, _], [u, v, _]) = (from, to);
        let (i, j) = match bend.radius {
            Some(radius) => center_of(u - x, v - y, radius, bend.clockwise)?,
            None => (bend.i.unwrap_or(0.0), bend.j.unwrap_or(0.0)),
        };
        let radius = libm::hypot(i, j);
        if radius <= 0.0 {
            return None;
        }
        let from_angle = libm::atan2(-j, -i);
        let to_angle = libm::atan2(v - y - j, u - x - i);
        let mut sweep = (to_angle - from_angle) % TAU;
        let closed = (u - x).abs() < 1e-9 && (v - y).abs() < 1e-9;
        if closed {
            sweep = 0.0;
        }
        if bend.clockwise && sweep >= 0.0 {
            sweep -= TAU;
        } else if !bend.clockwise && sweep <= 0.0 {
            sweep += TAU;
        }
        let extra = bend.turns.clamp(0.0, 1000.0) * TAU;
        sweep += if bend.clockwise { -extra } else { extra };
        Some(Arc { center: (x + i, y + j), radius, from_angle, sweep })
    }

    pub fn length(&self) -> f64 {
        self.radius * self.sweep.abs()
    }

    /// Returns the extreme points along the axes that the arc passes, in
    /// addition to its ends.
    pub fn bulges(&self) -> impl Iterator<Item = (f64, f64)> {
        let arc = *self;
        (0u8..4).filter_map(move |quarter| {
            let angle = f64::from(quarter) * FRAC_PI_2 - PI;
            let mut turn = (angle - arc.from_angle) % TAU;
            if arc.sweep >= 0.0 && turn < 0.0 {
                turn += TAU;
            } else if arc.sweep < 0.0 && turn > 0.0 {
                turn -= TAU;
            }
            let (x, y) = arc.center;
            (turn.abs() <= arc.sweep.abs()).then(|| {
                (
                    x + arc.radius * libm::cos(angle),
                    y + arc.radius * libm::sin(angle),
                )
            })
        })
    }
}

/// Returns the center, relative to the start, of an arc given by its radius. A
/// negative radius means the longer arc.
fn center_of(
    dx: f64,
    dy: f64,
    radius: f64,
    clockwise: bool,
) -> Option<(f64, f64)> {
    let chord = libm::hypot(dx, dy);
    if chord <= 0.0 || radius == 0.0 {
        return None;
    }
    let half = chord / 2.0;
    let rise = libm::sqrt((radius * radius - half * half).max(0.0));
    let side = if clockwise == (radius < 0.0) { rise } else { -rise };
    Some((dx / 2.0 - dy / chord * side, dy / 2.0 + dx / chord * side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(to: [f64; 3], bend: Bend) -> Arc {
        Arc::new([10.0, 0.0, 0.0], to, bend).unwrap()
    }

    #[test]
    fn arcs_have_the_length_of_their_angle() {
        // Quarter turn around the origin, radius 10: 15.708 mm.
        let ccw = Bend { i: Some(-10.0), ..Bend::default() };
        let quarter = arc([0.0, 10.0, 0.0], ccw);
        assert!((quarter.length() - 5.0 * PI).abs() < 1e-9);
        // The same ends clockwise: the remaining three quarters.
        let cw = Bend { clockwise: true, ..ccw };
        assert!((arc([0.0, 10.0, 0.0], cw).length() - 15.0 * PI).abs() < 1e-9);
        // The end equals the start: a full circle, and a second turn with P1.
        assert!((arc([10.0, 0.0, 0.0], ccw).length() - 20.0 * PI).abs() < 1e-9);
        let twice = Bend { turns: 1.0, ..ccw };
        assert!(
            (arc([10.0, 0.0, 0.0], twice).length() - 40.0 * PI).abs() < 1e-9
        );
    }

    #[test]
    fn a_positive_radius_gives_the_short_arc_and_a_negative_one_the_long_arc() {
        for clockwise in [false, true] {
            let short =
                Bend { clockwise, radius: Some(10.0), ..Bend::default() };
            let long = Bend { radius: Some(-10.0), ..short };
            let to = [0.0, 10.0, 0.0];
            assert!((arc(to, short).length() - 5.0 * PI).abs() < 1e-9);
            assert!((arc(to, long).length() - 15.0 * PI).abs() < 1e-9);
        }
    }

    #[test]
    fn an_arc_has_an_extreme_point_where_it_passes_an_axis() {
        let half = Bend { i: Some(-10.0), ..Bend::default() };
        let seen: Vec<_> = arc([-10.0, 0.0, 0.0], half).bulges().collect();
        assert!(seen.iter().any(|(_, y)| (y - 10.0).abs() < 1e-9));
        assert!(seen.iter().all(|(_, y)| *y > -1e-9));
    }
}
