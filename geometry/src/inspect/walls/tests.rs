//! Walls of analytic shapes are measured within 5 % or 0.05 mm of their
//! thickness.

use super::ball::Nearby;
use super::*;
use crate::model::Model;
use crate::report::prepare;
use crate::testing::{
    Random, cuboid, inverted, merge, prism, quartered, sphere, welded, without,
};
use crate::units::{Unit, UnitSource, Up};

/// Returns the report and the flags of a mesh in mm.
fn measured(mesh: Mesh, limit_mm: f64) -> (WallReport, Vec<u8>) {
    let model = Model {
        notes: Vec::new(),
        mesh: mesh.clone(),
        unit: Unit::Millimeter,
        unit_source: UnitSource::Default,
        up: Up::Z,
    };
    let prepared = prepare(model, None).unwrap();
    let repaired = prepared.repaired;
    let shells = &repaired.shells;
    let exposure = Exposure::of(shells, prepared.may_overlap, 1.0);
    let surface = Surface::new(mesh, &repaired, true);
    let mut flags = vec![0; surface.mesh.triangles.len()];
    let report = measure(&repaired, &exposure, &surface, limit_mm, &mut flags);
    (report, flags)
}

fn min_wall(mesh: Mesh) -> f64 {
    measured(mesh, 0.8).0.min_wall_mm.unwrap()
}

#[track_caller]
fn assert_near(found: f64, wall: f64) {
    let bound = (0.05 * wall).max(ERROR_MM);
    assert!((found - wall).abs() <= bound, "{found} for a wall of {wall}");
}

/// Returns a tube along Z with `sides` sides.
fn tube(inner: f64, outer: f64, height: f64, sides: u32) -> Mesh {
    let ring = |radius: f64, z: f64| {
        (0..sides).map(move |i| {
            let angle = std::f64::consts::TAU * f64::from(i) / f64::from(sides);
            let (x, y) = (radius * libm::cos(angle), radius * libm::sin(angle));
            [x as f32, y as f32, z as f32]
        })
    };
    let rings = [(outer, 0.0), (outer, height), (inner, height), (inner, 0.0)];
    let positions = rings.into_iter().flat_map(|(r, z)| ring(r, z)).collect();
    let mut triangles = Vec::new();
    for around in 0..4 {
        for i in 0..sides {
            let at = |ring: u32, i: u32| ring % 4 * sides + i % sides;
            let (a, b) = (at(around, i), at(around, i + 1));
            let (c, d) = (at(around + 1, i), at(around + 1, i + 1));
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    Mesh { positions, triangles }
}

/// Returns a shell of two spheres around the origin.
fn shell(inner: f64, outer: f64) -> Mesh {
    merge(&[sphere(outer, 90, 120), inverted(sphere(inner, 90, 120))])
}

/// Returns a wedge along Y: its edge is the Y axis, and its faces are `length`
/// long.
fn wedge(degrees: f64, length: f64, width: f32) -> Mesh {
    let half = degrees.to_radians() / 2.0;
    let (x, z) = (length * libm::cos(half), length * libm::sin(half));
    let (x, z) = (x as f32, z as f32);
    let profile = [[0.0, 0.0], [x, -z], [x, z]];
    let at = |y: f32| profile.map(|[x, z]| [x, y, z]);
    let positions = [at(0.0), at(width)].concat();
    let triangles = vec![
        [0, 1, 2],
        [3, 5, 4],
        [0, 3, 4],
        [0, 4, 1],
        [1, 4, 5],
        [1, 5, 2],
        [2, 5, 3],
        [2, 3, 0],
    ];
    Mesh { positions, triangles }
}

#[test]
fn plates_have_their_thickness() {
    for wall in [0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 3.0] {
        let plate = cuboid([60.0, 40.0, wall as f32], [7.0, -3.0, 100.0]);
        assert_near(min_wall(plate), wall);
    }
}

#[test]
fn tubes_have_their_thickness() {
    for wall in [0.3, 0.6, 1.0, 2.0, 3.0] {
        assert_near(min_wall(tube(10.0 - wall, 10.0, 30.0, 96)), wall);
        assert_near(min_wall(tube(40.0 - wall, 40.0, 30.0, 48)), wall);
    }
}

#[test]
fn pins_and_balls_have_their_diameter() {
    for diameter in [0.6, 1.0, 3.0] {
        assert_near(min_wall(prism(48, diameter / 2.0, 20.0)), diameter);
        assert_near(min_wall(sphere(diameter / 2.0, 40, 60)), diameter);
    }
}

#[test]
fn shells_have_their_thickness() {
    for wall in [0.3, 0.5, 1.0, 2.0, 3.0] {
        assert_near(min_wall(shell(20.0 - wall, 20.0)), wall);
    }
}

#[test]
fn a_wedge_is_as_thin_as_the_ball_that_touches_both_faces() {
    for degrees in [10.0, 20.0, 30.0, 45.0] {
        let (length, width, limit) = (20.0, 30.0f32, 0.8);
        let (report, _) = measured(wedge(degrees, length, width), limit);
        // At distance s from the edge, the ball has a diameter of 2 s tan(angle
        // / 2).
        let tan = libm::tan(f64::to_radians(degrees) / 2.0);
        let [place] = report.thin.as_slice() else { panic!("{report:?}") };
        let strip = 2.0 * f64::from(width) * limit / (2.0 * tan);
        // Points are 0.3 mm apart, a third of the narrowest strip.
        let share = place.area_mm2 / strip;
        assert!((share - 1.0).abs() < 0.2, "{place:?} {strip}");
        // Checks the thinnest point, and the thickness of the surface nearest
        // to the edge: half a millimeter from it, sampled.
        let [x, _, z] = place.at;
        assert_near(place.thickness_mm, 2.0 * tan * (x * x + z * z).sqrt());
        assert!(report.min_wall_mm.unwrap() < 2.0 * tan * 0.5);
    }
}

#[test]
fn a_wedge_next_to_another_body_is_equally_thin() {
    let alone = measured(wedge(30.0, 20.0, 30.0), 0.8).0.thin;
    let other = cuboid([20.0; 3], [50.0, 0.0, 0.0]);
    let both = merge(&[wedge(30.0, 20.0, 30.0), other]);
    let thin = measured(both, 0.8).0.thin;
    let [a, b] = [&alone, &thin].map(|thin| thin[0].area_mm2);
    assert!((a / b - 1.0).abs() < 0.1, "{alone:?} {thin:?}");
}

#[test]
fn solid_bodies_have_no_thin_wall_at_their_edges() {
    for mesh in [
        cuboid([20.0; 3], [0.0; 3]),
        prism(64, 10.0, 20.0),
        sphere(12.0, 60, 80),
        prism(6, 10.0, 20.0),
    ] {
        let (report, flags) = measured(mesh, 0.8);
        assert_eq!(report.thin, []);
        assert!(flags.iter().all(|&flag| flag == 0));
        assert_eq!(report.min_wall_mm, None);
    }
}

#[test]
fn a_pocket_makes_only_its_floor_thin() {
    // A block of 40 x 40 x 10 with a pocket of 10 x 10 above a floor of 0.5 mm.
    let block = cuboid([40.0, 40.0, 10.0], [0.0; 3]);
    let pocket = inverted(cuboid([10.0, 10.0, 9.0], [15.0, 15.0, 0.5]));
    let (report, flags) = measured(merge(&[block, pocket]), 0.8);
    assert_near(report.min_wall_mm.unwrap(), 0.5);
    // The pocket is a cavity: the top of the block is also 0.5 mm above it.
    let area: f64 = report.thin.iter().map(|place| place.area_mm2).sum();
    assert!((area / 400.0 - 1.0).abs() < 0.1, "{report:?}");
    let thin: Vec<usize> = (0..24).filter(|&t| flags[t] != 0).collect();
    // The bottom and top of the pocket, and one triangle of each opposite face.
    let [bottom, top, pocket @ ..] = thin.as_slice() else {
        panic!("{thin:?}")
    };
    assert!((0..2).contains(bottom) && (2..4).contains(top), "{thin:?}");
    assert_eq!(pocket, [12, 13, 14, 15]);
}

#[test]
fn overlapping_bodies_are_one_wall() {
    // A letter that is sunk 0.2 mm into a block, and a block that touches
    // another.
    let block = cuboid([40.0, 40.0, 10.0], [0.0; 3]);
    let letter = cuboid([5.0, 5.0, 3.2], [10.0, 10.0, 9.8]);
    let touching = cuboid([40.0, 40.0, 0.5], [0.0, 0.0, -0.5]);
    let parts = [block, letter, touching];
    for mesh in
        [merge(&parts[..2]), merge(&[parts[0].clone(), parts[2].clone()])]
    {
        let (report, _) = measured(mesh, 0.8);
        assert_eq!(report.thin, []);
    }
}

/// Returns two plates of 80 x 80 mm, the second at `from` above the bottom.
fn two_plates(thick: f32, from: f32) -> Mesh {
    let side = 80.0;
    let below = cuboid([side, side, thick], [0.0; 3]);
    merge(&[below, cuboid([side, side, thick], [0.0, 0.0, from])])
}

#[test]
fn walls_are_measured_on_the_union() {
    // Two plates of 0.3 mm that share 0.1 mm; two of 0.6 mm that share 0.1 mm
    // or a face.
    for (thick, from, union) in
        [(0.3f32, 0.2f32, 0.5), (0.6, 0.5, 1.1), (0.6, 0.6, 1.2)]
    {
        let plates = two_plates(thick, from);
        let shifted = |by: [f32; 3]| {
            let mut mesh = plates.clone();
            for p in &mut mesh.positions[8..] {
                *p = [p[0] + by[0], p[1] + by[1], p[2]];
            }
            mesh
        };
        for mesh in [plates.clone(), welded(&plates), shifted([20.0, 7.0, 0.0])]
        {
            let (report, flags) = measured(mesh, 0.8);
            // If the second plate is shifted, each has a border where it is
            // single.
            let is_shifted = report.min_wall_mm.unwrap() < 0.9 * union;
            let least = if is_shifted { f64::from(thick) } else { union };
            assert_near(report.min_wall_mm.unwrap(), least);
            assert_eq!(report.thin.is_empty(), least > 0.8, "{report:?}");
            let any = flags.iter().any(|&flag| flag != 0);
            assert_eq!(any, least < 0.8);
        }
        let (aligned, _) = measured(plates, 0.8);
        assert_near(aligned.min_wall_mm.unwrap(), union);
    }
}

/// Returns the length of the shortest interval in the union of the given
/// intervals.
fn thinnest_of_union(mut spans: Vec<(f32, f32)>) -> f64 {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = f32::INFINITY;
    let mut rest = spans.into_iter();
    let (mut from, mut to) = rest.next().unwrap();
    for (low, high) in rest {
        // A gap due to 32-bit rounding is ignored.
        if low > to + 1e-4 {
            least = least.min(to - from);
            (from, to) = (low, high);
        }
        to = to.max(high);
    }
    f64::from(least.min(to - from))
}

#[test]
fn stacks_of_plates_are_as_thin_as_their_union() {
    let mut random = Random(17);
    for round in 0..100 {
        let mut spans: Vec<(f32, f32)> = Vec::new();
        for _ in 0..1 + random.below(5) {
            let thick = 0.2 + 1.4 * random.unit();
            let known = spans.last().copied().unwrap_or((0.0, 0.0));
            let from = match random.below(4) {
                // The plates touch, overlap, contain each other, or are apart.
                0 => known.1,
                1 => known.1 - 0.5 * thick.min(known.1 - known.0),
                2 => known.0 + 0.02,
                _ => known.1 + 0.3,
            };
            spans.push((from, from + thick));
        }
        let plates = spans.iter().map(|&(from, to)| {
            let plate = cuboid([30.0, 24.0, to - from], [0.0, 0.0, from]);
            match random.below(2) {
                0 => quartered(&plate),
                _ => plate,
            }
        });
        let plates: Vec<Mesh> = plates.collect();
        // Same 32-bit computation as `cuboid` uses for `from` and `to - from`.
        let spans = plates.iter().map(|plate| {
            let bounds = plate.bounds().unwrap();
            (bounds.min[2] as f32, bounds.max[2] as f32)
        });
        let union = thinnest_of_union(spans.collect());
        let mut mesh = merge(&plates);
        if random.below(3) == 0 {
            mesh = inverted(mesh);
        }
        let (report, _) = measured(mesh, 0.8);
        let found = report.min_wall_mm.unwrap();
        let bound = (0.05 * union).max(ERROR_MM);
        assert!((found - union).abs() <= bound, "{round}: {found} of {union}");
        assert_eq!(report.thin.is_empty(), found >= 0.8, "{round}");
    }
}

#[test]
fn a_hidden_body_is_not_a_wall() {
    // A plate of 0.4 mm inside a block, and a plate that protrudes from it.
    let block = cuboid([40.0, 40.0, 10.0], [0.0; 3]);
    let hidden = cuboid([30.0, 30.0, 0.4], [5.0, 5.0, 4.0]);
    let (report, _) = measured(merge(&[block.clone(), hidden]), 0.8);
    assert_eq!((report.min_wall_mm, report.thin), (None, vec![]));
    let fin = cuboid([0.5, 20.0, 12.0], [20.0, 10.0, 5.0]);
    let (report, _) = measured(merge(&[block, fin]), 0.8);
    assert_near(report.min_wall_mm.unwrap(), 0.5);
    // Both sides of the protruding 7 mm.
    let area: f64 = report.thin.iter().map(|place| place.area_mm2).sum();
    assert!((area / 280.0 - 1.0).abs() < 0.1, "{report:?}");
}

#[test]
fn a_sharp_edge_is_thin_in_every_tessellation() {
    for degrees in [10.0, 30.0, 45.0] {
        let mut mesh = wedge(degrees, 20.0, 30.0);
        let tan = libm::tan(f64::to_radians(degrees) / 2.0);
        for _ in 0..5 {
            let (report, flags) = measured(mesh.clone(), 0.8);
            let min = report.min_wall_mm.unwrap();
            assert!(min <= ERROR_MM, "{degrees}: {min}");
            assert!(report.thin.iter().all(|p| p.thickness_mm <= ERROR_MM));
            let area: f64 = report.thin.iter().map(|p| p.area_mm2).sum();
            let strips = 2.0 * 30.0 * 0.8 / (2.0 * tan);
            assert!((area / strips - 1.0).abs() < 0.1, "{area} of {strips}");
            assert!(flags.iter().any(|&flag| flag != 0));
            mesh = quartered(&mesh);
        }
    }
}

#[test]
fn thin_places_are_listed_marked_and_give_the_thinnest_wall() {
    let mut random = Random(29);
    for round in 0..60 {
        let parts: Vec<Mesh> = (0..3)
            .map(|_| {
                let mut side = || 0.2 + 3.0 * random.unit() * random.unit();
                let size = [4.0 * side(), 4.0 * side(), side()];
                cuboid(size, [side(), side(), side()])
            })
            .collect();
        let (report, flags) = measured(merge(&parts), 0.8);
        let thin = !report.thin.is_empty();
        let marked = flags.iter().any(|&flag| flag != 0);
        let below = report.min_wall_mm.is_some_and(|wall| wall < 0.8);
        assert_eq!([thin, marked], [below; 2], "round {round}: {report:?}");
    }
}

#[test]
fn the_order_and_winding_of_triangles_do_not_matter() {
    let mut mesh = tube(9.4, 10.0, 12.0, 64);
    let expected = min_wall(mesh.clone());
    Random(3).shuffle(&mut mesh.triangles);
    for (at, [_, b, c]) in mesh.triangles.iter_mut().enumerate() {
        if at % 3 == 0 {
            std::mem::swap(b, c);
        }
    }
    assert_near(min_wall(mesh), expected);
}

#[test]
fn an_open_surface_is_measured_like_a_closed_one() {
    let open = without(tube(9.4, 10.0, 12.0, 64), &[5, 200]);
    assert_near(min_wall(open), 0.6);
}

#[test]
fn a_dense_mesh_shares_points_and_stays_accurate() {
    let mesh =
        merge(&[sphere(20.0, 380, 400), inverted(sphere(19.3, 300, 340))]);
    assert!(mesh.triangles.len() > 400_000);
    let (report, flags) = measured(mesh, 0.8);
    assert_near(report.min_wall_mm.unwrap(), 0.7);
    let thin = flags.iter().filter(|&&flag| flag != 0).count();
    assert!(thin as f64 > 0.99 * flags.len() as f64, "{thin}");
}

/// Returns the thickness at a point by testing each facet in a separate tree.
fn naive(facets: &[Facet], point: ball::Point) -> Option<f32> {
    let each = facets.chunks(1).filter_map(|one| {
        Bvh::build(one.to_vec()).ball(point, 10.0, None, &Nearby::new())
    });
    each.map(|b| b.diameter).min_by(f32::total_cmp)
}

#[test]
fn the_hierarchy_agrees_with_a_full_search() {
    let mut random = Random(11);
    for _ in 0..40 {
        let parts: Vec<Mesh> = (0..6)
            .map(|_| {
                let mut side = || 0.3 + 6.0 * random.unit();
                let size = [side(), side(), side()];
                cuboid(size, [side(), side(), side()])
            })
            .collect();
        let facets = facets(&merge(&parts), [3.0; 3]);
        let bvh = Bvh::build(facets.clone());
        let mut nearby = Nearby::new();
        let mut last = None;
        for group in facets.chunks(3) {
            let points = group.iter().map(|facet| ball::Point {
                at: facet.center,
                normal: facet.normal,
            });
            // Tests the point alone, and as one of several points close to a
            // known one.
            nearby.find(&bvh, points.clone(), 10.0, last);
            for point in points {
                let expected = naive(&facets, point);
                let alone = bvh.ball(point, 10.0, None, &Nearby::new());
                last = bvh.ball(point, 10.0, last, &nearby);
                for found in [alone, last] {
                    match (found.map(|b| b.diameter), expected) {
                        (Some(found), Some(expected)) => {
                            let off = (found - expected).abs();
                            assert!(off < 2e-3 * expected)
                        }
                        (found, expected) => assert_eq!(found, expected),
                    }
                }
            }
        }
    }
}

#[test]
fn an_empty_mesh_has_no_walls() {
    let bvh = Bvh::build(Vec::new());
    assert_eq!(samples(&bvh, 0, 0.0), (Vec::new(), Vec::new()));
}

#[test]
fn bodies_beyond_the_budget_are_measured_at_fewer_points() {
    let mut random = Random(1);
    let mut place = || 20.0 * random.unit();
    let cubes: Vec<Mesh> = (0..10_000)
        .map(|_| cuboid([5.0; 3], [place(), place(), place()]))
        .collect();
    let (report, _) = measured(merge(&cubes), 0.8);
    assert!(!report.complete);
    let (report, _) = measured(cuboid([60.0, 40.0, 0.5], [0.0; 3]), 0.8);
    assert!(report.complete);
}
