use super::*;
use crate::testing::{Random, cube, inverted, merge, naive_counts, without};

fn counts(mesh: &Mesh) -> EdgeCounts {
    Topology::build(mesh).count()
}

#[test]
fn known_meshes_have_the_manually_counted_edges() {
    let none = EdgeCounts::default();
    assert_eq!(counts(&cube(1.0)), none);
    assert_eq!(counts(&inverted(cube(1.0))), none);
    // Without one triangle, its three edges are open.
    let open = EdgeCounts { boundary: 3, unbalanced: 3, ..none };
    assert_eq!(counts(&without(cube(1.0), &[4])), open);
    // With one triangle flipped, its three edges are used twice in the same
    // direction.
    let mut turned = cube(1.0);
    turned.triangles[4].swap(1, 2);
    let conflict = EdgeCounts { misoriented: 3, unbalanced: 3, ..none };
    assert_eq!(counts(&turned), conflict);
    // With one triangle doubled, three edges have three triangles.
    let mut doubled = cube(1.0);
    doubled.triangles.push(doubled.triangles[4]);
    let crowded = EdgeCounts { non_manifold: 3, unbalanced: 3, ..none };
    assert_eq!(counts(&doubled), crowded);
    // Two cubes at the same position that share no vertices.
    let two = merge(&[cube(1.0), cube(1.0)]);
    assert_eq!(counts(&two), none);
}

#[test]
fn random_soups_agree_with_the_naive_count() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let vertices = 3 + random.below(30);
        let mut mesh = Mesh {
            positions: vec![[0.0; 3]; vertices as usize],
            triangles: (0..random.below(200))
                .map(|_| [0; 3].map(|_: u32| random.below(vertices)))
                .collect(),
        };
        mesh.triangles.retain(|&[a, b, c]| a != b && b != c && c != a);
        assert_eq!(counts(&mesh), naive_counts(&mesh), "seed {seed}");
    }
}

#[test]
fn a_hub_of_many_edges_is_sorted() {
    let rim = 5000u32;
    let mesh = Mesh {
        positions: vec![[0.0; 3]; rim as usize + 1],
        triangles: (1..=rim).map(|i| [0, i, i % rim + 1]).collect(),
    };
    let expected = EdgeCounts {
        boundary: u64::from(rim),
        unbalanced: u64::from(rim),
        ..EdgeCounts::default()
    };
    assert_eq!(counts(&mesh), expected);
}
