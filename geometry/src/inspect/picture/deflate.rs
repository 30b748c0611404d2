//! Deflate (RFC 1951) in the format of zlib (RFC 1950), for the rows of a PNG:
//! runs that repeat at a few distances, and an entropy code. Shaded surfaces
//! repeat nothing else, and a search for other matches takes most of the time of
//! a common encoder.

use std::ops::Range;

/// Longest run that a length stands for.
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

/// Bytes with a code of their own: pictures change from top to bottom.
const BLOCK: usize = 1 << 17;

/// The order in which lengths of codes are written (RFC 1951, 3.2.7).
const ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Compresses bytes into a zlib stream. `distances`: of bytes that are
/// probably alike, at most 32,768.
pub fn zlib(bytes: &[u8], distances: &[usize]) -> Vec<u8> {
    let mut bits = Bits { out: vec![0x78, 0x01], held: 0, count: 0 };
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
        for &tried in distances {
            let start = at.checked_sub(tried);
            let before = start.and_then(|start| bytes.get(start..part.end));
            let alike = alike(rest, before.unwrap_or_default());
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
    // With codes of its own.
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

/// A prefix code.
struct Code {
    /// The code of each symbol from the lowest bit on, and its length, which is
    /// 0 where the symbol does not occur.
    codes: Vec<(u16, u8)>,
}

impl Code {
    /// A Huffman code without codes longer than `most` bits.
    fn of(counts: &[u32], most: usize) -> Code {
        let mut lengths = lengths_of(counts);
        while lengths.iter().any(|&length| usize::from(length) > most) {
            // Rarely needed: the limit is of sums above a thousand.
            lengths = lengths_within(&lengths, most);
        }
        // The next code of each length (RFC 1951, 3.2.2).
        let mut next = [0u16; MAX_BITS + 1];
        for &length in lengths.iter().filter(|&&length| length > 0) {
            for (longer, slot) in next.iter_mut().enumerate() {
                if longer > usize::from(length) {
                    *slot += 1 << (longer - usize::from(length));
                }
            }
        }
        let codes = lengths.iter().map(|&length| {
            let slot = next.get_mut(usize::from(length));
            match slot.filter(|_| length > 0) {
                Some(code) => {
                    let own = code.reverse_bits() >> (16 - u32::from(length));
                    *code = code.wrapping_add(1);
                    (own, length)
                }
                None => (0, 0),
            }
        });
        Code { codes: codes.collect() }
    }

    fn length(&self, symbol: usize) -> u8 {
        self.codes.get(symbol).map_or(0, |&(_, length)| length)
    }

    #[inline]
    fn put(&self, bits: &mut Bits, symbol: usize) {
        let (code, length) =
            self.codes.get(symbol).copied().unwrap_or_default();
        bits.put(u32::from(code), u32::from(length));
    }
}

/// The lengths of a Huffman code; 1 for a single symbol.
fn lengths_of(counts: &[u32]) -> Vec<u8> {
    let mut lengths = vec![0u8; counts.len()];
    // Trees, rarest last: their count and their symbols.
    let used = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    let mut trees: Vec<(u32, Vec<usize>)> =
        used.map(|(symbol, &count)| (count, vec![symbol])).collect();
    trees.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)));
    if let [(_, only)] = trees.as_slice() {
        for &symbol in only {
            if let Some(length) = lengths.get_mut(symbol) {
                *length = 1;
            }
        }
        return lengths;
    }
    while let (Some((a, mut symbols)), Some((b, others))) =
        (trees.pop(), trees.pop())
    {
        symbols.extend(others);
        for &symbol in &symbols {
            if let Some(length) = lengths.get_mut(symbol) {
                *length += 1;
            }
        }
        let both = a + b;
        let at = trees.partition_point(|&(count, _)| count > both);
        if trees.is_empty() {
            break;
        }
        trees.insert(at, (both, symbols));
    }
    lengths
}

/// The lengths of a code without longer ones than `most`: others get longer
/// until there is room, and what is left over makes the longest shorter.
/// Decoders such as zlib refuse a code that leaves room.
fn lengths_within(lengths: &[u8], most: usize) -> Vec<u8> {
    let most = most as u8;
    let mut lengths: Vec<u8> =
        lengths.iter().map(|&length| length.min(most)).collect();
    let space = 1 << most;
    let share = |length: u8| -> u32 { 1 << (most - length) };
    let mut taken: u32 = lengths
        .iter()
        .filter(|&&length| length > 0)
        .map(|&length| share(length))
        .sum();
    while taken > space {
        let shorter = lengths.iter_mut().filter(|length| **length < most);
        let Some(length) =
            shorter.filter(|length| **length > 0).max_by_key(|l| **l)
        else {
            break;
        };
        *length += 1;
        taken -= share(*length);
    }
    // What is taken is a multiple of the share of the longest, and so is the
    // rest: it never takes too much.
    while taken < space {
        let Some(length) = lengths.iter_mut().max_by_key(|length| **length)
        else {
            break;
        };
        taken += share(*length);
        *length -= 1;
    }
    lengths
}

/// Bits from the lowest of each byte on.
struct Bits {
    out: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    #[inline]
    fn put(&mut self, value: u32, bits: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.out.extend((self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        while self.count > 0 {
            self.out.push(self.held as u8);
            self.held >>= 8;
            self.count = self.count.saturating_sub(8);
        }
        self.out
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
    fn a_row_that_moves_aside_takes_little() {
        // 300 rows of 400 random bytes, each the one above moved by one.
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
