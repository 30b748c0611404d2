//! A model on its way through a job: its mesh, what later steps must know of
//! earlier ones, and each step.

use super::done::{Done, Repair};
use super::{Glb, Options, Smoothing, Wall};
use crate::error::ParseError;
use crate::estimate::file::too_little;
use crate::estimate::{Settings, estimate};
use crate::limits::Limits;
use crate::measure::{components, surface, volume};
use crate::mesh::Mesh;
use crate::parse::glb::look;
use crate::printability::Printability;
use crate::printability::verdict::{Subject, Verdict};
use crate::repair::hollow::hollow;
use crate::repair::orient::lay_well;
use crate::repair::scale::{factor_to_fit, scale};
use crate::repair::{taubin, touch};
use crate::report::Prepared;
use crate::topology::{EdgeCounts, Topology};
use crate::units::Unit;
use crate::write;

/// The mesh is in mm and printer axes.
pub struct Work {
    mesh: Mesh,
    topology: Topology,
    counts: EdgeCounts,
    done: Done,
    /// mm3 that the signed volume does not count, but a bill must.
    doubt: f64,
    /// Triangles up to here are the file's; patches over holes follow.
    patched: usize,
    /// Triangles up to here are the outside; a cavity's skin follows.
    outer: usize,
    /// Triangles that no support can reach; when the pose is asked for.
    hidden: Option<Vec<bool>>,
    /// Positions as read; when a look has to be found again.
    read: Vec<[f32; 3]>,
    /// Triangles before bodies were taken apart: looks are found by them.
    whole: Option<Vec<[u32; 3]>>,
}

impl Work {
    /// A repaired model, scaled. `look`: its look will be asked for.
    pub fn of(prepared: Prepared, options: &Options, look: bool) -> Work {
        let Prepared { unit, bounds, repaired, sizes, .. } = prepared;
        let doubt = match repaired.exact {
            true => 0.0,
            false => sizes.volume - volume(&repaired.mesh),
        };
        let mut mesh = repaired.mesh;
        let read = if look { mesh.positions.clone() } else { Vec::new() };
        let mm = unit.mm();
        let factor = match options.scale_to_plate {
            true => factor_to_fit(bounds.size().map(|side| side * mm)),
            false => 1.0,
        };
        let side = mm * factor;
        scale(&mut mesh, side);
        let hidden = options.orient.then(|| repaired.shells.hidden()).flatten();
        drop(repaired.shells);
        let topology = Topology::build(&mesh);
        Work {
            counts: topology.count(),
            topology,
            done: Done {
                repairs: repaired.repairs,
                scale: factor,
                ..Done::default()
            },
            doubt: doubt * side * side * side,
            patched: repaired.own_triangles,
            outer: mesh.triangles.len(),
            hidden,
            read,
            whole: None,
            mesh,
        }
    }

    /// Takes bodies apart that touch along edges; counts the parts.
    pub fn part(&mut self) {
        if self.counts.non_manifold > 0 {
            let before = self.mesh.triangles.clone();
            if let Some(parted) = touch::part(&mut self.mesh, &self.topology) {
                self.follow(&parted);
                self.whole = Some(before);
            }
        }
        self.done.parts = components(&self.mesh);
    }

    /// Brings what is known by triangle to the new triangles.
    fn follow(&mut self, parted: &touch::Parted) {
        self.look_again();
        self.outer = self.mesh.triangles.len();
        let patched = self.patched;
        let own = |source: &u32| (*source as usize) < patched;
        self.patched = parted.sources.partition_point(own);
        self.hidden = self.hidden.take().map(|hidden| {
            let of = |source: &u32| hidden.get(*source as usize).copied();
            parted.sources.iter().map(|s| of(s) == Some(true)).collect()
        });
        self.done.parted_edges = parted.edges;
    }

    fn look_again(&mut self) {
        self.topology = Topology::build(&self.mesh);
        self.counts = self.topology.count();
    }

    pub fn smooth(&mut self, smoothing: Smoothing) {
        if let Some(strength) = smoothing.strength() {
            let came = taubin::smooth(&mut self.mesh, &self.topology, strength);
            self.done.note_smoothing(came);
        }
    }

    /// Lays the model well on the plate, if that is asked for.
    pub fn lay(&mut self, orient: bool) {
        let hidden = self.hidden.take();
        self.done.reoriented =
            orient && lay_well(&mut self.mesh, hidden.as_deref());
    }

    pub fn hollow(&mut self, wall: Option<Wall>) {
        let Some(Wall { wall_mm }) = wall else { return };
        let found = hollow(&mut self.mesh, &self.counts, wall_mm);
        self.done.note_hollow(found, wall_mm);
        if found.is_ok() {
            self.look_again();
        }
    }

    /// The facts and what they mean. Forgets the topology.
    pub fn judge(&mut self) -> Result<(Printability, Verdict), ParseError> {
        let Work { mesh, counts, outer, .. } = &*self;
        let bounds = mesh.bounds().ok_or(ParseError::NoTriangles)?;
        let facts = Printability::of(mesh, *outer, counts, &bounds, self.doubt);
        let patches = mesh.triangles.get(self.patched..*outer);
        let subject = Subject {
            mesh,
            topology: &self.topology,
            counts,
            bounds: &bounds,
            facts: &facts,
            outer: *outer,
            patches: patches.unwrap_or(&[]),
            nothing_prints: nothing_prints(mesh, counts, &facts),
            fixed: self.done.fixed(),
            parts: self.done.parts,
        };
        let verdict = subject.judge();
        self.topology = Topology::default();
        Ok((facts, verdict))
    }

    pub fn glb(&mut self, glb: Glb, limits: &Limits) -> Option<Vec<u8>> {
        match glb {
            Glb::No => None,
            Glb::Plain => Some(write::glb::write(&self.mesh, 1.0)),
            Glb::Like(file) => Some(self.dressed(file, limits)),
        }
    }

    /// In the look of its file, as far as it goes; the notes say what is lost.
    fn dressed(&mut self, file: &[u8], limits: &Limits) -> Vec<u8> {
        let whole = self.whole.take().map(|mut triangles| {
            triangles.extend(self.mesh.triangles.iter().skip(self.outer));
            Mesh { positions: self.mesh.positions.clone(), triangles }
        });
        let mesh = whole.as_ref().unwrap_or(&self.mesh);
        let look = match look::read(file, limits) {
            Ok(Some(look)) => look,
            Ok(None) => return write::glb::write(mesh, 1.0),
            Err(error) => {
                self.done.note_look_lost(&error.to_string());
                return write::glb::write(mesh, 1.0);
            }
        };
        crate::pace::checkpoint();
        match write::glb::write_like(&look, &self.read, mesh, 1.0) {
            Some(dressed) => {
                self.done.note_look(dressed.plain, look.images_elsewhere);
                dressed.bytes
            }
            None => {
                let reason = "none of its triangles was found again.";
                self.done.note_look_lost(reason);
                write::glb::write(mesh, 1.0)
            }
        }
    }

    pub fn finish(self, unit: Unit) -> (Mesh, Repair) {
        let repair = self.done.report(&self.counts, unit);
        (self.mesh, repair)
    }
}

/// A mean wall from which on a model certainly prints, mm: two lines. Half of
/// the material is under a third of a line only if the mean is under two
/// thirds, and columns that do not print come to less than one.
const SURELY_PRINTS_MM: f64 = 0.8;

/// Why nothing of a closed model prints at the default settings. Only models
/// with thin walls are cut for it.
fn nothing_prints(
    mesh: &Mesh,
    counts: &EdgeCounts,
    facts: &Printability,
) -> Option<String> {
    let sizes = surface(mesh, mesh.triangles.len(), f64::NEG_INFINITY);
    let mean_wall_mm = 2000.0 * facts.volume_cm3 / sizes.surface;
    if counts.boundary > 0 || mean_wall_mm >= SURELY_PRINTS_MM {
        return None;
    }
    let reason = estimate(mesh, &Settings::DEFAULT).err()?;
    Some(too_little(&reason)).filter(|reason| !reason.is_empty())
}
