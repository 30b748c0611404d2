use serde_json::{Value, json};

use super::*;
use crate::mesh::Mesh;
use crate::testing::{cube, soup};

fn glb(json: &Value, binary: &[u8]) -> Vec<u8> {
    container(json.to_string(), binary)
}

fn container(json: String, binary: &[u8]) -> Vec<u8> {
    let mut text = json.into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let mut bytes = b"glTF".to_vec();
    for word in [2, length as u32, text.len() as u32, 0x4e4f_534a] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(text);
    for word in [binary.len() as u32, 0x004e_4942] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(binary);
    bytes
}

fn floats(values: &[[f32; 3]]) -> Vec<u8> {
    values.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn shorts(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Returns a cube of side 1: 96 bytes of positions, 72 of indices.
fn cube_document() -> (Value, Vec<u8>) {
    let mesh = cube(1.0);
    let mut binary = floats(&mesh.positions);
    let indices: Vec<u16> =
        mesh.triangles.as_flattened().iter().map(|&v| v as u16).collect();
    binary.extend(shorts(&indices));
    let document = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{
            "attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 96},
            {"buffer": 0, "byteOffset": 96, "byteLength": 72},
        ],
        "buffers": [{"byteLength": 168}],
    });
    (document, binary)
}

/// Parses the cube after `change` was applied to its document.
fn changed(change: impl Fn(&mut Value)) -> Result<Mesh, ParseError> {
    let (mut document, binary) = cube_document();
    change(&mut document);
    parse(&glb(&document, &binary), &Limits::default()).map(|m| m.mesh)
}

/// Parses one primitive over float positions.
fn primitive(
    mode: u32,
    positions: &[[f32; 3]],
    indices: Option<&[u16]>,
) -> Mesh {
    let mut binary = floats(positions);
    let at = binary.len();
    let mut primitive = json!({"attributes": {"POSITION": 0}, "mode": mode});
    if let Some(indices) = indices {
        binary.extend(shorts(indices));
        primitive["indices"] = json!(1);
    }
    let document = json!({
        "meshes": [{"primitives": [primitive]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126,
             "count": positions.len(), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123,
             "count": indices.map_or(0, <[u16]>::len), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": at},
            {"buffer": 0, "byteOffset": at, "byteLength": binary.len() - at},
        ],
        "buffers": [{"byteLength": binary.len()}],
    });
    parse(&glb(&document, &binary), &Limits::default()).unwrap().mesh
}

fn size(mesh: &Mesh) -> [f64; 3] {
    mesh.bounds().unwrap().size()
}

/// Returns the signed volume about the origin.
fn volume(mesh: &Mesh) -> f64 {
    let six = |&t: &[u32; 3]| {
        let corners = mesh.corners(t);
        crate::vector::dot(corners[0], crate::vector::normal(corners))
    };
    mesh.triangles.iter().map(six).sum::<f64>() / 6.0
}

#[test]
fn a_cube_is_read() {
    let mesh = changed(|_| ()).unwrap();
    assert_eq!(soup(&mesh), soup(&cube(1.0)));
}

#[test]
fn a_file_without_a_scene_or_nodes_is_read_completely() {
    for gone in [
        vec!["scene"],
        vec!["scene", "scenes"],
        vec!["scene", "scenes", "nodes"],
    ] {
        let mesh = changed(|document| {
            for key in &gone {
                document.as_object_mut().unwrap().remove(*key);
            }
        });
        assert_eq!(mesh.unwrap().triangles.len(), 12, "{gone:?}");
    }
}

#[test]
fn only_the_default_scene_is_read() {
    let mesh = changed(|document| {
        document["scene"] = json!(1);
        document["scenes"] = json!([{"nodes": [0]}, {"nodes": [1, 2]}]);
        document["nodes"] = json!([
            {"mesh": 0, "scale": [9, 9, 9]},
            {"mesh": 0},
            {"mesh": 0, "translation": [3, 0, 0]},
        ]);
    });
    assert_eq!(size(&mesh.unwrap()), [4.0, 1.0, 1.0]);
}

#[test]
fn nodes_move_rotate_and_scale_their_descendants() {
    // Scale by 2, then a quarter turn about Z, then a shift, written once as
    // components and once as a matrix. The child is shifted first.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let parts = json!({
        "translation": [10, 0, 0], "rotation": [0, 0, half, half],
        "scale": [2, 1, 1], "children": [1]});
    let matrix = json!({"children": [1], "matrix":
        [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1]});
    for top in [parts, matrix] {
        let mesh = changed(|document| {
            document["nodes"] =
                json!([top, {"mesh": 0, "translation": [1, 0, 0]}]);
        });
        let mesh = mesh.unwrap();
        // x in 1..2 becomes y in 2..4, y in 0..1 becomes x in 9..10.
        let bounds = mesh.bounds().unwrap();
        let near = |a: [f64; 3], b: [f64; 3]| {
            a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
        };
        assert!(near(bounds.min, [9.0, 2.0, 0.0]), "{bounds:?}");
        assert!(near(bounds.max, [10.0, 4.0, 1.0]), "{bounds:?}");
        assert!((volume(&mesh) - 2.0).abs() < 1e-6);
    }
}

#[test]
fn a_mirrored_node_still_faces_outwards() {
    let mesh = changed(|document| {
        document["nodes"][0]["scale"] = json!([-1, 1, 1]);
    });
    assert!((volume(&mesh.unwrap()) - 1.0).abs() < 1e-6);
}

#[test]
fn strips_and_fans_keep_the_winding_of_their_first_triangle() {
    let square =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let strip = [[0, 1, 2], [1, 3, 2]];
    assert_eq!(primitive(5, &square, None).triangles, strip);
    let again = primitive(5, &square, Some(&[0, 1, 2, 3]));
    assert_eq!(again.triangles, strip);
    let fan = primitive(6, &square, Some(&[0, 1, 3, 2]));
    assert_eq!(fan.triangles, [[0, 1, 2], [0, 2, 3]]);
    let list = primitive(4, &square, Some(&[0, 1, 2, 2, 1, 3, 0]));
    assert_eq!(list.triangles, [[0, 1, 2], [2, 1, 3]]);
}

#[test]
fn points_and_lines_give_no_triangles() {
    for mode in 0..4 {
        let mesh = changed(|document| {
            let primitives = &mut document["meshes"][0]["primitives"];
            let mut lines = primitives[0].clone();
            lines["mode"] = json!(mode);
            primitives.as_array_mut().unwrap().push(lines);
        });
        assert_eq!(mesh.unwrap().triangles.len(), 12);
    }
}

#[test]
fn quantized_positions_are_scaled_by_their_type() {
    // One triangle each; the largest value of the type, and the value it stands
    // for.
    let cases: [(u32, bool, &[u8], f64); 8] = [
        (5120, true, &[127], 1.0),
        (5120, false, &[127], 127.0),
        (5121, true, &[255], 1.0),
        (5121, false, &[255], 255.0),
        (5122, true, &[0xff, 0x7f], 1.0),
        (5122, false, &[0xff, 0x7f], 32767.0),
        (5123, true, &[0xff, 0xff], 1.0),
        (5123, false, &[0xff, 0xff], 65535.0),
    ];
    for (kind, normalized, top, expected) in cases {
        let width = top.len();
        let stride = (3 * width).next_multiple_of(4);
        let mut binary = vec![0; 3 * stride];
        binary[stride..][..width].copy_from_slice(top);
        binary[2 * stride + width..][..width].copy_from_slice(top);
        let document = json!({
            "extensionsRequired": ["KHR_mesh_quantization"],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": kind,
                "normalized": normalized, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 3 * stride,
                "byteStride": stride}],
            "buffers": [{"byteLength": 3 * stride}],
        });
        let bytes = glb(&document, &binary);
        let mesh = parse(&bytes, &Limits::default()).unwrap().mesh;
        assert_eq!(size(&mesh), [expected, expected, 0.0], "{kind}");
    }
}

#[test]
fn sparse_values_replace_dense_ones_and_zeros() {
    // The cube with corner 7 moved outwards, and a triangle of sparse values
    // without dense ones.
    let (document, mut binary) = cube_document();
    let at = binary.len();
    binary.extend(shorts(&[7, 0]));
    binary.extend(floats(&[[5.0, 5.0, 5.0]]));
    let sparse = json!({
        "count": 1,
        "indices": {"bufferView": 2, "componentType": 5123},
        "values": {"bufferView": 2, "byteOffset": 4},
    });
    for dense in [true, false] {
        let mut document = document.clone();
        document["bufferViews"].as_array_mut().unwrap().push(json!(
            {"buffer": 0, "byteOffset": at, "byteLength": 16}));
        document["accessors"][0]["sparse"] = sparse.clone();
        if !dense {
            let accessor = document["accessors"][0].as_object_mut().unwrap();
            accessor.remove("bufferView");
        }
        let bytes = glb(&document, &binary);
        let mesh = parse(&bytes, &Limits::default()).unwrap().mesh;
        let vertices = if dense { 8 } else { 2 };
        assert_eq!(mesh.positions.len(), vertices);
        assert_eq!(size(&mesh), [5.0; 3]);
    }
}

#[test]
fn interleaved_positions_follow_their_stride() {
    let mesh = cube(1.0);
    let mut binary = Vec::new();
    for position in &mesh.positions {
        binary.extend(floats(&[*position, [9.0; 3]]));
    }
    let at = binary.len();
    let indices: Vec<u16> =
        mesh.triangles.as_flattened().iter().map(|&v| v as u16).collect();
    binary.extend(shorts(&indices));
    let (mut document, _) = cube_document();
    document["bufferViews"] = json!([
        {"buffer": 0, "byteLength": at, "byteStride": 24},
        {"buffer": 0, "byteOffset": at, "byteLength": 72},
    ]);
    let bytes = glb(&document, &binary);
    let read = parse(&bytes, &Limits::default()).unwrap().mesh;
    assert_eq!(soup(&read), soup(&mesh));
}

#[test]
fn the_refusal_of_a_hostile_or_broken_document_names_the_cause() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 24] = [
        (
            |d| d["extensionsRequired"] = json!(["EXT_meshopt_compression"]),
            "the glTF extension EXT_meshopt_compression",
        ),
        (
            |d| d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]),
            "the glTF extension KHR_draco_mesh_compression",
        ),
        (
            |d| d["extensionsRequired"] = json!(["KHR_materials_unlit", "X_y"]),
            "the glTF extension X_y",
        ),
        (
            |d| {
                d["meshes"][0]["primitives"][0]["extensions"] =
                    json!({"KHR_draco_mesh_compression": {"bufferView": 0}});
            },
            "KHR_draco_mesh_compression",
        ),
        (
            |d| {
                d["bufferViews"][0]["buffer"] = json!(1);
                d["bufferViews"][0]["extensions"] =
                    json!({"EXT_meshopt_compression": {"buffer": 0}});
                d["buffers"] = json!([{"byteLength": 168}, {"byteLength": 96}]);
            },
            "EXT_meshopt_compression",
        ),
        (
            |d| d["buffers"][0]["uri"] = json!("mesh.bin"),
            "the separate buffer \"mesh.bin\"",
        ),
        (|d| d["accessors"][0]["count"] = json!(9), "needs 108 bytes and 96"),
        (
            |d| d["accessors"][0]["count"] = json!(4_000_000_000u32),
            "placed vertices",
        ),
        (|d| d["accessors"][0]["count"] = json!(1e300), "Cannot read the JSON"),
        (
            |d| d["accessors"][0]["byteOffset"] = json!(4),
            "needs 96 bytes and 92",
        ),
        (
            |d| d["accessors"][0]["byteOffset"] = json!(u64::MAX),
            "needs 96 bytes and 0",
        ),
        (|d| d["accessors"][0]["type"] = json!("VEC2"), "type VEC3"),
        (
            |d| d["accessors"][1]["componentType"] = json!(5126),
            "must be unsigned",
        ),
        (
            |d| d["bufferViews"][1]["byteLength"] = json!(u64::MAX),
            "glTF buffer view 1",
        ),
        (|d| d["bufferViews"][0]["byteStride"] = json!(4), "stride"),
        (|d| d["accessors"][0]["bufferView"] = json!(7), "number 7"),
        (|d| d["nodes"][0]["mesh"] = json!(3), "number 3"),
        (|d| d["scenes"][0]["nodes"] = json!([5]), "number 5"),
        (|d| d["scene"] = json!(2), "number 2"),
        (|d| d["nodes"][0]["children"] = json!([0]), "contain themselves"),
        (
            |d| {
                d["nodes"] = json!([{"children": [1]}, {"children": [2]},
                    {"children": [1], "mesh": 0}]);
            },
            "contain themselves",
        ),
        (
            |d| {
                d.as_object_mut().unwrap().remove("scene");
                d.as_object_mut().unwrap().remove("scenes");
                d["nodes"] = json!([{"children": [1]}, {"children": [0]}]);
            },
            "contain themselves",
        ),
        (|d| d["nodes"][0]["scale"] = json!([1e308, 1e308, 1]), "finite"),
        (|d| d["meshes"] = json!([{"primitives": []}]), "no triangles"),
    ];
    for (change, expected) in cases {
        let refusal = changed(change).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
}

#[test]
fn the_refusal_of_a_bad_index_or_coordinate_names_it() {
    let (document, binary) = cube_document();
    let mut beyond = binary.clone();
    beyond[96 + 4..][..2].copy_from_slice(&8u16.to_le_bytes());
    let refusal = |binary: &[u8]| {
        let bytes = glb(&document, binary);
        parse(&bytes, &Limits::default()).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(&beyond),
        "A triangle of primitive 0 of mesh 0 in the glTF refers to number 8 \
         but there are only 8."
    );
    let mut infinite = binary.clone();
    infinite[12..16].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(refusal(&infinite).contains("Vertex 1 of primitive 0 of mesh 0"));
}

#[test]
fn instancing_is_bounded() {
    let (mut document, binary) = cube_document();
    let nodes: Vec<Value> = (0..1000).map(|_| json!({"mesh": 0})).collect();
    document["scenes"] = json!([{"nodes": (0..1000).collect::<Vec<_>>()}]);
    document["nodes"] = json!(nodes);
    let limits = Limits { triangles: 11_999, ..Limits::default() };
    let bytes = glb(&document, &binary);
    let error = parse(&bytes, &limits).unwrap_err().to_string();
    assert_eq!(error, "Too many triangles: 12000, the limit is 11999.");
    let of_size = Limits {
        triangles_per_byte: 1,
        triangles_of_small_file: 11_999,
        ..Limits::default()
    };
    // The list of nodes makes the file longer than its number of triangles.
    assert!(bytes.len() > 12_000);
    assert!(parse(&bytes, &of_size).is_ok());
    let of_size = Limits { triangles_per_byte: 0, ..of_size };
    let error = parse(&bytes, &of_size).unwrap_err().to_string();
    assert!(error.contains("more than 11999 triangles"), "{error}");
    let limits = Limits { instances: 999, ..Limits::default() };
    let error = parse(&bytes, &limits).unwrap_err().to_string();
    assert_eq!(error, "Too many nodes in the glTF: 1000, the limit is 999.");
}

#[test]
fn a_long_chain_of_nodes_does_not_overflow_the_stack() {
    let (mut document, binary) = cube_document();
    let last = 50_000;
    let nodes: Vec<Value> = (0..last)
        .map(|i| json!({"children": [i + 1]}))
        .chain([json!({"mesh": 0})])
        .collect();
    document["nodes"] = json!(nodes);
    let bytes = glb(&document, &binary);
    let mesh = parse(&bytes, &Limits::default()).unwrap().mesh;
    assert_eq!(mesh.triangles.len(), 12);
}

#[test]
fn broken_containers_are_refused() {
    let (document, binary) = cube_document();
    let whole = glb(&document, &binary);
    let refusal = |bytes: &[u8]| {
        parse(bytes, &Limits::default()).unwrap_err().to_string()
    };
    for length in 1..whole.len() {
        refusal(&whole[..length]);
    }
    assert!(refusal(&whole[..40]).contains("cut short"));
    let mut old = whole.clone();
    old[4] = 1;
    assert!(refusal(&old).contains("version is 1"));
}

#[test]
fn deep_json_does_not_overflow_the_stack() {
    let (document, binary) = cube_document();
    let deep = format!("{}0{}", "[".repeat(100_000), "]".repeat(100_000));
    let skipped =
        document.to_string().replacen('{', &format!("{{\"extras\":{deep},"), 1);
    let mesh = parse(&container(skipped, &binary), &Limits::default());
    assert_eq!(mesh.unwrap().mesh.triangles.len(), 12);
    let read = document
        .to_string()
        .replace("\"nodes\":[0]", &format!("\"nodes\":{deep}"));
    assert!(parse(&container(read, &binary), &Limits::default()).is_err());
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] =
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |i| u32::from(group.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place > group.len() { '=' } else { digit.into() });
        }
    }
    text
}

/// Returns the cube as text with embedded buffers, after `change`.
fn text(change: impl Fn(&mut Value)) -> Result<Mesh, ParseError> {
    let (mut document, binary) = cube_document();
    document["buffers"][0]["uri"] = json!(format!(
        "data:application/octet-stream;base64,{}",
        base64(&binary)
    ));
    change(&mut document);
    let bytes = document.to_string().into_bytes();
    parse_text(&bytes, &Limits::default()).map(|model| model.mesh)
}

#[test]
fn a_text_with_embedded_buffers_gives_the_same_cube() {
    assert_eq!(soup(&text(|_| ()).unwrap()), soup(&cube(1.0)));
    // Positions and indices in separate buffers.
    let two = text(|document| {
        let (_, binary) = cube_document();
        let uri = |bytes: &[u8]| {
            format!("DATA:application/gltf-buffer;base64,{}", base64(bytes))
        };
        document["buffers"] = json!([
            {"byteLength": 96, "uri": uri(&binary[..96])},
            {"byteLength": 72, "uri": uri(&binary[96..])},
        ]);
        document["bufferViews"][1] = json!({"buffer": 1, "byteLength": 72});
    });
    assert_eq!(soup(&two.unwrap()), soup(&cube(1.0)));
}

#[test]
fn a_glb_may_contain_embedded_buffers() {
    let (_, binary) = cube_document();
    let mesh = changed(|document| {
        document["buffers"] = json!([{"byteLength": 168}, {
            "byteLength": 72,
            "uri": format!("data:;base64,{}", base64(&binary[96..])),
        }]);
        document["bufferViews"][1] = json!({"buffer": 1, "byteLength": 72});
    });
    assert_eq!(soup(&mesh.unwrap()), soup(&cube(1.0)));
}

#[test]
fn the_refusal_of_an_unreadable_text_names_the_cause() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 6] = [
        (
            |d| d["buffers"][0]["uri"] = json!("scene.bin"),
            "the separate buffer \"scene.bin\"",
        ),
        (
            |d| d["buffers"][0]["uri"] = json!("https://a.b/c?d"),
            "the separate buffer \"https://a.b/c?d\"",
        ),
        (
            |d| d["buffers"][0]["uri"] = json!("data:text/plain,abc"),
            "buffer 0 at byte 0: its data: URI is not base64",
        ),
        (
            |d| d["buffers"][0]["uri"] = json!("data:;base64,AB*D"),
            "byte 0x2a is not base64 (digit 2)",
        ),
        (
            |d| d["buffers"][0]["uri"] = json!("data:;base64,AAAA"),
            "needs 168 bytes and 3 are left",
        ),
        (|d| drop(d["buffers"][0]["uri"].take()), "its buffer has no data"),
    ];
    for (change, expected) in cases {
        let refusal = text(change).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
    let refusal = |bytes: &[u8]| {
        parse_text(bytes, &Limits::default()).unwrap_err().to_string()
    };
    assert_eq!(refusal(b""), "The file is empty.");
    assert!(refusal(b"glTF\x02\0\0\0").contains("it is a GLB"));
    assert!(refusal(b"{\"meshes\": 1}").contains("JSON of the glTF"));
}

#[test]
fn primitives_without_triangles_count_towards_the_limit() {
    // Points add no vertices: 5 nodes x 3 primitives.
    let limits = Limits { instances: 14, ..Limits::default() };
    let (mut document, binary) = cube_document();
    let point = json!({"attributes": {}, "mode": 0});
    document["meshes"][0]["primitives"] = json!([point, point, point]);
    document["nodes"] = json!([{"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {"mesh": 0}]);
    document["scenes"] = json!([{"nodes": [0, 1, 2, 3, 4]}]);
    let refusal = parse(&glb(&document, &binary), &limits).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "Too many placed primitives in the glTF: 15, the limit is 14."
    );
}

#[test]
fn a_part_far_from_the_origin_keeps_its_size() {
    for offset in [20.0, 1e5, -1e6, 3.3e6] {
        let mesh = changed(|document| {
            document["nodes"][0]["scale"] = json!([0.02, 0.02, 0.02]);
            document["nodes"][0]["translation"] = json!([offset, 0.5, offset]);
        })
        .unwrap();
        for side in size(&mesh) {
            assert!((side - 0.02).abs() < 1e-7, "{offset}: {side}");
        }
        assert!((volume(&mesh) / 8e-6 - 1.0).abs() < 1e-5, "{offset}");
    }
}

#[test]
fn unsupported_instances_are_refused_even_when_optional() {
    let refusal = changed(|document| {
        document["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
        document["nodes"][0]["extensions"] = json!({
            "EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}});
    });
    let refusal = refusal.unwrap_err().to_string();
    assert!(refusal.contains("EXT_mesh_gpu_instancing"), "{refusal}");
}

#[test]
fn morph_targets_are_applied_with_their_weights() {
    // The target equals the positions, so weight w scales by 1 + w.
    let size_with = |mesh: Value, node: Value| {
        let found = changed(|document| {
            let own = &mut document["meshes"][0];
            own["primitives"][0]["targets"] = json!([{"POSITION": 0}]);
            own["weights"] = mesh.clone();
            if !node.is_null() {
                document["nodes"][0]["weights"] = node.clone();
            }
        });
        size(&found.unwrap())
    };
    assert_eq!(size_with(json!([]), Value::Null), [1.0; 3]);
    assert_eq!(size_with(json!([0.0]), Value::Null), [1.0; 3]);
    assert_eq!(size_with(json!([1.0]), Value::Null), [2.0; 3]);
    assert_eq!(size_with(json!([1.0]), json!([0.5])), [1.5; 3]);
    let wrong = changed(|document| {
        let own = &mut document["meshes"][0];
        own["primitives"][0]["targets"] = json!([{"POSITION": 1}]);
        own["weights"] = json!([1.0]);
    });
    assert!(wrong.is_err());
}
