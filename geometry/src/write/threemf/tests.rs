use super::*;
use crate::Limits;
use crate::measure::volume;
use crate::parse::threemf::parse;
use crate::parse::zip::Archive;
use crate::testing::{cuboid, soup, sphere};

fn read(bytes: &[u8]) -> Mesh {
    let limits = Limits::default();
    let archive = Archive::open(bytes, &limits).unwrap();
    parse(&archive, &limits).unwrap().mesh
}

#[test]
fn a_written_part_stands_on_the_plate() {
    let mesh = cuboid([2.0, 3.0, 4.0], [0.0; 3]);
    let bytes = write(&[&mesh]);
    assert_eq!(soup(&read(&bytes)), soup(&mesh));
    let below = cuboid([2.0, 3.0, 4.0], [-7.0, 5.0, -1.5]);
    assert_eq!(soup(&read(&write(&[&below]))), soup(&mesh));
}

#[test]
fn parts_stand_side_by_side() {
    let parts = [cuboid([2.0; 3], [9.0; 3]), cuboid([3.0; 3], [9.0; 3])];
    let mesh = read(&write(&[&parts[0], &parts[1]]));
    let bounds = mesh.bounds().unwrap();
    assert_eq!(bounds.min, [0.0; 3]);
    assert_eq!(bounds.max, [2.0 + GAP_MM + 3.0, 3.0, 3.0]);
    assert!((volume(&mesh) - 35.0).abs() < 1e-9);
}

#[test]
fn the_same_parts_give_the_same_bytes() {
    let mesh = sphere(20.0, 60, 80);
    let bytes = write(&[&mesh]);
    assert_eq!(bytes, write(&[&mesh]));
    let (got, wanted) = (volume(&read(&bytes)), volume(&mesh));
    assert!((got - wanted).abs() < 1e-6 * wanted);
    // About 15 bytes per triangle; a binary STL takes 50.
    assert!(bytes.len() < 25 * mesh.triangles.len());
}
