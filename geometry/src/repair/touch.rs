//! Edges of four and more triangles, where closed sheets touch: each sheet
//! but one gets a vertex of its own inside the edge, so that every edge has
//! two triangles and nothing moves. Bodies that share an edge, as CSG tools
//! leave them, become bodies that lie against each other.
//!
//! Which triangles are one sheet: the two that enclose a wedge of solid, found
//! by going around the edge. O(triangles), a sort for each such edge.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::{Vec3, cross, dot, length, sub};

/// Triangles at one edge; with more, vertices would not find room in it.
const MOST_USES: usize = 64;
/// Edges: a model with more is no case for this.
const MOST_EDGES: usize = 100_000;

/// A vertex to be put into an edge of a triangle.
struct Cut {
    triangle: u32,
    edge: [u32; 2],
    vertex: u32,
}

/// How it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parted {
    pub edges: u64,
    /// The triangle that each one was or was part of; the order is kept.
    pub sources: Vec<u32>,
}

/// Takes the sheets apart; `None` when there are none to take apart. The
/// topology no longer fits then; vertices keep their numbers.
pub fn part(mesh: &mut Mesh, topology: &Topology) -> Option<Parted> {
    let mut crowded: Vec<(u32, u32, Vec<u64>)> = Vec::new();
    topology.each_edge(|low, high, uses| {
        if (4..=MOST_USES).contains(&uses.len()) && crowded.len() <= MOST_EDGES
        {
            crowded.push((low, high, uses.to_vec()));
        }
    });
    if crowded.len() > MOST_EDGES {
        return None;
    }
    let mut cuts = Vec::new();
    let mut edges = 0;
    for (low, high, uses) in crowded {
        let Some(mut sheets) = sheets(mesh, low, high, &uses) else {
            continue;
        };
        // The last stays whole: a flap of two triangles on the same corners,
        // if there is one, for its halves would meet in one more edge.
        sheets.sort_by_key(|&sheet| is_flap(mesh, sheet));
        if let Some(places) = room(mesh, low, high, sheets.len()) {
            edges += 1;
            for (place, sheet) in places.into_iter().zip(&sheets) {
                let vertex = mesh.positions.len() as u32;
                mesh.positions.push(place);
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
    Some(Parted { edges, sources: cut(mesh, &cuts) })
}

/// Pairs of triangles with solid between them; `None` when the edge is not
/// used equally often both ways.
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
            // The same scale for both: only the angle counts.
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
    // Going around, solid begins at a triangle that runs back along the edge
    // and ends at one that runs along it. Twice around, for what lies across
    // the first.
    around
        .sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut begun = Vec::new();
    let mut paired = vec![false; around.len()];
    let mut sheets = Vec::with_capacity(ahead_count);
    for _ in 0..2 {
        for (place, &(_, ends, triangle)) in around.iter().enumerate() {
            if paired.get(place) != Some(&false) {
                continue;
            }
            if !ends {
                if !begun.contains(&(place, triangle)) {
                    begun.push((place, triangle));
                }
            } else if let Some((first, other)) = begun.pop() {
                for place in [first, place] {
                    if let Some(paired) = paired.get_mut(place) {
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

/// Places in an edge for all sheets but one, all different; `None` when the
/// edge is too short for that.
fn room(
    mesh: &Mesh,
    low: u32,
    high: u32,
    sheets: usize,
) -> Option<Vec<[f32; 3]>> {
    let (from, to) = (mesh.at(low), mesh.at(high));
    let ends = [from, to].map(|p| p.map(|v| v as f32));
    let mut places: Vec<[f32; 3]> = Vec::with_capacity(sheets);
    for n in 1..sheets {
        let share = n as f64 / sheets as f64;
        let [x, y, z] = sub(to, from).map(|v| v * share);
        let [fx, fy, fz] = from;
        let place = [fx + x, fy + y, fz + z].map(|v| v as f32);
        if ends.contains(&place) || places.contains(&place) {
            return None;
        }
        places.push(place);
    }
    Some(places)
}

/// Cuts triangles; the source of each that is there then.
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
