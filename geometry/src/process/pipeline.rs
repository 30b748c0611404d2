//! The state of a processing job (its mesh and the data that later steps need)
//! and one method per step.

use super::repair_log::{Repair, RepairLog};
use super::{Glb, Options, Smoothing, Wall};
use crate::error::ParseError;
use crate::estimate::file::nothing_prints_message;
use crate::estimate::{Settings, estimate};
use crate::exposure::Exposure;
use crate::limits::Limits;
use crate::measure::{components, surface, volume};
use crate::mesh::Mesh;
use crate::parse::glb::materials;
use crate::printability::Printability;
use crate::printability::inside::Inside;
use crate::printability::verdict::{Subject, Verdict};
use crate::repair::hollow::{Hollow, hollow};
use crate::repair::orientation::choose_orientation;
use crate::repair::scale::{Target, scale};
use crate::repair::{split_edges, taubin};
use crate::report::Prepared;
use crate::shells::Shells;
use crate::topology::{EdgeCounts, Topology};
use crate::units::Unit;
use crate::write;

struct Unsplit {
    triangles: Vec<[u32; 3]>,
    sources: Vec<u32>,
}

/// State of a job. The mesh is in mm and printer axes.
pub struct Pipeline {
    mesh: Mesh,
    topology: Topology,
    counts: EdgeCounts,
    log: RepairLog,
    /// Whether the repaired surface is a single shell.
    one_shell: bool,
    bodies_overlap: bool,
    /// Whether the surface may intersect or touch itself.
    may_overlap: bool,
    cavities_known: bool,
    /// Difference between the volume and the signed volume, mm3; negative where
    /// bodies overlap.
    doubt: f64,
    /// Triangles before this index are the file's; patches over holes follow.
    patches_start: usize,
    /// Triangles before this index are the outside; the inner surfaces of
    /// cavities follow.
    outer: usize,
    /// Flags of triangles inside cavities, which no support can reach. Stored
    /// only when orientation is requested.
    hidden: Option<Vec<bool>>,
    /// Positions as read. Stored only when materials have to be reattached.
    positions_read: Vec<[f32; 3]>,
    /// Triangles before bodies were split, and the original index of each
    /// present triangle. Used for matching materials.
    unsplit: Option<Unsplit>,
    /// Sentences about parts of the file that are not in the model.
    left_out: Vec<String>,
    target: Target,
}

impl Pipeline {
    /// Starts a job with a repaired model and scales it. `materials`: whether
    /// the GLB needs the materials of the source.
    pub fn new(
        prepared: Prepared,
        options: &Options,
        materials: bool,
    ) -> Pipeline {
        let Prepared {
            unit,
            bounds,
            mut repaired,
            sizes,
            bodies_overlap,
            may_overlap,
            notes,
            ..
        } = prepared;
        let topology = repaired.take_topology();
        let doubt = if repaired.exact {
            0.0
        } else {
            sizes.volume - volume(&repaired.mesh)
        };
        let mut mesh = repaired.mesh;
        let positions_read =
            if materials { mesh.positions.clone() } else { Vec::new() };
        let mm = unit.mm();
        let target = Target {
            longest_side_mm: options.longest_side_mm,
            fits_plate: options.scale_to_plate,
        };
        let factor = target.factor(bounds.size().map(|side| side * mm));
        let side = mm * factor;
        scale(&mut mesh, side);
        let one_shell = repaired.shells.all.len() == 1;
        let hidden = options.orient.then(|| repaired.shells.hidden()).flatten();
        drop(repaired.shells);
        Pipeline {
            counts: topology.count(),
            topology,
            log: RepairLog {
                repairs: repaired.repairs,
                scale: factor,
                sized: options.longest_side_mm.is_some(),
                ..RepairLog::default()
            },
            one_shell,
            bodies_overlap,
            may_overlap,
            cavities_known: repaired.cavities_known,
            doubt: doubt * side * side * side,
            patches_start: repaired.own_triangles,
            outer: mesh.triangles.len(),
            hidden,
            positions_read,
            unsplit: None,
            left_out: notes,
            target,
            mesh,
        }
    }

    /// Splits bodies that touch along edges, and counts the parts.
    pub fn split_bodies(&mut self) {
        if self.one_shell && self.counts.watertight() {
            self.log.parts = 1;
            return;
        }
        if self.counts.non_manifold > 0 {
            let before = self.mesh.triangles.clone();
            if let Some(split) =
                split_edges::split_edges(&mut self.mesh, &self.topology)
            {
                self.remap(&split);
                let sources = split.sources;
                self.unsplit = Some(Unsplit { triangles: before, sources });
            }
        }
        self.log.parts = components(&self.mesh);
    }

    /// Maps per-triangle data to the triangles after the split.
    fn remap(&mut self, split: &split_edges::SplitEdges) {
        self.rebuild_topology();
        self.outer = self.mesh.triangles.len();
        let patches_start = self.patches_start;
        let own = |source: &u32| (*source as usize) < patches_start;
        self.patches_start = split.sources.partition_point(own);
        self.hidden = self.hidden.take().map(|hidden| {
            let of = |source: &u32| hidden.get(*source as usize).copied();
            split.sources.iter().map(|s| of(s) == Some(true)).collect()
        });
        self.log.split_edges = split.edges;
    }

    fn rebuild_topology(&mut self) {
        self.topology = Topology::build(&self.mesh);
        self.counts = self.topology.count();
    }

    pub fn smooth(&mut self, smoothing: Smoothing) {
        if let Some(strength) = smoothing.strength() {
            let result =
                taubin::smooth(&mut self.mesh, &self.topology, strength);
            self.log.note_smoothing(result);
        }
    }

    /// Orients the model on the plate, if requested.
    pub fn orient(&mut self, orient: bool) {
        let hidden = self.hidden.take();
        self.log.reoriented =
            orient && choose_orientation(&mut self.mesh, hidden.as_deref());
    }

    /// Restores the requested longest side, which orientation and smoothing
    /// changed. Runs before hollowing, whose walls are in mm.
    pub fn size(&mut self) {
        if self.target.longest_side_mm.is_none() {
            return;
        }
        let Some(bounds) = self.mesh.bounds() else { return };
        let factor = self.target.factor(bounds.size());
        scale(&mut self.mesh, factor);
        self.log.scale *= factor;
        self.doubt *= factor * factor * factor;
    }

    pub fn hollow(&mut self, wall: Option<Wall>) {
        let Some(Wall { wall_mm }) = wall else { return };
        let shells = (!self.is_one_shell())
            .then(|| Shells::find(&self.mesh, &self.topology));
        let shells = shells.as_ref();
        let result = hollow(&mut self.mesh, &self.counts, shells, wall_mm);
        self.log.note_hollow(&result, wall_mm);
        if let Ok(Hollow { merged, .. }) = result {
            self.note_removed(&merged);
            self.rebuild_topology();
        }
    }

    fn is_one_shell(&self) -> bool {
        self.one_shell && self.log.split_edges == 0
    }

    /// Adapts per-triangle data after some triangles were removed. `gone` must
    /// be in order.
    fn note_removed(&mut self, gone: &[u32]) {
        let before = |end: usize| {
            gone.partition_point(|&triangle| (triangle as usize) < end)
        };
        self.patches_start -= before(self.patches_start);
        self.outer -= before(self.outer);
        if let Some(Unsplit { triangles, sources }) = &mut self.unsplit {
            let lost = gone.iter().filter_map(|&at| sources.get(at as usize));
            let lost: std::collections::BTreeSet<u32> = lost.copied().collect();
            let mut at = 0u32;
            triangles.retain(|_| {
                at += 1;
                !lost.contains(&(at - 1))
            });
        }
        if !gone.is_empty() {
            self.drop_unused();
        }
    }

    /// Drops unused vertices. The others keep their order, which identifies the
    /// vertices that were read.
    fn drop_unused(&mut self) {
        let mut used = vec![false; self.mesh.positions.len()];
        for &vertex in self.mesh.triangles.iter().flatten() {
            if let Some(used) = used.get_mut(vertex as usize) {
                *used = true;
            }
        }
        let numbers = used.iter().scan(0u32, |next, &used| {
            let own = *next;
            *next += u32::from(used);
            Some(own)
        });
        let numbers: Vec<u32> = numbers.collect();
        let unsplit = self.unsplit.iter_mut().flat_map(|u| &mut u.triangles);
        for vertex in self.mesh.triangles.iter_mut().chain(unsplit).flatten() {
            *vertex = numbers.get(*vertex as usize).copied().unwrap_or(0);
        }
        for positions in [&mut self.mesh.positions, &mut self.positions_read] {
            let mut used = used.iter();
            positions.retain(|_| used.next() == Some(&true));
        }
    }

    /// Judges printability and frees the topology.
    pub fn judge(&mut self) -> Result<(Printability, Verdict), ParseError> {
        let Pipeline { mesh, counts, outer, .. } = &*self;
        let bounds = mesh.bounds().ok_or(ParseError::NoTriangles)?;
        let solid = self.is_one_shell() && self.log.hollow_wall_mm.is_none();
        let known = counts.boundary == 0 && (!solid || self.may_overlap);
        let shells = known.then(|| Shells::find(mesh, &self.topology));
        let inside = shells.as_ref().map(|shells| Inside::of(mesh, shells));
        let inside = inside.unwrap_or_default();
        let exposure = match &shells {
            Some(shells) => Exposure::of(shells, self.may_overlap, 1.0),
            None => Exposure::whole(),
        };
        drop(shells);
        let facts =
            Printability::of(mesh, counts, &bounds, self.doubt, &exposure);
        // The inner surface of a cavity is not counted as a part.
        let parts = match inside.cavities {
            0 => self.log.parts,
            cavities => components(mesh).saturating_sub(cavities).max(1),
        };
        let patches = mesh.triangles.get(self.patches_start..*outer);
        let subject = Subject {
            mesh,
            topology: &self.topology,
            counts,
            bounds: &bounds,
            facts: &facts,
            inside: &inside,
            exposure: &exposure,
            patches: patches.unwrap_or(&[]),
            nothing_prints: nothing_prints(mesh, counts, &facts),
            fixed: self.log.fixed(),
            parts,
            bodies_overlap: self.bodies_overlap,
            cavities_known: self.cavities_known,
            left_out: &self.left_out,
        };
        let verdict = subject.judge();
        self.topology = Topology::default();
        Ok((facts, verdict))
    }

    pub fn glb(&mut self, glb: Glb, limits: &Limits) -> Option<Vec<u8>> {
        match glb {
            Glb::Skip => None,
            Glb::Plain => Some(write::glb::write(&self.mesh, 1.0)),
            Glb::WithMaterials(file) => Some(self.with_materials(file, limits)),
        }
    }

    /// Writes the GLB with the materials of the source where possible. Notes
    /// report what is lost.
    fn with_materials(&mut self, file: &[u8], limits: &Limits) -> Vec<u8> {
        let unsplit =
            self.unsplit.take().map(|Unsplit { mut triangles, .. }| {
                triangles.extend(self.mesh.triangles.iter().skip(self.outer));
                Mesh { positions: self.mesh.positions.clone(), triangles }
            });
        let mesh = unsplit.as_ref().unwrap_or(&self.mesh);
        let materials = match materials::read(file, limits) {
            Ok(Some(materials)) => materials,
            Ok(None) => return write::glb::write(mesh, 1.0),
            Err(error) => {
                self.log.note_materials_lost(&error.to_string());
                return write::glb::write(mesh, 1.0);
            }
        };
        crate::checkpoint();
        match write::glb::write_with_materials(
            &materials,
            &self.positions_read,
            mesh,
            1.0,
        ) {
            Some(with_materials) => {
                self.log.note_materials(
                    with_materials.plain,
                    materials.external_images,
                );
                with_materials.bytes
            }
            None => {
                let reason = "none of its triangles could be matched.";
                self.log.note_materials_lost(reason);
                write::glb::write(mesh, 1.0)
            }
        }
    }

    pub fn finish(self, unit: Unit) -> (Mesh, Repair) {
        let repair = self.log.report(&self.counts, unit);
        (self.mesh, repair)
    }
}

/// Mean wall thickness from which a model certainly prints, mm: two lines. Half
/// of its material is thinner than a third of a line only if the mean is below
/// two thirds of a line, and the mean of columns that are too thin to print is
/// below one line.
const SURELY_PRINTS_MM: f64 = 0.8;

/// Returns the reason why nothing of a closed model prints at the default
/// settings. Only models with thin walls are estimated for this check.
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
    Some(nothing_prints_message(&reason)).filter(|reason| !reason.is_empty())
}
