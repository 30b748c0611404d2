//! Cuts a model that is larger than the plate into slabs of equal thickness.

use super::{Plane, cut};
use crate::error::ParseError;
use crate::mesh::Mesh;
use crate::repair::scale::fits;

/// Maximum number of parts into which a model is cut.
pub const MAX_PARTS: usize = 24;

/// Returns the parts of a model, ordered by height, then depth, then width.
/// Each part fits the build volume in some pose. Slabs along an axis have equal
/// thickness, and there are as few parts as possible. A model that fits is
/// returned unchanged.
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
                // A plane may miss the remainder that earlier planes have left.
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

/// Returns the number of slabs along each axis that gives the fewest parts that
/// fit.
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
