use super::*;
use crate::repair::repair;
use crate::testing::{
    Random, cube, cuboid, inverted, merge, prism, sphere, welded, without,
};
use crate::vector::{distance_squared, dot, nearest_point};

fn hollowed(mesh: &Mesh, wall: f64) -> Result<(Mesh, Mesh, Hollow), Refusal> {
    let topology = Topology::build(mesh);
    let shells = Shells::find(mesh, &topology);
    let mut all = mesh.clone();
    let done = hollow(&mut all, &topology.count(), Some(&shells), wall)?;
    let mut skin = all.clone();
    skin.triangles.drain(..mesh.triangles.len() - done.merged.len());
    skin.drop_unused();
    all.drop_unused();
    Ok((all, skin, done))
}

/// Returns the distance of a point to the nearest triangle, testing all
/// triangles.
fn naive_distance(mesh: &Mesh, at: [f64; 3]) -> f64 {
    let far = mesh
        .triangles
        .iter()
        .map(|&t| distance_squared(at, nearest_point(mesh.corners(t), at)))
        .fold(f64::INFINITY, f64::min);
    far.sqrt()
}

/// Returns the smallest and the largest distance of the inner surface's
/// vertices from the body.
fn walls(body: &Mesh, skin: &Mesh) -> (f64, f64) {
    let mut range = (f64::INFINITY, 0.0f64);
    for n in (0..skin.positions.len() as u32).step_by(7) {
        let d = naive_distance(body, skin.at(n));
        range = (range.0.min(d), range.1.max(d));
    }
    range
}

fn assert_sound(skin: &Mesh) {
    let welded = welded(skin);
    assert_eq!(welded.positions.len(), skin.positions.len());
    let counts = Topology::build(&welded).count();
    assert!(counts.watertight(), "{counts:?}");
    assert_eq!((counts.misoriented, counts.unbalanced), (0, 0));
}

fn volume(mesh: &Mesh) -> f64 {
    let at = |v| mesh.at(v);
    let six = mesh
        .triangles
        .iter()
        .map(|&[a, b, c]| dot(at(a), crate::vector::cross(at(b), at(c))));
    six.sum::<f64>() / 6.0
}

#[test]
fn a_cube_gets_a_cubic_cavity() {
    let (all, skin, done) = hollowed(&cube(20.0), 2.0).unwrap();
    assert_sound(&skin);
    assert_eq!((done.wall_mm, done.step_mm, done.cavities), (2.0, 0.5, 1));
    // 16^3, less the rounded edges of the net.
    assert!((done.cavity_mm3 / 4096.0 - 1.0).abs() < 0.01, "{done:?}");
    assert!((volume(&skin) + done.cavity_mm3).abs() < 0.1);
    assert!((volume(&all) - (8000.0 - done.cavity_mm3)).abs() < 0.1);
    let (low, high) = walls(&cube(20.0), &skin);
    assert!(low > 1.99 && high < 2.01, "{low} {high}");
}

#[test]
fn walls_have_even_thickness_in_a_slow_check() {
    let bodies = [
        sphere(15.0, 40, 60),
        prism(7, 12.0, 30.0),
        merge(&[cube(20.0), cuboid([20.0; 3], [11.0, 9.0, 7.0])]),
        merge(&[cuboid([30.0; 3], [-15.0; 3]), inverted(sphere(5.0, 20, 30))]),
    ];
    for (body, wall) in bodies.iter().zip([2.0, 3.0, 1.5, 2.0]) {
        let (_, skin, done) = hollowed(body, wall).unwrap();
        assert_sound(&skin);
        assert_eq!(done.wall_mm, wall);
        let (low, high) = walls(body, &skin);
        assert!(low > 0.95 * wall && high < 1.05 * wall, "{low} {high}");
    }
}

#[test]
fn the_cavity_of_a_sphere_is_a_sphere() {
    let (_, _, done) = hollowed(&sphere(20.0, 90, 140), 2.0).unwrap();
    let wanted = 4.0 / 3.0 * std::f64::consts::PI * 18.0f64.powi(3);
    assert!((done.cavity_mm3 / wanted - 1.0).abs() < 0.005, "{done:?}");
}

#[test]
fn many_crossing_bodies_give_no_edge_of_more_than_two_faces() {
    let mut random = Random(11);
    for round in 0..12 {
        let mut parts = Vec::new();
        for _ in 0..8 {
            let size = [0; 3].map(|_: i32| 3.0 + 6.0 * random.unit());
            let at = [0; 3].map(|_: i32| 16.0 * random.unit());
            parts.push(cuboid(size, at));
        }
        let body = merge(&parts);
        let (_, skin, _) = hollowed(&body, 0.9).unwrap();
        assert_sound(&skin);
        let (low, high) = walls(&body, &skin);
        assert!(low > 0.846 && high < 0.954, "round {round}: {low} {high}");
    }
}

#[test]
fn a_wall_that_leaves_no_cavity_is_reduced() {
    let slab = cuboid([40.0, 40.0, 3.0], [0.0; 3]);
    let (_, skin, done) = hollowed(&slab, 2.0).unwrap();
    assert_sound(&skin);
    assert!((done.wall_mm - 1.2).abs() < 1e-9, "{done:?}");
    let thin = cuboid([40.0, 40.0, 2.3], [0.0; 3]);
    let (_, _, done) = hollowed(&thin, 2.0).unwrap();
    assert_eq!(done.wall_mm, 0.8);
    let (_, skin, done) = hollowed(&cube(10.0), 10.0).unwrap();
    assert_sound(&skin);
    assert!(done.wall_mm < 4.5 && done.wall_mm > 3.0, "{done:?}");
}

#[test]
fn a_sheet_that_is_too_thin_to_hollow_stays_unchanged() {
    let mut sheet = cuboid([40.0, 40.0, 1.5], [0.0; 3]);
    let before = sheet.clone();
    let counts = Topology::build(&sheet).count();
    assert_eq!(hollow(&mut sheet, &counts, None, 2.0), Err(Refusal::NoRoom));
    assert_eq!(sheet, before);
}

#[test]
fn an_open_surface_is_refused() {
    let mut open = without(cube(20.0), &[3]);
    let counts = Topology::build(&open).count();
    assert_eq!(hollow(&mut open, &counts, None, 2.0), Err(Refusal::Open));
    // All edges are closed, but one side faces the wrong way.
    let mut turned = cube(20.0);
    turned.triangles[0].swap(1, 2);
    let counts = Topology::build(&turned).count();
    assert_eq!(hollow(&mut turned, &counts, None, 2.0), Err(Refusal::Open));
}

#[test]
fn order_position_and_pose_do_not_change_the_cavity() {
    let body = merge(&[sphere(14.0, 40, 60), cuboid([20.0; 3], [3.0; 3])]);
    let (_, _, plain) = hollowed(&body, 2.0).unwrap();
    let mut random = Random(2);
    let mut shuffled = body.clone();
    random.shuffle(&mut shuffled.triangles);
    let mut moved = body.clone();
    for p in &mut moved.positions {
        *p = [p[0] + 300.0, p[1] - 170.0, p[2] + 33.3];
    }
    let mut turned = body.clone();
    let (sin, cos) = (libm::sin(0.7), libm::cos(0.7));
    for p in &mut turned.positions {
        let [x, y, z] = crate::vector::to_f64(*p);
        *p = [x, y * cos - z * sin, y * sin + z * cos].map(|v| v as f32);
    }
    for (other, slack) in [(shuffled, 1e-3), (moved, 2e-3), (turned, 1e-2)] {
        let (_, skin, done) = hollowed(&other, 2.0).unwrap();
        assert_sound(&skin);
        let ratio = done.cavity_mm3 / plain.cavity_mm3;
        assert!((ratio - 1.0).abs() < slack, "{ratio}");
    }
}

/// Returns a block of size `outer` with a cavity of size `inner`, both centered
/// at the origin.
fn box_in_box(outer: f32, inner: f32) -> Mesh {
    merge(&[
        cuboid([outer; 3], [-0.5 * outer; 3]),
        inverted(cuboid([inner; 3], [-0.5 * inner; 3])),
    ])
}

#[test]
fn a_cavity_of_the_file_is_merged_into_the_new_one() {
    let body = box_in_box(40.0, 20.0);
    let repaired = repair(body.clone(), Topology::survey(&body));
    let (all, skin, done) = hollowed(&repaired.mesh, 2.0).unwrap();
    assert_sound(&skin);
    assert_sound(&all);
    // One cube of 36 mm with rounded edges, and nothing inside.
    let wanted = 36.0f64.powi(3);
    assert!((done.cavity_mm3 / wanted - 1.0).abs() < 0.01, "{done:?}");
    assert!((volume(&all) - (64_000.0 - done.cavity_mm3)).abs() < 0.1);
    assert_eq!(done.merged, (12..24).collect::<Vec<u32>>());
}

#[test]
fn a_cavity_close_to_the_outside_leaves_one_wall() {
    // 3 mm from each side: the cavity between walls of 1 mm would be 1 mm wide.
    let (all, skin, done) = hollowed(&box_in_box(40.0, 34.0), 1.0).unwrap();
    assert_sound(&skin);
    assert_eq!((done.wall_mm, done.merged.len()), (1.0, 12));
    let wanted = 40.0f64.powi(3) - 38.0f64.powi(3);
    assert!((volume(&all) / wanted - 1.0).abs() < 0.02, "{}", volume(&all));
}

#[test]
fn a_body_in_a_cavity_is_kept_when_the_cavity_grows() {
    // A block of 8 mm in the cavity, with its own cavity.
    let body = merge(&[box_in_box(40.0, 20.0), box_in_box(14.0, 6.0)]);
    let (all, skin, done) = hollowed(&body, 1.5).unwrap();
    assert_sound(&skin);
    assert_eq!(done.merged, (12..24).chain(36..48).collect::<Vec<u32>>());
    let wanted =
        40.0f64.powi(3) - 37.0f64.powi(3) + 14.0f64.powi(3) - 11.0f64.powi(3);
    assert!((volume(&all) / wanted - 1.0).abs() < 0.05, "{}", volume(&all));
}
