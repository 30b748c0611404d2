use super::*;
use crate::mesh::Mesh;
use crate::testing::{cube, soup, stl};

fn parsed(bytes: &[u8]) -> Result<Mesh, ParseError> {
    parse(bytes, &Limits::default()).map(|model| model.mesh)
}

fn refusal(bytes: &[u8]) -> String {
    parsed(bytes).unwrap_err().to_string()
}

fn ascii(triangles: &[[[f32; 3]; 3]]) -> String {
    let mut text = String::from("solid a name of several words\n");
    for triangle in triangles {
        text += "facet normal 0 0 1\nouter loop\n";
        for [x, y, z] in triangle {
            text += &format!("vertex {x} {y} {z:e}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid a name\n"
}

#[test]
fn binary_and_ascii_give_the_same_mesh() {
    let triangles = soup(&cube(3.5));
    let binary = parsed(&stl(&triangles)).unwrap();
    assert_eq!(binary.positions.len(), 8);
    assert_eq!(soup(&binary), triangles);
    let text = ascii(&triangles);
    let spellings = [
        text.clone(),
        text.to_uppercase(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\n\n \t"),
        format!("\u{feff}  {text}"),
    ];
    for spelling in spellings {
        assert_eq!(parsed(spelling.as_bytes()).unwrap(), binary);
    }
}

#[test]
fn several_solids_are_one_model() {
    let text = ascii(&soup(&cube(1.0)));
    let two = format!("{text}{text}");
    assert_eq!(parsed(two.as_bytes()).unwrap().triangles.len(), 24);
}

#[test]
fn a_binary_file_may_call_itself_solid() {
    let mut bytes = stl(&soup(&cube(1.0)));
    bytes[..11].copy_from_slice(b"solid facet");
    assert_eq!(parsed(&bytes).unwrap().triangles.len(), 12);
}

#[test]
fn hostile_and_broken_files_are_refused_by_name() {
    let whole = stl(&soup(&cube(1.0)));
    let with_count = |count: u32| {
        let mut bytes = whole.clone();
        bytes[80..84].copy_from_slice(&count.to_le_bytes());
        bytes
    };
    let text = ascii(&soup(&cube(1.0)));
    let replaced =
        |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
    let mut not_a_number = whole.clone();
    not_a_number[84 + 50 + 12 + 16..][..4]
        .copy_from_slice(&f32::NAN.to_le_bytes());
    let cases: [(Vec<u8>, &str); 16] = [
        (vec![], "The file is empty."),
        (b"hello".to_vec(), "it has 5 bytes"),
        (with_count(u32::MAX), "says 4294967295 but the file holds 12"),
        (with_count(900), "says 900 but the file holds 12"),
        (with_count(11), "says 11 but the file holds 12"),
        (whole[..400].to_vec(), "says 12 but the file holds 6"),
        ([whole.clone(), vec![0; 7]].concat(), "bytes follow"),
        (stl(&[]), "holds no triangles"),
        (
            not_a_number,
            "Vertex 1 of triangle 1 (at byte 134) has a coordinate that is not",
        ),
        (b"solid x\nendsolid x\n".to_vec(), "holds no triangles"),
        (text.as_bytes()[..300].to_vec(), "cut short"),
        (replaced("endsolid a name", ""), "\"endsolid\" of the ASCII STL"),
        (replaced("vertex 0", "vertex zero"), "found \"zero\""),
        (replaced("vertex 0", "vertex 1e99"), "Vertex 0 of triangle 0"),
        (replaced("vertex 0", "vertex nan"), "Vertex 0 of triangle 0"),
        (replaced("endloop", "vertex"), "expected endloop, found \"vertex\""),
    ];
    for (bytes, expected) in cases {
        let refusal = refusal(&bytes);
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
}

#[test]
fn the_limit_on_triangles_holds_for_both_kinds() {
    let limits = Limits { triangles: 11, ..Limits::default() };
    let triangles = soup(&cube(1.0));
    for bytes in [stl(&triangles), ascii(&triangles).into_bytes()] {
        let error = parse(&bytes, &limits).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Too many triangles: 12, the limit is 11."
        );
    }
}

#[test]
fn every_shortened_text_is_refused_or_read() {
    let text = ascii(&soup(&cube(1.0)));
    for length in 0..text.find("endsolid").unwrap() + 8 {
        assert!(parsed(&text.as_bytes()[..length]).is_err(), "{length}");
    }
}
