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
        text.replace('\n', "\r"),
        text.replace("endsolid a name\n", ""),
        text.replace("outer", "# one; two\nouter"),
        text.replace("facet n", "// a\r; b\rfacet n").replace('\n', "\r"),
        text.replace("normal 0", "normal -1.#IND"),
        format!("{text}\0\0\0\u{1a}\0"),
        text.replace('\n', "\n\n \t"),
        format!("\u{feff}  {text}"),
    ];
    for spelling in spellings {
        assert_eq!(parsed(spelling.as_bytes()).unwrap(), binary);
        let units = format!("\u{feff}{}", spelling.trim_matches('\u{feff}'));
        let utf16: Vec<u8> =
            units.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(parsed(&utf16).unwrap(), binary);
    }
}

#[test]
fn several_solids_are_one_model() {
    let text = ascii(&soup(&cube(1.0)));
    let two = format!("{text}{text}");
    assert_eq!(parsed(two.as_bytes()).unwrap().triangles.len(), 24);
}

#[test]
fn a_binary_file_may_start_with_solid() {
    let mut bytes = stl(&soup(&cube(1.0)));
    bytes[..11].copy_from_slice(b"solid facet");
    assert_eq!(parsed(&bytes).unwrap().triangles.len(), 12);
}

#[test]
fn the_refusal_of_a_hostile_or_broken_file_names_the_cause() {
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
    let cases: [(Vec<u8>, &str); 14] = [
        (vec![], "The file is empty."),
        (b"hello".to_vec(), "it has 5 bytes"),
        (
            with_count(u32::MAX),
            "says 4294967295 triangles but the file holds 12",
        ),
        (with_count(900), "says 900 triangles but the file holds 12"),
        (whole[..400].to_vec(), "says 12 triangles but the file holds 6"),
        ([with_count(0), vec![0; 7]].concat(), "says 0 but the file holds 12"),
        (stl(&[]), "holds no triangles"),
        (
            not_a_number,
            "Vertex 1 of triangle 1 (at byte 134) has a coordinate that is not",
        ),
        (b"solid x\nendsolid x\n".to_vec(), "holds no triangles"),
        (text.as_bytes()[..300].to_vec(), "cut short"),
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
fn the_limit_on_triangles_applies_to_both_kinds() {
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
fn every_truncated_text_is_refused_or_read() {
    let text = ascii(&soup(&cube(1.0)));
    let whole = text.rfind("endfacet").unwrap() + 8;
    for length in 0..whole {
        assert!(parsed(&text.as_bytes()[..length]).is_err(), "{length}");
    }
    assert!(parsed(&text.as_bytes()[..whole]).is_ok());
}

#[test]
fn a_text_without_its_last_word_is_read_only_when_it_is_closed() {
    let text = ascii(&soup(&cube(1.0)));
    let facets: Vec<usize> =
        text.match_indices("facet normal").map(|(at, _)| at).collect();
    for &at in facets.iter().skip(1) {
        assert!(refusal(&text.as_bytes()[..at]).contains("cut short"));
    }
}

/// Returns a file whose header counts `count` triangles.
fn counted(count: u32, triangles: &[[[f32; 3]; 3]], rest: &[u8]) -> Vec<u8> {
    let mut bytes = stl(triangles);
    bytes[80..84].copy_from_slice(&count.to_le_bytes());
    bytes.extend(rest);
    bytes
}

#[test]
fn a_count_that_is_too_low_is_corrected_by_the_surface() {
    let triangles = soup(&cube(2.0));
    let plain = parsed(&stl(&triangles)).unwrap();
    for count in 0..12 {
        let bytes = counted(count, &triangles, &[]);
        assert_eq!(parsed(&bytes).unwrap(), plain, "{count}");
    }
    // A second body that the count does not include.
    let far = triangles.iter().map(|t| t.map(|p| p.map(|v| v + 9.0)));
    let two: Vec<_> = triangles.iter().copied().chain(far).collect();
    let bytes = counted(12, &two, &[]);
    assert_eq!(parsed(&bytes).unwrap().triangles.len(), 24);
}

#[test]
fn bytes_after_the_counted_triangles_are_ignored() {
    let open = &soup(&cube(2.0))[1..];
    for triangles in [&soup(&cube(2.0)), open] {
        let plain = parsed(&stl(triangles)).unwrap();
        let count = triangles.len() as u32;
        let text = b"Exported on a Monday by a program that signs its files.";
        let noise: Vec<u8> = (0..250u8).map(|i| i.wrapping_mul(77)).collect();
        for rest in [&[0; 1][..], &[0; 100], &[0xff; 150], text, &noise] {
            for length in [rest.len(), 50.min(rest.len())] {
                let bytes = counted(count, triangles, &rest[..length]);
                assert_eq!(parsed(&bytes).unwrap(), plain);
            }
        }
    }
}

#[test]
fn a_count_above_the_number_of_triangles_is_a_truncated_file() {
    let whole = stl(&soup(&cube(1.0)));
    for length in 84..whole.len() {
        let refusal = refusal(&whole[..length]);
        assert!(refusal.starts_with("The file is cut off"), "{refusal}");
    }
}
