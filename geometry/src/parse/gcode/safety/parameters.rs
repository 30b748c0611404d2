//! Parameters of Klipper's extended commands.

/// Returns the parameters: names in upper case, values without quotes.
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

/// Returns whether firmware may read the parameters in more than one way:
/// because of a backslash, a comment character within quotes, or a quote within
/// a word. Klipper reads parameters like a shell (Python's `shlex`), so `A=";"
/// Z=-5` sets Z and `TAR\GET=300` is TARGET. Other programs end the line at the
/// `;`.
pub(super) fn is_quoted_oddly(rest: &[u8]) -> bool {
    let mut quote = None;
    let mut before = b' ';
    for (at, &b) in rest.iter().enumerate() {
        match (quote, b) {
            (None, b';') => return false,
            (_, b'\\') | (Some(_), b';' | b'#') => return true,
            (None, b'"' | b'\'') => {
                if before != b'=' && !before.is_ascii_whitespace() {
                    return true;
                }
                quote = Some(b);
            }
            (Some(open), _) if b == open => {
                quote = None;
                let next = rest.get(at + 1).copied().unwrap_or(b' ');
                if next != b';' && !next.is_ascii_whitespace() {
                    return true;
                }
            }
            _ => {}
        }
        before = b;
    }
    false
}

/// Returns whether there is a space next to a `=` outside of quotes. Klipper
/// refuses such a command, but other firmware may read it.
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
