//! Orients whole shells: solids face outwards, cavities inwards.
//! winding_number/union.rs measures the volume that crossing shells enclose
//! together.

use super::nesting::{Nest, NestingBudget, nest};
use super::orient_faces::flip;
use crate::mesh::{Bounds, Mesh};
use crate::shells::Shells;

/// Reliability of the orientation of shells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Oriented {
    /// Whether solids could be distinguished from cavities. Otherwise there are
    /// too many shells for the budget, and the shells keep their winding unless
    /// the file is inside out as a whole.
    pub cavities_known: bool,
    /// Whether `cavities_known` is true and no flipped shell overlaps another.
    pub certain: bool,
}

impl Shells {
    /// Orients whole shells: solids get a positive volume, cavities in them a
    /// negative one.
    pub fn orient_outwards(
        &mut self,
        mesh: &mut Mesh,
        flipped: &mut [bool],
        budget: NestingBudget,
    ) -> Oriented {
        if self.all.iter().all(|shell| shell.volume >= 0.0) {
            // The usual case: there is no cavity, and nothing is inside out.
            return Oriented { cavities_known: true, certain: true };
        }
        let nest = nest(mesh, self, budget);
        let turn = if nest.complete {
            self.inside_out(&nest)
        } else {
            // Keep the winding unless the file is inside out as a whole.
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
        let cavities_known = nest.complete;
        let guessed =
            self.flipped_shell_overlaps(&nest, &turn, budget.comparisons);
        Oriented { cavities_known, certain: cavities_known && !guessed }
    }

    /// Returns whether the box of a flipped outermost shell overlaps that of
    /// another. Such a shell may be a cavity that extends beyond the solid.
    fn flipped_shell_overlaps(
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

    /// Returns which shells must be flipped, from the outermost inwards.
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
                    // A shell in a cavity is an island, which is solid. A shell
                    // in a solid is a cavity if its winding in the file is
                    // opposite to that of the solid; otherwise it is solid as
                    // well.
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
