//! Huffman codes, and the bits that are written with them.

use super::MAX_BITS;

/// A prefix code.
pub(super) struct Code {
    /// The code of each symbol from the lowest bit on, and its length, which is
    /// 0 where the symbol does not occur.
    pub(super) codes: Vec<(u16, u8)>,
}

impl Code {
    /// A Huffman code without codes longer than `most` bits.
    pub(super) fn of(counts: &[u32], most: usize) -> Code {
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
                    let reversed =
                        code.reverse_bits() >> (16 - u32::from(length));
                    *code = code.wrapping_add(1);
                    (reversed, length)
                }
                None => (0, 0),
            }
        });
        Code { codes: codes.collect() }
    }

    pub(super) fn length(&self, symbol: usize) -> u8 {
        self.codes.get(symbol).map_or(0, |&(_, length)| length)
    }

    #[inline]
    pub(super) fn put(&self, bits: &mut Bits, symbol: usize) {
        let (code, length) =
            self.codes.get(symbol).copied().unwrap_or_default();
        bits.put(u32::from(code), u32::from(length));
    }
}

/// The lengths of a Huffman code; 1 for a single symbol.
pub(super) fn lengths_of(counts: &[u32]) -> Vec<u8> {
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
pub(super) fn lengths_within(lengths: &[u8], most: usize) -> Vec<u8> {
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
    // The part taken is a multiple of the share of the longest, and so is the
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
pub(super) struct Bits {
    out: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Bits that follow these bytes.
    pub(super) fn after(out: Vec<u8>) -> Bits {
        Bits { out, held: 0, count: 0 }
    }

    #[inline]
    pub(super) fn put(&mut self, value: u32, bits: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.out.extend((self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        while self.count > 0 {
            self.out.push(self.held as u8);
            self.held >>= 8;
            self.count = self.count.saturating_sub(8);
        }
        self.out
    }
}
