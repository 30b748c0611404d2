//! The surface of the plastic: the parts of the triangles that no other body
//! covers. A large triangle that is partly covered is split into quarters, and
//! these are split again along the border of the covered part.

use super::facet::{Facet, V};
use crate::exposure::Exposure;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, dot, scale, sub};

/// Minimum radius of a piece that is split, mm: a fraction of a printed line.
const FINE_MM: f32 = 0.2;

/// Number of pieces above which no piece is split.
const MAX_PIECES: usize = 60_000;

/// Minimum area of the pieces tested first, mm2.
const FIRST_MM2: f64 = 1.0;

/// Number of pieces tested first, in addition to one per triangle.
const FIRST_PIECES: f64 = 16_384.0;

pub struct Visible {
    pub facets: Vec<Facet>,
    /// False when some facets could not be decided. They are left out.
    pub complete: bool,
}

/// A piece of a facet, with the index of the facet in the list.
#[derive(Clone, Copy)]
struct Piece {
    facet: Facet,
    root: u32,
}

/// Visibility of a facet: whether parts of it are visible, and whether parts
/// are covered.
#[derive(Clone, Copy, Default)]
struct Seen {
    some: bool,
    not_all: bool,
}

/// Removes covered surface. Facets are relative to `middle`.
pub fn visible(
    facets: Vec<Facet>,
    mesh: &Mesh,
    middle: Vec3,
    exposure: &Exposure,
) -> Visible {
    let is_suspect = |facet: &Facet| exposure.is_suspect(facet.number);
    let suspects = facets.iter().filter(|facet| is_suspect(facet));
    let area: f64 = suspects.map(|facet| f64::from(facet.area)).sum();
    let first = (area / FIRST_PIECES).max(FIRST_MM2) as f32;
    let mut seen = vec![Seen::default(); facets.len()];
    let (mut open, mut small) = (Vec::new(), Vec::new());
    for (facet, root) in facets.iter().zip(0u32..) {
        if is_suspect(facet) && facet.radius <= FINE_MM {
            small.push(Piece { facet: *facet, root });
        } else if is_suspect(facet) {
            cut_to(Piece { facet: *facet, root }, first, &mut open);
        } else if let Some(seen) = seen.get_mut(root as usize) {
            seen.some = true;
        }
    }
    let mut complete = true;
    let sites = small.iter().map(|piece| site(&piece.facet, middle));
    let known = exposure.at(mesh, &sites.collect::<Vec<_>>());
    for (piece, known) in small.iter().zip(known) {
        complete &= known.is_some();
        if let Some(seen) = seen.get_mut(piece.root as usize) {
            seen.some = known == Some(true);
        }
    }
    let mut shown = Vec::new();
    while !open.is_empty() {
        let room = shown.len() + 4 * open.len() < MAX_PIECES + facets.len();
        let known = quarters_visible(&open, mesh, middle, exposure);
        let mut next = Vec::new();
        for (piece, known) in open.iter().zip(known.chunks(4)) {
            let Some(seen) = seen.get_mut(piece.root as usize) else {
                continue;
            };
            complete &= known.iter().all(Option::is_some);
            let is_seen = |known: &Option<bool>| *known == Some(true);
            let count = known.iter().filter(|known| is_seen(known)).count();
            seen.some |= count > 0;
            seen.not_all |= count < known.len();
            match count {
                4 => shown.push(*piece),
                0 => {}
                _ => {
                    let quarters = quarters(&piece.facet);
                    let cut = room && piece.facet.radius > 2.0 * FINE_MM;
                    for (facet, known) in quarters.into_iter().zip(known) {
                        let quarter = Piece { facet, root: piece.root };
                        if cut {
                            next.push(quarter);
                        } else if is_seen(known) {
                            shown.push(quarter);
                        }
                    }
                }
            }
        }
        open = next;
    }
    let seen_of = |root: u32| seen.get(root as usize).copied();
    let whole = facets.into_iter().zip(&seen);
    let whole = whole.filter(|(_, seen)| seen.some && !seen.not_all);
    let mut facets: Vec<Facet> = whole.map(|(facet, _)| facet).collect();
    let parts = shown
        .into_iter()
        .filter(|piece| seen_of(piece.root).is_some_and(|seen| seen.not_all));
    facets.extend(parts.map(|piece| piece.facet));
    Visible { facets, complete }
}

/// Returns for each quarter of each piece whether it is visible.
fn quarters_visible(
    pieces: &[Piece],
    mesh: &Mesh,
    middle: Vec3,
    exposure: &Exposure,
) -> Vec<Option<bool>> {
    let sites = pieces.iter().flat_map(|Piece { facet, .. }| {
        quarters(facet).map(|quarter| site(&quarter, middle))
    });
    let sites: Vec<(Vec3, Vec3)> = sites.collect();
    exposure.at(mesh, &sites)
}

/// Returns the center of a facet, and its normal.
fn site(facet: &Facet, middle: Vec3) -> (Vec3, Vec3) {
    let at = add(middle, facet.center.map(f64::from));
    (at, facet.normal.map(f64::from))
}

/// Splits a piece until no part has more than this area.
fn cut_to(piece: Piece, area: f32, found: &mut Vec<Piece>) {
    let mut left = vec![piece];
    while let Some(Piece { facet, root }) = left.pop() {
        if facet.area <= area {
            found.push(Piece { facet, root });
            continue;
        }
        let quarters = quarters(&facet).map(|facet| Piece { facet, root });
        left.extend(quarters);
    }
}

fn quarters(facet: &Facet) -> [Facet; 4] {
    let [a, b, c] = facet.corners;
    let middle = |p: V, q: V| scale(add(p, q), 0.5);
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    let corners = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    corners.map(|corners| part(facet, corners, 0.25 * facet.area))
}

/// Returns a part of a facet.
fn part(facet: &Facet, corners: [V; 3], area: f32) -> Facet {
    let [a, b, c] = corners;
    let center = scale(add(add(a, b), c), 1.0 / 3.0);
    let reach = corners.map(|p| {
        let apart = sub(p, center);
        dot(apart, apart)
    });
    // Enlarged to cover the rounding of the other values.
    let radius = 1.000_01 * reach.into_iter().fold(0.0, f32::max).sqrt();
    Facet { corners, center, radius, area, ..*facet }
}
