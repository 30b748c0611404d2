//! Recognizes a file whose format differs from the format in its name. Used
//! only after a refusal, and gives an answer only where the bytes are
//! unambiguous.

use super::stl::binary;
use super::text::plain;
use crate::ParseError;
use crate::format::Format;

/// Number of bytes examined at the start of a text.
const HEAD: usize = 4096;

/// Number of bytes examined at the end of an archive, where the directory lists
/// the entries.
const TAIL: usize = 65_536;

/// A kind of file: its name for the caller, and advice to the caller.
struct Kind {
    /// The format that the file would be read as.
    format: Option<Format>,
    name: &'static str,
    advice: &'static str,
}

const fn model(
    format: Format,
    name: &'static str,
    advice: &'static str,
) -> Kind {
    Kind { format: Some(format), name, advice }
}

const fn other(name: &'static str, advice: &'static str) -> Kind {
    Kind { format: None, name, advice }
}

const EXPORT: &str = "export the part as an STL, GLB or 3MF";
const PICTURE: &str = "send the 3D model itself";
const UNPACK: &str = "unpack it and send the model in it";

const STL: Kind = model(Format::Stl, "an STL file", "name it .stl");
const OBJ: Kind =
    model(Format::Obj, "an OBJ file", "export it as an STL, or name it .obj");
const GLB: Kind = model(Format::Glb, "a GLB file", "name it .glb");
const GLTF: Kind = model(Format::Gltf, "a glTF text", "name it .gltf");
const THREE_MF: Kind = model(Format::ThreeMf, "a 3MF file", "name it .3mf");
const GCODE: Kind = model(Format::Gcode, "G-code", "name it .gcode");
const ZIP: Kind = other("a ZIP archive", UNPACK);
const WEB_PAGE: Kind =
    other("a web page", "download the file that it links to");
const SVG: Kind = other("an SVG drawing", PICTURE);

/// Files that are recognized by their first bytes.
const MAGIC: [(&[u8], Kind); 19] = [
    (b"\x89PNG", other("a PNG picture", PICTURE)),
    (b"\xff\xd8\xff", other("a JPEG picture", PICTURE)),
    (b"GIF8", other("a GIF picture", PICTURE)),
    (b"%PDF", other("a PDF document", PICTURE)),
    (b"glTF", GLB),
    (b"ISO-10303-21", other("a STEP file", EXPORT)),
    (b"Kaydara FBX Binary", other("an FBX file", EXPORT)),
    (b"BLENDER", other("a Blender project", EXPORT)),
    (b"ply\n", other("a PLY file", EXPORT)),
    (b"ply\r", other("a PLY file", EXPORT)),
    (b"AC10", other("a DWG drawing", EXPORT)),
    (b"\xd0\xcf\x11\xe0", other("a CAD or office document", EXPORT)),
    (b"7z\xbc\xaf\x27\x1c", other("a 7z archive", UNPACK)),
    (b"Rar!", other("a RAR archive", UNPACK)),
    (b"\x1f\x8b", other("a gzip archive", UNPACK)),
    (b"GCDE", other("binary G-code", "export it as plain G-code")),
    (b"<!DOCTYPE html", WEB_PAGE),
    (b"<html", WEB_PAGE),
    (b"<svg", SVG),
];

/// Returns the refusal of a file that does not have the format of its name, if
/// its bytes identify the actual format.
pub fn explain(bytes: &[u8], named: Format) -> Option<ParseError> {
    let kind = kind_of(bytes)?;
    if kind.format == Some(named) {
        return None;
    }
    // A 3MF is a ZIP archive, and binary G-code is G-code. The readers of these
    // formats report the error themselves.
    let own = (named == Format::ThreeMf && kind.name == ZIP.name)
        || (named == Format::Gcode && bytes.starts_with(b"GCDE"));
    if own {
        return None;
    }
    let Kind { name, advice, .. } = kind;
    Some(ParseError::NotThisFormat {
        expected: expected(named),
        found: format!("it is {name}; {advice} and send it again"),
    })
}

fn expected(format: Format) -> &'static str {
    match format {
        Format::Stl => "an STL file",
        Format::Glb => "a GLB file",
        Format::Gltf => "a glTF text",
        Format::Obj => "an OBJ file",
        Format::ThreeMf => "a 3MF file",
        Format::Gcode => "G-code",
    }
}

fn kind_of(bytes: &[u8]) -> Option<Kind> {
    let text = plain(bytes);
    let start = text.trim_ascii_start();
    let starts = |magic: &[u8]| {
        let head = start.get(..magic.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(magic))
    };
    if let Some((_, kind)) = MAGIC.into_iter().find(|(magic, _)| starts(magic))
    {
        return Some(kind);
    }
    if starts(b"PK\x03\x04") {
        let tail = bytes.len().saturating_sub(TAIL);
        let names = bytes.get(tail..).unwrap_or(bytes);
        return Some(if holds(names, b".model") { THREE_MF } else { ZIP });
    }
    let claimed = binary::claimed_triangles(bytes).filter(|&count| count > 0);
    if claimed.map(binary::length) == Some(bytes.len() as u64) {
        return Some(STL);
    }
    let head = start.get(..HEAD).unwrap_or(start);
    if head.contains(&0) {
        return None;
    }
    if starts(b"solid") && holds(head, b"facet") {
        return Some(STL);
    }
    if starts(b"{") && holds(head, b"\"asset\"") {
        return Some(GLTF);
    }
    if starts(b"<?xml") && holds(head, b"<svg") {
        return Some(SVG);
    }
    lines(head)
}

/// Recognizes OBJ and G-code from their lines.
fn lines(head: &[u8]) -> Option<Kind> {
    let mut vertices = 0;
    let mut moves = 0;
    for line in head.split(|&b| b == b'\n' || b == b'\r') {
        let mut words = line.split(|b| b.is_ascii_whitespace());
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        match words.next() {
            Some(b"v") => {
                let numbers = words.take(3).filter(|word| is_number(word));
                vertices += usize::from(numbers.count() == 3);
            }
            Some(b"G0" | b"G1" | b"G28" | b"G90") => moves += 1,
            _ => {}
        }
    }
    match (vertices, moves) {
        (3.., 0) => Some(OBJ),
        (0, 3..) => Some(GCODE),
        _ => None,
    }
}

fn is_number(word: &[u8]) -> bool {
    let text = std::str::from_utf8(word).ok();
    text.is_some_and(|text| text.parse::<f64>().is_ok())
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cube, soup, stl};

    #[test]
    fn a_wrong_file_name_is_explained() {
        let binary = stl(&soup(&cube(1.0)));
        let obj = b"# a box\no box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let gcode = b"; sliced\nG28\nG1 X1\nG1 X2 E1\n";
        let cases: [(&[u8], Format, &str); 12] = [
            (b"\x89PNG\r\n\x1a\nIHDR", Format::Stl, "a PNG picture"),
            (b"\xff\xd8\xff\xe0", Format::Glb, "a JPEG picture"),
            (b"%PDF-1.7", Format::Stl, "a PDF document"),
            (b"ISO-10303-21;\nHEADER;", Format::Stl, "a STEP file"),
            (b"\n<!doctype HTML><html>", Format::Stl, "a web page"),
            (b"glTF\x02\0\0\0", Format::Stl, "a GLB file"),
            (b"PK\x03\x04 part.stl", Format::Stl, "a ZIP archive"),
            (b"PK\x03\x04 3D/3dmodel.model", Format::Stl, "a 3MF file"),
            (&binary, Format::Obj, "an STL file"),
            (b"solid a\nfacet normal 0 0 1", Format::Obj, "an STL file"),
            (obj, Format::Stl, "an OBJ file"),
            (gcode, Format::Stl, "G-code"),
        ];
        for (bytes, named, name) in cases {
            let refusal = explain(bytes, named).unwrap().to_string();
            assert!(refusal.contains(&format!("it is {name};")), "{refusal}");
        }
    }

    #[test]
    fn a_correct_name_and_unknown_bytes_are_not_explained() {
        let binary = stl(&soup(&cube(1.0)));
        let cases: [(&[u8], Format); 6] = [
            (&binary, Format::Stl),
            (b"PK\x03\x04 readme.txt", Format::ThreeMf),
            (b"glTF", Format::Glb),
            (b"hello", Format::Stl),
            (b"", Format::Stl),
            (&[0; 84], Format::Stl),
        ];
        for (bytes, named) in cases {
            assert_eq!(explain(bytes, named), None);
        }
    }
}
