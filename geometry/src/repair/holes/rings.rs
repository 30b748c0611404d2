//! Joins unbalanced edges into simple rings. An edge that triangles use n times
//! more often in one direction than in the other lacks n triangles. Such edges
//! always form closed loops, even where sheets meet in an edge of three
//! triangles. Where two loops touch at a vertex (a bow tie), the walk returns
//! to a visited vertex and splits the ring off there.

use std::collections::BTreeMap;

use crate::topology::{Topology, unpack};

/// Returns all rings, as vertices in the direction of the patch that fills them
/// (opposite to the triangles around them).
pub fn find(topology: &Topology) -> Vec<Vec<u32>> {
    let mut edges = missing_edges(topology);
    edges.sort_unstable();
    let mut walk = Walk::new(&edges);
    let mut rings = Vec::new();
    for start in 0..edges.len() {
        walk.from(start, &mut rings);
    }
    rings
}

/// Returns (from, to) for each side that an edge lacks.
fn missing_edges(topology: &Topology) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    topology.each_edge(|low, high, uses| {
        let backwards = uses.iter().filter(|&&u| unpack(u).backwards).count();
        let forwards = uses.len() - backwards;
        let (edge, sides) = if backwards > forwards {
            ((low, high), backwards - forwards)
        } else {
            ((high, low), forwards - backwards)
        };
        edges.extend(std::iter::repeat_n(edge, sides));
    });
    edges
}

struct Walk<'a> {
    /// Edges, sorted by start.
    edges: &'a [(u32, u32)],
    used: Vec<bool>,
    /// First untried edge of each start vertex.
    next: BTreeMap<u32, usize>,
}

impl<'a> Walk<'a> {
    fn new(edges: &'a [(u32, u32)]) -> Walk<'a> {
        let mut next = BTreeMap::new();
        for (i, &(from, _)) in edges.iter().enumerate() {
            next.entry(from).or_insert(i);
        }
        Walk { edges, used: vec![false; edges.len()], next }
    }

    /// Follows edges from `start` until none is left, splitting off rings.
    fn from(&mut self, start: usize, rings: &mut Vec<Vec<u32>>) {
        if self.used.get(start) != Some(&false) {
            return;
        }
        let Some(&(first, _)) = self.edges.get(start) else { return };
        let mut path = vec![first];
        let mut places = BTreeMap::from([(first, 0usize)]);
        while let Some(&here) = path.last() {
            let Some(to) = self.take(here) else {
                // Only the start of a finished walk has no unused edge left.
                path.pop();
                places.remove(&here);
                continue;
            };
            if let Some(&at) = places.get(&to) {
                let ring: Vec<u32> = path.split_off(at + 1);
                for vertex in &ring {
                    places.remove(vertex);
                }
                let whole: Vec<u32> = [to].into_iter().chain(ring).collect();
                if whole.len() >= 3 {
                    rings.push(whole);
                }
            } else {
                places.insert(to, path.len());
                path.push(to);
            }
        }
    }

    /// Removes and returns the end of an unused edge that starts at the vertex.
    fn take(&mut self, from: u32) -> Option<u32> {
        let next = self.next.get_mut(&from)?;
        while let Some(&(start, to)) = self.edges.get(*next) {
            if start != from {
                return None;
            }
            let used = self.used.get_mut(*next)?;
            *next += 1;
            if !std::mem::replace(used, true) {
                return Some(to);
            }
        }
        None
    }
}
