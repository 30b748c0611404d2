use super::*;
use crate::mesh::Mesh;
use crate::testing::{Random, cube, soup};
use crate::vector::{dot, length, normal};

fn parsed(text: &str) -> Result<Mesh, ParseError> {
    parse(text.as_bytes(), &Limits::default()).map(|model| model.mesh)
}

fn refusal(text: &str) -> String {
    parsed(text).unwrap_err().to_string()
}

/// A cube as six quads, counter-clockwise from outside.
const QUADS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\
    v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn volume(mesh: &Mesh) -> f64 {
    let six = |&t: &[u32; 3]| {
        let corners = mesh.corners(t);
        dot(corners[0], normal(corners))
    };
    mesh.triangles.iter().map(six).sum::<f64>() / 6.0
}

fn area(mesh: &Mesh) -> f64 {
    let twice = |&t: &[u32; 3]| length(normal(mesh.corners(t)));
    mesh.triangles.iter().map(twice).sum::<f64>() / 2.0
}

/// One flat polygon at height 0.
fn polygon(corners: &[[f64; 2]]) -> Mesh {
    let mut text = String::new();
    for [x, y] in corners {
        text += &format!("v {x} {y} 0\n");
    }
    text += "f";
    for i in 1..=corners.len() {
        text += &format!(" {i}");
    }
    parsed(&text).unwrap()
}

#[test]
fn quads_give_a_cube() {
    let mesh = parsed(QUADS).unwrap();
    assert_eq!((mesh.positions.len(), mesh.triangles.len()), (8, 12));
    assert!((volume(&mesh) - 1.0).abs() < 1e-12);
    assert!((area(&mesh) - 6.0).abs() < 1e-12);
}

#[test]
fn triangles_are_kept_unchanged() {
    let mesh = cube(2.5);
    let mut text = String::from("# a comment\no cube\ns off\n");
    for [x, y, z] in &mesh.positions {
        text += &format!("v {x} {y:e} {z}\n");
    }
    for [a, b, c] in &mesh.triangles {
        text += &format!("f {}/1/1 {}//2 {}/7\n", a + 1, b + 1, c + 1);
    }
    assert_eq!(soup(&parsed(&text).unwrap()), soup(&mesh));
}

#[test]
fn equivalent_spellings_give_the_same_mesh() {
    let cube = parsed(QUADS).unwrap();
    let (vertices, faces) = QUADS.split_at(QUADS.find('f').unwrap());
    let faces_first = format!("{faces}{vertices}");
    let from_end = (1..=8).fold(faces.to_owned(), |text, i| {
        text.replace(&format!(" {i}"), &format!(" -{}", 9 - i))
    });
    let spellings = [
        QUADS.replace('\n', "\r\n"),
        QUADS.replace('\n', "\r"),
        QUADS.replace('\n', " # it ends in \\\n"),
        QUADS.replace('\n', "\ncontinued \\\n\n \t"),
        QUADS.replace(" 1", " \\\n1"),
        QUADS.replace("f 5 6", "f 5 6\\\r\n"),
        QUADS.replace("f ", "fo "),
        QUADS.replace("f ", "usemtl a\ng b c\nl 1 2\np 3\nvt 0 0\nf "),
        QUADS.replace("v 0 0 0", "v 0 0 0 1.0 0.5 0.5 0.5"),
        QUADS.replace("f 4 3 2 1", "f 1 2\nf 7\nf 4 3 2 1"),
        format!("\u{feff}{QUADS}"),
        QUADS.trim_end().to_owned(),
        faces_first,
        format!("{vertices}{from_end}"),
    ];
    for text in spellings {
        let mesh = parsed(&text).unwrap();
        assert_eq!(soup(&mesh), soup(&cube), "{text}");
    }
}

#[test]
fn negative_numbers_count_back_from_the_face() {
    let one = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n\
        f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -2 -4 -1\n";
    let two = one.replace("0 0 1", "0 0 3");
    let mesh = parsed(&format!("{one}{two}")).unwrap();
    assert_eq!(mesh.triangles.len(), 8);
    assert!((volume(&mesh) - (1.0 + 3.0) / 6.0).abs() < 1e-12);
}

#[test]
fn unused_vertices_are_dropped() {
    let mesh = parsed(&format!("{QUADS}v 900 900 900\n")).unwrap();
    assert_eq!(mesh.bounds().unwrap().size(), [1.0; 3]);
}

#[test]
fn concave_faces_are_cut_inside() {
    // An arrowhead whose first diagonal runs outside.
    let arrow = [[0.0, 0.0], [4.0, 1.0], [0.0, 2.0], [1.0, 1.0]];
    for turn in 0..4 {
        let mut turned = arrow;
        turned.rotate_left(turn);
        let mesh = polygon(&turned);
        assert!((area(&mesh) - 3.0).abs() < 1e-12, "{turn}");
    }
    // A U and a comb.
    let u = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
    ];
    assert!((area(&polygon(&u)) - 7.0).abs() < 1e-12);
    let mut comb = vec![[200.0, 0.0], [200.0, 1.0]];
    for tooth in (0..100).rev() {
        let x = f64::from(2 * tooth);
        comb.extend([[x + 1.0, 5.0], [x, 1.0]]);
    }
    comb.push([0.0, 0.0]);
    assert!((area(&polygon(&comb)) - (200.0 + 100.0 * 4.0)).abs() < 1e-9);
}

#[test]
fn random_star_shapes_keep_their_area() {
    let mut random = Random(11);
    for _ in 0..50 {
        let n = 5 + random.below(60) as usize;
        let corners: Vec<[f64; 2]> = (0..n)
            .map(|i| {
                let turn = std::f64::consts::TAU * i as f64 / n as f64;
                let radius = 1.0 + 9.0 * f64::from(random.unit());
                [radius * turn.cos(), radius * turn.sin()]
            })
            .collect();
        let expected: f64 = (0..n)
            .map(|i| {
                let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % n]);
                (ax * by - bx * ay) / 2.0
            })
            .sum();
        let mesh = polygon(&corners);
        assert_eq!(mesh.triangles.len(), n - 2);
        assert!((area(&mesh) / expected - 1.0).abs() < 1e-5);
    }
}

#[test]
fn a_face_of_thirty_thousand_corners_is_cut() {
    // A comb, for which no fan is correct.
    let mut comb = vec![[60_000.0, 0.0]];
    for tooth in (0..15_000).rev() {
        let x = f64::from(4 * tooth);
        comb.extend([[x + 2.0, 5.0], [x, 1.0]]);
    }
    let mesh = polygon(&comb);
    assert_eq!(mesh.triangles.len(), comb.len() - 2);
}

#[test]
fn faces_without_area_keep_their_count() {
    let text = "v 0 0 0\nv 1 0 0\nf 1 1 1 1 1 1\nf 1 2 1 2 1 2\n";
    assert_eq!(parsed(text).unwrap().triangles.len(), 8);
}

#[test]
fn the_refusal_of_a_hostile_or_broken_file_names_the_line() {
    let cases = [
        ("", "The file is empty."),
        ("v 0 0 0\n", "holds no triangles"),
        ("hello\nworld\n", "holds no triangles"),
        ("v 0 0 0\nPK\x03\0\n", "line 2 is not text"),
        ("v 1 2\nf 1 1 1", "line 1 of the OBJ at byte 5: the line ends"),
        ("\n\nv 1 2 x\n", "line 3 of the OBJ at byte 9: expected a coordinate"),
        ("v 0 0 0\nv 1 inf 0\n", "Vertex 2 of the OBJ (line 2)"),
        ("v nan 0 0\n", "Vertex 1 of the OBJ (line 1)"),
        ("v 0 0 0\nv 0 0 \\\n1e39\n", "Vertex 2 of the OBJ (line 3)"),
        ("v 0 0 0\nf 1 2 1\n", "(line 2) refers to number 2 but there are"),
        ("v 0 0 0\nf 1 0 1\n", "expected a vertex number from 1, found \"0\""),
        ("v 0 0 0\nf 1 -2 1\n", "counts 2 vertices back but only 1 come"),
        ("f -1 -1 -1\nv 0 0 0\n", "counts 1 vertices back but only 0 come"),
        ("v 0 0 0\nf 1 4294967297 1\n", "refers to number 4294967297"),
        ("v 0 0 0\nf 1 99999999999999999999 1\n", "expected a vertex number"),
        ("v 0 0 0\nf 1 -9223372036854775808 1\n", "9223372036854775808 vert"),
        ("v 0 0 0\nf 1 / 1\n", "found \"/\""),
        ("v 0 0 0\nf\n", "line ends before the corners"),
        ("cstype bspline\n", "free-form curves or surfaces (line 1"),
        ("v 0 0 0\ncall other.obj\n", "a call of another file (line 2"),
    ];
    for (text, expected) in cases {
        let refusal = refusal(text);
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
}

#[test]
fn limits_are_enforced() {
    let refused = |triangles: u64, text: &str| {
        let limits = Limits { triangles, ..Limits::default() };
        parse(text.as_bytes(), &limits).unwrap_err().to_string()
    };
    assert_eq!(refused(11, QUADS), "Too many triangles: 12, the limit is 11.");
    assert_eq!(refused(2, QUADS), "Too many vertices: 7, the limit is 6.");
    let long = format!("v 0 0 0\nf{}\n", " 1".repeat(100_000));
    assert!(refused(10, &long).contains("Too many triangles"));
}

#[test]
fn every_truncated_file_is_refused_or_read() {
    for length in 0..QUADS.len() {
        if let Ok(mesh) = parsed(QUADS.get(..length).unwrap()) {
            assert!(mesh.triangles.len() <= 12);
        }
    }
}
