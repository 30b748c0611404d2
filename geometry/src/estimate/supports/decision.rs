//! Decides how a part is printed where it overhangs.

use serde::Serialize;

use super::super::file::Figures;
use super::super::{Settings, estimate_with};
use super::Supports;
use crate::mesh::Mesh;
use crate::repair::orientation::choose_orientation;
use crate::repair::scale::factor_to_fit;
use crate::topology::Topology;

/// How a part is printed where it overhangs, and what that takes in the given
/// pose.
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
    /// Prints as it is.
    None,
    /// Prints without supports in the pose that `choose_orientation` finds.
    Turn,
    /// Prints as it is, with supports.
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

/// Supports of less filament are not worth printing, cm3.
const NEGLIGIBLE_CM3: f64 = 0.02;

fn negligible(supports: &Supports) -> bool {
    supports.filament_cm3 < NEGLIGIBLE_CM3
}

/// Decides about a mesh in mm whose supports in its given pose are known.
/// `hidden` marks the triangles of its cavities, and `doubt` is a factor on
/// the ranges of estimates.
pub fn decide(
    mut mesh: Mesh,
    topology: &Topology,
    hidden: Option<&[bool]>,
    supports: &Supports,
    settings: &Settings,
    doubt: f64,
) -> SupportPlan {
    let &Supports { unsupported_mm2, filament_cm3, seconds } = supports;
    let plan = |decision, turned| SupportPlan {
        decision,
        unsupported_mm2,
        filament_cm3,
        seconds,
        turned,
    };
    if negligible(supports) {
        let none = plan(Decision::None, None);
        return SupportPlan { filament_cm3: 0.0, seconds: 0.0, ..none };
    }
    let fitted = fits(&mesh);
    if !choose_orientation(&mut mesh, hidden) || fitted && !fits(&mesh) {
        return plan(Decision::Supports, None);
    }
    let dimensions_mm = mesh.bounds().map(|b| b.size()).unwrap_or_default();
    match estimate_with(&mesh, topology, settings) {
        Ok(found) if negligible(&found.supports) => {
            let figures = Figures::of(&found, doubt);
            plan(Decision::Turn, Some(Turned { dimensions_mm, figures }))
        }
        _ => plan(Decision::Supports, None),
    }
}

fn fits(mesh: &Mesh) -> bool {
    let size = mesh.bounds().map(|b| b.size()).unwrap_or_default();
    factor_to_fit(size) >= 1.0
}
