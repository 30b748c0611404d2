//! Matches the triangles of a processed mesh with those of its source, and
//! gives each vertex the data that it had there. Uses sorted vertex ids and
//! binary search, n log n; a hash map of triples took twice as long.

mod joined;

use crate::mesh::Mesh;
use crate::parse::glb::materials::{Materials, Part};
use crate::vector::{Vec3, add, length, normal};
use crate::weld::Welder;
use joined::Joined;

/// Triangles that form one primitive.
pub struct Group {
    /// Part of the source, or `None` for triangles that the source does not
    /// have.
    pub part: Option<usize>,
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// Source vertex in the part, for each vertex.
    pub sources: Vec<u32>,
    /// Present only when the part had normals.
    pub normals: Option<Vec<[f32; 3]>>,
}

/// A triangle of the source: its welded corners in ascending order, its part
/// and its index.
type Key = ([u32; 3], u32, u32);

/// Groups the mesh by part of the source. Returns `None` when no triangle is
/// matched.
pub fn groups(
    materials: &Materials,
    before: &[[f32; 3]],
    mesh: &Mesh,
) -> Option<Vec<Group>> {
    let mut welder = Welder::with_capacity(before.len());
    let mut ids = Vec::with_capacity(before.len());
    for &position in before {
        ids.push(welder.insert(position)?);
    }
    let known = ids.iter().max().map_or(0, |id| id + 1);
    let joined = Joined::find(materials, before, known, &mut welder);
    let keys = keys(materials, &mut welder, &joined);
    let mut found = vec![Vec::new(); materials.parts.len()];
    let mut others = Vec::new();
    let mut used = vec![false; keys.len()];
    for &corners in &mesh.triangles {
        let welded = corners.map(|v| ids.get(v as usize).copied());
        let [Some(a), Some(b), Some(c)] = welded else {
            // A new vertex, for example of an inner wall.
            others.push(corners);
            continue;
        };
        match lookup(&keys, &mut used, [a, b, c]) {
            Some((part, triangle)) => {
                if let Some(list) = found.get_mut(part as usize) {
                    list.push((corners, [a, b, c], triangle));
                }
            }
            None => others.push(corners),
        }
    }
    if found.iter().all(Vec::is_empty) {
        return None;
    }
    let mut groups = Vec::new();
    for (index, (part, list)) in materials.parts.iter().zip(found).enumerate() {
        if !list.is_empty() {
            let mut find = |at| welded(part, at, &mut welder, &joined);
            groups.push(carried(index, part, list, &mut find, mesh));
        }
    }
    if !others.is_empty() {
        groups.push(plain(&others, mesh));
    }
    Some(groups)
}

fn keys(
    materials: &Materials,
    welder: &mut Welder,
    joined: &Joined,
) -> Vec<Key> {
    let mut keys = Vec::new();
    for (part, index) in materials.parts.iter().zip(0u32..) {
        for (&corners, triangle) in part.triangles.iter().zip(0u32..) {
            if let Some(mut ids) = welded(part, corners, welder, joined) {
                ids.sort_unstable();
                keys.push((ids, index, triangle));
            }
        }
    }
    keys.sort_unstable();
    keys
}

fn welded(
    part: &Part,
    corners: [u32; 3],
    welder: &mut Welder,
    joined: &Joined,
) -> Option<[u32; 3]> {
    let mut ids = [0; 3];
    for (id, corner) in ids.iter_mut().zip(corners) {
        let position = part.positions.get(corner as usize)?;
        *id = joined.id(welder.insert(*position)?);
    }
    Some(ids)
}

/// Returns part and triangle with these corners. Duplicates (two sides of a
/// sheet) are returned in sequence.
fn lookup(
    keys: &[Key],
    used: &mut [bool],
    mut ids: [u32; 3],
) -> Option<(u32, u32)> {
    ids.sort_unstable();
    let first = keys.partition_point(|(key, ..)| *key < ids);
    let mut last = None;
    for (at, &(key, part, triangle)) in keys.iter().enumerate().skip(first) {
        if key != ids || at > first + 8 {
            break;
        }
        last = Some((part, triangle));
        if let Some(mark @ false) = used.get_mut(at) {
            *mark = true;
            break;
        }
    }
    last
}

/// Returns the triangles matched in one part, with the data of their vertices.
fn carried(
    index: usize,
    part: &Part,
    list: Vec<([u32; 3], [u32; 3], u32)>,
    find: &mut dyn FnMut([u32; 3]) -> Option<[u32; 3]>,
    mesh: &Mesh,
) -> Group {
    // A vertex of the group is a pair of a mesh vertex and a part vertex.
    let mut corners: Vec<(u32, u32)> = Vec::with_capacity(3 * list.len());
    for (of_mesh, ids, triangle) in &list {
        let sources = part.triangles.get(*triangle as usize);
        let sources = sources.copied().unwrap_or_default();
        let theirs = find(sources).unwrap_or_default();
        for (vertex, id) in of_mesh.iter().zip(ids) {
            let index = theirs.iter().position(|their| their == id);
            let source = index.and_then(|index| sources.get(index));
            corners.push((*vertex, source.copied().unwrap_or_default()));
        }
    }
    let mut vertices = corners.clone();
    vertices.sort_unstable();
    vertices.dedup();
    let vertex_index = |corner: &(u32, u32)| {
        vertices.binary_search(corner).unwrap_or_default() as u32
    };
    let indices: Vec<u32> = corners.iter().map(vertex_index).collect();
    let (triangles, _) = indices.as_chunks::<3>();
    let at = |&(vertex, _): &(u32, u32)| {
        mesh.positions.get(vertex as usize).copied().unwrap_or_default()
    };
    let positions: Vec<[f32; 3]> = vertices.iter().map(at).collect();
    let normals = part
        .normals
        .as_ref()
        .map(|stored| smooth(&vertices, stored, &positions, triangles));
    Group {
        part: Some(index),
        triangles: triangles.to_vec(),
        sources: vertices.iter().map(|&(_, source)| source).collect(),
        positions,
        normals,
    }
}

/// Computes new normals: area-weighted over the triangles around a vertex, and
/// shared by vertices that had the same position and normal before. Texture
/// seams stay invisible, and creases stay sharp.
fn smooth(
    vertices: &[(u32, u32)],
    stored: &[[f32; 3]],
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> Vec<[f32; 3]> {
    let key = |&(vertex, source): &(u32, u32)| {
        let normal = stored.get(source as usize).copied().unwrap_or_default();
        (vertex, normal.map(f32::to_bits))
    };
    // Vertices are sorted by mesh vertex, so equal keys are adjacent.
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    let keys: Vec<_> = vertices.iter().map(key).collect();
    order.sort_by_key(|&v| keys.get(v as usize).copied());
    let mut shared = vec![0u32; vertices.len()];
    let (mut last, mut count) = (None, 0u32);
    for v in order {
        let here = keys.get(v as usize).copied();
        if here != last {
            count += 1;
            last = here;
        }
        if let Some(slot) = shared.get_mut(v as usize) {
            *slot = count - 1;
        }
    }
    let at = |v: u32| {
        let position = positions.get(v as usize).copied().unwrap_or_default();
        position.map(f64::from)
    };
    let mut sums: Vec<Vec3> = vec![[0.0; 3]; count as usize];
    for corners in triangles {
        let across = normal(corners.map(at));
        for v in corners {
            let sum = shared.get(*v as usize).map(|&s| s as usize);
            if let Some(sum) = sum.and_then(|s| sums.get_mut(s)) {
                *sum = add(*sum, across);
            }
        }
    }
    let unit = |&s: &u32| {
        let sum = sums.get(s as usize).copied().unwrap_or_default();
        let size = length(sum);
        // The format requires unit length, even where there is no surface.
        if size > 0.0 {
            sum.map(|v| (v / size) as f32)
        } else {
            [0.0, 0.0, 1.0]
        }
    };
    shared.iter().map(unit).collect()
}

fn plain(triangles: &[[u32; 3]], mesh: &Mesh) -> Group {
    let mut rest = Mesh {
        positions: mesh.positions.clone(),
        triangles: triangles.to_vec(),
    };
    rest.drop_unused();
    Group {
        part: None,
        positions: rest.positions,
        triangles: rest.triangles,
        sources: Vec::new(),
        normals: None,
    }
}
