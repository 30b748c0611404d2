//! Converts the primitives of a mesh instance to triangles. Points and lines
//! cannot be printed and are skipped.

use super::super::transform::{InstanceBudget, InstanceWriter};
use super::Reading;
use super::accessor::Source;
use super::document::Primitive;
use super::extensions::{COMPRESSION, unsupported};
use super::scene::Placed;
use crate::ParseError;
use crate::model::Builder;

pub const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
pub const FAN: u32 = 6;

/// Adds all triangles of a mesh under its node's transform.
pub fn add_mesh(
    source: &Source,
    placed: &Placed,
    builder: &mut Builder,
    reading: &mut Reading,
) -> Result<(), ParseError> {
    let meshes = &source.document.meshes;
    let mesh =
        meshes.get(placed.mesh).ok_or_else(|| ParseError::BadReference {
            what: "A node of the glTF".into(),
            index: placed.mesh as u64,
            count: meshes.len() as u64,
        })?;
    for (index, primitive) in mesh.primitives.iter().enumerate() {
        crate::checkpoint();
        let name =
            format!("primitive {index} of mesh {} in the glTF", placed.mesh);
        add(source, primitive, placed, &name, builder, reading)?;
    }
    Ok(())
}

fn add(
    source: &Source,
    primitive: &Primitive,
    placed: &Placed,
    name: &str,
    builder: &mut Builder,
    reading: &mut Reading,
) -> Result<(), ParseError> {
    let mode = primitive.mode.unwrap_or(TRIANGLES);
    if !(TRIANGLES..=FAN).contains(&mode) {
        return Ok(());
    }
    let compressed = |x: &&&str| primitive.extensions.contains_key(**x);
    if let Some(extension) = COMPRESSION.iter().find(compressed) {
        return Err(unsupported(extension));
    }
    let Some(&accessor) = primitive.attributes.get("POSITION") else {
        return Ok(());
    };
    let Reading { origin, budget } = reading;
    budget.spend_elements(source.count(accessor)?)?;
    let positions = positions(source, primitive, accessor, placed, budget)?;
    let indices = match primitive.indices {
        Some(accessor) => {
            budget.spend_elements(source.count(accessor)?)?;
            source.indices(accessor)?
        }
        None => (0..positions.len() as u32).collect(),
    };
    budget.spend_triangles(match mode {
        TRIANGLES => indices.len() as u64 / 3,
        _ => indices.len().saturating_sub(2) as u64,
    })?;
    let transform = &placed.transform;
    let mut writer =
        InstanceWriter::new(name, &positions, transform, origin, builder);
    each_triangle(mode, &indices, |triangle| writer.triangle(triangle))
}

/// Returns the positions of a primitive with its morph targets, each of which
/// is charged to the budget.
pub fn positions(
    source: &Source,
    primitive: &Primitive,
    accessor: usize,
    placed: &Placed,
    budget: &mut InstanceBudget,
) -> Result<Vec<[f32; 3]>, ParseError> {
    let mut positions = source.positions(accessor)?;
    let document = source.document;
    let node = placed.node.and_then(|node| document.nodes.get(node));
    let mesh = document.meshes.get(placed.mesh);
    let weights = match node.and_then(|node| node.weights.as_ref()) {
        Some(weights) => weights.as_slice(),
        None => mesh.map(|mesh| mesh.weights.as_slice()).unwrap_or_default(),
    };
    for (target, &weight) in primitive.targets.iter().zip(weights) {
        let Some(&accessor) = target.get("POSITION") else { continue };
        if weight == 0.0 {
            continue;
        }
        let count = source.count(accessor)?;
        budget.spend_elements(count)?;
        if count != positions.len() as u64 {
            return Err(ParseError::CountMismatch {
                what: "number of positions of a morph target in the glTF",
                claimed: count,
                actual: positions.len() as u64,
            });
        }
        let moves = source.positions(accessor)?;
        for (position, by) in positions.iter_mut().zip(moves) {
            for (v, by) in position.iter_mut().zip(by) {
                *v = (f64::from(*v) + weight * f64::from(by)) as f32;
            }
        }
    }
    Ok(positions)
}

/// Calls `visit` with each triangle's indices, in the winding of its mode.
pub fn each_triangle(
    mode: u32,
    indices: &[u32],
    mut visit: impl FnMut([u32; 3]) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    match mode {
        TRIANGLES => {
            let (triangles, _) = indices.as_chunks::<3>();
            triangles.iter().try_for_each(|&triangle| visit(triangle))
        }
        STRIP => indices.windows(3).enumerate().try_for_each(|(i, w)| {
            let &[a, b, c] = w else { return Ok(()) };
            visit(if i % 2 == 0 { [a, b, c] } else { [a, c, b] })
        }),
        _ => {
            let Some((&hub, rim)) = indices.split_first() else {
                return Ok(());
            };
            rim.windows(2).try_for_each(|w| {
                let &[b, c] = w else { return Ok(()) };
                visit([hub, b, c])
            })
        }
    }
}
