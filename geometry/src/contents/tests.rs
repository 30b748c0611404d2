use super::*;
use crate::examine::{Wanted, examine};
use crate::json::to_json;
use crate::testing::{cube, soup, sphere, stl};

/// Feeds `bytes` in the parts that `Incoming` asks for.
fn arrived(bytes: &[u8], format: Format) -> (Contents, usize) {
    let mut incoming = Incoming::new(bytes.len(), format).unwrap();
    let mut rest = bytes;
    let mut parts = 0;
    while !incoming.part().is_empty() {
        let (next, later) = rest.split_at(incoming.part().len());
        incoming.part().copy_from_slice(next);
        assert!(incoming.take(&Limits::default()));
        rest = later;
        parts += 1;
    }
    assert!(rest.is_empty());
    (incoming.finish(), parts)
}

#[test]
fn a_file_in_parts_equals_the_whole_file() {
    let ball = stl(&soup(&sphere(10.0, 130, 131)));
    let mut infinite = ball.clone();
    infinite[84 + 50 * 20_000 + 12..][..4].copy_from_slice(&[0, 0, 0x80, 0x7f]);
    let mut longer = ball.clone();
    longer.push(0);
    let ascii = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
    let cases: [(&[u8], Format, usize); 9] = [
        // The header, and two parts of at most 16,384 triangles.
        (&ball, Format::Stl, 4),
        (&infinite, Format::Stl, 4),
        (&stl(&soup(&cube(1.0))), Format::Stl, 2),
        (&stl(&[]), Format::Stl, 1),
        (&longer, Format::Stl, 2),
        (&ascii.repeat(3), Format::Stl, 2),
        (b"solid a", Format::Stl, 1),
        (&[], Format::Stl, 0),
        (b"v 0 0 0", Format::Obj, 1),
    ];
    for (bytes, format, parts) in cases {
        let limits = Limits::default();
        let wanted = Wanted::default();
        let (whole, _) = examine(bytes.to_vec(), format, None, wanted, &limits);
        let (contents, taken) = arrived(bytes, format);
        let (found, _) = examine(contents, format, None, wanted, &limits);
        assert_eq!(to_json(&found), to_json(&whole));
        assert_eq!(taken, parts);
    }
}
