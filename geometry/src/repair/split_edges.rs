//! Splits edges with four or more triangles, where closed sheets touch. Every
//! sheet except one gets a separate vertex inside the edge, so that every edge
//! has two triangles and no vertex moves. Bodies that share an edge, as CSG
//! tools produce them, become bodies that only touch.
//!
//! A sheet is a pair of triangles with solid between them, found by going
//! around the edge. Runs in O(triangles), plus a sort per such edge.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::{Vec3, cross, dot, length, sub};

/// Maximum number of triangles at one edge. More vertices would not fit into
/// it.
const MAX_USES: usize = 64;
/// Maximum number of edges to split. Models with more are not split.
const MAX_EDGES: usize = 100_000;

/// A vertex to insert into an edge of a triangle.
struct Cut {
    triangle: u32,
    edge: [u32; 2],
    vertex: u32,
}

/// The result of a split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitEdges {
    pub edges: u64,
    /// For each present triangle, the index of the triangle before the split
    /// that it is, or is part of. The order is kept.
    pub sources: Vec<u32>,
}

/// Splits the shared edges. Returns `None` when there are none. Invalidates the
/// topology; vertices keep their indexes.
pub fn split_edges(mesh: &mut Mesh, topology: &Topology) -> Option<SplitEdges> {
    let mut crowded: Vec<(u32, u32, Vec<u64>)> = Vec::new();
    topology.each_edge(|low, high, uses| {
        if (4..=MAX_USES).contains(&uses.len()) && crowded.len() <= MAX_EDGES {
            crowded.push((low, high, uses.to_vec()));
        }
    });
    if crowded.len() > MAX_EDGES {
        return None;
    }
    let mut cuts = Vec::new();
    let mut edges = 0;
    for (low, high, uses) in crowded {
        let Some(mut sheets) = sheets(mesh, low, high, &uses) else {
            continue;
        };
        // The last sheet stays whole. If two triangles on the same corners form
        // a flap, put the flap last, because its halves would share one more
        // edge.
        sheets.sort_by_key(|&sheet| is_flap(mesh, sheet));
        if let Some(points) = inner_points(mesh, low, high, sheets.len()) {
            edges += 1;
            for (point, sheet) in points.into_iter().zip(&sheets) {
                let vertex = mesh.positions.len() as u32;
                mesh.positions.push(point);
                let edge = [low, high];
                cuts.extend(sheet.map(|triangle| Cut {
                    triangle,
                    edge,
                    vertex,
                }));
            }
        }
    }
    if cuts.is_empty() {
        return None;
    }
    cuts.sort_by_key(|cut| cut.triangle);
    Some(SplitEdges { edges, sources: cut(mesh, &cuts) })
}

/// Returns the pairs of triangles with solid between them; `None` when the edge
/// is not used equally often in both directions.
fn sheets(
    mesh: &Mesh,
    low: u32,
    high: u32,
    uses: &[u64],
) -> Option<Vec<[u32; 2]>> {
    let start = mesh.at(low);
    let along = sub(mesh.at(high), start);
    let mut around: Vec<(f64, bool, u32)> = Vec::with_capacity(uses.len());
    let (mut right, mut ahead) = ([0.0; 3], [0.0; 3]);
    for &entry in uses {
        let one = unpack(entry);
        let corners = *mesh.triangles.get(one.triangle() as usize)?;
        let third = corners.into_iter().find(|&v| v != low && v != high)?;
        let side: Vec3 = sub(mesh.at(third), start);
        if right == [0.0; 3] {
            ahead = cross(along, side);
            right = cross(ahead, along);
            // Use the same scale for both, because only the angle matters.
            let long = length(along);
            right = right.map(|v| v / long);
        }
        let angle = libm::atan2(dot(side, ahead), dot(side, right));
        around.push((angle, !one.backwards, one.triangle()));
    }
    let ahead_count = around.iter().filter(|use_| use_.1).count();
    if 2 * ahead_count != around.len() {
        return None;
    }
    // Going around the edge, solid begins at a triangle that uses the edge
    // backwards and ends at one that uses it forwards. This takes two rounds,
    // because a sheet may contain the first angle.
    around
        .sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut begun = Vec::new();
    let mut paired = vec![false; around.len()];
    let mut sheets = Vec::with_capacity(ahead_count);
    for _ in 0..2 {
        for (point, &(_, ends, triangle)) in around.iter().enumerate() {
            if paired.get(point) != Some(&false) {
                continue;
            }
            if !ends {
                if !begun.contains(&(point, triangle)) {
                    begun.push((point, triangle));
                }
            } else if let Some((first, other)) = begun.pop() {
                for point in [first, point] {
                    if let Some(paired) = paired.get_mut(point) {
                        *paired = true;
                    }
                }
                sheets.push([other, triangle]);
            }
        }
    }
    (sheets.len() == ahead_count).then_some(sheets)
}

fn is_flap(mesh: &Mesh, [one, other]: [u32; 2]) -> bool {
    let corners = |triangle: u32| {
        let mut corners = mesh.triangles.get(triangle as usize).copied();
        corners.iter_mut().for_each(|c| c.sort_unstable());
        corners
    };
    corners(one) == corners(other)
}

/// Returns distinct points inside an edge for all sheets except one; `None`
/// when the edge is too short.
fn inner_points(
    mesh: &Mesh,
    low: u32,
    high: u32,
    sheets: usize,
) -> Option<Vec<[f32; 3]>> {
    let (from, to) = (mesh.at(low), mesh.at(high));
    let ends = [from, to].map(|p| p.map(|v| v as f32));
    let mut points: Vec<[f32; 3]> = Vec::with_capacity(sheets);
    for n in 1..sheets {
        let share = n as f64 / sheets as f64;
        let [x, y, z] = sub(to, from).map(|v| v * share);
        let [fx, fy, fz] = from;
        let point = [fx + x, fy + y, fz + z].map(|v| v as f32);
        if ends.contains(&point) || points.contains(&point) {
            return None;
        }
        points.push(point);
    }
    Some(points)
}

/// Cuts the triangles. Returns the source of each resulting triangle.
fn cut(mesh: &mut Mesh, cuts: &[Cut]) -> Vec<u32> {
    let mut sources = Vec::with_capacity(mesh.triangles.len() + cuts.len());
    let mut triangles = Vec::with_capacity(mesh.triangles.len() + cuts.len());
    let mut rest = cuts;
    for (number, &triangle) in mesh.triangles.iter().enumerate() {
        let here = rest.iter().take_while(|c| c.triangle as usize == number);
        let (here, later) = rest.split_at(here.count());
        rest = later;
        let first = triangles.len();
        triangles.push(triangle);
        for Cut { edge: [low, high], vertex, .. } in here {
            let parts = triangles.get(first..).unwrap_or_default();
            let has = |t: &[u32; 3]| t.contains(low) && t.contains(high);
            let Some(at) = parts.iter().position(has) else { continue };
            let Some(part) = triangles.get_mut(first + at) else { continue };
            let old = *part;
            *part = old.map(|v| if v == *high { *vertex } else { v });
            triangles.push(old.map(|v| if v == *low { *vertex } else { v }));
        }
        sources.resize(triangles.len(), number as u32);
    }
    mesh.triangles = triangles;
    sources
}

#[cfg(test)]
mod tests;
