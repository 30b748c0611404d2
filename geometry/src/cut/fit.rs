//! Cuts a model that is larger than the plate into slabs of equal thickness.

use super::{Plane, cut};
use crate::error::ParseError;
use crate::mesh::Mesh;
use crate::repair::scale::fits;

/// Parts that a model may be cut into.
pub const MAX_PARTS: usize = 24;

/// The parts of a model, in order of height, then of depth, then of width.
/// Each fits the build volume in some pose; slabs along an axis are equally
/// thick, and there are as few parts as that allows. The model itself when it
/// fits.
pub fn cut_to_fit(mesh: Mesh) -> Result<Vec<Mesh>, ParseError> {
    let Some(bounds) = mesh.bounds() else { return Ok(vec![mesh]) };
    let counts = counts(bounds.size()).ok_or_else(too_many)?;
    let mut parts = vec![mesh];
    for (axis, count) in counts.into_iter().enumerate() {
        let at = |of: [f64; 3]| of.get(axis).copied().unwrap_or(0.0);
        let (low, side) = (at(bounds.min), at(bounds.size()));
        let mut normal = [0.0; 3];
        if let Some(along) = normal.get_mut(axis) {
            *along = 1.0;
        }
        let mut slabs = Vec::new();
        for mut rest in parts {
            for step in 1..count {
                let share = step as f64 / count as f64;
                let plane = Plane::new(normal, low + share * side);
                let Some(plane) = plane else { continue };
                // A plane may miss what earlier ones have left.
                if let Some(halves) = cut(&rest, &plane)? {
                    slabs.push(halves.below);
                    rest = halves.above;
                }
            }
            slabs.push(rest);
        }
        parts = slabs;
    }
    Ok(parts)
}

/// How many slabs along each axis make the fewest parts that fit.
fn counts(size: [f64; 3]) -> Option<[usize; 3]> {
    let all = 1..=MAX_PARTS;
    let triples = all.clone().flat_map(|x| {
        let some = all.clone().take_while(move |y| x * y <= MAX_PARTS);
        some.flat_map(move |y| {
            let few =
                (1..=MAX_PARTS).take_while(move |z| x * y * z <= MAX_PARTS);
            few.map(move |z| [x, y, z])
        })
    });
    let fit = triples.filter(|&[x, y, z]| {
        let [width, depth, height] = size;
        // Rounding of the coordinates must not make a slab too thick.
        let slack = 1.0 + 1e-6;
        let slab = |side: f64, count: usize| match count {
            1 => side,
            _ => slack * side / count as f64,
        };
        fits([slab(width, x), slab(depth, y), slab(height, z)])
    });
    fit.min_by_key(|&[x, y, z]| (x * y * z, x.max(y).max(z)))
}

fn too_many() -> ParseError {
    ParseError::Refused {
        code: "too_many_parts",
        message: format!(
            "The model would have to be cut into more than {MAX_PARTS} parts \
             to fit the plate: make it smaller."
        ),
    }
}
