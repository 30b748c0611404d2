//! Deflate (RFC 1951) in the format of zlib (RFC 1950), for the rows of a PNG:
//! runs that repeat at a few distances, and an entropy code. Shaded surfaces
//! repeat nothing else, and a search for other matches takes most of the time of
//! a common encoder.

mod code;

use std::ops::Range;

use code::{Bits, Code};

/// Longest run that a length encodes.
const MAX_RUN: usize = 258;
/// Shortest run that takes a length, at a distance of 1 and at others.
const MIN_RUN: usize = 3;
const MIN_FAR_RUN: usize = 4;
/// Nothing longer is looked for than a run of this length.
const ENOUGH: usize = 32;

const END: usize = 256;
/// Symbols of bytes, of the end, and of lengths.
const SYMBOLS: usize = 286;
/// Symbols of distances.
const DISTANCES: usize = 30;
/// Longest codes of symbols, and of their lengths.
const MAX_BITS: usize = 15;
const MAX_BITS_OF_LENGTHS: usize = 7;

/// Bytes with their own code: pictures change from top to bottom.
const BLOCK: usize = 1 << 17;

/// The order in which lengths of codes are written (RFC 1951, 3.2.7).
const ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Compresses bytes into a zlib stream. `distances`: of bytes that are
/// probably alike, at most 32,768.
pub fn zlib(bytes: &[u8], distances: &[usize]) -> Vec<u8> {
    let mut bits = Bits::after(vec![0x78, 0x01]);
    let mut start = 0;
    loop {
        let end = bytes.len().min(start + BLOCK);
        let tokens = tokens(bytes, start..end, distances);
        block(&mut bits, &tokens, end == bytes.len());
        start = end;
        if start == bytes.len() {
            break;
        }
    }
    let mut out = bits.finish();
    out.extend(adler(bytes).to_be_bytes());
    out
}

/// A byte, or the length of a run that repeats and its distance.
#[derive(Clone, Copy)]
enum Token {
    Byte(u8),
    Run(u16, u16),
}

/// The tokens of a part of the bytes; runs may repeat what comes before it.
fn tokens(bytes: &[u8], part: Range<usize>, distances: &[usize]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(part.len() / 8);
    let mut at = part.start;
    while let Some(rest @ &[first, ..]) = bytes.get(at..part.end) {
        let (mut run, mut distance) = (0, 0);
        let next = rest.first_chunk::<MIN_FAR_RUN>();
        for &tried in distances {
            let start = at.checked_sub(tried);
            let before = start.and_then(|start| bytes.get(start..part.end));
            let before = before.unwrap_or_default();
            if tried != 1 && before.first_chunk() != next {
                // Mostly: the run would be too short.
                continue;
            }
            let alike = alike(rest, before);
            if alike > run {
                (run, distance) = (alike, tried);
                if run >= ENOUGH {
                    break;
                }
            }
        }
        let least = if distance == 1 { MIN_RUN } else { MIN_FAR_RUN };
        if run < least {
            tokens.push(Token::Byte(first));
            at += 1;
            continue;
        }
        tokens.push(Token::Run(run as u16, distance as u16));
        at += run;
    }
    tokens
}

/// How many bytes two sequences start with alike, up to `MAX_RUN`.
#[inline]
fn alike(a: &[u8], b: &[u8]) -> usize {
    const WIDE: usize = size_of::<u64>();
    let (words, _) = a.as_chunks::<WIDE>();
    let (others, _) = b.as_chunks::<WIDE>();
    let mut same = 0;
    for (&word, &other) in words.iter().zip(others) {
        let differ = u64::from_le_bytes(word) ^ u64::from_le_bytes(other);
        if differ != 0 {
            return MAX_RUN.min(same + differ.trailing_zeros() as usize / 8);
        }
        same += WIDE;
        if same >= MAX_RUN {
            return MAX_RUN;
        }
    }
    let rest = a.iter().zip(b).skip(same);
    let last = rest.take_while(|(a, b)| a == b).count();
    MAX_RUN.min(same + last)
}

/// The symbol of a run's length, and the bits after it: their value and number.
fn length_of(run: u16) -> (usize, u32, u32) {
    let run = u32::from(run);
    match run {
        258 => (285, 0, 0),
        ..=10 => (run as usize + 254, 0, 0),
        _ => {
            // Four symbols for each power of two.
            let over = run - 3;
            let extra = over.ilog2() - 2;
            let symbol = 257 + 4 * extra + (over >> extra);
            (symbol as usize, over & ((1 << extra) - 1), extra)
        }
    }
}

/// The symbol of a distance, and the bits after it: their value and number.
fn distance_of(distance: u16) -> (usize, u32, u32) {
    let over = u32::from(distance.saturating_sub(1));
    if over < 4 {
        return (over as usize, 0, 0);
    }
    // Two symbols for each power of two.
    let extra = over.ilog2() - 1;
    let symbol = 2 * extra + (over >> extra);
    (symbol as usize, over & ((1 << extra) - 1), extra)
}

fn block(bits: &mut Bits, tokens: &[Token], is_last: bool) {
    let mut counts = [0u32; SYMBOLS];
    let mut far_counts = [0u32; DISTANCES];
    let count = |counts: &mut [u32], symbol: usize| {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    };
    count(&mut counts, END);
    for &token in tokens {
        match token {
            Token::Byte(byte) => count(&mut counts, usize::from(byte)),
            Token::Run(run, distance) => {
                count(&mut counts, length_of(run).0);
                count(&mut far_counts, distance_of(distance).0);
            }
        }
    }
    if far_counts == [0; DISTANCES] {
        // One code at least, even if nothing uses it.
        count(&mut far_counts, 0);
    }
    let code = Code::of(&counts, MAX_BITS);
    let far = Code::of(&far_counts, MAX_BITS);
    bits.put(u32::from(is_last), 1);
    // With its own codes.
    bits.put(2, 2);
    header(bits, &code, &far);
    for &token in tokens {
        match token {
            Token::Byte(byte) => code.put(bits, usize::from(byte)),
            Token::Run(run, distance) => {
                let (symbol, value, extra) = length_of(run);
                code.put(bits, symbol);
                bits.put(value, extra);
                let (symbol, value, extra) = distance_of(distance);
                far.put(bits, symbol);
                bits.put(value, extra);
            }
        }
    }
    code.put(bits, END);
}

/// Writes the lengths of the codes: those of symbols, then those of distances.
fn header(bits: &mut Bits, code: &Code, far: &Code) {
    let both = code.codes.iter().chain(&far.codes);
    let lengths: Vec<u8> = both.map(|&(_, length)| length).collect();
    let mut symbols: Vec<(usize, u32, u32)> = Vec::new();
    let mut rest = lengths.as_slice();
    while let Some((&first, _)) = rest.split_first() {
        let same = rest.iter().take_while(|&&length| length == first).count();
        let taken = match (first, same) {
            (0, 11..) => {
                let run = same.min(138);
                symbols.push((18, run as u32 - 11, 7));
                run
            }
            (0, 3..) => {
                symbols.push((17, same as u32 - 3, 3));
                same
            }
            (_, 4..) => {
                let run = (same - 1).min(6);
                symbols.push((usize::from(first), 0, 0));
                symbols.push((16, run as u32 - 3, 2));
                run + 1
            }
            _ => {
                symbols.push((usize::from(first), 0, 0));
                1
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    let mut counts = [0u32; ORDER.len()];
    for &(symbol, ..) in &symbols {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    }
    let of_lengths = Code::of(&counts, MAX_BITS_OF_LENGTHS);
    bits.put(SYMBOLS as u32 - 257, 5);
    bits.put(DISTANCES as u32 - 1, 5);
    bits.put(ORDER.len() as u32 - 4, 4);
    for symbol in ORDER {
        bits.put(u32::from(of_lengths.length(symbol)), 3);
    }
    for (symbol, value, extra) in symbols {
        of_lengths.put(bits, symbol);
        bits.put(value, extra);
    }
}

/// The checksum of zlib.
fn adler(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut a, mut b) = (1, 0);
    // So many that sums fit.
    for bytes in bytes.chunks(5552) {
        for &byte in bytes {
            a += u32::from(byte);
            b += a;
        }
        a %= MODULUS;
        b %= MODULUS;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    /// Whether every sequence of bits is read as something (Kraft's sum is 1):
    /// zlib refuses others.
    fn is_complete(counts: &[u32], most: usize) -> bool {
        let code = Code::of(counts, most);
        let lengths = code.codes.iter().map(|&(_, length)| length);
        let used = lengths.filter(|&length| length > 0);
        let shares = used.map(|length| {
            assert!(usize::from(length) <= most);
            1u32 << (most - usize::from(length))
        });
        shares.sum::<u32>() == 1 << most
    }

    #[test]
    fn limited_codes_leave_no_room() {
        // Counts that grow like Fibonacci's numbers make the longest codes.
        for symbols in 2..20 {
            let (mut a, mut b) = (1u32, 1);
            let mut counts = Vec::new();
            for _ in 0..symbols {
                counts.push(a);
                (a, b) = (b, a + b);
            }
            for most in [5, 7, 15] {
                assert!(is_complete(&counts, most), "{symbols} in {most}");
            }
        }
        let mut random = Random(5);
        for _ in 0..2_000 {
            let symbols = 2 + random.below(17);
            let counts: Vec<u32> =
                (0..symbols).map(|_| 1 << random.below(14)).collect();
            assert!(is_complete(&counts, MAX_BITS_OF_LENGTHS), "{counts:?}");
        }
    }

    fn comes_back(bytes: &[u8]) -> usize {
        for distances in [&[][..], &[1], &[7, 300, 1, 4, 32_768]] {
            let packed = zlib(bytes, distances);
            assert_eq!(decompress_to_vec_zlib(&packed).unwrap(), bytes);
        }
        zlib(bytes, &[1]).len()
    }

    #[test]
    fn distances_have_the_symbols_of_the_format() {
        // RFC 1951, 3.2.5.
        for (distance, symbol, value, extra) in [
            (1, 0, 0, 0),
            (4, 3, 0, 0),
            (5, 4, 0, 1),
            (8, 5, 1, 1),
            (9, 6, 0, 2),
            (192, 14, 63, 6),
            (257, 16, 0, 7),
            (513, 18, 0, 8),
            (24_576, 28, 8191, 13),
            (32_768, 29, 8191, 13),
        ] {
            assert_eq!(distance_of(distance), (symbol, value, extra));
        }
    }

    #[test]
    fn a_row_shifted_by_one_byte_compresses_well() {
        // 300 rows of 400 random bytes, each the row above shifted by a byte.
        let mut random = Random(9);
        let first: Vec<u8> =
            (0..700).map(|_| random.below(200) as u8).collect();
        let rows = (0..300).flat_map(|row| first[row..row + 400].iter());
        let bytes: Vec<u8> = rows.copied().collect();
        let packed = zlib(&bytes, &[400, 1, 399]);
        assert_eq!(decompress_to_vec_zlib(&packed).unwrap(), bytes);
        // A byte of up to 10 bits and two runs of up to 20 bits for each row.
        assert!(packed.len() < 700 + 300 * 50 / 8 + 300, "{}", packed.len());
    }

    #[test]
    fn what_was_written_is_read_by_another_decoder() {
        comes_back(&[]);
        comes_back(&[7]);
        comes_back(&[7; 2]);
        for run in 1..600 {
            comes_back(&[&vec![3; run][..], &[1, 2]].concat());
        }
        let mut random = Random(3);
        for most in [2, 5, 40, 256] {
            let next = |_| random.below(most) as u8;
            comes_back(&(0..200_000).map(next).collect::<Vec<u8>>());
        }
        // Codes longer than 15 bits before they are limited.
        let mut steep = Vec::new();
        let (mut a, mut b) = (1, 1);
        for byte in 0..22u8 {
            for _ in 0..a {
                steep.extend([byte, 100 + byte]);
            }
            (a, b) = (b, a + b);
        }
        comes_back(&steep);
    }

    #[test]
    fn runs_and_rare_bytes_take_little() {
        // 1,016 times a byte, a run and its distance, 4 bits, and four headers.
        assert!(comes_back(&[0; 262_144]) < 508 + 4 * 30);
        let rare: Vec<u8> =
            (0..100_000).map(|at| u8::from(at % 50 == 0)).collect();
        // 2,000 times 1, 0 and a run of 48: 3 codes of 2 bits, 4 bits more.
        assert!(comes_back(&rare) < 2500 + 2 * 60);
    }
}
