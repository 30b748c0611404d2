//! What is in each layer, in mm and mm2: the numbers that filament and time
//! are made of.

use serde::Serialize;

use super::plan::Plan;
use super::sections::cut;
use super::shells::fill;
use super::turning::turning;
use crate::mesh::Mesh;
use crate::topology::Topology;

/// Crossings of rows of cells: the work of drawing all layers.
const ROW_CROSSINGS: u64 = 12_000_000;

/// One layer. Areas add up: `walls + slits + solid + sparse` is all of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Layer {
    pub area: f64,
    /// The area of each body by itself: overlaps count more than once.
    pub gross: f64,
    pub outline: f64,
    pub walls: f64,
    /// Between walls, filled by one line of its own width.
    pub slits: f64,
    /// Solid filling, bridges included.
    pub solid: f64,
    /// Lines in the air or over sparse filling.
    pub bridges: f64,
    pub sparse: f64,
    /// Length of the edge between filling and walls.
    pub inner_outline: f64,
    /// Its part along sparse filling.
    pub sparse_rim: f64,
    pub solid_outline: f64,
    pub sparse_outline: f64,
    /// Walls with nothing below.
    pub hanging: f64,
    /// The sum of the outline's turns.
    pub turning: f64,
}

/// Cuts a closed mesh by the plan. `None` when it crosses too much.
pub fn layers(mesh: &Mesh, plan: &Plan) -> Option<Vec<Layer>> {
    let Plan { cuts, levels, .. } = plan;
    let sections = cut(mesh, cuts, levels, &plan.grid, ROW_CROSSINGS)?;
    crate::pace::checkpoint();
    let turns = turning(mesh, &Topology::build(mesh), levels, cuts.count);
    crate::pace::checkpoint();
    let cells: Vec<_> = sections.iter().map(|s| &s.cells).collect();
    let filled = fill(&cells, &plan.rules);
    crate::pace::checkpoint();
    let cell = plan.grid.cell;
    let mm2 = |cells: u64| cells as f64 * cell * cell;
    let mut below = None;
    let mut layers = Vec::with_capacity(sections.len());
    for ((section, filled), turns) in sections.iter().zip(&filled).zip(turns) {
        let walled =
            section.cells.count() - filled.inner.count() - filled.slits.count();
        let [inner, slits] =
            [&filled.inner, &filled.slits].map(|part| mm2(part.count()));
        // Cells are right for the walls on average, the cut's area is exact:
        // what is left is inside, shared as the cells are.
        let inside = match inner + slits {
            0.0 => 0.0,
            cells => (section.area - mm2(walled)).max(0.0) / cells,
        };
        let mut sparse = filled.inner.clone();
        sparse.and_not(&filled.solid);
        let hanging = below.map_or(0, |below| {
            let mut edge = section.cells.clone();
            edge.and_not(&filled.inner);
            edge.and_not(below);
            edge.count()
        });
        below = Some(&section.cells);
        let [inner_outline, solid_outline, sparse_outline] =
            [&filled.inner, &filled.solid, &sparse].map(|p| p.outline() * cell);
        // Where both meet is in both outlines and in neither's rim.
        let sparse_rim = 0.5 * (inner_outline + sparse_outline - solid_outline);
        layers.push(Layer {
            area: section.area,
            gross: section.gross,
            outline: section.outline,
            walls: section.area - inside * (inner + slits),
            slits: inside * slits,
            solid: inside * mm2(filled.solid.count()),
            bridges: inside * mm2(filled.bridges.count()),
            sparse: inside * mm2(sparse.count()),
            inner_outline,
            sparse_rim: sparse_rim.clamp(0.0, inner_outline),
            solid_outline,
            sparse_outline,
            hanging: mm2(hanging),
            turning: turns,
        });
    }
    Some(layers)
}
