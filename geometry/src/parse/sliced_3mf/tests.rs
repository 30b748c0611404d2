//! Archives are written by the tests themselves.
