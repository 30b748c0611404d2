//! Areas and lengths of each layer in mm2 and mm, from which filament and time
//! are computed.

use serde::Serialize;

use super::bitmap::Bitmap;
use super::curvature::{Bends, bends};
use super::infill::{Filled, fill};
use super::plan::Plan;
use super::route::Route;
use super::sections::{Section, cut};
use crate::mesh::Mesh;
use crate::topology::Topology;

/// Maximum number of crossings of cell rows. It bounds the work of drawing all
/// layers.
const ROW_CROSSINGS: u64 = 12_000_000;

/// One layer. `walls + slits + solid + sparse` is the whole area.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Layer {
    pub area: f64,
    /// Sum of the areas of the bodies; overlaps count more than once.
    pub gross: f64,
    pub outline: f64,
    pub walls: f64,
    /// Gaps between walls, filled by one line of variable width.
    pub slits: f64,
    /// Solid infill, bridges included.
    pub solid: f64,
    /// Lines over air or over sparse infill.
    pub bridges: f64,
    pub sparse: f64,
    /// Length of the boundary between infill and walls.
    pub inner_outline: f64,
    /// Outline of solid infill. Exposed and hidden surfaces count separately.
    pub solid_outline: f64,
    pub sparse_outline: f64,
    /// Share of `sparse_outline` along X or Y, 0 to 1.
    pub sparse_straightness: f64,
    /// Area of walls with nothing below them.
    pub hanging: f64,
    #[serde(flatten)]
    pub bends: Bends,
    #[serde(flatten)]
    pub route: Route,
}

/// The cells of each layer, and those within its walls.
#[derive(Debug, Clone, Default)]
pub struct Cut {
    pub cells: Vec<Bitmap>,
    pub inner: Vec<Bitmap>,
}

/// Sizes of the parts of a layer, in cells.
#[derive(Debug, Clone, Copy, Default)]
struct Parts {
    walled: u64,
    inner: u64,
    slits: u64,
    solid: u64,
    bridges: u64,
    sparse: u64,
    inner_outline: f64,
    solid_outline: f64,
    sparse_outline: f64,
    sparse_straightness: f64,
}

impl Parts {
    fn of(section: &Section, filled: &Filled) -> Parts {
        let [inner, slits] = [&filled.inner, &filled.slits].map(Bitmap::count);
        let mut sparse = filled.inner.clone();
        sparse.and_not(&filled.solid);
        let mut hidden = filled.solid.clone();
        hidden.and_not(&filled.faces);
        let (sparse_outline, sparse_straightness) = sparse.measured();
        Parts {
            walled: section.cells.count() - inner - slits,
            inner,
            slits,
            solid: filled.solid.count(),
            bridges: filled.bridges.count(),
            sparse: sparse.count(),
            inner_outline: filled.inner.outline(),
            solid_outline: hidden.outline() + filled.faces.outline(),
            sparse_outline,
            sparse_straightness,
        }
    }
}

/// Cuts a closed mesh by the plan. Returns `None` when there are too many
/// crossings.
pub fn layers(
    mesh: &Mesh,
    topology: &Topology,
    plan: &Plan,
) -> Option<(Vec<Layer>, Cut)> {
    let Plan { cuts, levels, .. } = plan;
    let sections = cut(mesh, cuts, levels, &plan.grid, ROW_CROSSINGS)?;
    crate::checkpoint();
    let bends = bends(mesh, topology, levels, cuts.count);
    crate::checkpoint();
    let cells: Vec<_> = sections.iter().map(|s| &s.cells).collect();
    let filled = fill(&cells, &plan.rules);
    crate::checkpoint();
    let cell = plan.grid.cell;
    let mm2 = |cells: u64| cells as f64 * cell * cell;
    let mut below = None;
    let mut parts = Parts::default();
    let mut layers = Vec::with_capacity(sections.len());
    for ((section, filled), bends) in sections.iter().zip(&filled).zip(bends) {
        // A layer that equals the one below does not overhang.
        let hanging = below.filter(|_| !filled.repeats).map_or(0, |below| {
            let mut edge = section.cells.clone();
            edge.and_not(&filled.inner);
            edge.and_not(below);
            edge.count()
        });
        below = Some(&section.cells);
        if !filled.repeats {
            parts = Parts::of(section, filled);
        }
        // The cells give the walls correctly on average, and the area of the
        // cut is exact. The rest is infill, in the proportions of the cells.
        let inside = match mm2(parts.inner) + mm2(parts.slits) {
            0.0 => 0.0,
            cells => (section.area - mm2(parts.walled)).max(0.0) / cells,
        };
        layers.push(Layer {
            area: section.area,
            gross: section.gross,
            outline: section.outline,
            walls: section.area
                - inside * (mm2(parts.inner) + mm2(parts.slits)),
            slits: inside * mm2(parts.slits),
            solid: inside * mm2(parts.solid),
            bridges: inside * mm2(parts.bridges),
            sparse: inside * mm2(parts.sparse),
            inner_outline: parts.inner_outline * cell,
            solid_outline: parts.solid_outline * cell,
            sparse_outline: parts.sparse_outline * cell,
            sparse_straightness: parts.sparse_straightness,
            hanging: mm2(hanging),
            bends: section.bends.unwrap_or(bends),
            route: section.route,
        });
    }
    let cut = Cut {
        cells: sections.into_iter().map(|section| section.cells).collect(),
        inner: filled.into_iter().map(|filled| filled.inner).collect(),
    };
    Some((layers, cut))
}
