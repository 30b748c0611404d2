//! Triangulates a polygon with holes by ear clipping (D. Eberly, Triangulation
//! by Ear Clipping). Corners within a straight side are kept, because the
//! neighbors of the polygon use them. Coordinates are integers that differ by
//! less than 2^29, so all tests are exact. Bridges join the holes to the
//! outline.

mod grid;

use grid::Grid;

/// Integer coordinates of at most 2^28 in absolute value.
pub type Point = [i64; 2];

/// Vertex of the mesh and its position.
pub type Corner = (u32, Point);

/// Number of steps that all polygons of a cut may take together.
pub struct Budget(u64);

/// Binary logarithm of the number of steps between two checkpoints.
const BETWEEN: u32 = 20;

impl Default for Budget {
    fn default() -> Self {
        Budget(400_000_000)
    }
}

impl Budget {
    /// Reserves steps before they are taken. Returns `None` when the budget is
    /// spent.
    pub fn spend(&mut self, steps: u64) -> Option<()> {
        let left = self.0.checked_sub(steps)?;
        if left >> BETWEEN != self.0 >> BETWEEN {
            crate::checkpoint();
        }
        self.0 = left;
        Some(())
    }
}

/// A triangulated polygon. Areas are doubled, in squared steps of the grid.
pub struct Filled {
    pub triangles: Vec<[u32; 3]>,
    pub area: f64,
    /// Area of the triangles that run clockwise; 0 unless rings cross.
    pub turned: f64,
}

/// Returns twice the signed area, which is positive for a counterclockwise
/// ring.
pub fn twice_area(ring: &[Corner]) -> i128 {
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter()
        .zip(ends)
        .map(|(&(_, [ax, ay]), &(_, [bx, by]))| {
            i128::from(ax * by) - i128::from(ay * bx)
        })
        .sum()
}

/// Triangulates an outline and its holes. A single ring may also run clockwise.
/// The boundary of the triangles always equals the rings. The inner `None`
/// means that a hole lies outside; the outer `None` means that the budget is
/// spent.
pub fn triangulate(
    rings: &[&[Corner]],
    budget: &mut Budget,
) -> Option<Option<Filled>> {
    let Some((outline, holes)) = rings.split_first() else {
        return Some(None);
    };
    let area = twice_area(outline);
    if area < 0 && holes.is_empty() {
        let turned: Vec<Corner> = outline.iter().rev().copied().collect();
        let filled = Polygon::new(&[&turned]).fill(budget)?;
        let triangles = filled.triangles.iter().map(|&[a, b, c]| [a, c, b]);
        let triangles = triangles.collect();
        return Some(Some(Filled { triangles, ..filled }));
    }
    let mut polygon = Polygon::new(rings);
    if !polygon.bridge(budget)? {
        return Some(None);
    }
    polygon.fill(budget).map(Some)
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    vertex: u32,
    point: Point,
    before: usize,
    after: usize,
    gone: bool,
}

/// Corners of rings, as doubly linked lists.
struct Polygon {
    nodes: Vec<Node>,
    /// The first node of each ring.
    rings: Vec<usize>,
}

fn turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) -> i64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Returns whether the point is inside a counterclockwise triangle or on its
/// sides.
fn within([a, b, c]: [Point; 3], point: Point) -> bool {
    turn(a, b, point) >= 0 && turn(b, c, point) >= 0 && turn(c, a, point) >= 0
}

impl Polygon {
    fn new(rings: &[&[Corner]]) -> Polygon {
        let mut nodes: Vec<Node> = Vec::new();
        let mut starts = Vec::new();
        for ring in rings {
            let first = nodes.len();
            starts.push(first);
            for (at, &(vertex, point)) in ring.iter().enumerate() {
                let before = first + (at + ring.len() - 1) % ring.len();
                let after = first + (at + 1) % ring.len();
                nodes.push(Node { vertex, point, before, after, gone: false });
            }
        }
        Polygon { nodes, rings: starts }
    }

    fn node(&self, at: usize) -> Node {
        self.nodes.get(at).copied().unwrap_or_default()
    }

    fn point(&self, at: usize) -> Point {
        self.node(at).point
    }

    /// Returns the points before, at and after a corner.
    fn around(&self, at: usize) -> [Point; 3] {
        let Node { before, point, after, .. } = self.node(at);
        [self.point(before), point, self.point(after)]
    }

    fn link(&mut self, from: usize, to: usize) {
        if let Some(node) = self.nodes.get_mut(from) {
            node.after = to;
        }
        if let Some(node) = self.nodes.get_mut(to) {
            node.before = from;
        }
    }

    /// Returns the nodes of the ring that contains a node.
    fn ring(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let at = next?;
            let after = self.node(at).after;
            next = (after != first).then_some(after);
            Some(at)
        })
    }

    /// Joins every hole to the outline, from left to right. Returns false when
    /// there is nothing to the left of a hole.
    fn bridge(&mut self, budget: &mut Budget) -> Option<bool> {
        let Some((&outline, holes)) = self.rings.split_first() else {
            return Some(true);
        };
        let leftmost = |&hole: &usize| {
            let least = self.ring(hole).min_by_key(|&at| self.point(at));
            least.unwrap_or(hole)
        };
        let mut holes: Vec<usize> = holes.iter().map(leftmost).collect();
        holes.sort_by_key(|&at| (self.point(at), at));
        for hole in holes {
            budget.spend(self.nodes.len() as u64)?;
            let Some(other) = self.visible(outline, hole) else {
                return Some(false);
            };
            self.join(other, hole);
        }
        Some(true)
    }

    /// Links two rings into one by the two copies of a bridge.
    fn join(&mut self, outer: usize, hole: usize) {
        let [outer_copy, hole_copy] = [self.nodes.len(), self.nodes.len() + 1];
        let (first, second) = (self.node(outer), self.node(hole));
        self.nodes.extend([first, second]);
        self.link(outer_copy, first.after);
        self.link(second.before, hole_copy);
        self.link(outer, hole);
        self.link(hole_copy, outer_copy);
    }

    /// Returns a corner of the outline that is visible from the leftmost corner
    /// of a hole.
    fn visible(&self, outline: usize, hole: usize) -> Option<usize> {
        let eye = self.point(hole);
        let [x, y] = eye;
        // Find the nearest side to the left, which runs downwards.
        let mut nearest = f64::NEG_INFINITY;
        let mut best = None;
        for at in self.ring(outline) {
            let after = self.node(at).after;
            let ([ax, ay], [bx, by]) = (self.point(at), self.point(after));
            if [ax, ay] == eye {
                // The hole touches the outline at a corner.
                let [_, _, inwards] = self.around(hole);
                if self.locally_inside(at, inwards) {
                    return Some(at);
                }
                continue;
            }
            if !(ay >= y && by <= y && ay != by) {
                continue;
            }
            let share = (ay - y) as f64 / (ay - by) as f64;
            let crossing = ax as f64 + share * (bx - ax) as f64;
            if crossing <= x as f64 && crossing > nearest {
                nearest = crossing;
                best = Some(if ax < bx { at } else { after });
            }
        }
        let mut best = best?;
        let end = self.point(best);
        let [mx, my] = end;
        let hit = [libm::floor(nearest) as i64, y];
        let triangle = if y < my { [eye, end, hit] } else { [hit, end, eye] };
        // A corner that hides the found one is inside the triangle and nearer
        // to the ray.
        let mut least: Option<(f64, i64)> = None;
        for at in self.ring(outline) {
            let point = self.point(at);
            let [px, py] = point;
            if !(px < x && px >= mx && within(triangle, point)) {
                continue;
            }
            let slope = (y - py).abs() as f64 / (x - px) as f64;
            if !self.locally_inside(at, eye) {
                continue;
            }
            let better = match least {
                None => true,
                Some((least, _)) if slope < least => true,
                Some((least, left)) if slope == least => {
                    px > left || (px == left && self.sector_contains(best, at))
                }
                Some(_) => false,
            };
            if better {
                least = Some((slope, px));
                best = at;
            }
        }
        Some(best)
    }

    /// Returns whether the line from a corner to a point starts inside the
    /// polygon.
    fn locally_inside(&self, at: usize, to: Point) -> bool {
        let [before, here, after] = self.around(at);
        if turn(before, here, after) > 0 {
            turn(here, after, to) >= 0 && turn(before, here, to) >= 0
        } else {
            turn(here, after, to) > 0 || turn(before, here, to) > 0
        }
    }

    fn sector_contains(&self, outer: usize, inner: usize) -> bool {
        let [before, here, after] = self.around(outer);
        let [inner_before, _, inner_after] = self.around(inner);
        turn(before, here, inner_before) > 0
            && turn(inner_after, here, after) > 0
    }

    /// Clips ears until no corner is left.
    fn fill(mut self, budget: &mut Budget) -> Option<Filled> {
        let mut filled =
            Filled { triangles: Vec::new(), area: 0.0, turned: 0.0 };
        let Some(&start) = self.rings.first() else { return Some(filled) };
        let grid = Grid::new(&self, start);
        let mut left = self.ring(start).count();
        let (mut at, mut tries) = (start, 0);
        while left > 2 {
            budget.spend(1)?;
            let Node { before, after, vertex, .. } = self.node(at);
            let ends = [self.node(before).vertex, self.node(after).vertex];
            let [first, last] = ends;
            // The two sides of a bridge coincide, with nothing between them.
            let spike = first == last || vertex == first || vertex == last;
            let [a, b, c] = self.around(at);
            let area = turn(a, b, c) as f64;
            // Without an ear, rings touch or cross. In that case flat corners
            // are clipped, and finally any corner.
            let forced = tries > 2 * left || tries > left && area == 0.0;
            if !(spike || forced || self.is_ear(at, &grid, budget)?) {
                at = after;
                tries += 1;
                continue;
            }
            if !spike {
                filled.area += area.abs();
                filled.turned += (-area).max(0.0);
                filled.triangles.push([first, vertex, last]);
            }
            self.link(before, after);
            if let Some(node) = self.nodes.get_mut(at) {
                node.gone = true;
            }
            left -= 1;
            tries = 0;
            // Skip every second corner to avoid thin triangles. The ends of a
            // spike are the same vertex, which the next iteration removes.
            at = if spike { before } else { self.node(after).after };
        }
        Some(filled)
    }

    fn is_ear(
        &self,
        at: usize,
        grid: &Grid,
        budget: &mut Budget,
    ) -> Option<bool> {
        let [a, b, c] = self.around(at);
        if turn(a, b, c) <= 0 {
            return Some(false);
        }
        grid.near([a, b, c], budget, |other| {
            let node = self.node(other);
            let Node { point, before, after, gone, .. } = node;
            if gone || other == at || point == a || point == c {
                return true;
            }
            if point == b {
                // Another node at the same point. Its sides may run into the
                // ear.
                let inside = |to| turn(a, b, to) > 0 && turn(b, c, to) > 0;
                return ![before, after]
                    .into_iter()
                    .any(|n| inside(self.point(n)));
            }
            !within([a, b, c], point)
        })
    }
}
