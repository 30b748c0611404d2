//! Joins near-coincident vertices on open edges.
