//! The materials and textures of a GLB, and the vertex data that they use. Read
//! only when a processed mesh is written with the materials of its source.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::transform::{InstanceBudget, apply, mirrors, stored};
use super::accessor::Source;
use super::component_type::ComponentType;
use super::document::Primitive;
use super::scene::{Placed, placed_meshes};
use super::{
    Reading, buffers, container, document, extensions, origin, primitive,
};
use crate::error::ParseError;
use crate::limits::Limits;
use crate::model::upright;

/// Vertex data that a material may use. Tangents are dropped, because normals
/// are recomputed.
const CARRIED: [&str; 5] =
    ["TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3", "COLOR_0"];

/// One attribute of a part, as stored.
#[derive(Debug)]
pub struct Attribute {
    pub name: &'static str,
    pub shape: String,
    pub component: ComponentType,
    pub normalized: bool,
    /// Size of one element, bytes.
    pub size: usize,
    pub data: Vec<u8>,
}

/// One primitive instance. Positions are in printer axes, as in a parsed and
/// rotated model.
#[derive(Debug)]
pub struct Part {
    pub positions: Vec<[f32; 3]>,
    pub normals: Option<Vec<[f32; 3]>>,
    pub triangles: Vec<[u32; 3]>,
    pub attributes: Vec<Attribute>,
    pub material: Option<usize>,
}

/// An image, stored in the file or embedded as a data: URI.
#[derive(Debug)]
pub struct Image {
    pub mime_type: Option<String>,
    pub uri: Option<String>,
    pub bytes: Option<Vec<u8>>,
}

/// A white PNG of one pixel that replaces an external image. A URL would let a
/// file make its viewers contact other servers.
const WHITE_PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB\
                     CAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJg\
                     gg==";

/// The materials of a file. Lists whose items only refer to each other are
/// stored as text.
#[derive(Debug)]
pub struct Materials {
    pub parts: Vec<Part>,
    /// Each material as JSON text.
    pub definitions: Vec<Box<RawValue>>,
    pub textures: Option<Box<RawValue>>,
    pub samplers: Option<Box<RawValue>>,
    pub images: Vec<Image>,
    /// Number of images outside the file, which are omitted.
    pub external_images: usize,
    /// Extensions of materials and textures that the file uses or requires.
    pub used: Vec<String>,
    pub required: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Listed {
    extensions_used: Vec<String>,
    extensions_required: Vec<String>,
    materials: Option<Box<RawValue>>,
    textures: Option<Box<RawValue>>,
    samplers: Option<Box<RawValue>>,
    images: Vec<ImageEntry>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ImageEntry {
    uri: Option<String>,
    mime_type: Option<String>,
    buffer_view: Option<usize>,
}

impl ImageEntry {
    fn is_external(&self) -> bool {
        let embedded = |uri: &String| uri.starts_with("data:image/");
        self.buffer_view.is_none() && !self.uri.as_ref().is_some_and(embedded)
    }
}

/// Reads the materials of a GLB, or of a .gltf with embedded buffers. Returns
/// `None` when it has none.
pub fn read(
    bytes: &[u8],
    limits: &Limits,
) -> Result<Option<Materials>, ParseError> {
    let (json, binary) = if bytes.starts_with(b"glTF") {
        container::split(bytes, limits)?
    } else {
        (bytes.strip_prefix(super::BOM).unwrap_or(bytes), &[][..])
    };
    let document = document::read(json, limits)?;
    extensions::check(&document)?;
    let malformed = |error: serde_json::Error| ParseError::Malformed {
        what: "the materials of the glTF".into(),
        offset: 0,
        detail: error.to_string(),
    };
    let listed: Listed =
        serde_json::from_slice(json.trim_ascii_end()).map_err(malformed)?;
    let Some(definitions) = listed.materials else { return Ok(None) };
    let definitions: Vec<Box<RawValue>> =
        serde_json::from_str(definitions.get()).map_err(malformed)?;
    let buffers = buffers::Buffers::load(&document, binary)?;
    let source = Source { document: &document, buffers };
    let external = |image: &&ImageEntry| image.is_external();
    Ok(Some(Materials {
        parts: parts(&source, limits, bytes.len())?,
        external_images: listed.images.iter().filter(external).count(),
        definitions,
        textures: listed.textures,
        samplers: listed.samplers,
        images: images(&source, listed.images)?,
        used: appearance_only(listed.extensions_used),
        required: appearance_only(listed.extensions_required),
    }))
}

fn parts(
    source: &Source,
    limits: &Limits,
    file_bytes: usize,
) -> Result<Vec<Part>, ParseError> {
    let mut reading = Reading {
        origin: origin(),
        budget: InstanceBudget::new(limits, file_bytes),
    };
    let mut parts = Vec::new();
    for placed in placed_meshes(source.document, limits)? {
        let mesh = source.document.meshes.get(placed.mesh);
        for primitive in mesh.iter().flat_map(|mesh| &mesh.primitives) {
            crate::checkpoint();
            parts.extend(part(source, primitive, &placed, &mut reading)?);
        }
    }
    Ok(parts)
}

fn part(
    source: &Source,
    primitive: &Primitive,
    placed: &Placed,
    Reading { origin, budget }: &mut Reading,
) -> Result<Option<Part>, ParseError> {
    let mode = primitive.mode.unwrap_or(primitive::TRIANGLES);
    let position = primitive.attributes.get("POSITION");
    let (Some(&position), primitive::TRIANGLES..=primitive::FAN) =
        (position, mode)
    else {
        return Ok(None);
    };
    let count = source.count(position)?;
    // Every attribute is copied, so each is charged to the budget like the
    // positions.
    budget.spend_elements(count.saturating_mul(2))?;
    let flip = mirrors(&placed.transform);
    let read =
        primitive::positions(source, primitive, position, placed, budget)?;
    let moved = |p: [f32; 3]| apply(&placed.transform, p.map(f64::from));
    let origin = origin.or_first(read.first().copied().map(moved));
    let kept = |p| upright(stored(moved(p), origin).map(|v| v + 0.0));
    let positions: Vec<[f32; 3]> = read.into_iter().map(kept).collect();
    let indices = match primitive.indices {
        Some(accessor) => {
            budget.spend_elements(source.count(accessor)?)?;
            source.indices(accessor)?
        }
        None => (0..positions.len() as u32).collect(),
    };
    let mut triangles = Vec::with_capacity(indices.len() / 3);
    primitive::each_triangle(mode, &indices, |[a, b, c]| {
        let (b, c) = if flip { (c, b) } else { (b, c) };
        let limit = positions.len() as u32;
        if a < limit && b < limit && c < limit {
            triangles.push([a, b, c]);
        }
        Ok(())
    })?;
    budget.spend_triangles(triangles.len() as u64)?;
    let mut attributes = Vec::new();
    for name in CARRIED {
        let Some(&accessor) = primitive.attributes.get(name) else { continue };
        if source.count(accessor)? != count {
            continue;
        }
        budget.spend_elements(count)?;
        let Some(raw) = source.raw(accessor)? else { continue };
        attributes.push(Attribute {
            name,
            shape: raw.accessor.shape.clone(),
            component: raw.component,
            normalized: raw.accessor.normalized,
            size: raw.size,
            data: raw.data,
        });
    }
    Ok(Some(Part {
        normals: normals(source, primitive, count)?,
        positions,
        triangles,
        attributes,
        material: primitive.material,
    }))
}

/// Reads stored normals; they are only compared for equality.
fn normals(
    source: &Source,
    primitive: &Primitive,
    count: u64,
) -> Result<Option<Vec<[f32; 3]>>, ParseError> {
    match primitive.attributes.get("NORMAL") {
        Some(&accessor) if source.count(accessor)? == count => {
            Ok(Some(source.positions(accessor)?))
        }
        _ => Ok(None),
    }
}

fn images(
    source: &Source,
    entries: Vec<ImageEntry>,
) -> Result<Vec<Image>, ParseError> {
    // Limits all copies together to the size of the file. Many entries that
    // refer to one large view are not real images.
    let mut left = source.buffers.total;
    let mut images = Vec::with_capacity(entries.len());
    for entry in entries {
        let external = entry.is_external();
        let ImageEntry { uri, mime_type, buffer_view } = entry;
        if external {
            let uri = Some(WHITE_PIXEL.into());
            images.push(Image { mime_type: None, uri, bytes: None });
            continue;
        }
        let uri = uri.filter(|_| buffer_view.is_none());
        let bytes = match buffer_view {
            Some(view) => {
                let bytes = source.whole_view(view)?;
                left =
                    left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                        ParseError::OverLimit {
                            what: "bytes of images in the glTF",
                            found: source.buffers.total + bytes.len() as u64,
                            limit: source.buffers.total,
                        }
                    })?;
                Some(bytes.to_vec())
            }
            None => None,
        };
        images.push(Image { mime_type, uri, bytes });
    }
    Ok(images)
}

fn appearance_only(names: Vec<String>) -> Vec<String> {
    // Texture coordinates may be quantized.
    let kept = |name: &String| {
        extensions::appearance_only(name) || name == "KHR_mesh_quantization"
    };
    names.into_iter().filter(kept).collect()
}
