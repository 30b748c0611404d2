//! Deflate (RFC 1951) in the format of zlib (RFC 1950), for the rows of a PNG
//! after its filter: runs of a byte and an entropy code. Shaded surfaces repeat
//! nothing else, and a search for longer matches takes most of the time of a
//! common encoder.

/// Longest run that a length stands for.
const MAX_RUN: usize = 258;
/// Shortest run that takes a length.
const MIN_RUN: usize = 3;

const END: usize = 256;
/// Symbols of bytes, of the end, and of lengths.
const SYMBOLS: usize = 286;
/// Longest codes of symbols, and of their lengths.
const MAX_BITS: usize = 15;
const MAX_BITS_OF_LENGTHS: usize = 7;

/// Bytes with a code of their own: pictures change from top to bottom.
const BLOCK: usize = 1 << 16;

/// The order in which lengths of codes are written (RFC 1951, 3.2.7).
const ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Compresses bytes into a zlib stream.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits { out: vec![0x78, 0x01], held: 0, count: 0 };
    let mut blocks = bytes.chunks(BLOCK).peekable();
    if blocks.peek().is_none() {
        block(&mut bits, &[], true);
    }
    while let Some(bytes) = blocks.next() {
        block(&mut bits, bytes, blocks.peek().is_none());
    }
    let mut out = bits.finish();
    out.extend(adler(bytes).to_be_bytes());
    out
}

/// A byte and how often it follows on itself, 0 or `MIN_RUN` to `MAX_RUN`
/// times.
type Token = (u8, u16);

fn tokens(bytes: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(bytes.len() / 2);
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        let next = after.iter().take(MAX_RUN);
        let run = next.take_while(|&&byte| byte == first).count();
        if run < MIN_RUN {
            tokens.push((first, 0));
            rest = after;
            continue;
        }
        tokens.push((first, run as u16));
        rest = after.get(run..).unwrap_or_default();
    }
    tokens
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

fn block(bits: &mut Bits, bytes: &[u8], is_last: bool) {
    let tokens = tokens(bytes);
    let mut counts = [0u32; SYMBOLS];
    let mut count = |symbol: usize| {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    };
    count(END);
    for &(byte, run) in &tokens {
        count(usize::from(byte));
        if run > 0 {
            count(length_of(run).0);
        }
    }
    let code = Code::of(&counts, MAX_BITS);
    bits.put(u32::from(is_last), 1);
    // With codes of its own.
    bits.put(2, 2);
    header(bits, &code);
    for (byte, run) in tokens {
        code.put(bits, usize::from(byte));
        if run > 0 {
            let (symbol, value, extra) = length_of(run);
            code.put(bits, symbol);
            bits.put(value, extra);
            // The only distance: 1.
            bits.put(0, 1);
        }
    }
    code.put(bits, END);
}

/// Writes the lengths of the codes: those of symbols, then of one distance.
fn header(bits: &mut Bits, code: &Code) {
    let lengths: Vec<u8> =
        code.codes.iter().map(|&(_, length)| length).chain([1]).collect();
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
    bits.put(0, 5);
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
/// until there is room.
fn lengths_within(lengths: &[u8], most: usize) -> Vec<u8> {
    let most = most as u8;
    let mut lengths: Vec<u8> =
        lengths.iter().map(|&length| length.min(most)).collect();
    let taken = |lengths: &[u8]| -> u32 {
        let used = lengths.iter().filter(|&&length| length > 0);
        used.map(|&length| 1 << (most - length)).sum()
    };
    while taken(&lengths) > 1 << most {
        let shorter = lengths.iter_mut().filter(|length| **length < most);
        if let Some(length) =
            shorter.filter(|length| **length > 0).max_by_key(|l| **l)
        {
            *length += 1;
        }
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

    fn comes_back(bytes: &[u8]) -> usize {
        let packed = zlib(bytes);
        assert_eq!(decompress_to_vec_zlib(&packed).unwrap(), bytes);
        packed.len()
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
