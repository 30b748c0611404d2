//! Groups the loops that bound a region together: an outline and its holes.

use super::ears::{Budget, Corner, Point, twice_area};

struct Outline {
    at: usize,
    area: i128,
    min: Point,
    max: Point,
}

/// Returns groups of loops: a counterclockwise outline with its holes, or a
/// single loop. Returns `None` when the budget is spent.
pub fn nest(
    loops: &[Vec<Corner>],
    budget: &mut Budget,
) -> Option<Vec<Vec<usize>>> {
    let mut outlines = Vec::new();
    let mut holes = Vec::new();
    for (at, ring) in loops.iter().enumerate() {
        let area = twice_area(ring);
        match area > 0 {
            true => {
                let (min, max) = bounds(ring);
                outlines.push(Outline { at, area, min, max });
            }
            false => holes.push((at, ring, area)),
        }
    }
    // Sorted by area, the first outline that contains a hole is the innermost.
    outlines.sort_by_key(|outline| (outline.area, outline.at));
    let mut regions: Vec<Vec<usize>> =
        outlines.iter().map(|outline| vec![outline.at]).collect();
    let mut alone = Vec::new();
    for (at, hole, area) in holes {
        let (min, max) = bounds(hole);
        budget.spend(outlines.len() as u64)?;
        let mut around = None;
        for (place, outline) in outlines.iter().enumerate() {
            let may_contain = outline.area > -area
                && below(outline.min, min)
                && below(max, outline.max);
            let Some(outer) = loops.get(outline.at) else { continue };
            if may_contain && contains(outer, hole, budget)? {
                around = Some(place);
                break;
            }
        }
        match around.and_then(|around| regions.get_mut(around)) {
            Some(region) if area < 0 => region.push(at),
            _ => alone.push(vec![at]),
        }
    }
    regions.extend(alone);
    Some(regions)
}

fn below([ax, ay]: Point, [bx, by]: Point) -> bool {
    ax <= bx && ay <= by
}

fn bounds(ring: &[Corner]) -> (Point, Point) {
    let empty = ([i64::MAX; 2], [i64::MIN; 2]);
    ring.iter().fold(empty, |([ax, ay], [bx, by]), &(_, [x, y])| {
        ([ax.min(x), ay.min(y)], [bx.max(x), by.max(y)])
    })
}

/// Returns whether the first corner of `inner` that is not on `outer` is inside
/// `outer`.
fn contains(
    outer: &[Corner],
    inner: &[Corner],
    budget: &mut Budget,
) -> Option<bool> {
    for &(_, point) in inner {
        budget.spend(outer.len() as u64)?;
        if let Some(inside) = side(outer, point) {
            return Some(inside);
        }
    }
    Some(true)
}

/// Returns whether a point is inside; `None` when it is on the ring.
fn side(ring: &[Corner], [x, y]: Point) -> Option<bool> {
    let mut inside = false;
    let ends = ring.iter().skip(1).chain(ring.first());
    for (&(_, [ax, ay]), &(_, [bx, by])) in ring.iter().zip(ends) {
        let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        let within = x >= ax.min(bx) && x <= ax.max(bx);
        if turn == 0 && within && y >= ay.min(by) && y <= ay.max(by) {
            return None;
        }
        let upwards = ay <= y && by > y && turn > 0;
        let downwards = by <= y && ay > y && turn < 0;
        inside ^= upwards || downwards;
    }
    Some(inside)
}
