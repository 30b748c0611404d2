//! Triangulates a polygon with holes by cutting off its ears. Every corner is
//! kept, also those within a straight side: the neighbors of the polygon use
//! them. Points are whole numbers below 2^29 apart, so that all tests are
//! exact. Holes are joined to the outline by bridges (D. Eberly, Triangulation
//! by Ear Clipping).

/// Whole numbers, at most 2^28 in size.
pub type Point = [i64; 2];

/// Vertex of the mesh, and where it is.
pub type Corner = (u32, Point);

/// Steps that all polygons of a cut may take together.
pub struct Budget(u64);

/// Steps between two checkpoints, as a power of two.
const BETWEEN: u32 = 20;

impl Default for Budget {
    fn default() -> Self {
        Budget(400_000_000)
    }
}

impl Budget {
    /// Before the steps are taken. `None` when it is spent.
    pub fn spend(&mut self, steps: u64) -> Option<()> {
        let left = self.0.checked_sub(steps)?;
        if left >> BETWEEN != self.0 >> BETWEEN {
            crate::checkpoint();
        }
        self.0 = left;
        Some(())
    }
}

/// A triangulated polygon. Areas are twice those in steps of the grid.
pub struct Filled {
    pub triangles: Vec<[u32; 3]>,
    pub area: f64,
    /// Area of the triangles that run clockwise: 0 unless rings cross.
    pub turned: f64,
}

/// Twice the signed area: positive counterclockwise.
pub fn twice_area(ring: &[Corner]) -> i128 {
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter()
        .zip(ends)
        .map(|(&(_, [ax, ay]), &(_, [bx, by]))| {
            i128::from(ax * by) - i128::from(ay * bx)
        })
        .sum()
}

/// Triangulates an outline and its holes, or a ring alone, in which case it may
/// run clockwise. The boundary of the triangles is the rings, in any case. The
/// inner `None`: a hole lies outside. The outer one: the budget is spent.
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

/// Corners in rings that are linked in both directions.
struct Polygon {
    nodes: Vec<Node>,
    /// The first node of each ring.
    rings: Vec<usize>,
}

fn turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) -> i64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Whether the point is in the triangle or on its sides; the triangle runs
/// counterclockwise.
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

    /// The points before, at and after a corner.
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

    /// The nodes of the ring that contains a node.
    fn ring(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let at = next?;
            let after = self.node(at).after;
            next = (after != first).then_some(after);
            Some(at)
        })
    }

    /// Joins every hole to the outline, from left to right. False when one has
    /// nothing to its left.
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

    /// Two copies of a bridge between two rings, which become one.
    fn join(&mut self, outer: usize, hole: usize) {
        let [outer_copy, hole_copy] = [self.nodes.len(), self.nodes.len() + 1];
        let (first, second) = (self.node(outer), self.node(hole));
        self.nodes.extend([first, second]);
        self.link(outer_copy, first.after);
        self.link(second.before, hole_copy);
        self.link(outer, hole);
        self.link(hole_copy, outer_copy);
    }

    /// A corner of the outline that the leftmost corner of a hole sees.
    fn visible(&self, outline: usize, hole: usize) -> Option<usize> {
        let eye = self.point(hole);
        let [x, y] = eye;
        // The nearest side to the left, which runs downwards.
        let mut nearest = f64::NEG_INFINITY;
        let mut best = None;
        for at in self.ring(outline) {
            let after = self.node(at).after;
            let ([ax, ay], [bx, by]) = (self.point(at), self.point(after));
            if [ax, ay] == eye {
                // The hole touches the outline in a corner.
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
        let triangle = match y < my {
            true => [eye, end, hit],
            false => [hit, end, eye],
        };
        // Whatever hides that corner is nearer to the ray, in the triangle.
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

    /// Whether the way from a corner to a point starts inside the polygon.
    fn locally_inside(&self, at: usize, to: Point) -> bool {
        let [before, here, after] = self.around(at);
        match turn(before, here, after) > 0 {
            true => turn(here, after, to) >= 0 && turn(before, here, to) >= 0,
            false => turn(here, after, to) > 0 || turn(before, here, to) > 0,
        }
    }

    fn sector_contains(&self, outer: usize, inner: usize) -> bool {
        let [before, here, after] = self.around(outer);
        let [inner_before, _, inner_after] = self.around(inner);
        turn(before, here, inner_before) > 0
            && turn(inner_after, here, after) > 0
    }

    /// Cuts off ears until nothing is left.
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
            // The two sides of a bridge, between which nothing is left.
            let spike = first == last || vertex == first || vertex == last;
            let [a, b, c] = self.around(at);
            let area = turn(a, b, c) as f64;
            // No ear is left only where rings touch or cross: then flat
            // corners, at last any.
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
            // Every second corner, so that triangles are less thin. A spike's
            // ends are one vertex twice, which the next turn removes.
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
                // Another corner there, whose sides may run into the ear.
                let inside = |to| turn(a, b, to) > 0 && turn(b, c, to) > 0;
                return ![before, after]
                    .into_iter()
                    .any(|n| inside(self.point(n)));
            }
            !within([a, b, c], point)
        })
    }
}

/// Corners that can lie in an ear, in square cells: those whose angle is 180
/// degrees or more. Cutting ears off only makes angles smaller.
struct Grid {
    min: Point,
    cell: i64,
    columns: i64,
    rows: i64,
    /// Start of each cell in `nodes`, and the end of the last.
    starts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Grid {
    fn new(polygon: &Polygon, start: usize) -> Grid {
        let blunt = |&at: &usize| {
            let [a, b, c] = polygon.around(at);
            turn(a, b, c) <= 0
        };
        let nodes: Vec<usize> = polygon.ring(start).filter(blunt).collect();
        let points = nodes.iter().map(|&at| polygon.point(at));
        let empty = ([i64::MAX; 2], [i64::MIN; 2]);
        let ([left, low], [right, high]) =
            points.fold(empty, |([ax, ay], [bx, by]), [x, y]| {
                ([ax.min(x), ay.min(y)], [bx.max(x), by.max(y)])
            });
        if nodes.is_empty() {
            let (starts, nodes) = (Vec::new(), Vec::new());
            let min = [0; 2];
            return Grid { min, cell: 1, columns: 0, rows: 0, starts, nodes };
        }
        let (width, height) = (right - left + 1, high - low + 1);
        let area = width as f64 * height as f64 / nodes.len() as f64;
        // At most four cells a node along each side, however flat the box is.
        let most = 4.0 * nodes.len() as f64;
        let longest = (width.max(height) as f64 / most) as i64 + 1;
        let cell = (libm::sqrt(area) as i64 + 1).max(longest);
        let (columns, rows) = (width / cell + 1, height / cell + 1);
        let mut grid = Grid {
            min: [left, low],
            cell,
            columns,
            rows,
            starts: vec![0; (columns * rows) as usize + 1],
            nodes: vec![0; nodes.len()],
        };
        let cells: Vec<usize> = nodes
            .iter()
            .map(|&at| {
                let [column, row] = grid.cell_of(polygon.point(at));
                (row * columns + column) as usize
            })
            .collect();
        for &cell in &cells {
            if let Some(count) = grid.starts.get_mut(cell + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut grid.starts {
            sum += *start;
            *start = sum;
        }
        let mut next = grid.starts.clone();
        for (&cell, &at) in cells.iter().zip(&nodes) {
            let Some(slot) = next.get_mut(cell) else { continue };
            if let Some(node) = grid.nodes.get_mut(*slot as usize) {
                *node = at as u32;
            }
            *slot += 1;
        }
        grid
    }

    /// Column and row of a point, moved into the grid.
    fn cell_of(&self, [x, y]: Point) -> [i64; 2] {
        let [left, low] = self.min;
        let column = (x - left).div_euclid(self.cell);
        let row = (y - low).div_euclid(self.cell);
        [column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1)]
    }

    /// Whether `free` holds for all nodes in the cells of a triangle's box.
    fn near(
        &self,
        [a, b, c]: [Point; 3],
        budget: &mut Budget,
        free: impl Fn(usize) -> bool,
    ) -> Option<bool> {
        if self.nodes.is_empty() {
            return Some(true);
        }
        let low = |i: usize| [a, b, c].map(|p| p.get(i).copied().unwrap_or(0));
        let [xs, ys] = [low(0), low(1)];
        let min = |of: [i64; 3]| of.into_iter().fold(i64::MAX, i64::min);
        let max = |of: [i64; 3]| of.into_iter().fold(i64::MIN, i64::max);
        let [left, first] = self.cell_of([min(xs), min(ys)]);
        let [right, last] = self.cell_of([max(xs), max(ys)]);
        for row in first..=last {
            let at = |column: i64| {
                let cell = (row * self.columns + column) as usize;
                self.starts.get(cell).map_or(0, |&start| start as usize)
            };
            // The cells of a row follow each other.
            let nodes = self.nodes.get(at(left)..at(right + 1));
            let nodes = nodes.unwrap_or(&[]);
            budget.spend(1 + nodes.len() as u64)?;
            if !nodes.iter().all(|&node| free(node as usize)) {
                return Some(false);
            }
        }
        Some(true)
    }
}
