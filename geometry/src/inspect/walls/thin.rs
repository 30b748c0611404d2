//! Regions of thin wall, and which of them are listed. marks.rs marks the
//! triangles.

use super::ThinPlace;
use super::samples::Sample;
use crate::inspect::regions;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add};

pub(super) const NONE: u32 = u32::MAX;

/// Connected regions of thin samples. Samples whose triangles share a vertex
/// are connected.
pub struct Regions {
    /// Indexes of the thin samples in the list of all samples, ascending.
    pub(super) samples: Vec<u32>,
    /// Region of each thin sample, or `NONE`.
    pub(super) labels: Vec<u32>,
    pub(super) all: Vec<Region>,
}

#[derive(Clone, Copy)]
pub(super) struct Region {
    pub(super) area: f64,
    /// Index of the region's thinnest sample.
    pub(super) thinnest: u32,
    thickness: f32,
    /// Whether one of the region's triangles is marked.
    pub(super) marked: bool,
}

impl Regions {
    pub fn of(found: &[Sample], limit_mm: f64, mesh: &Mesh) -> Regions {
        let is_thin = |s: &Sample| f64::from(s.thickness) < limit_mm;
        let thin = found.iter().zip(0u32..).filter(|(s, _)| is_thin(s));
        let samples: Vec<u32> = thin.map(|(_, at)| at).collect();
        if samples.is_empty() {
            return Regions { samples, labels: Vec::new(), all: Vec::new() };
        }
        let thin = samples.iter().filter_map(|&at| found.get(at as usize));
        let corners = thin.clone().map(|sample| {
            let own = mesh.triangles.get(sample.triangle as usize).copied();
            own.unwrap_or_default()
        });
        let (labels, count) = regions::connect(mesh.positions.len(), corners);
        let none = Region {
            area: 0.0,
            thinnest: 0,
            thickness: f32::INFINITY,
            marked: false,
        };
        let mut all = vec![none; count];
        for ((sample, &at), &label) in thin.zip(&samples).zip(&labels) {
            let Some(region) = all.get_mut(label as usize) else { continue };
            region.area += f64::from(sample.area);
            if sample.thickness < region.thickness {
                (region.thickness, region.thinnest) = (sample.thickness, at);
            }
        }
        Regions { samples, labels, all }
    }

    /// Drops regions of less than `spot` mm2 and their samples, so that the
    /// list of places, the marks and the thinnest wall are consistent.
    pub fn drop_specks(&mut self, found: &mut [Sample], spot: f64) {
        // Tolerance for the sum of many parts.
        let least = spot * (1.0 - 1e-6);
        if self.all.iter().all(|region| region.area >= least) {
            return;
        }
        let mut gone = vec![false; found.len()];
        for (&at, label) in self.samples.iter().zip(&mut self.labels) {
            let region = self.all.get(*label as usize);
            if region.is_some_and(|region| region.area < least) {
                *label = NONE;
                if let Some(gone) = gone.get_mut(at as usize) {
                    *gone = true;
                }
            }
        }
        for (sample, gone) in found.iter_mut().zip(gone) {
            if gone {
                sample.thickness = f32::INFINITY;
            }
        }
        for region in &mut self.all {
            if region.area < least {
                region.area = 0.0;
            }
        }
    }

    /// Returns the regions, largest first.
    pub fn places(&self, found: &[Sample], middle: Vec3) -> Vec<ThinPlace> {
        let listed = self.all.iter().filter(|region| region.area > 0.0);
        let mut places: Vec<ThinPlace> = listed
            .filter_map(|region| {
                let sample = found.get(region.thinnest as usize)?;
                Some(ThinPlace {
                    at: add(middle, sample.at.map(f64::from)),
                    thickness_mm: f64::from(region.thickness),
                    area_mm2: region.area,
                })
            })
            .collect();
        places.sort_by(|a, b| b.area_mm2.total_cmp(&a.area_mm2));
        places.truncate(regions::LISTED);
        places
    }
}
