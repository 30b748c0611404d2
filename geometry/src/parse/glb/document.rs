//! The part of a glTF document that defines triangles. Unknown members are
//! skipped while parsing, so textures and animations cost nothing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{Limits, ParseError};

/// Names of extensions on an object. Their contents are not needed.
pub type Extensions = BTreeMap<String, IgnoredAny>;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document<'a> {
    pub extensions_required: Vec<String>,
    pub scene: Option<usize>,
    pub scenes: Vec<Scene>,
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<BufferView>,
    #[serde(borrow)]
    pub buffers: Vec<Buffer<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Scene {
    pub nodes: Vec<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub children: Vec<usize>,
    pub mesh: Option<usize>,
    /// Column-major transform.
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    /// Weights of morph targets, which replace those of the mesh.
    pub weights: Option<Vec<f64>>,
    pub extensions: Extensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Mesh {
    pub primitives: Vec<Primitive>,
    /// Weights of morph targets.
    pub weights: Vec<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Primitive {
    pub attributes: BTreeMap<String, usize>,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    pub mode: Option<u32>,
    /// Morph targets: accessors of the values that are added to each attribute.
    pub targets: Vec<BTreeMap<String, usize>>,
    pub extensions: Extensions,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize)]
pub struct Sparse {
    pub count: u64,
    pub indices: SparsePart,
    pub values: SparsePart,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparsePart {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    /// Present only for indices; values use the component type of the accessor.
    pub component_type: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
    #[serde(default)]
    pub extensions: Extensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Buffer<'a> {
    /// Borrowed from the text, because an embedded buffer can be most of the
    /// text.
    #[serde(borrow)]
    pub uri: Option<Cow<'a, str>>,
    pub byte_length: u64,
}

/// Parses the JSON. The JSON parser limits nesting (128 levels), and the number
/// of objects limits memory: three bytes of text can create a node.
pub fn read<'a>(
    json: &'a [u8],
    limits: &Limits,
) -> Result<Document<'a>, ParseError> {
    let text = json.trim_ascii_end();
    let objects = text.iter().filter(|&&b| b == b'{').count() as u64;
    if objects > limits.instances.saturating_mul(4) {
        return Err(ParseError::OverLimit {
            what: "objects in the JSON of the glTF",
            found: objects,
            limit: limits.instances.saturating_mul(4),
        });
    }
    serde_json::from_slice(text).map_err(|error| ParseError::Malformed {
        what: "the JSON of the glTF".into(),
        offset: offset_of(text, error.line(), error.column()),
        detail: error
            .to_string()
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .into(),
    })
}

/// Returns the byte offset of a one-based line and column.
fn offset_of(text: &[u8], line: usize, column: usize) -> u64 {
    let before: usize = text
        .split_inclusive(|&b| b == b'\n')
        .take(line.saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    (before + column.saturating_sub(1)) as u64
}
