//! The verdict: a print status of the contract with its score, the issues and
//! the recommendations.
//!
//! `needs-redesign`: open after repair (40); or a dimension under 0.8 mm, walls
//! too thin to print, or an inside that cannot be printed (45). `repaired`:
//! something was repaired or reoriented, or bodies touch along an edge (85).
//! `ready`: none of these (95). The status `supports` is used only for reviewed
//! models; here a sentence says that supports are needed.
//!
//! Status, sentence, issues and recommendations are all derived from
//! `Findings`, and a test tries every combination of findings.

use serde::Serialize;

use super::Printability;
use super::inside::Inside;
use super::locations::{
    Location, of_bad_edges, of_triangles, of_unbalanced_edges,
};
use crate::exposure::Exposure;
use crate::measure::{FIRST_LAYER_MM, degrees, on_plate};
use crate::mesh::{Bounds, Mesh};
use crate::topology::{EdgeCounts, Topology};
use crate::vector::{length, normal};

/// Smallest printable dimension, mm.
pub const MIN_DIMENSION_MM: f64 = 0.8;

/// Maximum number of locations reported per kind of fault.
const MAX_LOCATIONS: usize = 3;

/// Overhangs smaller than this print without supports, mm.
const MIN_OVERHANG_MM: f64 = 2.0;

/// Cosine of 10 degrees. Flatter faces are ceilings, whose lines are laid
/// across the gap.
const CEILING: f64 = 0.984_807_753_012_208;

/// Maximum shorter side of a ceiling in a cavity that can be bridged, mm. Its
/// sag is not visible.
const MAX_BRIDGE_MM: f64 = 20.0;

/// A message, and its location if it has one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    pub code: &'static str,
    pub message: String,
    /// In mm, in the coordinates of the processed model.
    pub at: Option<[f64; 3]>,
    pub size_mm: Option<f64>,
}

/// The statuses that this crate assigns (contract.md 2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintStatus {
    Ready,
    Repaired,
    NeedsRedesign,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    pub print_status: PrintStatus,
    pub printability_score: u8,
    pub print_detail: String,
    pub issues: Vec<Remark>,
    pub recommendations: Vec<Remark>,
}

/// The input of a verdict.
pub struct Subject<'a> {
    pub mesh: &'a Mesh,
    pub topology: &'a Topology,
    pub counts: &'a EdgeCounts,
    pub bounds: &'a Bounds,
    pub facts: &'a Printability,
    /// Parts that no support can reach.
    pub inside: &'a Inside,
    /// Faces that bound the plastic.
    pub exposure: &'a Exposure,
    /// Triangles that close holes.
    pub patches: &'a [[u32; 3]],
    /// Sentence that says why nothing of the model prints.
    pub nothing_prints: Option<String>,
    /// Whether winding, holes, loose parts or the orientation were changed.
    pub fixed: bool,
    pub parts: u64,
    /// Whether bodies overlap, so that the volume is sampled.
    pub bodies_overlap: bool,
    /// Whether cavities could be distinguished from bodies.
    pub cavities_known: bool,
    /// Sentences about parts of the file that are not in the model.
    pub left_out: &'a [String],
}

/// Everything that a verdict depends on.
#[derive(Debug, Clone, Default)]
struct Findings {
    open: Vec<Location>,
    winding: Vec<Location>,
    crowded: Vec<Location>,
    patched: Vec<Location>,
    /// The smallest dimension, if it is too small.
    thin: Option<Location>,
    nothing_prints: Option<String>,
    /// The longest side, if it is too long.
    too_large: Option<Location>,
    /// A ceiling in a cavity that is too wide to bridge.
    ceiling: Option<Location>,
    /// Number of loose bodies in cavities.
    free: u64,
    /// Steepest angle and largest region of the faces that need supports.
    overhang: Option<(f64, Location)>,
    fixed: bool,
    parts: u64,
    bodies_overlap: bool,
    cavities_unknown: bool,
    left_out: Vec<String>,
}

fn remark(
    code: &'static str,
    message: String,
    location: Option<&Location>,
) -> Remark {
    let at = location.map(|p| p.at.map(round));
    Remark { code, message, at, size_mm: location.map(|p| round(p.size_mm)) }
}

/// Rounds to hundredths, for messages.
fn round(v: f64) -> f64 {
    (v * 100.0).round() / 100.0
}

fn describe(location: &Location) -> String {
    let [x, y, z] = location.at.map(round);
    format!("at ({x}, {y}, {z}) mm, {} mm across", round(location.size_mm))
}

impl Subject<'_> {
    pub fn judge(&self) -> Verdict {
        self.findings().verdict()
    }

    fn findings(&self) -> Findings {
        let (open, crowded) = of_bad_edges(self.mesh, self.topology);
        let whole = |size_mm| Location {
            at: self.bounds.center(),
            size_mm,
            sides: self.bounds.size(),
            count: 1,
        };
        let least = self.facts.min_feature_mm;
        let longest = self.bounds.longest();
        Findings {
            open,
            winding: of_unbalanced_edges(self.mesh, self.topology),
            crowded,
            patched: of_triangles(self.mesh, self.patches),
            thin: (least < MIN_DIMENSION_MM).then(|| whole(least)),
            nothing_prints: self.nothing_prints.clone(),
            too_large: (!self.facts.fits_plate).then(|| whole(longest)),
            ceiling: self.ceiling(),
            free: self.inside.free,
            overhang: self.overhang(),
            fixed: self.fixed,
            parts: self.parts,
            bodies_overlap: self.bodies_overlap,
            cavities_unknown: !self.cavities_known,
            left_out: self.left_out.to_vec(),
        }
    }

    /// Returns the triangles above the plate that bound the plastic and face
    /// down by more than the cosine, and the largest of these cosines.
    fn steep(&self, reachable: bool, cosine: f64) -> (Vec<[u32; 3]>, f64) {
        let [_, _, bottom] = self.bounds.min;
        let (mut numbers, mut cosines) = (Vec::new(), Vec::new());
        for (&triangle, number) in self.mesh.triangles.iter().zip(0u32..) {
            let corners = self.mesh.corners(triangle);
            let normal = normal(corners);
            let [_, _, up] = normal;
            let length = length(normal);
            if -up > cosine * length
                && !on_plate(corners, bottom + FIRST_LAYER_MM)
                && self.inside.is_unreachable(number) != reachable
            {
                numbers.push(number);
                cosines.push(-up / length);
            }
        }
        let exposed = self.exposure.faces(self.mesh, &numbers);
        let mut steepest = 0.0f64;
        let mut steep = Vec::new();
        for ((number, cosine), exposed) in
            numbers.into_iter().zip(cosines).zip(exposed)
        {
            if let Some(&triangle) = self.mesh.triangles.get(number as usize)
                && exposed
            {
                steep.push(triangle);
                steepest = steepest.max(cosine);
            }
        }
        (steep, steepest)
    }

    /// Returns the largest ceiling that no support can reach.
    fn ceiling(&self) -> Option<Location> {
        let (flat, _) = self.steep(false, CEILING);
        of_triangles(self.mesh, &flat).into_iter().find(|location| {
            let [x, y, _] = location.sides;
            x.min(y) > MAX_BRIDGE_MM
        })
    }

    /// Returns the largest connected region that needs supports.
    fn overhang(&self) -> Option<(f64, Location)> {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let (steep, steepest) = self.steep(true, half);
        let largest = of_triangles(self.mesh, &steep).into_iter().next()?;
        (largest.size_mm >= MIN_OVERHANG_MM)
            .then(|| (degrees(steepest), largest))
    }
}

impl Findings {
    fn is_open(&self) -> bool {
        !self.open.is_empty() || !self.winding.is_empty()
    }

    fn is_thin(&self) -> bool {
        self.thin.is_some() || self.nothing_prints.is_some()
    }

    fn verdict(&self) -> Verdict {
        let (print_status, printability_score, print_detail) = self.outcome();
        Verdict {
            print_status,
            printability_score,
            print_detail,
            issues: self.issues(),
            recommendations: self.recommendations(),
        }
    }

    fn outcome(&self) -> (PrintStatus, u8, String) {
        use PrintStatus::{NeedsRedesign, Ready, Repaired};
        if self.is_open() {
            let detail = "The surface could not be closed.";
            return (NeedsRedesign, 40, detail.into());
        }
        if self.is_thin() {
            let detail = "The model is thinner than can be printed.";
            return (NeedsRedesign, 45, detail.into());
        }
        if self.ceiling.is_some() || self.free > 0 {
            let detail = "The hollow cannot be printed: no support can stand \
                          in it.";
            return (NeedsRedesign, 45, detail.into());
        }
        let (status, score, start) = if self.fixed {
            (Repaired, 85, "The model was repaired")
        } else if !self.crowded.is_empty() {
            (Repaired, 85, "Bodies of the model touch along edges")
        } else {
            (Ready, 95, "The model needs no repair")
        };
        let large = self.too_large.is_some();
        let end = match (large, self.overhang.is_some(), status) {
            (true, ..) => ", but it is too large for the plate",
            (false, true, _) => " and can be printed with supports",
            (false, false, Ready) => {
                let detail = "The model can be printed as it is.";
                return (status, score, detail.into());
            }
            (false, false, _) => " and can be printed",
        };
        let but = !self.fixed && status == Repaired && !large;
        let end =
            if but { end.replacen(" and", "; it", 1) } else { end.into() };
        (status, score, format!("{start}{end}."))
    }

    fn issues(&self) -> Vec<Remark> {
        let mut all = self.surface_issues();
        if let Some(location) = &self.thin {
            let message = format!(
                "The smallest dimension is {} mm; {MIN_DIMENSION_MM} mm is the \
                 least that can be printed.",
                round(location.size_mm)
            );
            all.push(remark("too_thin", message, Some(location)));
        }
        if let Some(reason) = &self.nothing_prints {
            all.push(remark("nothing_prints", reason.clone(), None));
        }
        if let Some(location) = &self.ceiling {
            let [x, y, _] = location.sides.map(round);
            let message = format!(
                "A flat ceiling of {x} x {y} mm inside the hollow must be \
                 bridged over nothing {}.",
                describe(location)
            );
            all.push(remark("hollow_ceiling", message, Some(location)));
        }
        if self.free > 0 {
            let message = match self.free {
                1 => "A body hangs free inside the hollow.".into(),
                count => format!("{count} bodies hang free inside the hollow."),
            };
            all.push(remark("free_body", message, None));
        }
        if let Some(location) = &self.too_large {
            let message = format!(
                "The longest side is {} mm; the plate takes {} mm.",
                round(location.size_mm),
                super::PLATE_MM
            );
            all.push(remark("too_large", message, Some(location)));
        }
        let left_out = self.left_out.iter();
        all.extend(left_out.map(|note| remark("left_out", note.clone(), None)));
        all
    }

    fn surface_issues(&self) -> Vec<Remark> {
        let mut all = Vec::new();
        let mut add = |code, found: &[Location], sentence: Sentence| {
            let found = found.iter().take(MAX_LOCATIONS);
            all.extend(found.map(|at| remark(code, sentence(at), Some(at))));
        };
        add("open_edges", &self.open, |at| {
            format!("{} open edges remain {}.", at.count, describe(at))
        });
        add("winding", &self.winding, |at| {
            let place = describe(at);
            format!("Inside and outside cannot be told apart {place}.")
        });
        add("non_manifold_edges", &self.crowded, |at| {
            let place = describe(at);
            format!("{} edges have more than two faces {place}.", at.count)
        });
        add("hole_closed", &self.patched, |at| {
            format!("A hole was closed {}.", describe(at))
        });
        all
    }

    fn recommendations(&self) -> Vec<Remark> {
        let mut all = Vec::new();
        if self.is_open() {
            let message = "Close the surface where the issues say, then send \
                           the model again.";
            all.push(remark("close_surface", message.into(), None));
        }
        if self.is_thin() {
            all.push(remark("thicken", self.thicken(), None));
        }
        if self.ceiling.is_some() {
            let message = "Leave the model solid, or make the hollow smaller: a \
                           thicker wall, or a roof that rises like a tent or a \
                           dome.";
            all.push(remark("fill_hollow", message.into(), None));
        }
        if self.free > 0 {
            let message = "Leave the model solid, or join what is inside the \
                           hollow to its walls.";
            all.push(remark("join_bodies", message.into(), None));
        }
        if self.too_large.is_some() {
            let message = "Ask for scaling to the plate, or split the model.";
            all.push(remark("scale_down", message.into(), None));
        }
        if let Some((degrees, location)) = &self.overhang {
            let message = format!(
                "Print with supports: a face hangs over by up to {} degrees; \
                 the largest such region is {}.",
                round(*degrees),
                describe(location)
            );
            all.push(remark("supports", message, Some(location)));
        }
        if self.parts > 1 {
            let message =
                format!("The model has {} separate parts.", self.parts);
            all.push(remark("separate_parts", message, None));
        }
        if self.bodies_overlap {
            let message = "Bodies overlap: what they share is printed and \
                           counted once. Unite them where that is not meant.";
            all.push(remark("bodies_overlap", message.into(), None));
        }
        if self.cavities_unknown {
            let message = "There are too many surfaces to tell cavities from \
                           bodies: the volume is what a slicer fills.";
            all.push(remark("cavities_unknown", message.into(), None));
        }
        all
    }

    fn thicken(&self) -> String {
        let Some(Location { size_mm, .. }) = self.thin else {
            return format!(
                "Make its walls at least {MIN_DIMENSION_MM} mm thick."
            );
        };
        format!(
            "Scale the model up by at least {} times or thicken it.",
            (MIN_DIMENSION_MM / size_mm * 10.0).ceil() / 10.0
        )
    }
}

/// The sentence about a location.
type Sentence = fn(&Location) -> String;

#[cfg(test)]
mod tests;
