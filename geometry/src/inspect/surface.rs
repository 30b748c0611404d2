//! The surface for display: the file's triangles in their order, in mm and
//! printer axes, and which of them the repair flipped.

use crate::mesh::Mesh;
use crate::repair::Repaired;
use crate::vector::{Vec3, length, normal, scale};

const NONE: u32 = u32::MAX;

/// The file's triangles, collapsed ones included.
pub struct Surface {
    pub mesh: Mesh,
    /// Number of each triangle in the repaired mesh, or `NONE`.
    repaired: Vec<u32>,
    /// For each triangle: whether its winding faces inwards.
    inwards: Vec<bool>,
    /// Whether the surface encloses its inside and, as far as is known, does
    /// not intersect itself. In that case no triangle is visible from behind.
    pub closed: bool,
}

impl Surface {
    /// Creates the surface. `mesh` is the mesh that was repaired, with its
    /// collapsed triangles, and scaled to mm. `encloses`: whether each of its
    /// edges has two triangles and the surface, as far as is known, does not
    /// intersect itself.
    pub fn new(mesh: Mesh, repaired: &Repaired, encloses: bool) -> Surface {
        let closed = encloses && repaired.cavities_known;
        let collapsed = mesh.collapsed();
        if collapsed.is_empty() && repaired.removed.iter().all(Vec::is_empty) {
            // Each triangle still has its original number.
            let mut inwards = repaired.flipped.clone();
            inwards.resize(mesh.triangles.len(), false);
            let numbers = (0..mesh.triangles.len() as u32).collect();
            return Surface { mesh, repaired: numbers, inwards, closed };
        }
        let mut kept: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        for removed in std::iter::once(&collapsed).chain(&repaired.removed) {
            remove(&mut kept, removed);
        }
        let mut numbers = vec![NONE; mesh.triangles.len()];
        let mut inwards = vec![false; mesh.triangles.len()];
        for ((&own, number), &flipped) in
            kept.iter().zip(0u32..).zip(&repaired.flipped)
        {
            if let Some(slot) = numbers.get_mut(own as usize) {
                *slot = number;
            }
            if let Some(slot) = inwards.get_mut(own as usize) {
                *slot = flipped;
            }
        }
        Surface { mesh, repaired: numbers, inwards, closed }
    }

    /// Returns the number of the triangle in the repaired mesh, if it was kept.
    pub fn repaired(&self, triangle: u32) -> Option<u32> {
        let number = self.repaired.get(triangle as usize).copied();
        number.filter(|&number| number != NONE)
    }

    /// Returns whether the winding of a triangle faces inwards.
    pub fn is_inwards(&self, triangle: u32) -> bool {
        self.inwards.get(triangle as usize).copied().unwrap_or_default()
    }

    /// Returns twice the area of a triangle, along its outward normal.
    pub fn outward(&self, triangle: u32) -> Vec3 {
        let at = triangle as usize;
        let corners = self.mesh.triangles.get(at).copied().unwrap_or_default();
        let along = normal(self.mesh.corners(corners));
        if self.is_inwards(triangle) { scale(along, -1.0) } else { along }
    }

    /// Returns area and outward direction of a triangle; `None` if it has no
    /// area.
    pub fn facing(&self, triangle: u32) -> Option<(f64, Vec3)> {
        let along = self.outward(triangle);
        let twice = length(along);
        (twice > 0.0).then(|| (0.5 * twice, scale(along, 1.0 / twice)))
    }
}

/// Removes the items at the given indices, which must be ascending.
fn remove(items: &mut Vec<u32>, places: &[u32]) {
    if places.is_empty() {
        return;
    }
    let mut doomed = places.iter().peekable();
    let mut at = 0u32;
    items.retain(|_| {
        let gone = doomed.next_if(|&&place| place == at).is_some();
        at += 1;
        !gone
    });
}
