//! The inner surfaces of new cavities: which of their pieces are kept, and
//! which cavities of the file they merge with.
//!
//! Around a cavity of the file, the level surface has an island: the surface of
//! a wall that surrounds the old cavity and is loose inside the new one.
//! Removing the island and the surface of the old cavity leaves the new cavity
//! empty.

use super::Refusal;
use crate::mesh::Mesh;
use crate::repair::nesting::{NestingBudget, enclosed, nest, sample_points};
use crate::shells::Shells;
use crate::union_find::UnionFind;
use crate::vector::{Vec3, dot, normal, sub};

/// Pockets smaller than a cube of 2 mm stay solid.
const POCKET_MM3: f64 = 8.0;

/// An inner surface, in pieces that share no vertex.
pub struct Skin {
    mesh: Mesh,
    /// Piece of each vertex.
    piece_of: Vec<u32>,
    /// Volume that each piece encloses, mm3; negative for an island in a
    /// cavity.
    volumes: Vec<f64>,
}

/// The surfaces that a new cavity makes obsolete.
#[derive(Debug, Default)]
pub struct Merged {
    /// Pieces of the skin, in ascending order.
    pub islands: Vec<u32>,
    /// Triangles of the body, in ascending order.
    pub triangles: Vec<u32>,
}

impl Skin {
    pub fn of(mesh: Mesh) -> Skin {
        let mut sets = UnionFind::new(mesh.positions.len());
        for &[a, b, c] in &mesh.triangles {
            sets.union(a, b);
            sets.union(a, c);
        }
        let (piece_of, count) = sets.labels();
        let mut volumes = vec![0.0; count as usize];
        let center = mesh.bounds().map(|b| b.center()).unwrap_or_default();
        for &triangle in &mesh.triangles {
            let corners = mesh.corners(triangle).map(|p| sub(p, center));
            let [first, ..] = corners;
            let [a, ..] = triangle;
            let piece = piece_of.get(a as usize).copied().unwrap_or(0);
            if let Some(volume) = volumes.get_mut(piece as usize) {
                *volume -= dot(first, normal(corners)) / 6.0;
            }
        }
        Skin { mesh, piece_of, volumes }
    }

    /// Returns the number of cavities that do not stay solid.
    pub fn cavities(&self) -> u64 {
        let large = self.volumes.iter().filter(|&&v| v > POCKET_MM3);
        large.count() as u64
    }

    /// Returns the volume of all kept pieces except the given ones, mm3.
    pub fn volume(&self, without: &[u32]) -> f64 {
        let all = self.volumes.iter().zip(0u32..);
        let kept = all.filter(|&(_, piece)| self.keeps(piece, without));
        kept.map(|(volume, _)| volume).sum()
    }

    fn keeps(&self, piece: u32, without: &[u32]) -> bool {
        let volume = self.volumes.get(piece as usize).copied();
        volume.is_some_and(|volume| volume.abs() > POCKET_MM3)
            && without.binary_search(&piece).is_err()
    }

    fn piece([a, ..]: [u32; 3], piece_of: &[u32]) -> u32 {
        piece_of.get(a as usize).copied().unwrap_or(0)
    }

    /// Returns the mesh of all kept pieces except the given ones.
    pub fn without(mut self, pieces: &[u32]) -> Mesh {
        let mut mesh = std::mem::take(&mut self.mesh);
        mesh.triangles.retain(|&triangle| {
            self.keeps(Skin::piece(triangle, &self.piece_of), pieces)
        });
        mesh.drop_unused();
        mesh
    }

    /// Returns the islands around cavities of the body, and the surfaces of
    /// these cavities. A body within such a cavity is kept, with its own
    /// cavities.
    pub fn merge(
        &self,
        body: &Mesh,
        shells: &Shells,
    ) -> Result<Merged, Refusal> {
        let islands = self.volumes.iter().zip(0u32..);
        let islands = islands.filter(|&(&volume, _)| volume < 0.0);
        let islands: Vec<u32> = islands.map(|(_, piece)| piece).collect();
        let is_cavity = |shell: u32| {
            let shell = shells.all.get(shell as usize);
            shell.is_some_and(|shell| shell.volume < 0.0)
        };
        let mut merged = Merged::default();
        if islands.is_empty() || !(0..shells.all.len() as u32).any(is_cavity) {
            return Ok(merged);
        }
        let mut budget = NestingBudget::default();
        let nest = nest(body, shells, budget);
        if !nest.complete {
            return Err(Refusal::TooIntricate);
        }
        let points = sample_points(body, shells).into_iter().zip(0u32..);
        let points: Vec<(Vec3, u32)> = points.collect();
        let mut gone = vec![false; shells.all.len()];
        for island in islands {
            let own = self.mesh.triangles.iter().copied();
            let own = own.filter(|&t| Skin::piece(t, &self.piece_of) == island);
            let own: Vec<[u32; 3]> = own.collect();
            let tests = &mut budget.tests;
            let inside = enclosed(&self.mesh, &own, points.clone(), tests)
                .ok_or(Refusal::TooIntricate)?;
            let holds = |shell: &u32| inside.contains(shell);
            let direct = inside.iter().copied().filter(|&shell| {
                let parent = nest.parent.get(shell as usize).copied().flatten();
                is_cavity(shell) && !parent.is_some_and(|p| holds(&p))
            });
            let mut any = false;
            for shell in direct {
                any = true;
                if let Some(gone) = gone.get_mut(shell as usize) {
                    *gone = true;
                }
            }
            if any {
                merged.islands.push(island);
            }
        }
        let of_triangle = shells.of_triangle.iter().zip(0u32..);
        let lost = of_triangle
            .filter(|&(&shell, _)| gone.get(shell as usize) == Some(&true));
        merged.triangles = lost.map(|(_, triangle)| triangle).collect();
        Ok(merged)
    }
}
