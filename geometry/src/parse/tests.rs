//! Writes one mesh in every dialect: all files must have the same measurements.
//! Mutated files must be refused or read, and must never panic.

use crate::examine::{Outcome, Wanted, examine};
use crate::format::Format;
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::report::MeshReport;
use crate::testing::{
    Random, cuboid, entry, merge, prism, soup, sphere, stl, zip,
};

fn outcome(bytes: Vec<u8>, format: Format) -> Outcome {
    examine(bytes, format, None, Wanted::default(), &Limits::default()).0
}

fn report(bytes: Vec<u8>, format: Format, dialect: &str) -> MeshReport {
    match outcome(bytes, format) {
        Outcome::Mesh { report, .. } => *report,
        other => panic!("{dialect}: {other:?}"),
    }
}

/// Returns one to three closed bodies of different shapes that do not touch.
fn bodies(random: &mut Random) -> Mesh {
    let count = 1 + random.below(3);
    let shapes = (0..count).map(|place| {
        let size = 1.0 + random.below(40) as f32 / 4.0;
        let mut mesh = match random.below(3) {
            0 => cuboid([size, 0.7 * size, 2.0], [0.0; 3]),
            1 => prism(3 + random.below(9), f64::from(size), 3.5),
            _ => sphere(f64::from(size), 5, 8),
        };
        for [x, ..] in &mut mesh.positions {
            *x += 40.0 * place as f32;
        }
        mesh
    });
    merge(&shapes.collect::<Vec<_>>())
}

fn moved([x, y, z]: [f32; 3], by: f64) -> [f64; 3] {
    [f64::from(x) + by, f64::from(y) - by, f64::from(z)]
}

fn ascii(mesh: &Mesh, by: f64) -> String {
    let mut text = String::from("solid part\n");
    for triangle in soup(mesh) {
        text += "facet normal 0 0 0\n outer loop\n";
        for [x, y, z] in triangle.map(|p| moved(p, by)) {
            text += &format!("  vertex {x} {y} {z}\n");
        }
        text += " endloop\nendfacet\n";
    }
    text + "endsolid part\n"
}

fn obj(mesh: &Mesh, by: f64) -> String {
    let mut text = String::from("# part\no part\n");
    for &position in &mesh.positions {
        let [x, y, z] = moved(position, by);
        text += &format!("v {x} {y} {z}\n");
    }
    for [a, b, c] in &mesh.triangles {
        text += &format!("f {} {} {}\n", a + 1, b + 1, c + 1);
    }
    text
}

fn model(mesh: &Mesh, by: f64) -> String {
    let mut xml = String::from(
        "<model unit=\"millimeter\"><resources><object id=\"1\"><mesh>\
         <vertices>",
    );
    for &position in &mesh.positions {
        let [x, y, z] = moved(position, by);
        xml += &format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
    }
    xml += "</vertices><triangles>";
    for [a, b, c] in &mesh.triangles {
        xml += &format!("<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
    }
    xml + "</triangles></mesh></object></resources><build>\
           <item objectid=\"1\"/></build></model>"
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}

fn counted(mesh: &Mesh, count: usize, rest: &[u8]) -> Vec<u8> {
    let mut bytes = stl(&soup(mesh));
    bytes[80..84].copy_from_slice(&(count as u32).to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// Returns the mesh in every dialect, with the name of each.
fn dialects(
    mesh: &Mesh,
    random: &mut Random,
) -> Vec<(&'static str, Vec<u8>, Format)> {
    let count = mesh.triangles.len();
    let low = random.below(count as u32) as usize;
    let zeros = vec![0; 1 + random.below(300) as usize];
    let text = ascii(mesh, 0.0);
    let packed = |by| {
        let xml = model(mesh, by);
        zip(&[entry("3D/3dmodel.model", xml.as_bytes())])
    };
    let without_end = text.replace("endsolid part\n", "");
    vec![
        ("bytes at the end", counted(mesh, count, &zeros), Format::Stl),
        ("signed", counted(mesh, count, b"Made by a program"), Format::Stl),
        ("low count", counted(mesh, low, &[]), Format::Stl),
        ("no count", counted(mesh, 0, &[]), Format::Stl),
        ("text", text.clone().into_bytes(), Format::Stl),
        ("CR", text.replace('\n', "\r").into_bytes(), Format::Stl),
        ("CRLF", text.replace('\n', "\r\n").into_bytes(), Format::Stl),
        ("UTF-16 LE", utf16(&text, u16::to_le_bytes), Format::Stl),
        ("UTF-16 BE", utf16(&text, u16::to_be_bytes), Format::Stl),
        ("no end", without_end.into_bytes(), Format::Stl),
        ("padded", format!("{text}\0\0\0").into_bytes(), Format::Stl),
        ("far text", ascii(mesh, 1e6).into_bytes(), Format::Stl),
        ("OBJ", obj(mesh, 0.0).into_bytes(), Format::Obj),
        ("OBJ UTF-16", utf16(&obj(mesh, 0.0), u16::to_le_bytes), Format::Obj),
        ("OBJ padded", (obj(mesh, 0.0) + "\0\0").into_bytes(), Format::Obj),
        ("far OBJ", obj(mesh, -1e6).into_bytes(), Format::Obj),
        ("3MF", packed(0.0), Format::ThreeMf),
        ("far 3MF", packed(1e6), Format::ThreeMf),
    ]
}

#[test]
fn every_dialect_measures_like_the_plain_file() {
    let mut random = Random(45);
    for _ in 0..25 {
        let mesh = bodies(&mut random);
        let plain = report(stl(&soup(&mesh)), Format::Stl, "plain");
        assert!(plain.watertight);
        for (dialect, bytes, format) in dialects(&mesh, &mut random) {
            let found = report(bytes, format, dialect);
            let share = found.volume_cm3 / plain.volume_cm3;
            assert!((share - 1.0).abs() < 1e-5, "{dialect}: {share}");
            assert!(found.watertight, "{dialect}");
            assert_eq!(found.components, plain.components, "{dialect}");
        }
    }
}

#[test]
fn mutated_dialects_are_refused_or_read() {
    let mut random = Random(46);
    let small = cuboid([2.0, 3.0, 4.0], [0.0; 3]);
    for round in 0..400 {
        for (_, mut bytes, format) in dialects(&small, &mut random) {
            for _ in 0..1 + round % 4 {
                let at = random.below(bytes.len() as u32) as usize;
                match random.below(4) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] ^= 1u8 << random.below(8),
                    2 => bytes.insert(at, random.below(256) as u8),
                    _ => bytes[at] = b" \0\r#v-9;<"[random.below(9) as usize],
                }
            }
            outcome(bytes, format);
        }
    }
}

#[test]
fn mutated_projects_are_refused_or_read() {
    let mut random = Random(47);
    let mesh =
        merge(&[cuboid([2.0; 3], [0.0; 3]), cuboid([1.0; 3], [5.0, 0.0, 0.0])]);
    let xml = model(&mesh, 0.0);
    let ranges = "<config><object id=\"1\"><volume firstid=\"0\" \
         lastid=\"11\"><metadata key=\"volume_type\" value=\"ModelPart\"/>\
         </volume><volume firstid=\"12\" lastid=\"23\"><metadata \
         key=\"volume_type\" value=\"NegativeVolume\"/></volume></object>\
         </config>";
    let parts = "<config><object id=\"1\"><part id=\"1\" \
         subtype=\"normal_part\"><metadata key=\"name\" value=\"A\"/></part>\
         <part id=\"2\" subtype=\"negative_part\"/></object></config>";
    for _ in 0..1500 {
        let mut configs = [ranges, parts].map(|c| c.as_bytes().to_vec());
        for config in &mut configs {
            let at = random.below(config.len() as u32) as usize;
            match random.below(3) {
                0 => config[at] = b"019-\"<>/ "[random.below(9) as usize],
                1 => config.truncate(at),
                _ => {
                    config.remove(at);
                }
            }
        }
        let [ranges, parts] = &configs;
        let bytes = zip(&[
            entry("3D/3dmodel.model", xml.as_bytes()),
            entry("Metadata/Slic3r_PE_model.config", ranges),
            entry("Metadata/model_settings.config", parts),
        ]);
        outcome(bytes, Format::ThreeMf);
    }
}
