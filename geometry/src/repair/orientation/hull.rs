//! Large facets of the convex hull. A part can rest on such a facet even where
//! it has no face, for example on the tips of its legs.
//!
//! The full hull of half a million points is not needed, only its large facets.
//! Start with the hull of the farthest point in each of about 1500 directions,
//! then add points that lie beyond its large facets until there are none. This
//! takes 10 to 25 ms at 1.1 M triangles; an exact hull of a ball took seconds.

use super::normals::unit;
use super::runs::{Runs, depth};
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, dot, length, normal, scale, sub, to_f64};

/// Number of squares along each side of the cube of directions.
const SQUARES: usize = 16;
/// Maximum number of facets that become poses.
pub const MAX_FACETS: usize = 8;
/// Maximum number of rounds that add outlying points.
const MAX_ROUNDS: usize = 4;
/// Tolerance within which a point is on a facet, as a share of the diagonal.
const ON: f64 = 1e-6;
/// Cosine of half a degree. Facets within this angle are merged.
const FLUSH: f64 = 0.999_961_923_064_171_3;

/// Returns the directions of the largest facets, largest first.
pub fn facets(
    mesh: &Mesh,
    runs: &Runs,
    center: Vec3,
    diagonal: f64,
) -> Vec<Vec3> {
    if !(diagonal > 0.0 && diagonal.is_finite()) {
        return Vec::new();
    }
    let small = 1.0 / diagonal;
    let at = |p: [f32; 3]| scale(sub(to_f64(p), center), small);
    let mut points = farthest(mesh, at);
    let mut found = Vec::new();
    for _ in 0..MAX_ROUNDS {
        crate::checkpoint();
        found = large(&Hull::of(&points));
        let piercing = piercing(runs, at, &found);
        if piercing.is_empty() {
            break;
        }
        points.extend(piercing);
    }
    found.into_iter().map(|(direction, _)| direction).collect()
}

/// Returns the farthest point in each direction from the center.
fn farthest(mesh: &Mesh, at: impl Fn([f32; 3]) -> Vec3) -> Vec<Vec3> {
    let mut far = vec![(0.0, [0.0; 3]); 6 * SQUARES * SQUARES];
    for &position in &mesh.positions {
        let p = at(position);
        let distance = dot(p, p);
        if let Some(slot) = far.get_mut(super::normals::square(p, SQUARES))
            && distance > slot.0
        {
            *slot = (distance, p);
        }
    }
    let mut kept: Vec<_> = far.into_iter().filter(|f| f.0 > 0.0).collect();
    // Outermost first: most of the remaining points are then inside the hull.
    kept.sort_by(|a, b| b.0.total_cmp(&a.0));
    kept.into_iter().map(|(_, p)| p).collect()
}

/// Returns for each facet the point farthest above it, if any. The pass over
/// all points would dominate the cost. Therefore it uses f32, tests all facets
/// together, and skips runs that are below all facets.
fn piercing(
    runs: &Runs,
    at: impl Fn([f32; 3]) -> Vec3,
    facets: &[(Vec3, f64)],
) -> Vec<Vec3> {
    let mut highest: Vec<Highest> = facets
        .iter()
        .map(|(direction, height)| Highest {
            direction: direction.map(|v| v as f32),
            depth: (height + 4.0 * ON) as f32,
            point: None,
        })
        .collect();
    let single = |p: [f32; 3]| at(p).map(|v| v as f32);
    for (points, bounds) in runs.iter() {
        let bounds = bounds.map(single);
        for found in &mut highest {
            if bounds.depths(found.direction).1 <= found.depth {
                continue;
            }
            for &point in points {
                let depth = depth(single(point), found.direction);
                if depth > found.depth {
                    (found.depth, found.point) = (depth, Some(at(point)));
                }
            }
        }
    }
    highest.into_iter().filter_map(|highest| highest.point).collect()
}

/// The point farthest above a facet so far.
struct Highest {
    direction: [f32; 3],
    depth: f32,
    point: Option<Vec3>,
}

/// Returns the largest facets as direction and distance, with coplanar facets
/// merged.
fn large(hull: &Hull) -> Vec<(Vec3, f64)> {
    let mut faces: Vec<(f64, Vec3)> =
        hull.faces.iter().map(|f| (length(f.normal), f.normal)).collect();
    faces.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut groups: Vec<(Vec3, Vec3)> = Vec::new();
    for (_, normal) in faces {
        let Some(direction) = unit(normal) else { continue };
        let flush =
            |(seed, _): &&mut (Vec3, Vec3)| dot(*seed, direction) > FLUSH;
        if let Some((_, sum)) = groups.iter_mut().find(flush) {
            *sum = add(*sum, normal);
        } else if groups.len() < 16 * MAX_FACETS {
            // Small facets at this stage cannot become large.
            groups.push((direction, normal));
        }
    }
    groups.sort_by(|a, b| length(b.1).total_cmp(&length(a.1)));
    let largest = groups.into_iter().take(MAX_FACETS);
    largest
        .filter_map(|(_, sum)| unit(sum))
        .map(|direction| (direction, hull.reach(direction)))
        .collect()
}

struct Face {
    corners: [u32; 3],
    /// Outward normal, with twice the area as its length.
    normal: Vec3,
    distance: f64,
    /// Minimum height of a point above the facet, in the unit of `distance`.
    tolerance: f64,
    gone: bool,
}

/// A convex hull, built point by point. Every point is tested against every
/// face, which takes one to three milliseconds for 2000 points.
struct Hull {
    points: Vec<Vec3>,
    faces: Vec<Face>,
}

impl Hull {
    /// Builds the hull. It has no faces when the points lie in a plane.
    fn of(points: &[Vec3]) -> Hull {
        let mut hull = Hull { points: points.to_vec(), faces: Vec::new() };
        if let Some([a, b, c, d]) = hull.first_four() {
            for corners in [[a, b, c], [a, c, d], [a, d, b], [b, d, c]] {
                hull.add(corners);
            }
            for point in 0..points.len() as u32 {
                hull.include(point);
            }
        }
        hull
    }

    fn at(&self, point: u32) -> Vec3 {
        self.points.get(point as usize).copied().unwrap_or_default()
    }

    /// Returns four points that span a large volume, ordered so that the faces
    /// in `of` face outwards.
    fn first_four(&self) -> Option<[u32; 4]> {
        let most = |of: &dyn Fn(Vec3) -> f64| {
            let numbered = (0u32..).zip(&self.points);
            numbered.max_by(|x, y| of(*x.1).total_cmp(&of(*y.1))).map(|x| x.0)
        };
        let a = most(&|p| -p[0])?;
        let from = self.at(a);
        let b = most(&|p| length(sub(p, from)))?;
        let along = self.at(b);
        let c = most(&|p| length(normal([from, along, p])))?;
        let across = normal([from, along, self.at(c)]);
        let d = most(&|p| dot(sub(p, from), across).abs())?;
        let height = dot(sub(self.at(d), from), across);
        if height.abs() <= 1e-9 * length(across).max(1e-9) {
            return None;
        }
        // The fourth point must be below the first face.
        Some(if height < 0.0 { [a, b, c, d] } else { [a, c, b, d] })
    }

    fn add(&mut self, corners: [u32; 3]) {
        let points = corners.map(|corner| self.at(corner));
        let normal = normal(points);
        let [first, ..] = points;
        let distance = dot(normal, first);
        let tolerance = ON * length(normal);
        let gone = false;
        self.faces.push(Face { corners, normal, distance, tolerance, gone });
    }

    fn include(&mut self, point: u32) {
        let p = self.at(point);
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for face in &mut self.faces {
            let above = dot(face.normal, p) - face.distance;
            if above > face.tolerance {
                face.gone = true;
                let [a, b, c] = face.corners;
                edges.extend([(a, b), (b, c), (c, a)]);
            }
        }
        if edges.is_empty() {
            return;
        }
        // The edges of the removed faces that do not cancel form the horizon.
        let mut horizon = edges.clone();
        edges.sort_unstable();
        horizon.retain(|&(a, b)| edges.binary_search(&(b, a)).is_err());
        let mut starts: Vec<u32> = horizon.iter().map(|e| e.0).collect();
        starts.sort_unstable();
        starts.dedup();
        if horizon.is_empty() || starts.len() < horizon.len() {
            // Rounding broke the horizon, so skip the point.
            for face in &mut self.faces {
                face.gone = false;
            }
            return;
        }
        self.faces.retain(|face| !face.gone);
        for (a, b) in horizon {
            self.add([a, b, point]);
        }
    }

    /// Returns the extent of the hull in a direction.
    fn reach(&self, direction: Vec3) -> f64 {
        let along = self.points.iter().map(|&p| dot(p, direction));
        along.fold(f64::NEG_INFINITY, f64::max)
    }
}

#[cfg(test)]
mod tests;
