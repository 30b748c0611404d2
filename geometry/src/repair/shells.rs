//! Shells: closed surfaces that can be turned over one by one. Triangles
//! connected over edges of exactly two belong together; so do sheets that
//! only close each other at an edge of more. Each shell gets its box and
//! signed volume, and is turned so that solids face outwards and cavities
//! inwards. Volume is money: only cavities that certainly lie in a solid,
//! apart from everything else, are taken off.

use super::winding::flip;
use crate::mesh::{Bounds, Mesh};
use crate::nesting::crossing::crossing;
use crate::nesting::{Budget, Nest, nest};
use crate::topology::{Topology, unpack};
use crate::union::Sets;
use crate::vector::{dot, normal, sub};

/// One shell.
#[derive(Debug, Clone, Copy)]
pub struct Shell {
    pub bounds: Bounds,
    /// Signed, file units cubed; 0 for a cavity that is in doubt.
    pub volume: f64,
}

/// All shells of a mesh.
pub struct Shells {
    /// Shell of each triangle.
    pub of_triangle: Vec<u32>,
    pub all: Vec<Shell>,
}

impl Shells {
    /// Finds and measures the shells of a mesh whose holes are filled. The
    /// volumes do not depend on the point they are taken about.
    pub fn find(mesh: &Mesh, topology: &Topology) -> Shells {
        let (of_triangle, count) = group(mesh, topology);
        Shells::measured(mesh, of_triangle, count)
    }

    /// Measures `count` shells, given the one of each triangle.
    pub fn measured(mesh: &Mesh, of_triangle: Vec<u32>, count: u32) -> Shells {
        let mut all = boxes(mesh, &of_triangle, count);
        let centre = mesh.bounds().map(|b| b.centre()).unwrap_or_default();
        for (&corners, &shell) in mesh.triangles.iter().zip(&of_triangle) {
            let Some(shell) = all.get_mut(shell as usize) else { continue };
            let corners = mesh.corners(corners).map(|p| sub(p, centre));
            let [first, ..] = corners;
            shell.volume += dot(first, normal(corners));
        }
        for shell in &mut all {
            shell.volume /= 6.0;
        }
        Shells { of_triangle, all }
    }

    /// Turns whole shells: solids positive, cavities in them negative. False
    /// when the volume is a guess: too many shells to know which are
    /// cavities, cavities that touch or cross something, shells turned over
    /// that may overlap another. A guess never takes anything off.
    pub fn turn_outwards(
        &mut self,
        mesh: &mut Mesh,
        flipped: &mut [bool],
        budget: Budget,
    ) -> bool {
        if self.all.iter().all(|shell| shell.volume >= 0.0) {
            // No cavity and nothing inside out: the usual case.
            return true;
        }
        let nest = nest(mesh, self, budget);
        let turn = if nest.complete {
            self.inside_out(&nest)
        } else {
            // Trust the file, unless it is inside out as a whole.
            let total: f64 = self.all.iter().map(|shell| shell.volume).sum();
            vec![total < 0.0; self.all.len()]
        };
        for (triangle, shell) in (0u32..).zip(&self.of_triangle) {
            if turn.get(*shell as usize) == Some(&true) {
                flip(mesh, flipped, triangle);
            }
        }
        for (shell, &turn) in self.all.iter_mut().zip(&turn) {
            if turn {
                shell.volume = -shell.volume;
            }
        }
        let certain = self.drop_doubtful(mesh, &nest, budget.visits);
        certain && !self.turned_into_others(&nest, &turn, budget.comparisons)
    }

    /// Triangles of cavities, in doubt or not; `None` without any.
    pub fn hidden(&self) -> Option<Vec<bool>> {
        let cavity = |shell: &u32| {
            let shell = self.all.get(*shell as usize);
            shell.is_some_and(|shell| shell.volume <= 0.0)
        };
        let any = self.all.iter().any(|shell| shell.volume <= 0.0);
        any.then(|| self.of_triangle.iter().map(cavity).collect())
    }

    /// Sets the volume of cavities to 0 unless they certainly count; true
    /// when all do. Of cavities that overlap, none is taken off: which part
    /// of them is empty is not known.
    fn drop_doubtful(&mut self, mesh: &Mesh, nest: &Nest, budget: u64) -> bool {
        let cavities: Vec<bool> =
            self.all.iter().map(|shell| shell.volume < 0.0).collect();
        if !cavities.contains(&true) {
            return nest.complete;
        }
        let known =
            nest.complete.then(|| crossing(mesh, self, &cavities, budget));
        let doubtful = known.flatten().unwrap_or_else(|| cavities.clone());
        let mut certain = nest.complete;
        for (shell, _) in self
            .all
            .iter_mut()
            .zip(cavities.iter().zip(doubtful))
            .filter(|(_, (cavity, doubt))| **cavity && *doubt)
        {
            shell.volume = 0.0;
            certain = false;
        }
        certain
    }

    /// Whether the box of an outermost shell that was turned over overlaps
    /// that of another: it may be a cavity that sticks out.
    fn turned_into_others(
        &self,
        nest: &Nest,
        turn: &[bool],
        mut budget: u64,
    ) -> bool {
        let shells = self.all.iter().zip(&nest.parent).zip(turn);
        let roots: Vec<(&Bounds, bool)> = shells
            .filter(|((_, parent), _)| parent.is_none())
            .map(|((shell, _), &turned)| (&shell.bounds, turned))
            .collect();
        for (place, (bounds, _)) in
            roots.iter().enumerate().filter(|(_, (_, turned))| *turned)
        {
            let Some(left) = budget.checked_sub(roots.len() as u64) else {
                return true;
            };
            budget = left;
            let mut others = roots.iter().enumerate();
            if others
                .any(|(other, (b, _))| other != place && b.overlaps(bounds))
            {
                return true;
            }
        }
        false
    }

    /// Which shells must be turned, going from the outermost inwards.
    fn inside_out(&self, nest: &Nest) -> Vec<bool> {
        let mut turn = vec![false; self.all.len()];
        for &place in &nest.outermost_first {
            let place = place as usize;
            let Some(shell) = self.all.get(place) else { continue };
            let parent = nest.parent.get(place).copied().flatten();
            let wanted = match parent {
                None => true,
                Some(parent) => {
                    let parent = parent as usize;
                    let given =
                        self.all.get(parent).is_some_and(|p| p.volume >= 0.0);
                    let now = given ^ turn.get(parent).is_some_and(|&t| t);
                    // In a cavity: an island, solid. In a solid: a cavity
                    // when it ran against the solid, else solid too.
                    !now || (shell.volume >= 0.0) == given
                }
            };
            if let Some(turn) = turn.get_mut(place) {
                *turn = (shell.volume >= 0.0) != wanted;
            }
        }
        turn
    }
}

impl Bounds {
    /// Whether the boxes have more in common than a side.
    fn overlaps(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.max).all(|(a, b)| a < b);
        low && other.min.iter().zip(&self.max).all(|(a, b)| a < b)
    }
}

/// Shell of each triangle, and how many shells.
fn group(mesh: &Mesh, topology: &Topology) -> (Vec<u32>, u32) {
    let mut sets = Sets::new(mesh.triangles.len());
    let mut crowded: Vec<Vec<u64>> = Vec::new();
    topology.each_edge(|_, _, uses| match *uses {
        [a, b] => sets.join(unpack(a).triangle(), unpack(b).triangle()),
        _ => crowded.push(uses.to_vec()),
    });
    for uses in crowded {
        join_dependent(&mut sets, &uses);
    }
    sets.labels()
}

/// Joins the sheets at an edge that are not balanced there on their own.
fn join_dependent(sets: &mut Sets, uses: &[u64]) {
    let mut sheets: Vec<(u32, i64)> = uses
        .iter()
        .map(|&entry| {
            let one = unpack(entry);
            let side = if one.backwards { -1 } else { 1 };
            (sets.root(one.triangle()), side)
        })
        .collect();
    sheets.sort_unstable();
    let mut first = None;
    for sheet in sheets.chunk_by(|a, b| a.0 == b.0) {
        let balance: i64 = sheet.iter().map(|&(_, side)| side).sum();
        if let (&[(root, _), ..], true) = (sheet, balance != 0) {
            sets.join(*first.get_or_insert(root), root);
        }
    }
}

/// Boxes of the shells, nothing else filled in.
fn boxes(mesh: &Mesh, of_triangle: &[u32], count: u32) -> Vec<Shell> {
    if count == 1 {
        let bounds = mesh.bounds().unwrap_or(Bounds::EMPTY);
        return vec![Shell { bounds, volume: 0.0 }];
    }
    let shell = Shell { bounds: Bounds::EMPTY, volume: 0.0 };
    let mut all = vec![shell; count as usize];
    for (&corners, &shell) in mesh.triangles.iter().zip(of_triangle) {
        let Some(shell) = all.get_mut(shell as usize) else { continue };
        for corner in mesh.corners(corners) {
            shell.bounds.include(corner);
        }
    }
    all
}
