//! JSON output for the host.

use serde::Serialize;

/// Returns an outcome as JSON. Numbers have the shortest digits that
/// round-trip.
pub fn to_json(outcome: &impl Serialize) -> String {
    // An outcome is plain data; serializing it cannot fail.
    serde_json::to_string(outcome).unwrap_or_default()
}
