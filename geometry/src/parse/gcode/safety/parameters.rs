//! The parameters of Klipper's extended commands.

/// The parameters: names in upper case, values without quotes.
pub(in crate::parse::gcode) fn parameters(
    rest: &[u8],
) -> impl Iterator<Item = (String, String)> {
    let end = rest.iter().position(|b| *b == b';').unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or(rest);
    let text = String::from_utf8_lossy(text).replace(['"', '\''], "");
    let pairs: Vec<(String, String)> = text
        .split_ascii_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_ascii_uppercase(), value.into()))
        .collect();
    pairs.into_iter()
}

/// Whether a space stands beside a `=` outside of quotes. Klipper refuses such
/// a command, and other firmware may read it.
pub(super) fn has_loose_sign(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| *b == b';').unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or(rest).trim_ascii_end();
    let mut quoted = false;
    let mut before = b' ';
    let mut is_loose = false;
    for &b in text {
        quoted ^= b == b'"';
        let sides = [before, b];
        is_loose |= !quoted
            && sides.contains(&b'=')
            && sides.iter().any(u8::is_ascii_whitespace);
        before = b;
    }
    is_loose
}
