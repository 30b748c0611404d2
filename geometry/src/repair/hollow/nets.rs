//! Surface nets: one vertex per sheet of the level surface in a cell, and one
//! quad per grid edge that the surface crosses. Vertices start at the mean of
//! their crossings and are then moved to the exact distance.

use std::collections::BTreeSet;

use super::field::{Field, NONE};
use super::grid::{SIDE, local};
use super::sheets::{EDGES, NO_SHEET, Table};
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, distance_squared, nearest_point, scale, sub};

/// Number of Newton steps of each vertex towards the exact distance.
const NEWTON_STEPS: u32 = 4;

/// Tolerance of the distance, as a share of the level.
const CLOSE: f64 = 1e-3;

/// Maximum number of steps of a walk over the surface to a nearer triangle.
const MAX_WALK_STEPS: u32 = 24;

/// A cell that the surface passes through.
struct Cell {
    /// The lowest node of the cell.
    node: [u32; 3],
    /// One bit per corner that is deeper than the level.
    corners: u8,
    turned: bool,
    /// First vertex of the cell; its other vertices follow.
    vertex: u32,
}

struct Nets<'a> {
    field: &'a Field<'a>,
    around: VertexTriangles,
    level: f64,
    /// Nodes that are deeper than the level, one bit each, in the layout of
    /// `Block::inside`.
    deep: Vec<[u8; 64]>,
    table: Table,
    cells: Vec<Cell>,
    /// Index of each cell, or `NONE`, for every block with cells.
    pages: Vec<[u32; 512]>,
    page_of: Vec<u32>,
}

/// Returns the surface at `level` (mm) inside the body. Its faces point to the
/// deeper side, as the inner surface of a cavity must.
pub fn cavity(field: &Field, level: f64) -> Mesh {
    let mut nets = Nets {
        field,
        around: VertexTriangles::of(field.mesh),
        level,
        deep: deeper(field, level),
        table: Table::new(),
        cells: Vec::new(),
        pages: Vec::new(),
        page_of: vec![NONE; field.grid.block_count()],
    };
    nets.find_cells();
    crate::checkpoint();
    let positions = nets.vertices();
    crate::checkpoint();
    let triangles = nets.triangles(&positions);
    Mesh { positions, triangles }
}

fn deeper(field: &Field, level: f64) -> Vec<[u8; 64]> {
    let blocks = field.blocks.iter().map(|block| {
        let mut deep = block.inside;
        for (bits, eight) in deep.iter_mut().zip(block.distance.chunks(8)) {
            for (up, &distance) in eight.iter().enumerate() {
                if f64::from(distance) <= level {
                    *bits &= !(1 << up);
                }
            }
        }
        deep
    });
    blocks.collect()
}

impl Nets<'_> {
    /// Returns the eight bits upwards from a node. Also works where there is no
    /// block (far inside or outside).
    fn deep_column(&self, node: [u32; 3]) -> u8 {
        match self.field.block(node.map(|n| n / SIDE)) {
            Some((number, _)) => {
                let bits = self.deep.get(number as usize);
                let bits = bits.and_then(|b| b.get(local(node) / 8));
                bits.copied().unwrap_or(0)
            }
            None => {
                let [i, j, k] = node;
                let grid = &self.field.grid;
                self.field.columns.inside(grid, [i, j, k / SIDE * SIDE])
            }
        }
    }

    fn find_cells(&mut self) {
        for block in 0..self.field.grid.block_count() {
            let at = self.field.grid.block_at(block);
            if !self.touched(at) {
                continue;
            }
            if block % 256 == 0 {
                crate::checkpoint();
            }
            let [x, y, z] = at.map(|n| n * SIDE);
            let columns: [[u16; 9]; 9] = std::array::from_fn(|i| {
                std::array::from_fn(|j| {
                    let (i, j) = (x + i as u32, y + j as u32);
                    let low = self.deep_column([i, j, z]);
                    let above = self.deep_column([i, j, z + SIDE]);
                    u16::from(low) | u16::from(above & 1) << 8
                })
            });
            self.cells_of_block(block, [x, y, z], &columns);
        }
    }

    /// Returns whether a cell of the block can have corners in the field.
    fn touched(&self, [x, y, z]: [u32; 3]) -> bool {
        (0..8).any(|n| {
            let at = [x + (n & 1), y + (n >> 1 & 1), z + (n >> 2)];
            self.field.block(at).is_some()
        })
    }

    fn cells_of_block(
        &mut self,
        block: usize,
        [x, y, z]: [u32; 3],
        columns: &[[u16; 9]; 9],
    ) {
        let mut page: Option<[u32; 512]> = None;
        for (i, slabs) in (0u32..).zip(columns.windows(2)) {
            let [near, distance_squared] = slabs else { continue };
            for (j, (near, distance_squared)) in
                (0u32..).zip(near.windows(2).zip(distance_squared.windows(2)))
            {
                let (&[a, c], &[b, d]) = (near, distance_squared) else {
                    continue;
                };
                let (any, all) = (a | b | c | d, a & b & c & d);
                let mut mixed = (any | any >> 1) & !(all & all >> 1) & 0xff;
                while mixed != 0 {
                    let k = mixed.trailing_zeros();
                    mixed &= mixed - 1;
                    let at = |column: u16| (column >> k & 1) as u8;
                    let up = |column: u16| (column >> (k + 1) & 1) as u8;
                    let corners = at(a)
                        | at(b) << 1
                        | at(c) << 2
                        | at(d) << 3
                        | up(a) << 4
                        | up(b) << 5
                        | up(c) << 6
                        | up(d) << 7;
                    let node = [x + i, y + j, z + k];
                    let page = page.get_or_insert([NONE; 512]);
                    if let Some(slot) = page.get_mut(local(node)) {
                        *slot = self.cells.len() as u32;
                    }
                    let cell = Cell { node, corners, turned: false, vertex: 0 };
                    self.cells.push(cell);
                }
            }
        }
        if let (Some(page), Some(slot)) = (page, self.page_of.get_mut(block)) {
            *slot = self.pages.len() as u32;
            self.pages.push(page);
        }
    }

    fn cell(&self, node: [u32; 3]) -> Option<&Cell> {
        let block = self.field.grid.block_index(node.map(|n| n / SIDE))?;
        let page = *self.page_of.get(block)?;
        let number = *self.pages.get(page as usize)?.get(local(node))?;
        self.cells.get(number as usize)
    }

    /// Returns whether both cells at an ambiguous face would have a single
    /// sheet there.
    fn must_turn(&self, cell: &Cell) -> bool {
        let Some(face) = self.table.doubtful(cell.corners) else {
            return false;
        };
        let mut node = cell.node;
        if let Some(along) = node.get_mut(usize::from(face / 2)) {
            let up = face % 2 == 1;
            *along = if up { *along + 1 } else { along.wrapping_sub(1) };
        }
        let other = self.cell(node);
        other.and_then(|c| self.table.doubtful(c.corners)) == Some(face ^ 1)
    }

    fn vertices(&mut self) -> Vec<Vec3f> {
        let turned: Vec<bool> =
            self.cells.iter().map(|cell| self.must_turn(cell)).collect();
        let mut positions = Vec::new();
        let mut taken = BTreeSet::new();
        let mut cells = std::mem::take(&mut self.cells);
        for (cell, turned) in cells.iter_mut().zip(turned) {
            cell.turned = turned;
            cell.vertex = positions.len() as u32;
            if cell.vertex.is_multiple_of(8192) {
                crate::checkpoint();
            }
            self.vertices_of(cell, &mut positions, &mut taken);
        }
        self.cells = cells;
        positions
    }

    /// Creates one vertex per sheet of a cell, each at a different position.
    /// Otherwise a file format without indices would merge them.
    fn vertices_of(
        &self,
        cell: &Cell,
        positions: &mut Vec<Vec3f>,
        taken: &mut BTreeSet<[u32; 3]>,
    ) {
        let Some(sheets) = self.table.sheets(cell.corners, cell.turned) else {
            return;
        };
        let corners = self.corners(cell.node);
        let mut candidates = corners.map(|(_, _, triangle)| triangle);
        candidates.sort_unstable();
        let low = self.field.grid.position(cell.node);
        let high = add(low, [self.field.grid.step; 3]);
        for sheet in 0..sheets.count {
            let mut sum = [0.0; 3];
            let mut count = 0.0;
            for (&of, [a, b]) in sheets.of_edge.iter().zip(EDGES) {
                if of == sheet && of != NO_SHEET {
                    sum = add(sum, self.crossing(&corners, a, b));
                    count += 1.0;
                }
            }
            let start = scale(sum, 1.0 / count);
            let at = self.settle(start, &candidates, low, high);
            let mut at = at.map(|v| v as f32);
            while !taken.insert(at.map(f32::to_bits)) {
                let [x, y, z] = at;
                at = [x.next_up(), y.next_up(), z];
            }
            positions.push(at);
        }
    }

    /// Returns position, distance and nearest triangle of a cell's corners.
    fn corners(&self, [i, j, k]: [u32; 3]) -> [(Vec3, f64, u32); 8] {
        std::array::from_fn(|n| {
            let n = n as u32;
            let node = [i + (n & 1), j + (n >> 1 & 1), k + (n >> 2)];
            let at = local(node);
            let (distance, triangle) =
                match self.field.block(node.map(|n| n / SIDE)) {
                    Some((_, block)) => (
                        block.distance.get(at).copied(),
                        block.triangle.get(at).copied(),
                    ),
                    None => (None, None),
                };
            (
                self.field.grid.position(node),
                f64::from(distance.unwrap_or(f32::INFINITY)),
                triangle.unwrap_or(NONE),
            )
        })
    }

    /// Returns the point where the level crosses an edge, or the midpoint where
    /// a distance is unknown.
    fn crossing(&self, corners: &[(Vec3, f64, u32); 8], a: u8, b: u8) -> Vec3 {
        let (Some(&(from, start, _)), Some(&(to, end, _))) =
            (corners.get(usize::from(a)), corners.get(usize::from(b)))
        else {
            return [0.0; 3];
        };
        let along = (self.level - start) / (end - start);
        let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.5 };
        add(from, scale(sub(to, from), along))
    }

    /// Returns the point of a triangle that is nearest to `at`, with the
    /// squared distance.
    #[inline]
    fn reach(&self, triangle: u32, at: Vec3) -> Option<SurfacePoint> {
        let corners = *self.field.mesh.triangles.get(triangle as usize)?;
        let point = nearest_point(self.field.mesh.corners(corners), at);
        Some(SurfacePoint {
            distance_squared: distance_squared(at, point),
            point,
            triangle,
        })
    }

    /// Returns the nearest of the candidates. If a triangle is `known`, also
    /// follows the surface from the best candidate to nearer triangles, because
    /// the candidates belong to nearby nodes and not to the point itself.
    fn nearest(
        &self,
        candidates: &[u32; 8],
        known: Option<u32>,
        at: Vec3,
    ) -> Option<SurfacePoint> {
        let mut before = NONE;
        let mut best = known.and_then(|triangle| self.reach(triangle, at));
        for &triangle in candidates {
            if triangle == before || triangle == NONE {
                continue;
            }
            before = triangle;
            let found = self.reach(triangle, at)?;
            if best.is_none_or(|best| {
                found.distance_squared < best.distance_squared
            }) {
                best = Some(found);
            }
        }
        let mut best = best?;
        let walk = if known.is_some() { MAX_WALK_STEPS } else { 0 };
        for _ in 0..walk {
            let from = best.triangle;
            for corner in
                self.field.mesh.triangles.get(from as usize).copied()?
            {
                for &triangle in self.around.at(corner) {
                    let found = self.reach(triangle, at)?;
                    if found.distance_squared < best.distance_squared {
                        best = found;
                    }
                }
            }
            if best.triangle == from {
                break;
            }
        }
        Some(best)
    }

    /// Moves a point to the level without leaving its cell.
    fn settle(
        &self,
        mut at: Vec3,
        candidates: &[u32; 8],
        low: Vec3,
        high: Vec3,
    ) -> Vec3 {
        let mut known = None;
        for _ in 0..NEWTON_STEPS {
            let walked = known.is_some();
            let Some(SurfacePoint { distance_squared, point, triangle }) =
                self.nearest(candidates, known, at)
            else {
                break;
            };
            known = Some(triangle);
            let distance = distance_squared.sqrt();
            let off = self.level - distance;
            if distance == 0.0 {
                break;
            }
            if off.abs() < CLOSE * self.level {
                if walked {
                    break;
                }
                continue;
            }
            at = add(at, scale(sub(at, point), off / distance));
            let [x, y, z] = at;
            at = [
                x.clamp(low[0], high[0]),
                y.clamp(low[1], high[1]),
                z.clamp(low[2], high[2]),
            ];
        }
        at
    }

    fn triangles(&self, positions: &[Vec3f]) -> Vec<[u32; 3]> {
        let mut triangles = Vec::new();
        for cell in &self.cells {
            for axis in 0..3usize {
                let low = cell.corners & 1 == 1;
                let high = cell.corners >> (1 << axis) & 1 == 1;
                if low == high {
                    continue;
                }
                if let Some(quad) = self.quad(cell, axis) {
                    let [a, b, c, d] = quad;
                    // The normal points from the wall into the cavity, away
                    // from the material.
                    let quad = if low { [d, c, b, a] } else { [a, b, c, d] };
                    triangles.extend(split(quad, positions));
                }
            }
        }
        triangles
    }

    /// Returns the vertices of the four cells around the first edge of a cell
    /// along an axis, counterclockwise as seen from the end of the edge.
    fn quad(&self, cell: &Cell, axis: usize) -> Option<[u32; 4]> {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut quad = [0; 4];
        let offsets = [(0, 0), (1, 0), (1, 1), (0, 1)];
        for (slot, (du, dv)) in quad.iter_mut().zip(offsets) {
            let mut node = cell.node;
            let along = node.get_mut(u)?;
            *along = along.checked_sub(du)?;
            let along = node.get_mut(v)?;
            *along = along.checked_sub(dv)?;
            let other = self.cell(node)?;
            let sheets = self.table.sheets(other.corners, other.turned)?;
            let edge = 4 * axis + du as usize + 2 * dv as usize;
            let sheet = *sheets.of_edge.get(edge)?;
            *slot = other.vertex + u32::from(sheet);
        }
        Some(quad)
    }
}

type Vec3f = [f32; 3];

/// A point of the surface.
#[derive(Clone, Copy)]
struct SurfacePoint {
    /// Squared distance from the given point.
    distance_squared: f64,
    point: Vec3,
    triangle: u32,
}

/// Triangles at each vertex.
struct VertexTriangles {
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl VertexTriangles {
    fn of(mesh: &Mesh) -> VertexTriangles {
        let mut starts = vec![0u32; mesh.positions.len() + 1];
        for &corner in mesh.triangles.as_flattened() {
            if let Some(count) = starts.get_mut(corner as usize) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // The lists are filled from the back, so every start ends at the
        // beginning of its list.
        let mut triangles = vec![0u32; total as usize];
        for (n, corners) in (0u32..).zip(&mesh.triangles) {
            for &corner in corners {
                if let Some(next) = starts.get_mut(corner as usize) {
                    *next -= 1;
                    if let Some(slot) = triangles.get_mut(*next as usize) {
                        *slot = n;
                    }
                }
            }
        }
        VertexTriangles { starts, triangles }
    }

    /// Returns at most 64 triangles, so that a fan with thousands of triangles
    /// is not searched at every step.
    fn at(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        match (self.starts.get(vertex), self.starts.get(vertex + 1)) {
            (Some(&from), Some(&to)) => {
                let to = to.min(from.saturating_add(64)) as usize;
                self.triangles.get(from as usize..to).unwrap_or(&[])
            }
            _ => &[],
        }
    }
}

/// Returns two triangles, split along the shorter diagonal.
fn split([a, b, c, d]: [u32; 4], positions: &[Vec3f]) -> [[u32; 3]; 2] {
    let at = |v: u32| {
        let position = positions.get(v as usize).copied();
        crate::vector::to_f64(position.unwrap_or_default())
    };
    if distance_squared(at(a), at(c)) <= distance_squared(at(b), at(d)) {
        [[a, b, c], [a, c, d]]
    } else {
        [[b, c, d], [b, d, a]]
    }
}
