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
