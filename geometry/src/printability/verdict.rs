//! The verdict: a print status of the contract with its score, the issues and
//! the recommendations.
//!
//! `needs-redesign`: open after repair (40), or a dimension under 0.8 mm or
//! walls too thin to print (45). `repaired`: something was repaired or
//! reoriented (85). `ready`: none of these (95). `supports` is used for
//! reviewed models only. Edges of more than two triangles alone do not prevent
//! a print: bodies may touch along an edge.

use serde::Serialize;

use super::Printability;
use super::locations::{
    Location, of_bad_edges, of_triangles, of_unbalanced_edges,
};
use crate::measure::{FIRST_LAYER_MM, on_plate};
use crate::mesh::{Bounds, Mesh};
use crate::topology::{EdgeCounts, Topology};
use crate::vector::{length, normal};

/// Smallest printable dimension, mm.
pub const MIN_DIMENSION_MM: f64 = 0.8;

/// Maximum number of locations reported per kind of fault.
const MAX_LOCATIONS: usize = 3;

/// Overhangs steeper than this need support, degrees.
const MAX_UNSUPPORTED_DEG: f64 = 45.0;

/// Overhangs smaller than this print without support, mm.
const MIN_OVERHANG_MM: f64 = 2.0;

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

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    pub print_status: &'static str,
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
    /// Triangles before this index are the outside; the skins of cavities
    /// follow.
    pub outer: usize,
    /// Triangles of the outside that close holes.
    pub patches: &'a [[u32; 3]],
    /// Why nothing of the model prints, as a sentence.
    pub nothing_prints: Option<String>,
    /// Winding, holes, loose parts or the orientation were changed.
    pub fixed: bool,
    pub parts: u64,
    /// Whether bodies overlap, so that the volume is sampled.
    pub bodies_overlap: bool,
    /// Whether cavities could be told from bodies.
    pub cavities_known: bool,
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
        let mut issues = self.surface_issues();
        issues.extend(self.size_issues());
        let open = self.counts.boundary > 0 || self.counts.unbalanced > 0;
        let thin = self.facts.min_feature_mm < MIN_DIMENSION_MM
            || self.nothing_prints.is_some();
        let (print_status, printability_score, print_detail) = if open {
            ("needs-redesign", 40, "The surface could not be closed.")
        } else if thin {
            let detail = "The model is thinner than can be printed.";
            ("needs-redesign", 45, detail)
        } else if self.fixed || !self.facts.watertight {
            ("repaired", 85, "The model was repaired and can be printed.")
        } else {
            ("ready", 95, "The model can be printed as it is.")
        };
        Verdict {
            print_status,
            printability_score,
            print_detail: print_detail.into(),
            issues,
            recommendations: self.recommendations(open, thin),
        }
    }

    fn surface_issues(&self) -> Vec<Remark> {
        let (open, crowded) = of_bad_edges(self.mesh, self.topology);
        let mut all = Vec::new();
        for location in open.iter().take(MAX_LOCATIONS) {
            let message = format!(
                "{} open edges remain {}.",
                location.count,
                describe(location)
            );
            all.push(remark("open_edges", message, Some(location)));
        }
        for location in of_unbalanced_edges(self.mesh, self.topology)
            .iter()
            .take(MAX_LOCATIONS)
        {
            let message = format!(
                "Inside and outside cannot be told apart {}.",
                describe(location)
            );
            all.push(remark("winding", message, Some(location)));
        }
        for location in crowded.iter().take(MAX_LOCATIONS) {
            let message = format!(
                "{} edges have more than two faces {}.",
                location.count,
                describe(location)
            );
            all.push(remark("non_manifold_edges", message, Some(location)));
        }
        let patched = of_triangles(self.mesh, self.patches);
        for location in patched.iter().take(MAX_LOCATIONS) {
            let message = format!("A hole was closed {}.", describe(location));
            all.push(remark("hole_closed", message, Some(location)));
        }
        all
    }

    fn size_issues(&self) -> Vec<Remark> {
        let mut all = Vec::new();
        let whole =
            |size_mm| Location { at: self.bounds.center(), size_mm, count: 1 };
        let least = self.facts.min_feature_mm;
        if least < MIN_DIMENSION_MM {
            let message = format!(
                "The smallest dimension is {} mm; {MIN_DIMENSION_MM} mm is the \
                 least that can be printed.",
                round(least)
            );
            all.push(remark("too_thin", message, Some(&whole(least))));
        }
        if let Some(reason) = &self.nothing_prints {
            all.push(remark("nothing_prints", reason.clone(), None));
        }
        if !self.facts.fits_plate {
            let longest = self.bounds.longest();
            let message = format!(
                "The longest side is {} mm; the plate takes {} mm.",
                round(longest),
                super::PLATE_MM
            );
            all.push(remark("too_large", message, Some(&whole(longest))));
        }
        all
    }

    fn recommendations(&self, open: bool, thin: bool) -> Vec<Remark> {
        let mut all = Vec::new();
        if open {
            let message = "Close the surface where the issues say, then send \
                           the model again.";
            all.push(remark("close_surface", message.into(), None));
        }
        if thin {
            all.push(remark("thicken", self.thicken(), None));
        }
        if !self.facts.fits_plate {
            let message = "Ask for scaling to the plate, or split the model.";
            all.push(remark("scale_down", message.into(), None));
        }
        if let Some(location) = self.steepest_region() {
            let message = format!(
                "Print with supports: a face hangs over by up to {} degrees; \
                 the largest such region is {}.",
                round(self.facts.max_overhang_deg),
                describe(&location)
            );
            all.push(remark("supports", message, Some(&location)));
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
        if !self.cavities_known {
            let message = "There are too many surfaces to tell cavities from \
                           bodies: the volume is what a slicer fills.";
            all.push(remark("cavities_unknown", message.into(), None));
        }
        all
    }

    fn thicken(&self) -> String {
        let least = self.facts.min_feature_mm;
        if least >= MIN_DIMENSION_MM {
            return format!(
                "Make its walls at least {MIN_DIMENSION_MM} mm thick."
            );
        }
        format!(
            "Scale the model up by at least {} times or thicken it.",
            (MIN_DIMENSION_MM / least * 10.0).ceil() / 10.0
        )
    }

    /// The largest connected region that overhangs too steeply.
    fn steepest_region(&self) -> Option<Location> {
        if self.facts.max_overhang_deg <= MAX_UNSUPPORTED_DEG {
            return None;
        }
        let [_, _, bottom] = self.bounds.min;
        let outer = self.mesh.triangles.get(..self.outer)?;
        let steep = outer.iter().copied().filter(|&triangle| {
            let corners = self.mesh.corners(triangle);
            let normal = normal(corners);
            let [_, _, up] = normal;
            !on_plate(corners, bottom + FIRST_LAYER_MM)
                && -up > std::f64::consts::FRAC_1_SQRT_2 * length(normal)
        });
        let steep: Vec<[u32; 3]> = steep.collect();
        let largest = of_triangles(self.mesh, &steep).into_iter().next()?;
        (largest.size_mm >= MIN_OVERHANG_MM).then_some(largest)
    }
}
