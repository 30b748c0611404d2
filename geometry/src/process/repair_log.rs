//! Records what a job did to a model, and reports it under the field names of
//! the contract.

use serde::Serialize;

use crate::repair::Repairs;
use crate::repair::hollow::{Hollow, Refusal};
use crate::repair::taubin::Smoothed;
use crate::topology::EdgeCounts;
use crate::units::Unit;

/// The repairs that were made; field names are those of the contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshRepair {
    pub applied: bool,
    pub welded_vertices: u64,
    pub removed_degenerates: u64,
    pub flipped_faces: u64,
    pub filled_holes: u64,
    pub remaining_boundary_edges: u64,
    /// Scale applied in addition to the file's unit; 1 when unscaled.
    pub scale_applied: f64,
    pub smoothed: bool,
    pub hollowed: bool,
    pub reoriented: bool,
    /// Wall thickness that was used, mm.
    pub hollow_wall_mm: Option<f64>,
    pub part_count: u64,
    pub notes: Vec<String>,
}

/// The repair section of a report: the repairs, or a summary when there were
/// none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Repair {
    Applied(Box<MeshRepair>),
    Nothing { applied: bool, summary: String },
}

/// The steps that the job has done so far.
#[derive(Default)]
pub struct RepairLog {
    pub repairs: Repairs,
    pub scale: f64,
    /// Whether a size was requested.
    pub sized: bool,
    pub smoothed: bool,
    pub reoriented: bool,
    pub hollow_wall_mm: Option<f64>,
    pub parts: u64,
    /// Number of edges along which bodies were separated.
    pub split_edges: u64,
    pub notes: Vec<String>,
}

impl RepairLog {
    pub fn note_smoothing(&mut self, result: Smoothed) {
        match result {
            Smoothed::Yes => self.smoothed = true,
            Smoothed::NothingToSmooth => self.notes.push(
                "Not smoothed: the surface has only edges that are sharp or \
                 long, which smoothing keeps."
                    .into(),
            ),
            Smoothed::VolumeChanged(share) => self.notes.push(format!(
                "Not smoothed: it would have changed the volume by {:.1} %.",
                100.0 * share
            )),
            Smoothed::FacesFlipped => self
                .notes
                .push("Not smoothed: it would have flipped faces.".into()),
        }
    }

    pub fn note_hollow(
        &mut self,
        result: &Result<Hollow, Refusal>,
        wanted: f64,
    ) {
        match result {
            Ok(hollow) => {
                self.hollow_wall_mm = Some(hollow.wall_mm);
                if hollow.wall_mm < wanted {
                    self.notes.push(format!(
                        "No cavity fits behind a wall of {wanted} mm: a wall \
                         of {} mm was used.",
                        hollow.wall_mm
                    ));
                }
            }
            Err(reason) => {
                self.notes.push(format!("Not hollowed: {reason}."));
            }
        }
    }

    /// Records what a GLB with the materials of its source lacks.
    pub fn note_materials(&mut self, plain: usize, external_images: usize) {
        if plain > 0 {
            self.notes.push(format!(
                "{plain} new triangles (closed holes, inner walls) have a \
                 plain material in the GLB."
            ));
        }
        if external_images > 0 {
            self.notes.push(format!(
                "{external_images} textures are not inside the file and are \
                 missing in the GLB."
            ));
        }
    }

    /// Records that the materials were lost. `reason` completes a sentence and
    /// ends with a period.
    pub fn note_materials_lost(&mut self, reason: &str) {
        self.notes.push(format!(
            "The GLB has no materials: those of the file could not be \
             carried over: {reason}"
        ));
    }

    /// Returns whether a defect was repaired, as opposed to a requested change.
    pub fn fixed(&self) -> bool {
        let Repairs {
            welded_vertices,
            removed_degenerates,
            removed_duplicates,
            removed_loose,
            flipped_faces,
            filled_holes,
            ..
        } = self.repairs;
        let count = welded_vertices
            + removed_degenerates
            + removed_duplicates
            + removed_loose
            + flipped_faces
            + filled_holes
            + self.split_edges;
        count > 0 || self.reoriented
    }

    pub fn report(mut self, counts: &EdgeCounts, unit: Unit) -> Repair {
        let hollowed = self.hollow_wall_mm.is_some();
        let changed = self.fixed()
            || self.smoothed
            || hollowed
            || self.scale != 1.0
            || counts.boundary > 0;
        if !changed && counts.non_manifold > 0 {
            self.notes.push(format!(
                "{} edges have more than two faces.",
                counts.non_manifold
            ));
        }
        if !changed && self.notes.is_empty() {
            let summary = "Nothing needed fixing.".into();
            return Repair::Nothing { applied: false, summary };
        }
        if !changed {
            let summary =
                format!("Nothing was changed. {}", self.notes.join(" "));
            return Repair::Nothing { applied: false, summary };
        }
        if self.split_edges > 0 {
            self.notes.push(format!(
                "Bodies that touched along {} edges were separated there.",
                self.split_edges
            ));
        }
        if self.repairs.removed_duplicates > 0 {
            self.notes.push(format!(
                "{} duplicate triangles were removed.",
                self.repairs.removed_duplicates
            ));
        }
        if self.repairs.removed_loose > 0 {
            self.notes.push(format!(
                "{} loose triangles were removed.",
                self.repairs.removed_loose
            ));
        }
        if self.scale != 1.0 {
            let why = if self.sized {
                "to the requested size"
            } else {
                "to fit the plate"
            };
            self.notes.push(format!(
                "The model (in {}) was scaled by {:.4} {why}.",
                unit.name(),
                self.scale
            ));
        }
        Repair::Applied(Box::new(MeshRepair {
            applied: true,
            welded_vertices: self.repairs.welded_vertices,
            removed_degenerates: self.repairs.removed_degenerates,
            flipped_faces: self.repairs.flipped_faces,
            filled_holes: self.repairs.filled_holes,
            remaining_boundary_edges: counts.boundary,
            scale_applied: self.scale,
            smoothed: self.smoothed,
            hollowed,
            reoriented: self.reoriented,
            hollow_wall_mm: self.hollow_wall_mm,
            part_count: self.parts,
            notes: self.notes,
        }))
    }
}
