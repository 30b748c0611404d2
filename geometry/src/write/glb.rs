//! Writes a mesh as GLB, plain or with the materials of its source.
//!
//! Positions stay in printer axes and in their unit. The single node transforms
//! them to meters with Y up, so no coordinate is rounded.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::reattach::{Group, groups};
use crate::mesh::Mesh;
use crate::parse::glb::component_type::ComponentType;
use crate::parse::glb::materials::{Image, Materials};

const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Returns the material of triangles without one. The format's default is bare
/// metal, which viewers without an environment map show as black.
fn plain_material() -> Value {
    json!({
        "name": "plain",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.8, 0.8, 0.8, 1],
            "metallicFactor": 0,
            "roughnessFactor": 0.8,
        },
    })
}

/// Writes a mesh in the plain material. `mm`: number of millimeters per unit.
pub fn write(mesh: &Mesh, mm: f64) -> Vec<u8> {
    let mut file = File::default();
    let primitive = file.shape(&mesh.positions, &mesh.triangles);
    file.primitives.push(primitive);
    file.finish(mm, None)
}

/// A GLB with the materials of its source.
pub struct GlbWithMaterials {
    pub bytes: Vec<u8>,
    /// Number of triangles that the source does not have.
    pub plain: usize,
}

/// Writes `mesh` with the materials of its source. `before` contains the
/// positions as read, in printer axes, before any pass moved vertices.
/// Triangles are matched by these positions, regardless of which were removed,
/// flipped or renumbered. Triangles that the source does not have (patches,
/// inner walls) get the plain material. Returns `None` when no triangle is
/// matched.
pub fn write_with_materials(
    source: &Materials,
    before: &[[f32; 3]],
    mesh: &Mesh,
    mm: f64,
) -> Option<GlbWithMaterials> {
    let groups = groups(source, before, mesh)?;
    let mut file = File::default();
    let mut plain = 0;
    for group in groups {
        crate::checkpoint();
        if group.part.is_none() {
            plain += group.triangles.len();
        }
        let primitive = file.group(source, group);
        file.primitives.push(primitive);
    }
    Some(GlbWithMaterials { bytes: file.finish(mm, Some(source)), plain })
}

/// The parts of a GLB under construction.
#[derive(Default)]
struct File {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    primitives: Vec<Primitive>,
}

#[derive(Serialize)]
struct Primitive {
    attributes: BTreeMap<&'static str, usize>,
    indices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    asset: Value,
    scene: u32,
    scenes: Value,
    nodes: Value,
    meshes: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    materials: Option<Vec<Material<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    textures: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samplers: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<Value>,
    accessors: Vec<Value>,
    buffer_views: Vec<Value>,
    buffers: Value,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    extensions_used: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    extensions_required: &'a [String],
}

/// An entry of the list of materials: copied from the source, or the plain
/// material.
#[derive(Serialize)]
#[serde(untagged)]
enum Material<'a> {
    Source(&'a RawValue),
    Own(Value),
}

impl File {
    /// Adds a buffer view of the bytes that `fill` appends. Returns its index.
    fn view(&mut self, extra: Value, fill: impl FnOnce(&mut Vec<u8>)) -> usize {
        let start = self.binary.len();
        fill(&mut self.binary);
        let mut view = extra;
        if let Some(fields) = view.as_object_mut() {
            fields.insert("buffer".into(), 0.into());
            fields.insert("byteOffset".into(), start.into());
            let length = self.binary.len() - start;
            fields.insert("byteLength".into(), length.into());
        }
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats(&mut self, values: &[[f32; 3]]) -> usize {
        self.view(json!({"target": VERTICES}), |binary| {
            for value in values.as_flattened() {
                binary.extend(value.to_le_bytes());
            }
        })
    }

    /// Returns a primitive that has only positions and triangles.
    fn shape(
        &mut self,
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
    ) -> Primitive {
        let view = self.floats(positions);
        let (min, max) = range(positions);
        let position = self.accessor(json!({
            "bufferView": view, "componentType": ComponentType::Float.number(), "type": "VEC3",
            "count": positions.len(), "min": min, "max": max,
        }));
        let view = self.view(json!({"target": INDICES}), |binary| {
            for index in triangles.as_flattened() {
                binary.extend(index.to_le_bytes());
            }
        });
        let indices = self.accessor(json!({
            "bufferView": view, "componentType": ComponentType::UnsignedInt.number(),
            "type": "SCALAR", "count": 3 * triangles.len(),
        }));
        let attributes = BTreeMap::from([("POSITION", position)]);
        Primitive { attributes, indices, material: None }
    }

    fn group(&mut self, source: &Materials, group: Group) -> Primitive {
        let mut primitive = self.shape(&group.positions, &group.triangles);
        let part = group.part.and_then(|part| source.parts.get(part));
        if let Some(normals) = &group.normals {
            let view = self.floats(normals);
            let normal = self.accessor(json!({
                "bufferView": view, "componentType": ComponentType::Float.number(),
                "type": "VEC3", "count": normals.len(),
            }));
            primitive.attributes.insert("NORMAL", normal);
        }
        for attribute in part.iter().flat_map(|part| &part.attributes) {
            // Vertex elements start at multiples of four bytes.
            let stride = attribute.size.next_multiple_of(4);
            let extra = json!({"target": VERTICES, "byteStride": stride});
            let view = self.view(extra, |binary| {
                for &source in &group.sources {
                    let start = source as usize * attribute.size;
                    let element =
                        attribute.data.get(start..start + attribute.size);
                    binary.extend(element.unwrap_or(&[]));
                    binary.resize(binary.len().next_multiple_of(4), 0);
                }
            });
            let accessor = self.accessor(json!({
                "bufferView": view, "count": group.sources.len(),
                "componentType": attribute.component.number(),
                "normalized": attribute.normalized,
                "type": attribute.shape,
            }));
            primitive.attributes.insert(attribute.name, accessor);
        }
        primitive.material = part
            .and_then(|part| part.material)
            .filter(|&material| material < source.definitions.len());
        primitive
    }

    fn image(&mut self, image: &Image) -> Value {
        let mut entry = Map::new();
        if let Some(uri) = &image.uri {
            entry.insert("uri".into(), uri.as_str().into());
        }
        if let Some(kind) = &image.mime_type {
            entry.insert("mimeType".into(), kind.as_str().into());
        }
        if let Some(bytes) = &image.bytes {
            let view = self.view(json!({}), |binary| binary.extend(bytes));
            entry.insert("bufferView".into(), view.into());
        }
        entry.into()
    }

    fn finish(mut self, mm: f64, source: Option<&Materials>) -> Vec<u8> {
        let images = source.map_or(&[][..], |source| &source.images);
        let images = images.iter().map(|image| self.image(image)).collect();
        let mut materials: Option<Vec<Material>> = source.map(|source| {
            let own = source.definitions.iter();
            own.map(|entry| Material::Source(entry)).collect()
        });
        let index = materials.as_ref().map_or(0, Vec::len);
        let mut bare = false;
        for primitive in &mut self.primitives {
            bare |= primitive.material.is_none();
            primitive.material.get_or_insert(index);
        }
        if bare {
            let plain = Material::Own(plain_material());
            materials.get_or_insert_default().push(plain);
        }
        let s = mm / 1000.0;
        let matrix = [
            [s, 0.0, 0.0, 0.0],
            [0.0, 0.0, -s, 0.0],
            [0.0, s, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        let document = Document {
            asset: json!({"version": "2.0"}),
            scene: 0,
            scenes: json!([{"nodes": [0]}]),
            nodes: json!([{"mesh": 0, "matrix": matrix.as_flattened()}]),
            meshes: json!([{"primitives": self.primitives}]),
            materials,
            textures: source.and_then(|source| source.textures.as_deref()),
            samplers: source.and_then(|source| source.samplers.as_deref()),
            images,
            accessors: self.accessors,
            buffer_views: self.views,
            buffers: json!([{"byteLength": self.binary.len()}]),
            extensions_used: source.map_or(&[], |source| &source.used),
            extensions_required: source.map_or(&[], |source| &source.required),
        };
        // The document is plain data under string keys, so this cannot fail.
        let json = serde_json::to_vec(&document).unwrap_or_default();
        container(json, self.binary)
    }
}

fn range(positions: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let mut min = positions.first().copied().unwrap_or_default();
    let mut max = min;
    for &[x, y, z] in positions {
        min = [min[0].min(x), min[1].min(y), min[2].min(z)];
        max = [max[0].max(x), max[1].max(y), max[2].max(z)];
    }
    (min, max)
}

fn container(mut json: Vec<u8>, binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = 28 + json.len() + binary.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(b"glTF");
    for word in [2, length as u32, json.len() as u32] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes.extend((binary.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

#[cfg(test)]
mod tests;
