//! One job: a model in, a printable mesh and a report out. The order is
//! repair, scale, smooth, turn, hollow, judge; every step is a module of its
//! own, this file only says when.

use serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::examine::{Format, Outcome, Read, read, refuse_size};
use crate::limits::Limits;
use crate::measure::components;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::printability::Printability;
use crate::printability::verdict::{Subject, Verdict};
use crate::repair::hollow::hollow;
use crate::repair::orient::{better_down, lay};
use crate::repair::scale::{factor_to_fit, scale};
use crate::repair::{Repairs, taubin};
use crate::report::{Prepared, prepare};
use crate::topology::Topology;
use crate::units::{Unit, UnitSource};
use crate::vector::wide;
use crate::write::stl;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Smoothing {
    #[default]
    Off,
    /// 2 passes.
    Light,
    /// 5 passes.
    Strong,
}

impl Smoothing {
    fn passes(self) -> u32 {
        match self {
            Smoothing::Off => 0,
            Smoothing::Light => 2,
            Smoothing::Strong => 5,
        }
    }
}

/// Wall of a hollow body, mm.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wall {
    pub wall_mm: f64,
}

/// What to do beyond repair; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    pub smoothing: Smoothing,
    pub hollow: Option<Wall>,
    pub orient: bool,
    pub scale_to_plate: bool,
}

impl Options {
    /// From JSON; what is wrong with it otherwise.
    pub fn from_json(json: &str) -> Result<Options, String> {
        let options: Options =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        match options.hollow {
            Some(Wall { wall_mm }) if !(0.4..=10.0).contains(&wall_mm) => {
                Err(format!("a wall of {wall_mm} mm is not in 0.4 to 10 mm"))
            }
            _ => Ok(options),
        }
    }
}

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

/// Shapes and names as in service.md, "Generation result".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessReport {
    pub unit: Unit,
    pub unit_source: UnitSource,
    pub mesh_repair: Repair,
    pub printability: Printability,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// The mesh is in mm and printer axes.
pub struct Processed {
    pub report: ProcessReport,
    pub mesh: Mesh,
}

/// How a job ended, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProcessOutcome {
    Processed { report: Box<ProcessReport> },
    Unreadable { code: &'static str, message: String },
}

/// Reads and processes a file: the outcome, and the mesh as binary STL
/// (empty unless processed).
pub fn process_file(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    options: &Options,
    limits: &Limits,
) -> (ProcessOutcome, Vec<u8>) {
    if let Some(Outcome::Unreadable { code, message }) =
        refuse_size(bytes.len() as u64, limits)
    {
        return (ProcessOutcome::Unreadable { code, message }, Vec::new());
    }
    let done = read(bytes, format, limits).and_then(|found| match found {
        Read::Model(model) => process(*model, unit, options),
        Read::Sliced(_) => Err(ParseError::Refused {
            code: "already_sliced",
            message: "The file is already sliced: it holds no mesh to \
                      repair."
                .into(),
        }),
    });
    match done {
        Ok(Processed { report, mesh }) => {
            let report = Box::new(report);
            (ProcessOutcome::Processed { report }, stl::binary(&mesh))
        }
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            (ProcessOutcome::Unreadable { code, message }, Vec::new())
        }
    }
}

/// The outcome as JSON: shortest digits that read back to the same number.
pub fn to_json(outcome: &ProcessOutcome) -> String {
    // A report is plain data; serializing it cannot fail.
    serde_json::to_string(outcome).unwrap_or_default()
}

/// Processes a model as parsed; `unit` overrides the file's.
pub fn process(
    model: Model,
    unit: Option<Unit>,
    options: &Options,
) -> Result<Processed, ParseError> {
    let Prepared { unit, unit_source, bounds, repaired, .. } =
        prepare(model, unit)?;
    let mut done = Done { repairs: repaired.repairs, ..Done::default() };
    let mut mesh = repaired.mesh;
    let mm = unit.mm();
    done.scale = match options.scale_to_plate {
        true => factor_to_fit(bounds.size().map(|side| side * mm)),
        false => 1.0,
    };
    scale(&mut mesh, mm * done.scale);
    drop(repaired.shells);
    let topology = Topology::build(&mesh);
    let counts = topology.count();
    let patched = repaired.own_triangles;
    done.parts = components(&mesh);
    crate::pace::checkpoint();
    let passes = options.smoothing.passes();
    if passes > 0 {
        let before = mesh.positions.clone();
        taubin::smooth(&mut mesh, &topology, passes);
        done.smoothed = true;
        done.note_smoothing(&before, &mesh);
    }
    if options.orient
        && let Some(down) = better_down(&mesh)
    {
        lay(&mut mesh, down);
        done.reoriented = true;
    }
    crate::pace::checkpoint();
    let outer = mesh.triangles.len();
    let (mut topology, mut counts) = (topology, counts);
    if let Some(Wall { wall_mm }) = options.hollow {
        let found = hollow(&mut mesh, &counts, wall_mm);
        done.note_hollow(found, wall_mm);
        if found.is_ok() {
            topology = Topology::build(&mesh);
            counts = topology.count();
        }
    }
    crate::pace::checkpoint();
    let bounds = mesh.bounds().ok_or(ParseError::NoTriangles)?;
    let printability = Printability::of(&mesh, outer, &counts, &bounds);
    let subject = Subject {
        mesh: &mesh,
        topology: &topology,
        counts: &counts,
        bounds: &bounds,
        facts: &printability,
        outer,
        patches: mesh.triangles.get(patched..outer).unwrap_or(&[]),
        fixed: done.fixed(),
        parts: done.parts,
    };
    let verdict = subject.judge();
    let mesh_repair = done.report(&counts, unit);
    let report =
        ProcessReport { unit, unit_source, mesh_repair, printability, verdict };
    Ok(Processed { report, mesh })
}

/// Moves of the surface that are worth a note, mm: half a nozzle.
const NOTICEABLE_MM: f64 = 0.2;

/// What has been done so far.
#[derive(Default)]
struct Done {
    repairs: Repairs,
    scale: f64,
    smoothed: bool,
    reoriented: bool,
    hollow_wall_mm: Option<f64>,
    parts: u64,
    notes: Vec<String>,
}

impl Done {
    /// Coarse models lose their corners to smoothing: say how much.
    fn note_smoothing(&mut self, before: &[[f32; 3]], mesh: &Mesh) {
        let moves = before.iter().zip(&mesh.positions).map(|(&a, &b)| {
            let apart = crate::vector::sub(wide(b), wide(a));
            crate::vector::dot(apart, apart)
        });
        let most = moves.fold(0.0, f64::max).sqrt();
        if most > NOTICEABLE_MM {
            self.notes.push(format!(
                "Smoothing moved the surface by up to {most:.2} mm."
            ));
        }
    }

    fn note_hollow(
        &mut self,
        found: Result<
            crate::repair::hollow::Hollow,
            crate::repair::hollow::Refusal,
        >,
        wanted: f64,
    ) {
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

    /// Whether something was wrong, as opposed to asked for.
    fn fixed(&self) -> bool {
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
            + filled_holes;
        count > 0 || self.reoriented
    }

    fn report(
        mut self,
        counts: &crate::topology::EdgeCounts,
        unit: Unit,
    ) -> Repair {
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

#[cfg(test)]
mod tests;
