//! The verdict: one of the service's print statuses with its score, what is
//! wrong, and what to do about it.
//!
//! `needs-redesign`: open after repair (40), a dimension under 0.8 mm or
//! walls too thin to print at all (45). `repaired`: something had to be fixed
//! or turned (85). `ready`: none of it (95). `supports` is for reviewed paths
//! only. Edges of more than two triangles alone do not stop a print: bodies
//! may touch in an edge.

use serde::Serialize;

use super::Printability;
use super::places::{Place, of_bad_edges, of_torn, of_triangles};
use crate::measure::{FIRST_LAYER_MM, on_plate};
use crate::mesh::{Bounds, Mesh};
use crate::topology::{EdgeCounts, Topology};
use crate::vector::{length, normal};

/// Thinnest that can be printed, mm.
pub const THINNEST_MM: f64 = 0.8;

/// Places named for one kind of fault at most.
const PLACES: usize = 3;

/// Beyond that angle a ceiling sags, degrees.
const STEEP_DEG: f64 = 45.0;

/// An overhang smaller than this prints anyway, mm.
const SMALL_MM: f64 = 2.0;

/// A sentence, and where it is on the model if it is somewhere.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    pub code: &'static str,
    pub message: String,
    /// mm, in the coordinates of the processed model.
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

/// What the verdict is about.
pub struct Subject<'a> {
    pub mesh: &'a Mesh,
    pub topology: &'a Topology,
    pub counts: &'a EdgeCounts,
    pub bounds: &'a Bounds,
    pub facts: &'a Printability,
    /// Triangles of the outside; a cavity's skin follows.
    pub outer: usize,
    /// Those of them that close holes.
    pub patches: &'a [[u32; 3]],
    /// Why a printer would lay down nothing of it, as a sentence.
    pub nothing_prints: Option<String>,
    /// Winding, holes, loose parts or the pose had to be changed.
    pub fixed: bool,
    pub parts: u64,
}

fn remark(
    code: &'static str,
    message: String,
    place: Option<&Place>,
) -> Remark {
    let at = place.map(|p| p.at.map(round));
    Remark { code, message, at, size_mm: place.map(|p| round(p.size_mm)) }
}

/// To a hundredth: what a sentence can carry.
fn round(v: f64) -> f64 {
    (v * 100.0).round() / 100.0
}

fn somewhere(place: &Place) -> String {
    let [x, y, z] = place.at.map(round);
    format!("at ({x}, {y}, {z}) mm, {} mm across", round(place.size_mm))
}

impl Subject<'_> {
    pub fn judge(&self) -> Verdict {
        let mut issues = self.surface_issues();
        issues.extend(self.size_issues());
        let open = self.counts.boundary > 0 || self.counts.unbalanced > 0;
        let thin = self.facts.min_feature_mm < THINNEST_MM
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
        for place in open.iter().take(PLACES) {
            let message = format!(
                "{} open edges remain {}.",
                place.count,
                somewhere(place)
            );
            all.push(remark("open_edges", message, Some(place)));
        }
        for place in of_torn(self.mesh, self.topology).iter().take(PLACES) {
            let message = format!(
                "Inside and outside cannot be told apart {}.",
                somewhere(place)
            );
            all.push(remark("winding", message, Some(place)));
        }
        for place in crowded.iter().take(PLACES) {
            let message = format!(
                "{} edges have more than two faces {}.",
                place.count,
                somewhere(place)
            );
            all.push(remark("non_manifold_edges", message, Some(place)));
        }
        let patched = of_triangles(self.mesh, self.patches);
        for place in patched.iter().take(PLACES) {
            let message = format!("A hole was closed {}.", somewhere(place));
            all.push(remark("hole_closed", message, Some(place)));
        }
        all
    }

    fn size_issues(&self) -> Vec<Remark> {
        let mut all = Vec::new();
        let whole =
            |size_mm| Place { at: self.bounds.centre(), size_mm, count: 1 };
        let least = self.facts.min_feature_mm;
        if least < THINNEST_MM {
            let message = format!(
                "The smallest dimension is {} mm; {THINNEST_MM} mm is the \
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
        if let Some(place) = self.steepest_region() {
            let message = format!(
                "Print with supports: a face hangs over by up to {} degrees; \
                 the largest such region is {}.",
                round(self.facts.max_overhang_deg),
                somewhere(&place)
            );
            all.push(remark("supports", message, Some(&place)));
        }
        if self.parts > 1 {
            let message =
                format!("The model has {} separate parts.", self.parts);
            all.push(remark("separate_parts", message, None));
        }
        all
    }

    fn thicken(&self) -> String {
        let least = self.facts.min_feature_mm;
        if least >= THINNEST_MM {
            return format!("Make its walls at least {THINNEST_MM} mm thick.");
        }
        format!(
            "Scale the model up by at least {} times or thicken it.",
            (THINNEST_MM / least * 10.0).ceil() / 10.0
        )
    }

    /// The largest connected region that looks down too steeply.
    fn steepest_region(&self) -> Option<Place> {
        if self.facts.max_overhang_deg <= STEEP_DEG {
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
        (largest.size_mm >= SMALL_MM).then_some(largest)
    }
}
