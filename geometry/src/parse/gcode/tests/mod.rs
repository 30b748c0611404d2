//! Fixtures are written by hand, their sums worked out beside them.

mod samples;
