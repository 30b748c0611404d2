//! Replays the seeds of every fuzz target, and the cases that fuzzing found.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[path = "../fuzz/harness.rs"]
mod harness;

use std::path::Path;

#[test]
fn seeds_and_found_cases_do_not_panic() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for target in harness::TARGETS {
        let folder = corpus.join(target);
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .expect("every target has seeds")
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{target} has no seeds");
        for file in files {
            // Printed only when the run panics.
            println!("{}", file.display());
            harness::run(target, &std::fs::read(&file).unwrap());
        }
    }
}
