//! The measurement of a mesh: the order of the passes, and the refusal of
//! models that cannot be priced.
//!
//! The billed volume is the volume of the plastic. Bodies that overlap count
//! once, cavities are empty, and no volume exceeds the bounding box.

use serde::Serialize;

use crate::error::ParseError;
use crate::exposure::Exposure;
use crate::measure::{Sizes, components, degrees, surface};
use crate::mesh::{Bounds, Mesh};
use crate::model::Model;
use crate::repair::{Repaired, Repairs, repair};
use crate::topology::{EdgeCounts, Topology};
use crate::units::{Unit, UnitSource};
use crate::vector::normal;
use crate::winding_number::{self, union};

/// Minimum volume of a solid, as a share of its surface times its longest side.
/// A sheet of 0.001 x 100 x 100 mm has 5e-6; a flat sheet has 1e-16 because of
/// rounding.
const FLAT: f64 = 1e-9;

/// Height above the lowest point up to which faces lie on the plate, as a share
/// of the model's height. Used for files whose unit may be wrong.
const ON_PLATE: f64 = 1e-4;

/// Overlaps below this share of the solid volume are ignored.
const MAX_OVERLAP_SHARE: f64 = 1e-3;

/// Counts describe the surface as read (exact weld); sizes describe the
/// repaired surface, in printer axes: width, depth, height.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshReport {
    pub unit: Unit,
    pub unit_source: UnitSource,
    /// Triangles in the file, including degenerate ones.
    pub triangles: u64,
    pub dimensions_mm: [f64; 3],
    pub volume_cm3: f64,
    /// Area of the file's triangles, without patches over holes.
    pub surface_cm2: f64,
    /// Whether every edge has exactly two triangles.
    pub watertight: bool,
    /// Edges with only one triangle.
    pub boundary_edges: u64,
    /// Edges with more than two triangles.
    pub non_manifold_edges: u64,
    /// Edges with two triangles that run the same way.
    pub misoriented_edges: u64,
    /// Triangles that use a vertex twice or have no area.
    pub degenerate_triangles: u64,
    /// Parts connected by shared vertices.
    pub components: u64,
    pub max_overhang_deg: f64,
    /// False when the volume depends on patches or on a guess, or when bodies
    /// overlap. In the latter case it is sampled, with an error of at most 0.5
    /// %.
    pub volume_is_exact: bool,
    /// Whether bodies overlap, or the surface crosses itself. Shared volume
    /// counts once.
    pub bodies_overlap: bool,
    /// False when there are too many surfaces to distinguish cavities from
    /// bodies. The volume is then what a slicer fills.
    pub cavities_known: bool,
    /// Repairs made to a copy before measuring.
    pub repaired: Repairs,
    /// Sentences about parts of the file that are not in the model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A repaired model that can be priced, with its measurements.
pub struct Prepared {
    pub unit: Unit,
    pub unit_source: UnitSource,
    /// Triangles in the file, including degenerate ones.
    pub triangles: u64,
    /// Triangles that use a vertex twice.
    pub collapsed: u64,
    /// Bounds as read, in the file's unit.
    pub bounds: Bounds,
    /// Edge counts of the surface as read.
    pub counts: EdgeCounts,
    pub components: u64,
    pub repaired: Repaired,
    /// Sizes of the repaired surface, in the file's unit.
    pub sizes: Sizes,
    pub bodies_overlap: bool,
    /// Whether the surface may intersect or touch itself, even within one
    /// shell.
    pub may_overlap: bool,
    /// Sentences about parts of the file that are not in the model.
    pub notes: Vec<String>,
}

/// A repaired model, and facts about its surface as read.
pub struct Mended {
    /// Triangles in the file, including degenerate ones.
    pub triangles: u64,
    /// Triangles that use a vertex twice.
    pub collapsed: u64,
    /// Bounding box in the file's unit.
    pub bounds: Bounds,
    pub counts: EdgeCounts,
    pub components: u64,
    pub repaired: Repaired,
}

/// Rotates a parsed model into printer axes and repairs it.
pub fn mend(mut model: Model) -> Result<Mended, ParseError> {
    crate::checkpoint();
    model.rotate_to_printer_axes();
    let mut mesh = model.mesh;
    let triangles = mesh.triangles.len() as u64;
    let collapsed = mesh.drop_collapsed();
    let bounds = mesh.bounds().filter(|_| has_area(&mesh));
    let bounds = bounds.ok_or(ParseError::OnlyDegenerate { triangles })?;
    let survey = Topology::survey(&mesh);
    let counts = survey.counts;
    let components = match survey.shells {
        Some((_, 1)) => 1,
        _ => components(&mesh),
    };
    crate::checkpoint();
    let mut repaired = repair(mesh, survey);
    repaired.repairs.removed_degenerates += collapsed;
    crate::checkpoint();
    Ok(Mended { triangles, collapsed, bounds, counts, components, repaired })
}

/// Rotates a parsed model into printer axes, repairs and measures it. `unit`
/// overrides the file's unit.
pub fn prepare(
    mut model: Model,
    unit: Option<Unit>,
) -> Result<Prepared, ParseError> {
    let (unit, unit_source) = match unit {
        Some(unit) => (unit, UnitSource::Override),
        None => (model.unit, model.unit_source),
    };
    let notes = std::mem::take(&mut model.notes);
    let Mended {
        triangles,
        collapsed,
        bounds,
        counts,
        components,
        mut repaired,
    } = mend(model)?;
    let mut sizes = measure(&repaired, &bounds);
    let windings =
        winding_number::sample(&repaired.mesh).ok_or_else(too_dense)?;
    let may_overlap = windings.doubtful > 0.0 || counts.non_manifold > 0;
    let shells = &repaired.shells;
    let exposure = Exposure::of(shells, may_overlap, 1.0 / unit.mm());
    if !exposure.is_whole() {
        let (own, plate) = (repaired.own_triangles, plate(&bounds));
        let steepest = exposure.steepest(&repaired.mesh, own, plate);
        sizes.max_overhang_deg = degrees(steepest);
    }
    let union = union::measure(&repaired.mesh, shells, &windings)
        .filter(|union| union.excess > MAX_OVERLAP_SHARE * union.volume);
    if let Some(union) = union {
        repaired.exact = false;
        sizes.volume = union.billed(sizes.volume);
    }
    let [x, y, z] = bounds.size();
    sizes.volume = sizes.volume.min(x * y * z);
    crate::checkpoint();
    let thinnest = FLAT * sizes.surface * bounds.longest();
    if sizes.volume <= thinnest {
        return Err(ParseError::ZeroVolume);
    }
    Ok(Prepared {
        unit,
        unit_source,
        triangles,
        collapsed,
        bounds,
        counts,
        components,
        repaired,
        sizes,
        bodies_overlap: union.is_some(),
        may_overlap,
        notes,
    })
}

/// Measures a parsed model. `unit` overrides the file's unit.
pub fn report(
    model: Model,
    unit: Option<Unit>,
) -> Result<MeshReport, ParseError> {
    Ok(prepare(model, unit)?.report())
}

impl Prepared {
    pub fn report(&self) -> MeshReport {
        let Prepared { unit, counts, sizes, .. } = self;
        let mm = unit.mm();
        MeshReport {
            unit: *unit,
            unit_source: self.unit_source,
            triangles: self.triangles,
            dimensions_mm: self.bounds.size().map(|side| side * mm),
            volume_cm3: sizes.volume * mm * mm * mm / 1000.0,
            surface_cm2: sizes.surface * mm * mm / 100.0,
            watertight: counts.watertight(),
            boundary_edges: counts.boundary,
            non_manifold_edges: counts.non_manifold,
            misoriented_edges: counts.misoriented,
            degenerate_triangles: self.collapsed + sizes.zero_area,
            components: self.components,
            max_overhang_deg: sizes.max_overhang_deg,
            volume_is_exact: self.repaired.exact,
            bodies_overlap: self.bodies_overlap,
            cavities_known: self.repaired.cavities_known,
            repaired: self.repaired.repairs.clone(),
            notes: self.notes.clone(),
        }
    }
}

/// Returns the sizes of a repaired mesh. Triangles that fill holes are included
/// in the volume but not in the surface.
fn measure(repaired: &Repaired, bounds: &Bounds) -> Sizes {
    let volume = repaired.shells.all.iter().map(|shell| shell.volume).sum();
    let own = repaired.own_triangles;
    Sizes { volume, ..surface(&repaired.mesh, own, plate(bounds)) }
}

/// Returns the height below which faces lie on the plate.
fn plate(bounds: &Bounds) -> f64 {
    let [_, _, bottom] = bounds.min;
    let [_, _, height] = bounds.size();
    bottom + ON_PLATE * height
}

fn too_dense() -> ParseError {
    ParseError::Refused {
        code: "too_intricate",
        message: "The surface overlaps itself thousands of times: merge its \
                  bodies into one before exporting it."
            .into(),
    }
}

/// Returns whether any triangle has an area.
fn has_area(mesh: &Mesh) -> bool {
    let mut triangles = mesh.triangles.iter();
    triangles.any(|&t| normal(mesh.corners(t)) != [0.0; 3])
}

#[cfg(test)]
mod tests;
