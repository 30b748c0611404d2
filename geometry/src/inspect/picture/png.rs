//! PNG (ISO/IEC 15948) with a palette, without filters: rows of few colors
//! repeat the row above, up to a few pixels to the side.

use super::deflate::zlib;
use super::palette::Indexed;

/// Bytes of a pixel that come from a palette.
const PALETTE: u8 = 3;

/// The filter of each row: none.
const FILTER: u8 = 0;

/// How far to the side the row above is looked for, pixels.
const ASIDE: usize = 3;

/// Writes a square picture of `size` pixels per side, in rows from the top.
pub fn write(picture: &Indexed, size: usize) -> Vec<u8> {
    let Indexed { colors, pixels } = picture;
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let side = (size as u32).to_be_bytes();
    let kind = [8, PALETTE, 0, 0, 0];
    chunk(&mut out, b"IHDR", &[&side[..], &side, &kind].concat());
    // The values are sRGB; 0 is the perceptual intent.
    chunk(&mut out, b"sRGB", &[0]);
    let opaque = colors.iter().flat_map(|&[r, g, b, _]| [r, g, b]);
    chunk(&mut out, b"PLTE", &opaque.collect::<Vec<u8>>());
    let mut alphas: Vec<u8> = colors.iter().map(|&[.., a]| a).collect();
    // Colors without one are opaque.
    while alphas.last() == Some(&u8::MAX) {
        alphas.pop();
    }
    if !alphas.is_empty() {
        chunk(&mut out, b"tRNS", &alphas);
    }
    let mut bytes = Vec::with_capacity((size + 1) * size);
    for row in pixels.chunks(size) {
        bytes.push(FILTER);
        bytes.extend_from_slice(row);
    }
    chunk(&mut out, b"IDAT", &zlib(&bytes, &distances(size + 1)));
    chunk(&mut out, b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(name);
    out.extend(data);
    let mut crc = crc32fast::Hasher::new();
    crc.update(name);
    crc.update(data);
    out.extend(crc.finalize().to_be_bytes());
}

/// The distances of what is probably alike: the row above, the pixel to the
/// left, and the row above to the side. `line`: bytes of a row.
fn distances(line: usize) -> Vec<usize> {
    let aside = (1..=ASIDE).flat_map(|by| [line - by, line + by]);
    [line, 1].into_iter().chain(aside).collect()
}
