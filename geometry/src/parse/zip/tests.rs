use std::io::Read;

use super::*;
use crate::testing::{ZipEntry, entry, zip};

fn read_all(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, ParseError> {
    let archive = Archive::open(bytes, limits)?;
    let mut all = Vec::new();
    for entry in archive.entries() {
        all.extend(archive.read(entry, u64::MAX)?);
    }
    Ok(all)
}

fn refusal(bytes: &[u8], limits: &Limits) -> String {
    read_all(bytes, limits).unwrap_err().to_string()
}

#[test]
fn entries_are_read_unchanged() {
    let long: Vec<u8> =
        (0..200_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    let bytes =
        zip(&[entry("a", b"hello"), entry("b/c", &long), entry("d", b"")]);
    let archive = Archive::open(&bytes, &Limits::default()).unwrap();
    let read = |name| {
        let entry = archive.find(name).unwrap();
        archive.read(entry, 1 << 20).unwrap()
    };
    assert_eq!(read("a"), b"hello");
    assert_eq!(read("/B/C"), long);
    assert_eq!(read("d"), b"");
    assert!(archive.find("e").is_none());
}

#[test]
fn buffered_reading_gives_the_same_bytes() {
    let long: Vec<u8> = (0..100_000u32).map(|i| (i % 251) as u8).collect();
    let bytes = zip(&[entry("a", &long)]);
    let archive = Archive::open(&bytes, &Limits::default()).unwrap();
    let mut reader = archive.reader(&archive.entries()[0]).unwrap();
    let mut read = Vec::new();
    reader.read_to_end(&mut read).unwrap();
    assert_eq!(read, long);
}

#[test]
fn the_refusal_of_a_hostile_archive_names_the_cause() {
    let zeros = vec![0; 4 << 20];
    let limits = Limits { archive_entries: 3, ..Limits::default() };
    let lying =
        |claimed| ZipEntry { claimed: Some(claimed), ..entry("a", b"hello") };
    let mut damaged = zip(&[entry("a", b"hello hello hello")]);
    damaged[14] ^= 1; // The checksum in the local header is ignored.
    assert!(read_all(&damaged, &limits).is_ok());
    let at = damaged.len() - 22 - 47 + 16;
    damaged[at] ^= 1; // The checksum in the directory is checked.
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("a bomb", zip(&[entry("a", &zeros)]), "inflates too much"),
        (
            "too many entries",
            zip(&["a", "b", "c", "d"].map(|name| entry(name, b"x"))),
            "Too many entries in the archive: 4, the limit is 3",
        ),
        (
            "twice",
            zip(&[entry("a", b"1"), entry("A", b"2")]),
            "\"A\" occurs twice",
        ),
        (
            "encrypted",
            zip(&[ZipEntry { flags: 1, ..entry("a", b"x") }]),
            "\"a\" is encrypted",
        ),
        ("larger", zip(&[lying(3)]), "larger than the archive says"),
        ("smaller", zip(&[lying(9)]), "smaller than the archive says"),
        ("damaged", damaged, "checksum is wrong"),
        (
            "cut",
            zip(&[entry("a", b"x")])[..40].to_vec(),
            "directory is missing",
        ),
        ("no archive", b"solid x".to_vec(), "does not start with a ZIP header"),
    ];
    for (name, bytes, expected) in cases {
        let refusal = refusal(&bytes, &limits);
        assert!(refusal.contains(expected), "{name}: {refusal}");
    }
}

#[test]
fn the_budget_is_shared_by_all_entries() {
    let noise: Vec<u8> = (0..60_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let bytes = zip(&[entry("a", &noise), entry("b", &noise)]);
    let limits = Limits { total_inflated_bytes: 100_000, ..Limits::default() };
    assert!(refusal(&bytes, &limits).contains("inflated bytes"));
    let one = Limits { entry_inflated_bytes: 50_000, ..Limits::default() };
    assert!(refusal(&bytes, &one).contains("one archive entry"));
}

#[test]
fn truncated_and_flipped_archives_never_panic() {
    let whole = zip(&[entry("a", b"hello hello"), entry("b", b"there")]);
    for length in 0..whole.len() {
        let _ = read_all(&whole[..length], &Limits::default());
    }
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            let _ = read_all(&flipped, &Limits::default());
        }
    }
}

#[test]
fn names_are_found_regardless_of_case_and_length() {
    // The maximum number of names, which differ only at their ends. A linear
    // search at each lookup would take minutes.
    let prefix = "a/".repeat(1000);
    let names: Vec<String> =
        (0..4096).map(|i| format!("{prefix}{i:04}.Model")).collect();
    let entries: Vec<ZipEntry> =
        names.iter().map(|name| entry(name, b"")).collect();
    let bytes = zip(&entries);
    let archive = Archive::open(&bytes, &Limits::default()).unwrap();
    for _ in 0..25 {
        for (place, name) in names.iter().enumerate() {
            let asked = format!("/{}", name.to_uppercase());
            assert_eq!(archive.index_of(&asked), Some(place));
        }
    }
    assert_eq!(archive.index_of(&prefix), None);
    assert_eq!(archive.index_of(&"a".repeat(1 << 20)), None);
}
