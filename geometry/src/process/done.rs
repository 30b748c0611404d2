//! What was done to a model: gathered while a job runs, reported in the
//! service's names.

use serde::Serialize;

use crate::repair::Repairs;
use crate::repair::hollow::{Hollow, Refusal};
use crate::repair::taubin::Smoothed;
use crate::topology::EdgeCounts;
use crate::units::Unit;

/// What was done; names are the service's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshRepair {
    pub applied: bool,
    pub welded_vertices: u64,
    pub removed_degenerates: u64,
    pub flipped_faces: u64,
    pub filled_holes: u64,
    pub remaining_boundary_edges: u64,
    /// Factor beyond the file's unit; 1 when the size is the file's.
    pub scale_applied: f64,
    pub smoothed: bool,
    pub hollowed: bool,
    pub reoriented: bool,
    /// The wall that was used.
    pub hollow_wall_mm: Option<f64>,
    pub part_count: u64,
    pub notes: Vec<String>,
}

/// When nothing had to be done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Repair {
    Applied(Box<MeshRepair>),
    Nothing { applied: bool, summary: String },
}

/// What has been done so far.
#[derive(Default)]
pub struct Done {
    pub repairs: Repairs,
    pub scale: f64,
    pub smoothed: bool,
    pub reoriented: bool,
    pub hollow_wall_mm: Option<f64>,
    pub parts: u64,
    /// Edges along which sheets were taken apart.
    pub parted_edges: u64,
    pub notes: Vec<String>,
}

impl Done {
    pub fn note_smoothing(&mut self, came: Smoothed) {
        match came {
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
            Smoothed::TurnedOver => self
                .notes
                .push("Not smoothed: it would have turned faces over.".into()),
        }
    }

    pub fn note_hollow(&mut self, found: Result<Hollow, Refusal>, wanted: f64) {
        match found {
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

    /// What a GLB in the look of its file lacks.
    pub fn note_look(&mut self, plain: usize, images_elsewhere: usize) {
        if plain > 0 {
            self.notes.push(format!(
                "{plain} new triangles (closed holes, inner walls) have a \
                 plain material in the GLB."
            ));
        }
        if images_elsewhere > 0 {
            self.notes.push(format!(
                "{images_elsewhere} textures are not inside the file and are \
                 missing in the GLB."
            ));
        }
    }

    /// `reason` is a sentence's end.
    pub fn note_look_lost(&mut self, reason: &str) {
        self.notes.push(format!(
            "The GLB has no materials: those of the file could not be \
             carried over: {reason}"
        ));
    }

    /// Whether something was wrong, as opposed to asked for.
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
            + self.parted_edges;
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
        if self.parted_edges > 0 {
            self.notes.push(format!(
                "Bodies that touched along {} edges were taken apart there.",
                self.parted_edges
            ));
        }
        if self.repairs.removed_duplicates > 0 {
            self.notes.push(format!(
                "{} triangles that repeated others were removed.",
                self.repairs.removed_duplicates
            ));
        }
        if self.repairs.removed_loose > 0 {
            self.notes.push(format!(
                "{} triangles that touched no other were removed.",
                self.repairs.removed_loose
            ));
        }
        if self.scale != 1.0 {
            self.notes.push(format!(
                "The model (in {}) was scaled by {:.4} to fit the plate.",
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
