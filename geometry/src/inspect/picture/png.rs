//! PNG (ISO/IEC 15948): 8 bits of red, green and blue, and of alpha where the
//! picture is transparent. Each row uses the filter that gives the smallest
//! sum, as the standard recommends.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Compression level. The fifth one shrinks files by 3 % and takes twice as
/// long.
const LEVEL: u8 = 3;

/// Numbers of the filters that are tried: differences from the left and from
/// above. The others make shaded parts 2 % larger.
const FILTERS: [u8; 2] = [1, 2];

/// Types of color.
const RGB: u8 = 2;
const RGBA: u8 = 6;

/// Writes a square picture of `size` pixels per side, in rows from the top:
/// red, green, blue and alpha of each pixel.
pub fn write(pixels: &[u8], size: usize) -> Vec<u8> {
    let (all, _) = pixels.as_chunks::<4>();
    let is_opaque = all.iter().all(|&[.., alpha]| alpha == 255);
    let colors: Vec<u8> = match is_opaque {
        true => all.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect(),
        false => Vec::new(),
    };
    let (color_type, bytes) = match is_opaque {
        true => (RGB, filtered(&colors, size, 3)),
        false => (RGBA, filtered(pixels, size, 4)),
    };
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let side = (size as u32).to_be_bytes();
    let kind = [8, color_type, 0, 0, 0];
    chunk(&mut out, b"IHDR", &[&side[..], &side, &kind].concat());
    // The values are sRGB; 0 is the perceptual intent.
    chunk(&mut out, b"sRGB", &[0]);
    let data = compress_to_vec_zlib(&bytes, LEVEL);
    chunk(&mut out, b"IDAT", &data);
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

/// `depth`: bytes in a pixel.
fn filtered(pixels: &[u8], size: usize, depth: usize) -> Vec<u8> {
    let width = depth * size;
    let mut out = Vec::with_capacity((width + 1) * size);
    // An empty pixel comes first, so that every byte has neighbors.
    let mut row = vec![0u8; depth + width];
    let mut above = row.clone();
    let mut tried = [const { Vec::new() }; FILTERS.len()];
    for pixels in pixels.chunks(width) {
        if let Some(target) = row.get_mut(depth..depth + pixels.len()) {
            target.copy_from_slice(pixels);
        }
        let own = row.get(depth..).unwrap_or_default();
        let up = above.get(depth..).unwrap_or_default();
        // Shorter by a pixel, `row` itself is what is to the left.
        for (bytes, beside) in tried.iter_mut().zip([row.as_slice(), up]) {
            let both = own.iter().zip(beside);
            bytes.clear();
            bytes.extend(both.map(|(own, beside)| own.wrapping_sub(*beside)));
        }
        let tried = FILTERS.into_iter().zip(&tried);
        let best = tried.min_by_key(|(_, bytes)| size_of(bytes));
        if let Some((filter, bytes)) = best {
            out.push(filter);
            out.extend(bytes);
        }
        std::mem::swap(&mut row, &mut above);
    }
    out
}

/// The sum of the absolute values of the bytes as signed numbers.
fn size_of(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&b| u32::from(b.cast_signed().unsigned_abs())).sum()
}
