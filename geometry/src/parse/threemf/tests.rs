//! See the table of each test.
