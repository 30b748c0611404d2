//! Path of the nozzle over one layer: the number of bodies and holes of the
//! layer, and the distances between the bodies.

use serde::Serialize;

use crate::union_find::UnionFind;

/// Bodies beyond this number are assumed to be as far apart as the visited
/// ones.
const MAX_VISITED: usize = 64;

/// Solid part of a row of cells, mm.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub row: usize,
    pub from: f64,
    pub to: f64,
}

/// Bodies of one layer. A move accelerates over its whole length, so its time
/// grows with the square root of its length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Route {
    pub bodies: f64,
    pub holes: f64,
    /// Sum of the square roots of the distances between consecutive bodies,
    /// mm^0.5.
    pub legs: f64,
    /// Sum of the square roots of the sizes of the bodies, mm^0.5.
    pub sizes: f64,
}

#[derive(Debug, Clone, Copy)]
struct Body {
    low: [f64; 2],
    high: [f64; 2],
    visited: bool,
}

impl Body {
    const EMPTY: Body = Body {
        low: [f64::INFINITY; 2],
        high: [f64::NEG_INFINITY; 2],
        visited: false,
    };

    fn add(&mut self, span: &Span, cell: f64) {
        let y = span.row as f64 * cell;
        let [x0, y0] = self.low;
        let [x1, y1] = self.high;
        self.low = [x0.min(span.from), y0.min(y)];
        self.high = [x1.max(span.to), y1.max(y + cell)];
    }

    fn size(&self) -> f64 {
        0.5 * (self.high[0] - self.low[0] + self.high[1] - self.low[1])
    }

    /// Returns the squared distance between the centers.
    fn squared_distance(&self, other: &Body) -> f64 {
        let twice = |axis: usize| {
            let own = self.low.get(axis).zip(self.high.get(axis));
            let its = other.low.get(axis).zip(other.high.get(axis));
            match (own, its) {
                (Some((a, b)), Some((c, d))) => a + b - c - d,
                _ => 0.0,
            }
        };
        let (x, y) = (twice(0), twice(1));
        0.25 * (x * x + y * y)
    }
}

/// Returns the bodies of a layer. The spans must be sorted by row, then from
/// left to right.
pub fn route(spans: &[Span], cell: f64) -> Route {
    let mut sets = UnionFind::new(spans.len());
    let touching = join(spans, &mut sets);
    let (labels, count) = sets.labels();
    let mut bodies = vec![Body::EMPTY; count as usize];
    for (span, &label) in spans.iter().zip(&labels) {
        if let Some(body) = bodies.get_mut(label as usize) {
            body.add(span, cell);
        }
    }
    // Euler's formula for a graph with spans as nodes and touching pairs as
    // edges: each hole adds one cycle.
    let holes = touching + count as usize - spans.len();
    Route {
        bodies: f64::from(count),
        holes: holes as f64,
        legs: legs(&mut bodies),
        sizes: bodies.iter().map(|body| body.size().sqrt()).sum(),
    }
}

/// Joins spans that touch in neighboring rows. Returns the number of pairs.
fn join(spans: &[Span], sets: &mut UnionFind) -> usize {
    let mut pairs = 0;
    let mut above = 0;
    for (at, span) in spans.iter().enumerate() {
        while spans.get(above).is_some_and(|old| {
            old.row + 1 < span.row
                || (old.row + 1 == span.row && old.to <= span.from)
        }) {
            above += 1;
        }
        for (other, old) in spans.iter().enumerate().skip(above) {
            if old.row + 1 != span.row || old.from >= span.to {
                break;
            }
            pairs += 1;
            sets.union(other as u32, at as u32);
        }
    }
    pairs
}

/// Always visits the nearest body next.
fn legs(bodies: &mut [Body]) -> f64 {
    let count = bodies.len();
    let near = bodies.get_mut(..count.min(MAX_VISITED)).unwrap_or_default();
    let visited = near.len().saturating_sub(1);
    if visited == 0 {
        return 0.0;
    }
    let mut sum = 0.0;
    let mut at = 0;
    for _ in 0..visited {
        let Some(from) = near.get_mut(at) else { break };
        from.visited = true;
        let from = *from;
        let mut next = (f64::INFINITY, at);
        for (other, body) in near.iter().enumerate() {
            let distance = from.squared_distance(body);
            if !body.visited && distance < next.0 {
                next = (distance, other);
            }
        }
        sum += next.0.sqrt().sqrt();
        at = next.1;
    }
    sum * (count - 1) as f64 / visited as f64
}
