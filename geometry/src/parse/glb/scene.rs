//! Walks the node graph of the scene and returns each mesh with its world
//! transform. Uses a stack instead of recursion. Visited nodes are marked, and
//! cycles and shared children are refused, because glTF requires a strict tree.

use super::super::transform::{Affine, IDENTITY, multiply};
use super::document::{Document, Node};
use super::extensions::unsupported;
use crate::{Limits, ParseError};

/// An extension that places a mesh many times. A file need not list it as
/// required, because a viewer that lacks it shows one copy. A price needs all
/// copies.
const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// A mesh and its world transform.
pub struct Placed {
    pub mesh: usize,
    /// Node that has this transform; `None` in a file without nodes.
    pub node: Option<usize>,
    pub transform: Affine,
}

/// Returns every mesh of the chosen scene, in depth-first order.
pub fn placed_meshes(
    document: &Document,
    limits: &Limits,
) -> Result<Vec<Placed>, ParseError> {
    if document.nodes.is_empty() {
        // A library of meshes without a scene: use each mesh once,
        // untransformed.
        let whole = 0..document.meshes.len();
        return Ok(whole
            .map(|mesh| Placed { mesh, node: None, transform: IDENTITY })
            .collect());
    }
    if document.nodes.len() as u64 > limits.instances {
        return Err(ParseError::OverLimit {
            what: "nodes in the glTF",
            found: document.nodes.len() as u64,
            limit: limits.instances,
        });
    }
    let mut stack: Vec<(usize, Affine)> = roots(document)?
        .into_iter()
        .rev()
        .map(|node| (node, IDENTITY))
        .collect();
    let mut seen = vec![false; document.nodes.len()];
    let mut placed = Vec::new();
    let mut primitives = 0;
    while let Some((index, above)) = stack.pop() {
        let (Some(node), Some(mark)) =
            (document.nodes.get(index), seen.get_mut(index))
        else {
            return Err(missing("a scene or node", index, document));
        };
        if std::mem::replace(mark, true) {
            return Err(ParseError::Cycle {
                what: "nodes of the glTF",
                index: index as u64,
            });
        }
        let transform = multiply(&above, &local(node, index)?);
        if let Some(mesh) = node.mesh {
            let own = document.meshes.get(mesh).map(|m| m.primitives.len());
            primitives += own.unwrap_or(0) as u64;
            check_primitives(primitives, limits)?;
            if node.extensions.contains_key(INSTANCING) {
                return Err(unsupported(INSTANCING));
            }
            placed.push(Placed { mesh, node: Some(index), transform });
        }
        stack.extend(node.children.iter().rev().map(|&c| (c, transform)));
    }
    Ok(placed)
}

/// Limits the number of placed primitives. Otherwise, many nodes that share a
/// mesh with many primitives without vertices would cost their product.
fn check_primitives(found: u64, limits: &Limits) -> Result<(), ParseError> {
    if found <= limits.instances {
        return Ok(());
    }
    Err(ParseError::OverLimit {
        what: "placed primitives in the glTF",
        found,
        limit: limits.instances,
    })
}

/// Returns the root nodes: those of the default scene, otherwise of the first
/// scene, otherwise every node without a parent.
fn roots(document: &Document) -> Result<Vec<usize>, ParseError> {
    let chosen = document.scene.unwrap_or(0);
    if let Some(scene) = document.scenes.get(chosen) {
        return Ok(scene.nodes.clone());
    }
    if document.scene.is_some() {
        return Err(ParseError::BadReference {
            what: "The default scene of the glTF".into(),
            index: chosen as u64,
            count: document.scenes.len() as u64,
        });
    }
    let mut child = vec![false; document.nodes.len()];
    for &index in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(mark) = child.get_mut(index) {
            *mark = true;
        }
    }
    let all = child.iter().enumerate();
    let roots: Vec<usize> = all.filter(|(_, c)| !**c).map(|(i, _)| i).collect();
    if roots.is_empty() {
        return Err(ParseError::Cycle { what: "nodes of the glTF", index: 0 });
    }
    Ok(roots)
}

/// Returns the local transform of a node: its matrix, or translation x rotation
/// x scale.
fn local(node: &Node, index: usize) -> Result<Affine, ParseError> {
    let transform = match &node.matrix {
        Some([a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]) => {
            [[*a, *b, *c], [*d, *e, *f], [*g, *h, *i], [*x, *y, *z]]
        }
        None => from_parts(
            node.translation.unwrap_or([0.0; 3]),
            node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]),
            node.scale.unwrap_or([1.0; 3]),
        ),
    };
    if transform.as_flattened().iter().all(|v| v.is_finite()) {
        return Ok(transform);
    }
    Err(ParseError::Malformed {
        what: format!("the transform of node {index}"),
        offset: 0,
        detail: "it is not finite".into(),
    })
}

fn from_parts(
    translation: [f64; 3],
    [x, y, z, w]: [f64; 4],
    [sx, sy, sz]: [f64; 3],
) -> Affine {
    let columns = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + z * w),
            2.0 * (x * z - y * w),
        ],
        [
            2.0 * (x * y - z * w),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + x * w),
        ],
        [
            2.0 * (x * z + y * w),
            2.0 * (y * z - x * w),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    let [cx, cy, cz] = columns;
    [cx.map(|v| v * sx), cy.map(|v| v * sy), cz.map(|v| v * sz), translation]
}

fn missing(what: &str, index: usize, document: &Document) -> ParseError {
    ParseError::BadReference {
        what: format!("In the glTF, {what}"),
        index: index as u64,
        count: document.nodes.len() as u64,
    }
}
