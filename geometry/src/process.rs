//! One job: a model in, a printable mesh and a report out. The order is
//! repair, scale, smooth, turn, hollow, judge; every step is a module of its
//! own, this file only says when.

mod done;
pub mod files;

use serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::limits::Limits;
use crate::measure::{components, volume};
use crate::mesh::Mesh;
use crate::model::Model;
use crate::parse::glb::look;
use crate::printability::Printability;
use crate::printability::verdict::{Subject, Verdict};
use crate::repair::hollow::hollow;
use crate::repair::orient::lay_well;
use crate::repair::scale::{factor_to_fit, scale};
use crate::repair::{taubin, touch};
use crate::report::{Prepared, prepare};
use crate::topology::Topology;
use crate::units::{Unit, UnitSource};
use crate::write;
use done::Done;
pub use done::{MeshRepair, Repair};

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

/// A GLB to write beside the report.
#[derive(Debug, Clone, Copy)]
pub enum Glb<'a> {
    No,
    Plain,
    /// In the look of the glTF that the model was read from.
    Like(&'a [u8]),
}

/// The mesh is in mm and printer axes.
pub struct Processed {
    pub report: ProcessReport,
    pub mesh: Mesh,
    pub glb: Option<Vec<u8>>,
}

/// Processes a model as parsed; `unit` overrides the file's.
pub fn process(
    model: Model,
    unit: Option<Unit>,
    options: &Options,
    glb: Glb,
    limits: &Limits,
) -> Result<Processed, ParseError> {
    let Prepared { unit, unit_source, bounds, repaired, sizes, .. } =
        prepare(model, unit)?;
    let doubt = match repaired.exact {
        true => 0.0,
        false => sizes.volume - volume(&repaired.mesh),
    };
    let mut done = Done { repairs: repaired.repairs, ..Done::default() };
    let mut mesh = repaired.mesh;
    let read = matches!(glb, Glb::Like(_)).then(|| mesh.positions.clone());
    let mm = unit.mm();
    done.scale = match options.scale_to_plate {
        true => factor_to_fit(bounds.size().map(|side| side * mm)),
        false => 1.0,
    };
    scale(&mut mesh, mm * done.scale);
    let mut hidden = options.orient.then(|| repaired.shells.hidden()).flatten();
    drop(repaired.shells);
    let mut topology = Topology::build(&mesh);
    let mut counts = topology.count();
    let mut patched = repaired.own_triangles;
    // The look is found by whole triangles.
    let mut whole = None;
    if counts.non_manifold > 0 {
        let before = mesh.triangles.clone();
        if let Some(parted) = touch::part(&mut mesh, &topology) {
            topology = Topology::build(&mesh);
            counts = topology.count();
            let of = |s: &u32| (*s as usize) < patched;
            patched = parted.sources.partition_point(of);
            hidden = hidden.map(|hidden| {
                let of = |s: &u32| hidden.get(*s as usize).copied();
                parted.sources.iter().map(|s| of(s) == Some(true)).collect()
            });
            done.parted_edges = parted.edges;
            whole = Some(before);
        }
    }
    done.parts = components(&mesh);
    crate::pace::checkpoint();
    smooth(&mut mesh, &topology, options.smoothing, &mut done);
    done.reoriented = options.orient && lay_well(&mut mesh, hidden.as_deref());
    crate::pace::checkpoint();
    let outer = mesh.triangles.len();
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
    let side = mm * done.scale;
    let doubt = doubt * side * side * side;
    let printability = Printability::of(&mesh, outer, &counts, &bounds, doubt);
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
    drop(topology);
    crate::pace::checkpoint();
    let glb = match glb {
        Glb::No => None,
        Glb::Plain => Some(write::glb::write(&mesh, 1.0)),
        Glb::Like(file) => {
            let read = read.unwrap_or_default();
            let whole = whole.map(|mut triangles| {
                triangles.extend(mesh.triangles.iter().skip(outer));
                Mesh { positions: mesh.positions.clone(), triangles }
            });
            let mesh = whole.as_ref().unwrap_or(&mesh);
            Some(dressed(file, &read, mesh, limits, &mut done))
        }
    };
    let mesh_repair = done.report(&counts, unit);
    let report =
        ProcessReport { unit, unit_source, mesh_repair, printability, verdict };
    Ok(Processed { report, mesh, glb })
}

fn smooth(
    mesh: &mut Mesh,
    topology: &Topology,
    smoothing: Smoothing,
    done: &mut Done,
) {
    if smoothing == Smoothing::Off {
        return;
    }
    let before = mesh.positions.clone();
    taubin::smooth(mesh, topology, smoothing.passes());
    done.smoothed = true;
    done.note_smoothing(&before, mesh);
    crate::pace::checkpoint();
}

/// The GLB of a mesh in mm in the look of its file, as far as it goes; the
/// notes say what is lost. `read` holds the positions as they were read.
fn dressed(
    file: &[u8],
    read: &[[f32; 3]],
    mesh: &Mesh,
    limits: &Limits,
    done: &mut Done,
) -> Vec<u8> {
    let look = match look::read(file, limits) {
        Ok(Some(look)) => look,
        Ok(None) => return write::glb::write(mesh, 1.0),
        Err(error) => {
            done.note_look_lost(&error.to_string());
            return write::glb::write(mesh, 1.0);
        }
    };
    crate::pace::checkpoint();
    match write::glb::write_like(&look, read, mesh, 1.0) {
        Some(dressed) => {
            done.note_look(dressed.plain, look.images_elsewhere);
            dressed.bytes
        }
        None => {
            done.note_look_lost("none of its triangles was found again.");
            write::glb::write(mesh, 1.0)
        }
    }
}

#[cfg(test)]
mod tests;
