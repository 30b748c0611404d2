//! Finds where bodies touch each other in a layer. The mesh has two faces
//! there, but the united bodies have no outline. Segments on one line are swept
//! along it. Segments of opposite directions cancel out where there is material
//! on both sides. The remaining segments are the outline of the united bodies.

use super::curvature::{Bends, Side, bend};
use super::segment::Segment;
use crate::vector::{max, min};

/// Maximum distance between surfaces that touch, mm. It exceeds the rounding of
/// coordinates that bodies share.
pub const TOUCHING: f64 = 1e-5;

/// Maximum difference between the directions of segments on one line,
/// radians.
const PARALLEL: f64 = 1e-6;
/// Shorter parts of a line are rounding errors, mm.
const SHORTEST: f64 = 1e-7;
/// Maximum distance between the end of one run and the start of the run it
/// connects to, mm.
const MEETING: f64 = 1e-3;
/// Reference for directions. Directions along an axis, which are the most
/// frequent, are then far from the ends of the range.
const REFERENCE: [f64; 2] = [0.8, 0.6];

/// A layer in which bodies touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touching {
    /// Length of the outlines where bodies touch, mm; both sides count.
    pub hidden: f64,
    /// Bends of the remaining outlines.
    pub bends: Bends,
}

/// A segment, relative to the line that it lies on.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Tangent of half the angle from the reference.
    angle: f64,
    /// Distance of the line from the origin, positive to the left of the line.
    offset: f64,
    /// Range along the line.
    from: f64,
    to: f64,
    unit: [f64; 2],
    /// Whether the segment runs in the direction of `unit`.
    forward: bool,
}

/// An end of a piece, and the number of pieces that begin there in each
/// direction.
#[derive(Debug, Clone, Copy)]
struct End {
    at: f64,
    forward: i32,
    backward: i32,
}

/// A straight part of the outline.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: [f64; 2],
    end: [f64; 2],
    side: Side,
    /// Number of bodies with this outline.
    count: i32,
}

/// Sweeps the segments of a layer, each with the solid on its left. `inside`
/// returns whether there is material at a point, and `near` is the distance in
/// mm at which it is called. Returns `None` when no bodies touch. O(n log n).
pub fn touching(
    segments: &[Segment],
    near: f64,
    inside: impl Fn([f64; 2]) -> bool,
) -> Option<Touching> {
    let mut pieces: Vec<Piece> = segments.iter().filter_map(piece).collect();
    pieces.sort_unstable_by(|a, b| a.angle.total_cmp(&b.angle));
    let mut hidden = 0.0;
    let mut runs = Vec::new();
    let mut ends = Vec::new();
    let parallel = |a: &Piece, b: &Piece| b.angle - a.angle <= PARALLEL;
    for lines in pieces.chunk_by_mut(parallel) {
        lines.sort_unstable_by(|a, b| a.offset.total_cmp(&b.offset));
        let same = |a: &Piece, b: &Piece| b.offset - a.offset <= TOUCHING;
        for line in lines.chunk_by(same) {
            hidden += sweep(line, &mut ends, &mut runs, near, &inside);
        }
    }
    (hidden > 0.0).then(|| Touching { hidden, bends: bends(&runs) })
}

/// Returns whether segments along X may touch: some run forward and some
/// backward at the same Y. Needs no sorting and misses nothing: distances up to
/// `TOUCHING` and the slopes of the segments stay within a bucket.
pub fn may_touch(along: &[Segment]) -> bool {
    const BUCKET: f64 = 4.0 * TOUCHING;
    const WORDS: usize = 16;
    let bucket = |segment: &Segment| (segment.from[1] / BUCKET).floor() as i64;
    let is_forward = |segment: &Segment| segment.to[0] > segment.from[0];
    // Several buckets share a bit. In case of a collision the sweep decides.
    let word = |bucket: i64| (bucket >> 6) as usize % WORDS;
    let mut forward = [0u64; WORDS];
    for segment in along.iter().filter(|segment| is_forward(segment)) {
        let own = bucket(segment);
        for near in [own.wrapping_sub(1), own, own.wrapping_add(1)] {
            if let Some(bits) = forward.get_mut(word(near)) {
                *bits |= 1 << (near & 63);
            }
        }
    }
    along.iter().filter(|segment| !is_forward(segment)).any(|segment| {
        let own = bucket(segment);
        let bits = forward.get(word(own)).copied().unwrap_or_default();
        bits >> (own & 63) & 1 == 1
    })
}

fn piece(segment: &Segment) -> Option<Piece> {
    let ([ax, ay], [bx, by]) = (segment.from, segment.to);
    let (dx, dy) = (bx - ax, by - ay);
    let length = (dx * dx + dy * dy).sqrt();
    let [rx, ry] = REFERENCE;
    let forward = rx * dx + ry * dy > 0.0;
    let scale = if forward { 1.0 / length } else { -1.0 / length };
    let (ux, uy) = (dx * scale, dy * scale);
    let (a, b) = (ux * ax + uy * ay, ux * bx + uy * by);
    (length > SHORTEST).then(|| Piece {
        angle: (rx * uy - ry * ux) / (1.0 + rx * ux + ry * uy),
        offset: ux * ay - uy * ax,
        from: min(a, b),
        to: max(a, b),
        unit: [ux, uy],
        forward,
    })
}

/// Adds the remaining outline of the pieces on one line to `runs`. Returns the
/// length that cancels out.
fn sweep(
    line: &[Piece],
    ends: &mut Vec<End>,
    runs: &mut Vec<Run>,
    near: f64,
    inside: impl Fn([f64; 2]) -> bool,
) -> f64 {
    let Some(&Piece { offset, unit: [ux, uy], .. }) = line.first() else {
        return 0.0;
    };
    ends.clear();
    for piece in line {
        let (forward, backward) = if piece.forward { (1, 0) } else { (0, 1) };
        ends.push(End { at: piece.from, forward, backward });
        let (forward, backward) = (-forward, -backward);
        ends.push(End { at: piece.to, forward, backward });
    }
    ends.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
    let point = |along: f64, left: f64| {
        [ux * along - uy * left, uy * along + ux * left]
    };
    let mut hidden = 0.0;
    let mut depth = [0, 0];
    // Start of each current run, and its number of bodies.
    let mut open = [(0.0, 0); 2];
    let mut close = |open: &mut (f64, i32), at: f64, ahead: bool, count| {
        let (from, before) = *open;
        if before == count {
            return;
        }
        if before > 0 {
            let (start, end) = (point(from, offset), point(at, offset));
            let (start, end) = if ahead { (start, end) } else { (end, start) };
            let sign = if ahead { 1.0 } else { -1.0 };
            // Two triangles form one side of the mesh, so each counts half.
            let length = 0.5 * (at - from);
            let side = Side { direction: [sign * ux, sign * uy], length };
            runs.push(Run { start, end, side, count: before });
        }
        *open = (at, count);
    };
    for (number, end) in ends.iter().enumerate() {
        let [forward, backward] = &mut depth;
        *forward += end.forward;
        *backward += end.backward;
        let [forward, backward] = depth;
        let next = ends.get(number + 1).map_or(f64::INFINITY, |end| end.at);
        if next - end.at <= SHORTEST {
            continue;
        }
        let both = forward.min(backward);
        let middle = 0.5 * (end.at + next);
        // Sheets of zero thickness have no material on either side.
        let touch = both > 0
            && inside(point(middle, offset + near))
            && inside(point(middle, offset - near));
        let gone = if touch { both } else { 0 };
        if touch {
            hidden += 2.0 * f64::from(both) * (next - end.at);
        }
        let [ahead, back] = &mut open;
        close(ahead, end.at, true, forward - gone);
        close(back, end.at, false, backward - gone);
    }
    hidden
}

/// Returns the bends where runs meet.
fn bends(runs: &[Run]) -> Bends {
    let mut starts: Vec<&Run> = runs.iter().collect();
    starts.sort_unstable_by(|a, b| a.start[0].total_cmp(&b.start[0]));
    let mut sum = Bends::default();
    for run in runs {
        let [x, y] = run.end;
        let from = starts.partition_point(|next| next.start[0] < x - MEETING);
        let next = starts.iter().skip(from);
        let met = next
            .take_while(|next| next.start[0] <= x + MEETING)
            .find(|next| (next.start[1] - y).abs() <= MEETING);
        let met = met.and_then(|next| bend(&run.side, &next.side));
        if let Some(Bends { fast, slow }) = met {
            sum.fast += f64::from(run.count) * fast;
            sum.slow += f64::from(run.count) * slow;
        }
    }
    sum
}
