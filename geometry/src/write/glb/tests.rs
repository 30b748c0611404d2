use super::*;
use crate::Limits;
use crate::model::Model;
use crate::parse::glb::{materials, parse};
use crate::testing::{cube, soup};

const IMAGE: &[u8] = b"not really a picture";

fn read(bytes: &[u8]) -> Model {
    let mut model = parse(bytes, &Limits::default()).unwrap();
    model.rotate_to_printer_axes();
    model
}

fn parts(bytes: &[u8]) -> (Value, Vec<u8>) {
    let word = |at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    };
    let json = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    (json, bytes[28 + word(12)..].to_vec())
}

fn floats(document: &Value, binary: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &document["accessors"][accessor.as_u64().unwrap() as usize];
    let view = accessor["bufferView"].as_u64().unwrap() as usize;
    let view = &document["bufferViews"][view];
    let start = view["byteOffset"].as_u64().unwrap() as usize;
    let length = view["byteLength"].as_u64().unwrap() as usize;
    binary[start..start + length]
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| f32::from_le_bytes(*word))
        .collect()
}

/// Returns texture coordinates that encode where on the cube a vertex is.
fn uv([x, y, z]: [f32; 3]) -> [f32; 2] {
    [x + 10.0 * y, z]
}

/// Returns a cube of two primitives with a material each, in meters with Y up.
/// The first half of its triangles has texture coordinates and normals.
/// Triangles share no vertices.
fn textured() -> Vec<u8> {
    let triangles = soup(&cube(1.0));
    let mut file = File::default();
    for (half, material) in triangles.chunks(6).zip(0..) {
        let positions = half.as_flattened();
        let indices: Vec<[u32; 3]> =
            (0..6).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let mut primitive = file.shape(positions, &indices);
        primitive.material = Some(material);
        if material == 0 {
            let uvs: Vec<f32> = positions.iter().flat_map(|&p| uv(p)).collect();
            let view = file.view(json!({}), |binary| {
                uvs.iter().for_each(|v| binary.extend(v.to_le_bytes()));
            });
            let accessor = file.accessor(json!({"bufferView": view,
                "count": 18, "componentType": 5126, "type": "VEC2"}));
            primitive.attributes.insert("TEXCOORD_0", accessor);
            let view = file.floats(&[[0.0, 0.0, 1.0]; 18]);
            let accessor = file.accessor(json!({"bufferView": view,
                "count": 18, "componentType": 5126, "type": "VEC3"}));
            primitive.attributes.insert("NORMAL", accessor);
        }
        file.primitives.push(primitive);
    }
    let image = file.view(json!({}), |binary| binary.extend(IMAGE));
    let length = file.binary.len();
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_materials_unlit", "KHR_node_visibility"],
        "nodes": [{"mesh": 0, "translation": [5.0, 0.0, 0.0]}],
        "scenes": [{"nodes": [0]}],
        "meshes": [{"primitives": file.primitives}],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
            {"name": "red", "extensions": {"KHR_materials_unlit": {}}},
        ],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{"wrapS": 33071}],
        "images": [{"bufferView": image, "mimeType": "image/png"}],
        "accessors": file.accessors,
        "bufferViews": file.views,
        "buffers": [{"byteLength": length}],
    });
    container(document.to_string().into_bytes(), file.binary)
}

#[test]
fn a_written_file_has_the_same_position_and_size_when_read() {
    let mesh = cube(20.0);
    let model = read(&write(&mesh, 1.0));
    assert_eq!(model.mesh.triangles.len(), 12);
    let size = model.mesh.bounds().unwrap().size();
    assert!(size.iter().all(|side| (side - 0.02).abs() < 1e-9), "{size:?}");
    // With the meter as unit, no coordinate changes.
    assert_eq!(soup(&read(&write(&mesh, 1000.0)).mesh), soup(&mesh));
}

#[test]
fn materials_textures_and_coordinates_are_copied() {
    let original = textured();
    let before = read(&original).mesh;
    let materials =
        materials::read(&original, &Limits::default()).unwrap().unwrap();
    // The mesh is moved, with one triangle flipped, one removed and one added.
    let mut mesh = before.clone();
    for p in &mut mesh.positions {
        *p = p.map(|v| 2.0 * v);
    }
    mesh.triangles[1].swap(1, 2);
    mesh.triangles.remove(9);
    mesh.triangles.push([0, 1, 6]);
    let expected = soup(&mesh);
    let GlbWithMaterials { bytes, plain } =
        write_with_materials(&materials, &before.positions, &mesh, 1000.0)
            .unwrap();
    assert_eq!(plain, 1);

    let sorted = |mut triangles: Vec<[[f32; 3]; 3]>| {
        triangles.sort_by(|a, b| a.partial_cmp(b).unwrap());
        triangles
    };
    assert_eq!(sorted(soup(&read(&bytes).mesh)), sorted(expected));
    let (old, _) = parts(&original);
    let (new, binary) = parts(&bytes);
    for kept in ["textures", "samplers"] {
        assert_eq!(new[kept], old[kept]);
    }
    let materials = new["materials"].as_array().unwrap();
    assert_eq!(materials[..2], old["materials"].as_array().unwrap()[..]);
    assert_eq!(materials[2]["name"], "plain");
    assert_eq!(new["extensionsUsed"], json!(["KHR_materials_unlit"]));
    let view = new["images"][0]["bufferView"].as_u64().unwrap() as usize;
    let at = new["bufferViews"][view]["byteOffset"].as_u64().unwrap();
    assert!(binary[at as usize..].starts_with(IMAGE));

    let primitives = new["meshes"][0]["primitives"].as_array().unwrap();
    let counts = primitives.iter().map(|p| {
        let indices = p["indices"].as_u64().unwrap() as usize;
        let count = new["accessors"][indices]["count"].as_u64().unwrap();
        (p["material"].as_u64(), count / 3)
    });
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts, [(Some(0), 6), (Some(1), 5), (Some(2), 1)]);

    let attributes = &primitives[0]["attributes"];
    let positions = floats(&new, &binary, &attributes["POSITION"]);
    let coordinates = floats(&new, &binary, &attributes["TEXCOORD_0"]);
    let normals = floats(&new, &binary, &attributes["NORMAL"]);
    let (positions, _) = positions.as_chunks::<3>();
    let (coordinates, _) = coordinates.as_chunks::<2>();
    let (normals, _) = normals.as_chunks::<3>();
    assert_eq!(positions.len(), coordinates.len());
    assert_eq!(positions.len(), normals.len());
    for ((&[x, y, z], &found), normal) in
        positions.iter().zip(coordinates).zip(normals)
    {
        // In the coordinates of the file: half the size, Y up, before the
        // node's translation.
        assert_eq!(found, uv([x / 2.0 - 5.0, z / 2.0, 0.0 - y / 2.0]));
        let length = normal.iter().map(|v| v * v).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-6);
    }
    assert!(primitives[1]["attributes"]["TEXCOORD_0"].is_null());
}

#[test]
fn a_mesh_of_another_file_gets_no_materials() {
    let materials =
        materials::read(&textured(), &Limits::default()).unwrap().unwrap();
    let other = cube(77.0);
    assert!(
        write_with_materials(&materials, &other.positions, &other, 1.0)
            .is_none()
    );
}

#[test]
fn a_file_without_materials_gives_no_materials() {
    let (mut document, binary) = parts(&write(&cube(1.0), 1.0));
    document.as_object_mut().unwrap().remove("materials");
    let plain = container(document.to_string().into_bytes(), binary);
    assert!(materials::read(&plain, &Limits::default()).unwrap().is_none());
}

#[test]
fn triangles_with_unknown_vertices_are_plain() {
    let original = textured();
    let before = read(&original).mesh;
    let materials =
        materials::read(&original, &Limits::default()).unwrap().unwrap();
    let mesh = crate::testing::merge(&[before.clone(), cube(0.5)]);
    let dressed =
        write_with_materials(&materials, &before.positions, &mesh, 1000.0)
            .unwrap();
    assert_eq!(dressed.plain, 12);
    assert_eq!(read(&dressed.bytes).mesh.triangles.len(), 24);
}

#[test]
fn triangles_along_a_joined_seam_keep_their_material() {
    let original = textured();
    let materials =
        materials::read(&original, &Limits::default()).unwrap().unwrap();
    let mut before = read(&original).mesh;
    // Simulates a vertex of the file that was joined to a nearby one.
    before.positions[3][0] += 2e-6;
    let plain = |mesh: &Mesh| {
        write_with_materials(&materials, &mesh.positions, mesh, 1000.0)
            .unwrap()
            .plain
    };
    assert_eq!(plain(&before), 0);
    before.positions[3][0] += 1e-3;
    assert!(plain(&before) > 0);
}

#[test]
fn external_images_are_left_out() {
    let (mut document, binary) = parts(&textured());
    document["images"] = json!([
        {"uri": "http://example.com/seen.png"},
        {"uri": "data:image/png;base64,AAAA"},
    ]);
    let bytes = container(document.to_string().into_bytes(), binary);
    let materials =
        materials::read(&bytes, &Limits::default()).unwrap().unwrap();
    assert_eq!(materials.external_images, 1);
    let mesh = read(&bytes).mesh;
    let dressed =
        write_with_materials(&materials, &mesh.positions, &mesh, 1000.0)
            .unwrap();
    let (document, _) = parts(&dressed.bytes);
    let uri = |at: usize| document["images"][at]["uri"].as_str().unwrap();
    assert!(uri(0).starts_with("data:image/png;base64,iVBOR"));
    assert_eq!(uri(1), "data:image/png;base64,AAAA");
}

#[test]
fn entries_that_repeat_one_image_are_refused() {
    let (mut document, binary) = parts(&textured());
    document["images"] = json!(vec![document["images"][0].clone(); 1000]);
    let bytes = container(document.to_string().into_bytes(), binary);
    let error = materials::read(&bytes, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("bytes of images"), "{error}");
}
