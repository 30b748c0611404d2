//! Decides which triangles of the file are marked as thin.

use super::samples::Sample;
use super::thin::{NONE, Regions};
use crate::inspect::faults::Kind;
use crate::inspect::surface::Surface;
use crate::mesh::Mesh;
use crate::vector::{length, normal};

/// Thin share of its area from which a triangle is marked.
const THIN_SHARE: f64 = 0.5;

impl Regions {
    /// Marks the file's triangles that are thin over at least half of their
    /// area. In a region without such a triangle, marks the thinnest one.
    pub fn mark(
        &mut self,
        found: &[Sample],
        mesh: &Mesh,
        surface: &Surface,
        flags: &mut [u8],
    ) {
        if self.samples.is_empty() {
            return;
        }
        let mut areas = vec![0.0f64; mesh.triangles.len()];
        let mut marked = vec![false; mesh.triangles.len()];
        let thin = self.samples.iter().zip(&self.labels);
        let thin = thin.filter(|&(_, &label)| label != NONE);
        let thin = thin.filter_map(|(&at, &label)| {
            Some((found.get(at as usize)?, label as usize))
        });
        for (sample, _) in thin.clone() {
            if let Some(area) = areas.get_mut(sample.triangle as usize) {
                *area += f64::from(sample.area);
            }
        }
        for ((&triangle, &area), marked) in
            mesh.triangles.iter().zip(&areas).zip(&mut marked)
        {
            // Tolerance for sums of fractions.
            let least = || 0.5 * length(normal(mesh.corners(triangle)));
            *marked = area > 0.0 && area > (THIN_SHARE - 1e-3) * least();
        }
        for (sample, label) in thin {
            if let Some(region) = self.all.get_mut(label) {
                let own = marked.get(sample.triangle as usize);
                region.marked |= own == Some(&true);
            }
        }
        for region in &self.all {
            let sample = found.get(region.thinnest as usize);
            if let Some(sample) = sample
                && region.area > 0.0
                && !region.marked
                && let Some(own) = marked.get_mut(sample.triangle as usize)
            {
                *own = true;
            }
        }
        for (flag, number) in flags.iter_mut().zip(0u32..) {
            let own = surface.repaired(number);
            if own.and_then(|own| marked.get(own as usize)) == Some(&true) {
                *flag |= Kind::ThinWalls.bit();
            }
        }
    }
}
