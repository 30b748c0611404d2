//! Faults of a surface: a byte of flags for each triangle, and a list of the
//! connected regions of each kind.

use serde::Serialize;

use super::regions::{Piece, Place, places};
use super::settings::Settings;
use super::surface::Surface;
use crate::exposure::Exposure;
use crate::measure::on_plate;
use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::{Vec3, add, length, scale, sub};

/// Tolerance of the build volume: sides may exceed it by this much, because
/// 32-bit coordinates are rounded.
const FIT_SLACK_MM: f64 = 1e-3;

/// A kind of fault; the value is its bit in the flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    OpenEdges = 1,
    NonManifoldEdges = 2,
    Overhangs = 4,
    ThinWalls = 8,
    Outside = 16,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::OpenEdges,
        Kind::NonManifoldEdges,
        Kind::Overhangs,
        Kind::ThinWalls,
        Kind::Outside,
    ];

    pub fn bit(self) -> u8 {
        self as u8
    }
}

/// All regions of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    pub kind: Kind,
    /// Number of edges for open and non-manifold edges, and of triangles for
    /// the other kinds.
    pub count: u64,
    pub area_mm2: Option<f64>,
    pub length_mm: Option<f64>,
    pub regions: u64,
    pub places: Vec<Place>,
}

/// An edge of the surface that does not have two triangles.
#[derive(Debug, Clone, Copy)]
pub struct BadEdge {
    pub kind: Kind,
    pub ends: [u32; 2],
    /// Sum of the outward normals of its triangles.
    normal: Vec3,
}

/// Finds edges with one triangle or with more than two, and flags their
/// triangles.
pub fn bad_edges(surface: &Surface, flags: &mut [u8]) -> Vec<BadEdge> {
    // Collapsed triangles are ignored when the triangles of an edge are
    // counted.
    let numbered = surface.mesh.triangles.iter().zip(0u32..);
    let (triangles, numbers): (Vec<_>, Vec<_>) = numbered
        .filter(|&(&[a, b, c], _)| a != b && b != c && c != a)
        .map(|(&triangle, number)| (triangle, number))
        .unzip();
    let positions = surface.mesh.positions.clone();
    let topology = Topology::build(&Mesh { positions, triangles });
    let mut found = Vec::new();
    topology.each_edge(|low, high, uses| {
        let kind = match uses.len() {
            1 => Kind::OpenEdges,
            2 => return,
            _ => Kind::NonManifoldEdges,
        };
        let mut sum = [0.0; 3];
        for &entry in uses {
            let own = unpack(entry).triangle() as usize;
            let Some(&own) = numbers.get(own) else { continue };
            sum = add(sum, surface.outward(own));
            if let Some(flag) = flags.get_mut(own as usize) {
                *flag |= kind.bit();
            }
        }
        found.push(BadEdge { kind, ends: [low, high], normal: sum });
    });
    found
}

/// Marks triangles that are steeper than the limit, do not lie on the plate and
/// are not inside another body.
pub fn mark_overhangs(
    surface: &Surface,
    repaired: &Mesh,
    exposure: &Exposure,
    settings: &Settings,
    flags: &mut [u8],
) {
    let Some(bounds) = surface.mesh.bounds() else { return };
    let [.., bottom] = bounds.min;
    let plate = bottom + settings.first_layer_mm();
    let steepest = libm::sin(settings.overhang_deg.to_radians());
    let triangles = surface.mesh.triangles.iter().zip(0u32..);
    // Indexes of the triangles that may be covered, in both meshes.
    let (mut own, mut counterparts) = (Vec::new(), Vec::new());
    for ((&triangle, number), flag) in triangles.zip(flags.iter_mut()) {
        let Some((_, [.., up])) = surface.facing(number) else { continue };
        // A limit of 45 degrees must not flag a face of exactly 45.
        if -up > steepest + 1e-6
            && !on_plate(surface.mesh.corners(triangle), plate)
        {
            match surface.repaired(number) {
                Some(counterpart) if exposure.is_suspect(counterpart) => {
                    own.push(number);
                    counterparts.push(counterpart);
                }
                _ => *flag |= Kind::Overhangs.bit(),
            }
        }
    }
    let exposed = exposure.faces(repaired, &counterparts);
    for (number, exposed) in own.into_iter().zip(exposed) {
        if let Some(flag) = flags.get_mut(number as usize)
            && exposed
        {
            *flag |= Kind::Overhangs.bit();
        }
    }
}

/// Marks triangles that extend beyond the build volume when the model stands in
/// the center of the plate. A model that fits after a rotation has no such
/// triangles.
pub fn mark_outside(surface: &Surface, settings: &Settings, flags: &mut [u8]) {
    let Some(bounds) = surface.mesh.bounds() else { return };
    if fits(bounds.size(), settings.build_volume_mm) {
        return;
    }
    let [x, y, _] = bounds.center();
    let [_, _, bottom] = bounds.min;
    let [width, depth, height] = settings.build_volume_mm;
    let outside = |[px, py, pz]: Vec3| {
        (px - x).abs() > 0.5 * width + FIT_SLACK_MM
            || (py - y).abs() > 0.5 * depth + FIT_SLACK_MM
            || pz - bottom > height + FIT_SLACK_MM
    };
    for (&triangle, flag) in surface.mesh.triangles.iter().zip(flags) {
        if surface.mesh.corners(triangle).into_iter().any(outside) {
            *flag |= Kind::Outside.bit();
        }
    }
}

/// Returns whether a box fits into another in one of its six poses.
fn fits(mut size: Vec3, mut room: Vec3) -> bool {
    size.sort_by(f64::total_cmp);
    room.sort_by(f64::total_cmp);
    size.iter().zip(room).all(|(side, room)| *side <= room + FIT_SLACK_MM)
}

/// Lists the faults that occur.
pub fn list(surface: &Surface, flags: &[u8], edges: &[BadEdge]) -> Vec<Fault> {
    let lists = Kind::ALL.map(|kind| match kind {
        Kind::OpenEdges | Kind::NonManifoldEdges => {
            let own = edges.iter().filter(|edge| edge.kind == kind);
            let pieces = own.map(|edge| edge_piece(&surface.mesh, edge));
            summary(kind, surface, pieces.collect())
        }
        Kind::Overhangs | Kind::ThinWalls | Kind::Outside => {
            let all = flags.iter().zip(0u32..);
            let own = all.filter(|&(flag, _)| flag & kind.bit() != 0);
            let pieces = own.map(|(_, number)| triangle_piece(surface, number));
            summary(kind, surface, pieces.collect())
        }
    });
    lists.into_iter().filter(|fault| fault.count > 0).collect()
}

fn summary(kind: Kind, surface: &Surface, pieces: Vec<Piece>) -> Fault {
    crate::checkpoint();
    let total: f64 = pieces.iter().map(|piece| piece.weight).sum();
    let of_edges = matches!(kind, Kind::OpenEdges | Kind::NonManifoldEdges);
    let (regions, places) = if pieces.is_empty() {
        (0, Vec::new())
    } else {
        places(surface.mesh.positions.len(), &pieces)
    };
    Fault {
        kind,
        count: pieces.len() as u64,
        area_mm2: (!of_edges).then_some(total),
        length_mm: of_edges.then_some(total),
        regions,
        places,
    }
}

fn edge_piece(mesh: &Mesh, edge: &BadEdge) -> Piece {
    let [low, high] = edge.ends;
    let (from, to) = (mesh.at(low), mesh.at(high));
    let weight = length(sub(to, from));
    Piece {
        vertices: [low, high, high],
        center: scale(add(from, to), 0.5),
        radius: 0.5 * weight,
        normal: edge.normal,
        weight,
    }
}

/// Returns a triangle as a piece of a region.
pub fn triangle_piece(surface: &Surface, number: u32) -> Piece {
    let vertices = surface.mesh.triangles.get(number as usize).copied();
    let vertices = vertices.unwrap_or_default();
    let [a, b, c] = surface.mesh.corners(vertices);
    let center = scale(add(add(a, b), c), 1.0 / 3.0);
    let reach = [a, b, c].map(|p| length(sub(p, center)));
    let normal = surface.outward(number);
    let weight = 0.5 * length(normal);
    let radius = reach.into_iter().fold(0.0, f64::max);
    Piece { vertices, center, radius, normal, weight }
}
