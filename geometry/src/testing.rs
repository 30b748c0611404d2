//! Meshes, files and random numbers for the unit tests of the crate.

use crate::mesh::Mesh;
use crate::model::Builder;
use crate::topology::EdgeCounts;

/// Returns an axis-aligned box from `at`, facing outwards.
pub fn cuboid(size: [f32; 3], at: [f32; 3]) -> Mesh {
    let positions = (0..8)
        .map(|i| {
            let corner = |axis: usize| {
                at[axis] + if i >> axis & 1 == 1 { size[axis] } else { 0.0 }
            };
            [corner(0), corner(1), corner(2)]
        })
        .collect();
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    Mesh { positions, triangles }
}

pub fn cube(size: f32) -> Mesh {
    cuboid([size; 3], [0.0; 3])
}

/// Returns a cylinder along Z over a regular polygon. Top and bottom are fans
/// around vertices 0 and 1.
pub fn prism(sides: u32, radius: f64, height: f64) -> Mesh {
    let mut positions = vec![[0.0; 3], [0.0, 0.0, height as f32]];
    for i in 0..sides {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(sides);
        let (x, y) = (radius * libm::cos(angle), radius * libm::sin(angle));
        positions.push([x as f32, y as f32, 0.0]);
        positions.push([x as f32, y as f32, height as f32]);
    }
    let mut triangles = Vec::new();
    for i in 0..sides {
        let (a, b) = (2 + 2 * i, 2 + 2 * ((i + 1) % sides));
        triangles.push([a, b, b + 1]);
        triangles.push([a, b + 1, a + 1]);
        triangles.push([0, b, a]);
        triangles.push([1, a + 1, b + 1]);
    }
    Mesh { positions, triangles }
}

/// Returns square rings with these half widths and heights, each joined to the
/// next. The surface is closed when the first and the last width are 0, and
/// faces outwards when the profile runs upwards on the outside.
pub fn rings(profile: &[(f32, f32)]) -> Mesh {
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let mut mesh = Mesh::default();
    for &(half, z) in profile {
        let ring = corners.map(|(x, y)| [x * half, y * half, z]);
        mesh.positions.extend(ring);
    }
    for ring in 0..profile.len() as u32 - 1 {
        for side in 0..4 {
            let at = |up: u32, side: u32| 4 * (ring + up) + side % 4;
            let (a, b) = (at(0, side), at(0, side + 1));
            let (c, d) = (at(1, side), at(1, side + 1));
            mesh.triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    mesh
}

/// Returns a cube of 20 mm with two pockets that cross each other: one from
/// above and one from below, each behind a neck of 1 x 1 mm. It is one shell.
/// Its signed volume is 1258 mm3; the winding number is 1 or -1 in a volume of
/// 6666 mm3.
pub fn crossing_pockets() -> Mesh {
    rings(&[
        (0.0, 18.0),
        (7.5, 18.0),
        (7.5, 4.0),
        (0.5, 4.0),
        (0.5, 0.0),
        (10.0, 0.0),
        (10.0, 20.0),
        (0.5, 20.0),
        (0.5, 16.0),
        (8.0, 16.0),
        (8.0, 2.0),
        (0.0, 2.0),
    ])
}

/// Returns a prism of height 10 over a bow tie of two triangles with an area of
/// 100 each: one shell that crosses itself, with a signed volume of 0.
pub fn bow_tie() -> Mesh {
    let outline = [[0.0, 0.0], [20.0, 20.0], [20.0, 0.0], [0.0, 20.0]];
    let at = |z: f32| outline.map(|[x, y]: [f32; 2]| [x, y, z]);
    let positions = at(0.0).into_iter().chain(at(10.0)).collect();
    let mut triangles = vec![[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]];
    for i in 0..4 {
        let next = (i + 1) % 4;
        triangles.extend([[i, next, next + 4], [i, next + 4, i + 4]]);
    }
    Mesh { positions, triangles }
}

/// Returns a sphere about the origin: `rings` bands of `segments` quads, poles
/// on Z.
pub fn sphere(radius: f64, rings: u32, segments: u32) -> Mesh {
    let point = |polar: f64, turn: f64| {
        let (flat, z) = (radius * libm::sin(polar), radius * libm::cos(polar));
        let (x, y) = (flat * libm::cos(turn), flat * libm::sin(turn));
        [x as f32, y as f32, z as f32]
    };
    let mut positions = vec![point(0.0, 0.0)];
    for ring in 1..rings {
        for segment in 0..segments {
            let polar = f64::from(ring) / f64::from(rings);
            let turn = f64::from(segment) / f64::from(segments);
            positions.push(point(
                polar * std::f64::consts::PI,
                turn * std::f64::consts::TAU,
            ));
        }
    }
    positions.push([0.0, 0.0, -radius as f32]);
    let last = positions.len() as u32 - 1;
    let at = |ring: u32, segment: u32| match ring {
        0 => 0,
        ring if ring == rings => last,
        ring => 1 + (ring - 1) * segments + segment % segments,
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for s in 0..segments {
            let (a, b) = (at(ring, s), at(ring, s + 1));
            let (c, d) = (at(ring + 1, s), at(ring + 1, s + 1));
            if ring > 0 {
                triangles.push([a, d, b]);
            }
            if ring + 1 < rings {
                triangles.push([a, c, d]);
            }
        }
    }
    Mesh { positions, triangles }
}

/// Returns the parts in one mesh, not welded.
pub fn merge(parts: &[Mesh]) -> Mesh {
    let mut whole = Mesh::default();
    for part in parts {
        let base = whole.positions.len() as u32;
        whole.positions.extend(&part.positions);
        let moved = part.triangles.iter().map(|t| t.map(|v| v + base));
        whole.triangles.extend(moved);
    }
    whole
}

/// Returns the same surface facing the other way.
pub fn inverted(mut mesh: Mesh) -> Mesh {
    for [_, b, c] in &mut mesh.triangles {
        std::mem::swap(b, c);
    }
    mesh
}

/// Returns the mesh without these triangles.
pub fn without(mut mesh: Mesh, gone: &[usize]) -> Mesh {
    let mut at = 0;
    mesh.triangles.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    mesh
}

/// Returns the corners of every triangle, without sharing vertices.
pub fn soup(mesh: &Mesh) -> Vec<[[f32; 3]; 3]> {
    let at = |v: u32| mesh.positions[v as usize];
    mesh.triangles.iter().map(|&[a, b, c]| [at(a), at(b), at(c)]).collect()
}

/// Returns the mesh as read from a file without indices: equal corners become
/// one vertex.
pub fn welded(mesh: &Mesh) -> Mesh {
    let mut builder = Builder::with_capacity(mesh.triangles.len());
    for t in soup(mesh) {
        let corners = t.map(|p| builder.vertex(p).unwrap());
        builder.triangle(corners);
    }
    builder.finish().unwrap()
}

/// Returns the mesh with each triangle split into four.
pub fn quartered(mesh: &Mesh) -> Mesh {
    let mut positions = Vec::new();
    for [a, b, c] in soup(mesh) {
        let middle = |p: [f32; 3], q: [f32; 3]| {
            [0, 1, 2].map(|axis| 0.5 * (p[axis] + q[axis]))
        };
        let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
        positions.extend([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]);
    }
    let count = positions.len() as u32 / 3;
    let triangles = (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    welded(&Mesh { positions, triangles })
}

/// Returns a binary STL of triangles.
pub fn stl(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        for value in triangle.as_flattened() {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// Counts edges with a slow reference method.
pub fn naive_counts(mesh: &Mesh) -> EdgeCounts {
    let mut edges = std::collections::BTreeMap::new();
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let uses: &mut Vec<bool> =
                edges.entry((from.min(to), from.max(to))).or_default();
            uses.push(from > to);
        }
    }
    let mut counts = EdgeCounts::default();
    for uses in edges.values() {
        let backwards = uses.iter().filter(|&&b| b).count();
        counts.boundary += u64::from(uses.len() == 1);
        counts.non_manifold += u64::from(uses.len() > 2);
        counts.misoriented += u64::from(uses.len() == 2 && backwards != 1);
        counts.unbalanced += u64::from(2 * backwards != uses.len());
    }
    counts
}

/// A small random number generator. A seed gives the same numbers on every
/// machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        ((self.0 >> 33) % u64::from(n)) as u32
    }

    /// Returns a number between 0 and 1.
    pub fn unit(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }
}

/// A ZIP entry: name, contents, and the flags and the size that its directory
/// claims.
pub struct ZipEntry<'a> {
    pub name: &'a str,
    pub data: &'a [u8],
    pub flags: u16,
    pub claimed: Option<u32>,
}

pub fn entry<'a>(name: &'a str, data: &'a [u8]) -> ZipEntry<'a> {
    ZipEntry { name, data, flags: 0, claimed: None }
}

/// Returns a deflated archive.
pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for e in entries {
        let body = miniz_oxide::deflate::compress_to_vec(e.data, 6);
        let mut fields = Vec::new();
        for half in [20, e.flags, 8, 0, 0] {
            fields.extend(half.to_le_bytes());
        }
        let claimed = e.claimed.unwrap_or(e.data.len() as u32);
        for word in [crc(e.data), body.len() as u32, claimed] {
            fields.extend(word.to_le_bytes());
        }
        fields.extend((e.name.len() as u16).to_le_bytes());
        fields.extend([0; 2]);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&fields);
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend(e.name.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(fields);
        out.extend(e.name.as_bytes());
        out.extend(body);
    }
    let start = out.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// Computes CRC-32 bit by bit, independently of the crate that the ZIP reader
/// uses.
fn crc(data: &[u8]) -> u32 {
    let mut value = !0u32;
    for &byte in data {
        value ^= u32::from(byte);
        for _ in 0..8 {
            let carry = value & 1;
            value = (value >> 1) ^ (carry * 0xedb8_8320);
        }
    }
    !value
}
