//! Chooses how a part lies on the plate: little overhang, little support, good
//! adhesion, low height. Tries the directions that large parts of the surface
//! face, the large facets of the convex hull, the six axes and the given pose.
//! Keeps the given pose unless another one is clearly better, and repeats until
//! the pose is kept, so that a second run changes nothing.
//!
//! Counting facets with the same normal was rejected, because the result would
//! depend on the resolution of the mesh.

mod hull;
mod normals;
mod runs;

use crate::measure::FIRST_LAYER_MM;
use crate::mesh::{Bounds, Mesh};
use crate::vector::{
    Vec3, add, cross, dot, length, max, min, normal, scale, sub, to_f64,
};
use normals::{Normals, unit};
use runs::{Runs, depth};

/// Down direction of the given pose.
const GIVEN: Vec3 = [0.0, 0.0, -1.0];

/// Maximum number of poses tried.
const MAX_POSES: usize = 32;

/// Maximum number of rotations of a model.
const MAX_ROTATIONS: usize = 4;

/// Cosine of 3 degrees. Faces within this angle are grouped.
const TOGETHER: f64 = 0.998_629_534_754_573_9;

/// Cosine of a tenth of a degree. Directions within this angle are equal.
const SAME: f64 = 0.999_998_476_913_287_7;

/// Cosine of 45 degrees. Faces that point down more steeply need support.
const STEEP: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Cosine of 12 degrees. Only faces this flat can be in the first layer.
const FLAT: f64 = 0.978_147_600_733_805_6;

/// Minimum gain of another pose over the given one, both absolute and as a
/// share of the cost.
const MIN_GAIN: f64 = 0.03;
const MIN_GAIN_SHARE: f64 = 0.05;

/// One pose and its measurements. Areas and volumes are doubled.
#[derive(Debug, Clone, Copy)]
struct Pose {
    /// Direction that faces the plate, of length 1.
    down: Vec3,
    /// Extent of the model from its center along `down`.
    lowest: f64,
    highest: f64,
    contact: f64,
    /// Sum of the normals of the faces on the plate.
    contact_normal: Vec3,
}

/// Orients a mesh in mm on the plate. Returns false, and moves nothing, when
/// its pose is already good. `hidden` triangles are rotated but not rated: no
/// support can stand in a cavity, and hollowing must not change the orientation
/// of a body.
pub fn choose_orientation(mesh: &mut Mesh, hidden: Option<&[bool]>) -> bool {
    let mut outside = hidden.map(|hidden| without(mesh, hidden));
    let mut rotated = false;
    // Bins and hull depend on the pose, so the best pose before a rotation may
    // not be the best afterwards. Two rotations are rare; three were never
    // observed.
    for _ in 0..MAX_ROTATIONS {
        let Some(down) = better_down(outside.as_ref().unwrap_or(mesh)) else {
            break;
        };
        // Both meshes have the same box, because hidden triangles lie inside.
        rotate_onto_plate(mesh, down);
        if let Some(outside) = &mut outside {
            rotate_onto_plate(outside, down);
        }
        rotated = true;
        crate::checkpoint();
    }
    rotated
}

fn without(mesh: &Mesh, hidden: &[bool]) -> Mesh {
    let triangles = mesh.triangles.iter().zip(hidden);
    let seen = triangles.filter(|(_, hidden)| !**hidden).map(|(t, _)| *t);
    let triangles = seen.collect();
    let mut seen = Mesh { positions: mesh.positions.clone(), triangles };
    seen.drop_unused();
    seen
}

/// Returns the direction that should face the plate, or `None` when the given
/// one is good.
fn better_down(mesh: &Mesh) -> Option<Vec3> {
    let bounds = mesh.bounds()?;
    let normals = Normals::of(mesh, bounds.center());
    crate::checkpoint();
    let size = length(bounds.size());
    let runs = Runs::of(mesh);
    let facets = hull::facets(mesh, &runs, bounds.center(), size);
    let mut poses: Vec<Pose> =
        directions(&normals, &facets).into_iter().map(Pose::new).collect();
    crate::checkpoint();
    extents(&runs, bounds.center(), &mut poses);
    crate::checkpoint();
    contacts(mesh, bounds.center(), &normals, &mut poses);
    let costs = poses.iter().map(|pose| (pose.cost(&normals, size), pose));
    let costs: Vec<(f64, &Pose)> = costs.collect();
    let &(given, _) = costs.first()?;
    let &(least, best) =
        costs.iter().min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    if least > given - MIN_GAIN - MIN_GAIN_SHARE * given {
        return None;
    }
    Some(best.settled())
}

/// Returns candidate directions, the given pose first.
fn directions(normals: &Normals, facets: &[Vec3]) -> Vec<Vec3> {
    let mut all = vec![GIVEN];
    let axes = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    // If a face is slightly off an axis, the direction of the face takes
    // precedence.
    let clusters = normals.clusters(MAX_POSES - 6 - hull::MAX_FACETS, TOGETHER);
    for &direction in clusters.iter().chain(facets) {
        if all.iter().all(|&other| dot(other, direction) < SAME) {
            all.push(direction);
        }
    }
    for axis in axes {
        if all.iter().all(|&other| dot(other, axis) < TOGETHER) {
            all.push(axis);
        }
    }
    all
}

impl Pose {
    fn new(down: Vec3) -> Pose {
        Pose {
            down,
            lowest: f64::NEG_INFINITY,
            highest: f64::INFINITY,
            contact: 0.0,
            contact_normal: [0.0; 3],
        }
    }

    /// Returns the cost of printing in this pose, without unit; less is better.
    /// Uses shares of the surface and of the diagonal, so that size does not
    /// matter.
    fn cost(&self, normals: &Normals, diagonal: f64) -> f64 {
        let mut overhang = -self.contact;
        let mut support = 0.0;
        for bin in &normals.bins {
            let facing = dot(bin.normal, self.down);
            if facing > STEEP * length(bin.normal) && bin.area > 0.0 {
                overhang += facing;
                let center = dot(bin.moment, self.down) / bin.area;
                support += facing * (self.lowest - center);
            }
        }
        let overhang = overhang.max(0.0) / normals.area;
        let support = support.max(0.0) / (normals.area * diagonal);
        let height = (self.lowest - self.highest) / diagonal;
        let contact = self.contact / normals.area;
        let loose = 0.01 / (0.01 + contact);
        2.0 * overhang + 4.0 * support + 0.3 * height + 0.5 * loose
    }

    /// Returns the direction adjusted to the faces that touch the plate, or to
    /// an axis that is equally good.
    fn settled(&self) -> Vec3 {
        let down = unit(self.contact_normal).unwrap_or(self.down);
        let down =
            if dot(down, self.down) > TOGETHER { down } else { self.down };
        let snapped = down.map(|v| v.round() + 0.0);
        if length(sub(down, snapped)) < 1e-4 { snapped } else { down }
    }
}

/// Computes the extent of the model in every pose. A few vertices are tried
/// first. After that, most runs of vertices cannot reach farther and are
/// skipped.
fn extents(runs: &Runs, center: Vec3, poses: &mut [Pose]) {
    let centered = |p: [f32; 3]| sub(to_f64(p), center).map(|v| v as f32);
    let extent = |pose: &Pose| Extent {
        down: pose.down.map(|v| v as f32),
        lowest: f32::NEG_INFINITY,
        highest: f32::INFINITY,
    };
    let mut all: Vec<Extent> = poses.iter().map(extent).collect();
    for (points, _) in runs.iter() {
        for &point in points.iter().take(1) {
            let point = centered(point);
            all.iter_mut().for_each(|own| own.include(point));
        }
    }
    for (points, bounds) in runs.iter() {
        let bounds = bounds.map(centered);
        for own in &mut all {
            let (least, most) = bounds.depths(own.down);
            if most > own.lowest || least < own.highest {
                points.iter().for_each(|&point| own.include(centered(point)));
            }
        }
    }
    for (pose, own) in poses.iter_mut().zip(all) {
        pose.lowest = f64::from(own.lowest);
        pose.highest = f64::from(own.highest);
    }
}

/// The extent of a model along a direction.
struct Extent {
    down: [f32; 3],
    lowest: f32,
    highest: f32,
}

impl Extent {
    #[inline]
    fn include(&mut self, point: [f32; 3]) {
        let depth = depth(point, self.down);
        self.lowest = max(self.lowest, depth);
        self.highest = min(self.highest, depth);
    }
}

/// Computes the contact with the plate in every pose. A face is tested only for
/// poses in which it is nearly flat.
fn contacts(mesh: &Mesh, center: Vec3, normals: &Normals, poses: &mut [Pose]) {
    let flat: Vec<u32> = normals
        .bins
        .iter()
        .map(|bin| {
            let long = length(bin.normal);
            let flat = (0..).zip(poses.iter()).filter(|(_, pose)| {
                bin.area > 0.0 && dot(bin.normal, pose.down) > FLAT * long
            });
            flat.fold(0u32, |bits, (n, _)| bits | 1 << n)
        })
        .collect();
    for (&triangle, &bin) in mesh.triangles.iter().zip(&normals.of_triangle) {
        let mut wanted = flat.get(usize::from(bin)).copied().unwrap_or(0);
        while wanted != 0 {
            let n = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let Some(pose) = poses.get_mut(n) else { break };
            let corners = mesh.corners(triangle);
            let plate = pose.lowest - FIRST_LAYER_MM;
            let touches = corners
                .iter()
                .all(|&p| dot(sub(p, center), pose.down) >= plate);
            if touches {
                let normal = normal(corners);
                pose.contact += dot(normal, pose.down).max(0.0);
                pose.contact_normal = add(pose.contact_normal, normal);
            }
        }
    }
}

/// Rotates the mesh about its center until `down` faces the plate, and moves
/// it onto the plate (z = 0).
fn rotate_onto_plate(mesh: &mut Mesh, down: Vec3) {
    let Some(bounds) = mesh.bounds() else { return };
    let center = bounds.center();
    let [rx, ry, rz] = rotation(down);
    for position in &mut mesh.positions {
        let p = sub(to_f64(*position), center);
        let rotated = add([dot(rx, p), dot(ry, p), dot(rz, p)], center);
        *position = rotated.map(|v| v as f32);
    }
    set_on_plate(mesh);
}

/// Moves the lowest point to z = 0.
fn set_on_plate(mesh: &mut Mesh) {
    let Some(Bounds { min: [_, _, lowest], .. }) = mesh.bounds() else {
        return;
    };
    for [_, _, z] in &mut mesh.positions {
        *z = (f64::from(*z) - lowest) as f32;
    }
}

/// Returns the rows of the shortest rotation that turns `down` to minus Z.
fn rotation(down: Vec3) -> [Vec3; 3] {
    let cosine = dot(down, GIVEN);
    if cosine < -1.0 + 1e-9 {
        return [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
    }
    let [x, y, z] = cross(down, GIVEN);
    // R = I + [v] + [v]^2 / (1 + cos)
    let share = 1.0 / (1.0 + cosine);
    let row = |unit: Vec3, skew: Vec3, along: f64| {
        let square = sub(scale([x, y, z], along), scale(unit, dot3(x, y, z)));
        add(add(unit, skew), scale(square, share))
    };
    [
        row([1.0, 0.0, 0.0], [0.0, -z, y], x),
        row([0.0, 1.0, 0.0], [z, 0.0, -x], y),
        row([0.0, 0.0, 1.0], [-y, x, 0.0], z),
    ]
}

fn dot3(x: f64, y: f64, z: f64) -> f64 {
    x * x + y * y + z * z
}

#[cfg(test)]
mod tests;
