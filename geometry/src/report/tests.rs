use super::*;
use crate::limits::Limits;
use crate::parse::stl;
use crate::testing::{
    Random, cube, cuboid, inverted, merge, prism, soup, sphere,
    stl as stl_bytes, without,
};
use crate::units::Up;

fn report_of(triangles: &[[[f32; 3]; 3]]) -> Result<MeshReport, ParseError> {
    let model = stl::parse(&stl_bytes(triangles), &Limits::default())?;
    report(model, None)
}

fn of(mesh: &Mesh) -> MeshReport {
    report_of(&soup(mesh)).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * b.abs()
}

#[test]
fn a_box_has_the_measurements_of_its_sides() {
    let report = of(&cuboid([10.0, 20.0, 30.0], [-3.0, 5.0, 100.0]));
    assert_eq!(report.triangles, 12);
    assert_eq!(report.dimensions_mm, [10.0, 20.0, 30.0]);
    assert!(close(report.volume_cm3, 6.0));
    assert!(close(report.surface_cm2, 22.0));
    assert!(report.watertight && report.volume_is_exact);
    assert_eq!(report.components, 1);
    assert_eq!(report.max_overhang_deg, 0.0);
}

#[test]
fn units_scale_lengths_areas_and_volumes() {
    let bytes = stl_bytes(&soup(&cube(2.0)));
    for (unit, side) in
        [(Unit::Centimeter, 20.0), (Unit::Meter, 2000.0), (Unit::Inch, 50.8)]
    {
        let model = stl::parse(&bytes, &Limits::default()).unwrap();
        let report = report(model, Some(unit)).unwrap();
        assert!(close(report.dimensions_mm[2], side));
        assert!(close(report.volume_cm3, side * side * side / 1e3));
        assert!(close(report.surface_cm2, 6.0 * side * side / 1e2));
        assert_eq!(report.unit_source, UnitSource::Override);
    }
}

#[test]
fn overhang_is_the_angle_beyond_vertical() {
    // A table: a slab on a leg, flat underneath.
    let table = merge(&[
        cuboid([2.0, 2.0, 5.0], [4.0, 4.0, 0.0]),
        cuboid([10.0, 10.0, 1.0], [0.0, 0.0, 5.0]),
    ]);
    assert_eq!(of(&table).max_overhang_deg, 90.0);
    // A box whose top is shifted sideways by its height leans at 45 degrees.
    for (shift, expected) in [(10.0, 45.0), (0.0, 0.0)] {
        let mut leaning = cube(10.0);
        for p in &mut leaning.positions {
            p[0] += p[2] / 10.0 * shift;
        }
        let angle = of(&leaning).max_overhang_deg;
        assert!((angle - expected).abs() < 1e-9, "{angle}");
    }
}

#[test]
fn parts_are_components_of_shared_vertices() {
    let apart = merge(&[cube(1.0), cuboid([1.0; 3], [5.0, 0.0, 0.0])]);
    assert_eq!(of(&apart).components, 2);
    // The second touches the first at one corner.
    let touching = merge(&[cube(1.0), cuboid([1.0; 3], [1.0; 3])]);
    assert_eq!(of(&touching).components, 1);
}

#[test]
fn counts_describe_the_surface_as_read() {
    let report = of(&without(cube(2.0), &[4]));
    assert!(!report.watertight && !report.volume_is_exact);
    assert_eq!(report.boundary_edges, 3);
    assert_eq!(report.repaired.filled_holes, 1);
    assert!(close(report.volume_cm3, 0.008));
    // The patch is not included in the surface of the file.
    assert!(close(report.surface_cm2, 0.22));
}

#[test]
fn models_that_cannot_be_priced_are_refused_with_a_reason() {
    let line = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];
    let point = [[1.0, 2.0, 3.0]; 3];
    let code =
        |triangles: &[[[f32; 3]; 3]]| report_of(triangles).unwrap_err().code();
    assert_eq!(code(&[]), "no_triangles");
    assert_eq!(code(&[point]), "only_degenerate");
    assert_eq!(code(&[line, point]), "only_degenerate");
    // A sheet, a sheet with a back side, and loose triangles.
    let sheet = cuboid([5.0, 5.0, 0.0], [0.0; 3]);
    assert_eq!(code(&soup(&sheet)), "zero_volume");
    let one_sided = without(cube(2.0), &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(code(&soup(&one_sided)), "zero_volume");
    let mut random = Random(1);
    let loose: Vec<_> = (0..50)
        .map(|_| [[0.0; 3]; 3].map(|p: [f32; 3]| p.map(|_| random.unit())))
        .collect();
    assert_eq!(code(&loose), "zero_volume");
    let doubled = merge(&[cube(2.0), inverted(cube(2.0))]);
    assert_eq!(code(&soup(&doubled)), "zero_volume");
}

/// Compares all values that must not depend on the model's position.
fn same_shape(a: &MeshReport, b: &MeshReport) {
    assert_eq!(a.triangles, b.triangles);
    assert_eq!(a.boundary_edges, b.boundary_edges);
    assert_eq!(a.non_manifold_edges, b.non_manifold_edges);
    assert_eq!(a.misoriented_edges, b.misoriented_edges);
    assert_eq!(a.components, b.components);
    assert_eq!(a.repaired.filled_holes, b.repaired.filled_holes);
    assert!(close(a.volume_cm3, b.volume_cm3), "{a:?} {b:?}");
    assert!(close(a.surface_cm2, b.surface_cm2));
}

#[test]
fn moving_rotating_and_reordering_change_nothing() {
    let meshes = [
        cube(8.0),
        prism(64, 8.0, 4.0),
        without(prism(64, 8.0, 4.0), &[3, 17, 18, 40]),
        merge(&[cube(16.0), inverted(cuboid([4.0; 3], [4.0; 3]))]),
    ];
    for (mesh, seed) in meshes.iter().zip(1..) {
        let before = of(mesh);
        let mut random = Random(seed);
        let mut triangles = soup(mesh);
        random.shuffle(&mut triangles);
        for triangle in &mut triangles {
            triangle.rotate_left(random.below(3) as usize);
        }
        same_shape(&before, &report_of(&triangles).unwrap());
        let place = |f: fn([f32; 3]) -> [f32; 3]| {
            let moved: Vec<_> = triangles.iter().map(|t| t.map(f)).collect();
            report_of(&moved).unwrap()
        };
        // Powers of two and quarter turns keep the coordinates exact.
        same_shape(&before, &place(|[x, y, z]| [x + 1.0, y - 2.0, z + 0.5]));
        same_shape(&before, &place(|[x, y, z]| [y, z, x]));
        same_shape(&before, &place(|[x, y, z]| [-y, x, z]));
    }
}

#[test]
fn unindexed_triangles_in_any_order_give_the_same_model() {
    let meshes = [
        sphere(10.0, 30, 40),
        without(prism(64, 8.0, 4.0), &[3, 17, 18, 40]),
        merge(&[cube(16.0), inverted(cuboid([4.0; 3], [4.0; 3]))]),
    ];
    for (mesh, seed) in meshes.into_iter().zip(7..) {
        let of = |mesh: Mesh| {
            let model = Model {
                notes: Vec::new(),
                mesh,
                unit: Unit::Millimeter,
                unit_source: UnitSource::Default,
                up: Up::Z,
            };
            report(model, None).unwrap()
        };
        let shared = of(mesh.clone());
        let mut random = Random(seed);
        for _ in 0..5 {
            let mut triangles = soup(&mesh);
            random.shuffle(&mut triangles);
            let split = report_of(&triangles).unwrap();
            same_shape(&shared, &split);
            assert_eq!(shared.watertight, split.watertight);
            assert_eq!(shared.dimensions_mm, split.dimensions_mm);
            assert_eq!(shared.max_overhang_deg, split.max_overhang_deg);
            assert_eq!(shared.volume_is_exact, split.volume_is_exact);
            assert_eq!(shared.repaired, split.repaired);
        }
    }
}

#[test]
fn crossing_pockets_subtract_only_the_empty_volume() {
    let mesh = crate::testing::crossing_pockets();
    let known = of(&mesh);
    assert!(known.watertight && known.components == 1);
    assert!(!known.volume_is_exact && known.bodies_overlap);
    let off = known.volume_cm3 / 6.666 - 1.0;
    assert!((-SAMPLED..5e-3).contains(&off), "{known:?}");
}

#[test]
fn overlapping_bodies_count_once() {
    let cases = [
        // Shifted by a thousandth of a millimeter, contained, and shifted by
        // half.
        (cuboid([20.0; 3], [1e-3, 0.0, 0.0]), 8.0004),
        (cuboid([18.0; 3], [1.0; 3]), 8.0),
        (cuboid([20.0; 3], [10.0, 0.0, 0.0]), 12.0),
        // Inside out and 4 mm outside: it is flipped, as for the print.
        (inverted(cuboid([18.0; 3], [6.0, 1.0, 1.0])), 8.0 + 4.0 * 0.324),
    ];
    for (second, expected) in cases {
        let known = of(&merge(&[cube(20.0), second]));
        let off = known.volume_cm3 / expected - 1.0;
        assert!(off.abs() < SAMPLED, "{known:?}");
        assert!(known.bodies_overlap && !known.volume_is_exact);
        let [x, y, z] = known.dimensions_mm;
        assert!(known.volume_cm3 <= x * y * z / 1000.0);
    }
    let crossed = of(&crate::testing::bow_tie());
    assert!((crossed.volume_cm3 / 2.0 - 1.0).abs() < SAMPLED, "{crossed:?}");
    // Bodies that barely touch do not overlap.
    let two = merge(&[cube(10.0), cuboid([10.0; 3], [9.999, 0.0, 0.0])]);
    let graze = of(&two);
    assert!(graze.volume_is_exact && !graze.bodies_overlap);
}

#[test]
fn thousands_of_bodies_have_at_most_the_volume_of_their_box() {
    let mut random = Random(3);
    for turned in [false, true] {
        let parts: Vec<Mesh> = (0..4000)
            .map(|n| {
                let at = [0; 3].map(|_: i32| 20.0 * random.unit());
                let body = cuboid([5.0; 3], at);
                if turned && n % 2 == 1 { inverted(body) } else { body }
            })
            .collect();
        let known = of(&merge(&parts));
        let [x, y, z] = known.dimensions_mm;
        let share = known.volume_cm3 * 1000.0 / (x * y * z);
        assert!((0.95..=1.0).contains(&share), "{known:?}");
    }
}

/// Returns a C: 100 mm wide and high, arms of 20 mm, 60 mm between them, open
/// to +X.
fn jaws() -> Mesh {
    let outline = [
        [0.0, 0.0],
        [100.0, 0.0],
        [100.0, 20.0],
        [20.0, 20.0],
        [20.0, 80.0],
        [100.0, 80.0],
        [100.0, 100.0],
        [0.0, 100.0],
    ];
    let mut mesh = Mesh::default();
    for [x, z] in outline {
        mesh.positions.push([x, 0.0, z]);
        mesh.positions.push([x, 100.0, z]);
    }
    // Back, lower arm and upper arm, as fans of the outline seen from the
    // front.
    for [a, b, c] in
        [[0u32, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 7], [4, 5, 6], [4, 6, 7]]
    {
        mesh.triangles.push([2 * a, 2 * b, 2 * c]);
        mesh.triangles.push([2 * a + 1, 2 * c + 1, 2 * b + 1]);
    }
    for i in 0..8 {
        let (a, b) = (2 * i, 2 * ((i + 1) % 8));
        mesh.triangles.push([a, a + 1, b]);
        mesh.triangles.push([b, a + 1, b + 1]);
    }
    mesh
}

/// Relative accuracy of surfaces that cross.
const SAMPLED: f64 = 4e-3;

#[test]
fn the_volume_around_cavities_is_what_a_slicer_fills() {
    let block = || cuboid([100.0; 3], [0.0; 3]);
    let hole = |size: [f32; 3], at: [f32; 3]| inverted(cuboid(size, at));
    // A slicer fills all points whose winding number is not 0. It is -1 in the
    // volume that two cavities share. The jaws are a block of 100 x 100 x 100
    // without one of 80 x 60 x 100.
    let cases: [(&str, Vec<Mesh>, f64, bool); 9] = [
        (
            "two that overlap in 60 x 60 x 60",
            vec![
                block(),
                hole([79.0; 3], [1.0; 3]),
                hole([79.0; 3], [20.0; 3]),
            ],
            1e6 - 2.0 * (493_039.0 - 216_000.0),
            false,
        ),
        (
            "a sound one beside two that overlap in 10 x 10 x 10",
            vec![
                block(),
                hole([10.0; 3], [5.0; 3]),
                hole([30.0; 3], [30.0; 3]),
                hole([30.0; 3], [50.0; 3]),
            ],
            1e6 - 1000.0 - 2.0 * (27_000.0 - 1000.0),
            false,
        ),
        (
            "two that touch",
            vec![
                block(),
                hole([10.0; 3], [20.0; 3]),
                hole([10.0, 5.0, 5.0], [30.0, 22.0, 22.0]),
            ],
            1e6 - 1000.0 - 250.0,
            true,
        ),
        (
            "a cross: no corner of one is in the other",
            vec![
                block(),
                hole([60.0, 10.0, 10.0], [20.0, 45.0, 45.0]),
                hole([10.0, 60.0, 10.0], [45.0, 20.0, 45.0]),
            ],
            1e6 - 2.0 * (6000.0 - 1000.0),
            false,
        ),
        ("a concave solid", vec![jaws()], 520_000.0, true),
        (
            "a cavity in one arm",
            vec![jaws(), hole([10.0; 3], [50.0, 50.0, 5.0])],
            519_000.0,
            true,
        ),
        (
            "a cavity with all corners in the arms, across the gap",
            vec![jaws(), hole([50.0, 50.0, 90.0], [30.0, 30.0, 5.0])],
            520_000.0 - 2.0 * 37_500.0 + 150_000.0,
            false,
        ),
        (
            "one that sticks out of the box by 5 mm is a solid",
            vec![block(), hole([10.0; 3], [95.0, 20.0, 20.0])],
            1_000_500.0,
            false,
        ),
        (
            "boxes overlap, surfaces do not",
            vec![
                block(),
                inverted(moved(sphere(20.0, 12, 24), [30.0; 3])),
                hole([4.0; 3], [46.0; 3]),
            ],
            1e6 - crate::measure::volume(&sphere(20.0, 12, 24)) - 64.0,
            true,
        ),
    ];
    for (name, mut parts, expected, exact) in cases {
        for order in ["as given", "reversed"] {
            let found = of(&merge(&parts));
            let off = (1000.0 * found.volume_cm3 / expected - 1.0).abs();
            let most = if exact { 1e-9 } else { SAMPLED };
            assert!(off < most, "{name} {order}: {}", found.volume_cm3);
            assert_eq!(found.volume_is_exact, exact, "{name} {order}");
            assert!(found.cavities_known);
            parts.reverse();
        }
    }
}

fn moved(mut mesh: Mesh, by: [f32; 3]) -> Mesh {
    for position in &mut mesh.positions {
        for (v, by) in position.iter_mut().zip(by) {
            *v += by;
        }
    }
    mesh
}
