//! Decides how a part with overhangs is printed: in the given pose, in the pose
//! that a repair would orient it to, or with supports.

use serde::Serialize;

use super::figures::Figures;
use super::supports::Supports;
use super::{Settings, estimate_with};
use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Mesh;
use crate::repair::orientation::choose_orientation;
use crate::repair::scale::fits;
use crate::repair::split_edges::split_edges;
use crate::topology::Topology;
use crate::vector::{Vec3, add, cross, dot, scale, sub};

/// How a part with overhangs is printed, and what the supports cost in the
/// given pose.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SupportPlan {
    pub decision: Decision,
    pub unsupported_mm2: f64,
    /// 0 where the decision is `None`, like `seconds`.
    pub filament_cm3: f64,
    pub seconds: f64,
    pub turned: Option<Turned>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Prints in the given pose without supports.
    None,
    /// Prints without supports in the pose that `choose_orientation` finds.
    Turn,
    /// Prints in the given pose, with supports.
    Supports,
}

/// A part in the pose without supports.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Turned {
    pub dimensions_mm: [f64; 3],
    #[serde(flatten)]
    pub figures: Figures,
}

/// A part in its given pose.
pub struct Posed<'a> {
    /// Mesh in mm.
    pub mesh: Mesh,
    pub topology: &'a Topology,
    /// Flags of the triangles that belong to cavities.
    pub hidden: Option<Vec<bool>>,
    pub supports: Supports,
    /// Factor by which the range of estimates is widened.
    pub doubt: f64,
}

/// Supports with less filament are a few lines under the edge of a hole. A
/// printer bridges that far, and removing these supports costs more than they
/// save.
const NEGLIGIBLE_CM3: f64 = 0.05;
/// Limit for large parts, as a share of their filament.
const NEGLIGIBLE_SHARE: f64 = 0.005;

/// A part is stable when it has to lean by at least this much (sine of 5
/// degrees) before it falls.
const LEAN: f64 = 0.087_155_742_747_658_2;

fn negligible(supports: &Supports, filament_cm3: f64) -> bool {
    let most = NEGLIGIBLE_CM3.max(NEGLIGIBLE_SHARE * filament_cm3);
    supports.filament_cm3 < most
}

/// Decides for a part that takes this much filament without supports.
pub fn decide(
    posed: Posed,
    settings: &Settings,
    filament_cm3: f64,
) -> SupportPlan {
    let own = posed.supports;
    let plan = |decision, turned| SupportPlan {
        decision,
        unsupported_mm2: own.unsupported_mm2,
        filament_cm3: own.filament_cm3,
        seconds: own.seconds,
        turned,
    };
    if negligible(&own, filament_cm3) {
        let none = plan(Decision::None, None);
        return SupportPlan { filament_cm3: 0.0, seconds: 0.0, ..none };
    }
    match turned(posed, settings) {
        Some(turned) => plan(Decision::Turn, Some(turned)),
        None => plan(Decision::Supports, None),
    }
}

/// Returns the part in the pose that `process` writes with `orient`, if it is
/// stable there without supports.
fn turned(posed: Posed, settings: &Settings) -> Option<Turned> {
    let Posed { mut mesh, topology, mut hidden, doubt, .. } = posed;
    // Split as in `process`, so that its file and this estimate have the same
    // pose.
    let split = match topology.count().non_manifold {
        0 => None,
        _ => split_edges(&mut mesh, topology),
    };
    let rebuilt = split.map(|split| {
        let of = |own: &Vec<bool>| {
            let hides = |at: &u32| own.get(*at as usize) == Some(&true);
            split.sources.iter().map(hides).collect()
        };
        hidden = hidden.as_ref().map(of);
        Topology::build(&mesh)
    });
    if !choose_orientation(&mut mesh, hidden.as_deref()) {
        return None;
    }
    crate::checkpoint();
    let size = mesh.bounds()?.size();
    if !fits(size) || !stands(&mesh) {
        return None;
    }
    let topology = rebuilt.as_ref().unwrap_or(topology);
    let found = estimate_with(&mesh, topology, settings).ok()?;
    negligible(&found.supports, found.filament_cm3).then(|| Turned {
        dimensions_mm: size,
        figures: Figures::of(&found, doubt),
    })
}

/// Returns whether a part is stable on the plate: its center of mass
/// must be far enough inside its contact area that the part may lean by some
/// degrees. A part that touches the plate only in a point or a line does not
/// stand.
fn stands(mesh: &Mesh) -> bool {
    let Some(bounds) = mesh.bounds() else { return false };
    let middle = bounds.center();
    let (mut volume, mut moment) = (0.0, [0.0; 3]);
    for &triangle in &mesh.triangles {
        let [a, b, c] = mesh.corners(triangle).map(|p| sub(p, middle));
        let six = dot(a, cross(b, c));
        volume += six;
        moment = add(moment, scale(add(a, add(b, c)), 0.25 * six));
    }
    let center = add(middle, scale(moment, 1.0 / volume));
    let [_, _, bottom] = bounds.min;
    let height = center[2] - bottom;
    let low = |p: &&[f32; 3]| f64::from(p[2]) < bottom + FIRST_LAYER_MM;
    let touching = mesh.positions.iter().filter(low);
    let points: Vec<[f64; 2]> =
        touching.map(|&[x, y, _]| [f64::from(x), f64::from(y)]).collect();
    inside(&points, center) >= LEAN * height
}

/// Returns the distance of a point in the plane from the edge of the convex
/// hull of `points`; negative outside.
fn inside(points: &[[f64; 2]], [x, y, _]: Vec3) -> f64 {
    const DIRECTIONS: u32 = 64;
    let reach = |at: u32| {
        let angle =
            std::f64::consts::TAU * f64::from(at) / f64::from(DIRECTIONS);
        let (dx, dy) = (libm::cos(angle), libm::sin(angle));
        let ahead = |&[px, py]: &[f64; 2]| (px - x) * dx + (py - y) * dy;
        points.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max)
    };
    (0..DIRECTIONS).map(reach).fold(f64::INFINITY, f64::min)
}
