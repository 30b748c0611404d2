//! Which way a part should lie on the plate: little overhang, little
//! support, a good hold, low. Tries the directions that large parts of the
//! surface face, the large facets of the convex hull, the six axes and the
//! given pose; keeps the given one unless another is clearly better, and
//! looks again until it does, so that a second run changes nothing.
//!
//! Counting facets with the same normal, as some do, was rejected: the
//! answer then changes with the fineness of the mesh.

mod hull;
mod normals;

use crate::measure::FIRST_LAYER_MM;
use crate::mesh::{Bounds, Mesh};
use crate::vector::{Vec3, add, cross, dot, length, normal, scale, sub, wide};
use normals::{Normals, unit};

/// As the model lies.
const GIVEN: Vec3 = [0.0, 0.0, -1.0];

/// Directions tried at most.
const POSES: usize = 32;

/// Times that a model is turned at most.
const TURNS: usize = 4;

/// Cosine of 3 degrees: faces within belong together.
const TOGETHER: f64 = 0.998_629_534_754_573_9;

/// Cosine of a tenth of a degree: as good as the same.
const SAME: f64 = 0.999_998_476_913_287_7;

/// Cosine of 45 degrees: what looks down more steeply needs support.
const STEEP: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Cosine of 12 degrees: only such faces can be in the first layer.
const FLAT: f64 = 0.978_147_600_733_805_6;

/// Another pose must cost less by this and by this share of the given one.
const GAIN: f64 = 0.03;
const GAIN_SHARE: f64 = 0.05;

/// One way to lie, and what it means. Areas and volumes are doubled.
#[derive(Debug, Clone, Copy)]
struct Pose {
    /// The direction that faces the plate; length 1.
    down: Vec3,
    /// Extent along `down`, about the model's centre.
    lowest: f64,
    highest: f64,
    contact: f64,
    /// Sum of the normals of the faces on the plate.
    contact_normal: Vec3,
}

/// Lays a mesh in mm well on the plate; false when it lies well as it is, and
/// then nothing is moved. Triangles that are `hidden` turn along but have no
/// say: no support can stand in a cavity, and a body must not turn because
/// it was made hollow.
pub fn lay_well(mesh: &mut Mesh, hidden: Option<&[bool]>) -> bool {
    let mut outside = hidden.map(|hidden| without(mesh, hidden));
    let mut turned = false;
    // What looks best from one side may not from the other: bins and hull are
    // found anew. Two turns are rare, three were never seen.
    for _ in 0..TURNS {
        let Some(down) = better_down(outside.as_ref().unwrap_or(mesh)) else {
            break;
        };
        // Both have the same box: what is hidden lies inside.
        lay(mesh, down);
        if let Some(outside) = &mut outside {
            lay(outside, down);
        }
        turned = true;
        crate::pace::checkpoint();
    }
    turned
}

fn without(mesh: &Mesh, hidden: &[bool]) -> Mesh {
    let triangles = mesh.triangles.iter().zip(hidden);
    let seen = triangles.filter(|(_, hidden)| !**hidden).map(|(t, _)| *t);
    let triangles = seen.collect();
    let mut seen = Mesh { positions: mesh.positions.clone(), triangles };
    seen.drop_unused();
    seen
}

/// The direction of a mesh in mm that should face the plate, when that is
/// not the one that does.
fn better_down(mesh: &Mesh) -> Option<Vec3> {
    let bounds = mesh.bounds()?;
    let normals = Normals::of(mesh, bounds.centre());
    crate::pace::checkpoint();
    let size = length(bounds.size());
    let facets = hull::facets(mesh, bounds.centre(), size);
    let mut poses: Vec<Pose> =
        directions(&normals, &facets).into_iter().map(Pose::new).collect();
    crate::pace::checkpoint();
    extents(mesh, bounds.centre(), &mut poses);
    crate::pace::checkpoint();
    contacts(mesh, bounds.centre(), &normals, &mut poses);
    let costs = poses.iter().map(|pose| (pose.cost(&normals, size), pose));
    let costs: Vec<(f64, &Pose)> = costs.collect();
    let &(given, _) = costs.first()?;
    let &(least, best) =
        costs.iter().min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    if least > given - GAIN - GAIN_SHARE * given {
        return None;
    }
    Some(best.settled())
}

/// The given pose first.
fn directions(normals: &Normals, facets: &[Vec3]) -> Vec<Vec3> {
    let mut all = vec![GIVEN];
    let axes = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    // A face that is a little off an axis is meant, not the axis.
    let clusters = normals.clusters(POSES - 6 - hull::FACETS, TOGETHER);
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

    /// What it costs to print like this; no unit, less is better. Shares of
    /// the surface and of the diagonal, so that size does not matter.
    fn cost(&self, normals: &Normals, diagonal: f64) -> f64 {
        let mut overhang = -self.contact;
        let mut support = 0.0;
        for bin in &normals.bins {
            let facing = dot(bin.normal, self.down);
            if facing > STEEP * length(bin.normal) && bin.area > 0.0 {
                overhang += facing;
                let centre = dot(bin.moment, self.down) / bin.area;
                support += facing * (self.lowest - centre);
            }
        }
        let overhang = overhang.max(0.0) / normals.area;
        let support = support.max(0.0) / (normals.area * diagonal);
        let height = (self.lowest - self.highest) / diagonal;
        let contact = self.contact / normals.area;
        let loose = 0.01 / (0.01 + contact);
        2.0 * overhang + 4.0 * support + 0.3 * height + 0.5 * loose
    }

    /// Squarely on the faces that touch the plate, or on an axis that is as
    /// good as that.
    fn settled(&self) -> Vec3 {
        let down = unit(self.contact_normal).unwrap_or(self.down);
        let down =
            if dot(down, self.down) > TOGETHER { down } else { self.down };
        let snapped = down.map(|v| v.round() + 0.0);
        if length(sub(down, snapped)) < 1e-4 { snapped } else { down }
    }
}

/// How far the model reaches up and down in each pose, all in one pass.
fn extents(mesh: &Mesh, centre: Vec3, poses: &mut [Pose]) {
    let mut downs = [[0.0f32; POSES]; 3];
    for (axis, downs) in downs.iter_mut().enumerate() {
        for (slot, pose) in downs.iter_mut().zip(poses.iter()) {
            *slot = pose.down.get(axis).copied().unwrap_or(0.0) as f32;
        }
    }
    let [dx, dy, dz] = downs;
    let mut low = [f32::NEG_INFINITY; POSES];
    let mut high = [f32::INFINITY; POSES];
    for &position in &mesh.positions {
        let [x, y, z] = sub(wide(position), centre).map(|v| v as f32);
        let downs = dx.iter().zip(&dy).zip(&dz);
        for (((&dx, &dy), &dz), (low, high)) in
            downs.zip(low.iter_mut().zip(&mut high))
        {
            let depth = x * dx + y * dy + z * dz;
            *low = if depth > *low { depth } else { *low };
            *high = if depth < *high { depth } else { *high };
        }
    }
    for (pose, (low, high)) in poses.iter_mut().zip(low.into_iter().zip(high)) {
        pose.lowest = f64::from(low);
        pose.highest = f64::from(high);
    }
}

/// What lies on the plate in each pose. A face is asked only for the poses
/// that turn it nearly flat.
fn contacts(mesh: &Mesh, centre: Vec3, normals: &Normals, poses: &mut [Pose]) {
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
                .all(|&p| dot(sub(p, centre), pose.down) >= plate);
            if touches {
                let normal = normal(corners);
                pose.contact += dot(normal, pose.down).max(0.0);
                pose.contact_normal = add(pose.contact_normal, normal);
            }
        }
    }
}

/// Turns the mesh about its centre until `down` faces the plate, and sets it
/// on the plate (z = 0).
fn lay(mesh: &mut Mesh, down: Vec3) {
    let Some(bounds) = mesh.bounds() else { return };
    let centre = bounds.centre();
    let [rx, ry, rz] = rotation(down);
    for position in &mut mesh.positions {
        let p = sub(wide(*position), centre);
        let turned = add([dot(rx, p), dot(ry, p), dot(rz, p)], centre);
        *position = turned.map(|v| v as f32);
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

/// Rows of the shortest turn that takes `down` to minus Z.
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
