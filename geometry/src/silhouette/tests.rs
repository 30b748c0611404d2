use super::file::{Pose, SilhouetteOutcome, silhouette_file};
use super::*;
use crate::format::Format;
use crate::limits::Limits;
use crate::testing::{Random, cuboid, merge, prism, soup, sphere, stl};
use crate::units::Unit;

fn is_set(shadow: &Silhouette, column: usize, row: usize) -> bool {
    let word = shadow.bits[row * shadow.columns.div_ceil(32) + column / 32];
    (word >> (column % 32)) & 1 == 1
}

/// The bitmap as text, highest Y first.
fn drawn(shadow: &Silhouette) -> Vec<String> {
    let cell =
        |row, column| if is_set(shadow, column, row) { '#' } else { '.' };
    (0..shadow.rows)
        .rev()
        .map(|row| (0..shadow.columns).map(|c| cell(row, c)).collect())
        .collect()
}

/// Whether a triangle and the inside of a unit cell share a point, by the
/// separating axis theorem: independent of the clipping in bands.
fn meets(corners: [Point; 3], [left, low]: Point) -> bool {
    let (right, high) = (left + 1.0 - SLACK, low + 1.0 - SLACK);
    let (left, low) = (left + SLACK, low + SLACK);
    let square = [[left, low], [right, low], [left, high], [right, high]];
    let [a, b, c] = corners;
    let mut axes = vec![[1.0, 0.0], [0.0, 1.0]];
    for (from, to) in [(a, b), (b, c), (c, a)] {
        axes.push([to[1] - from[1], from[0] - to[0]]);
    }
    axes.iter().all(|axis| {
        let on = |p: &Point| p[0] * axis[0] + p[1] * axis[1];
        let range = |points: &[Point]| {
            let all = points.iter().map(on);
            let low = all.clone().fold(f64::INFINITY, f64::min);
            (low, all.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((p, q), (r, s)) = (range(&corners), range(&square));
        p < s && r < q
    })
}

fn naive(mesh: &Mesh, shadow: &Silhouette) -> Vec<(usize, usize)> {
    let bounds = mesh.bounds().unwrap();
    let flat: Vec<[Point; 3]> = mesh
        .triangles
        .iter()
        .map(|&t| {
            mesh.corners(t)
                .map(|[x, y, _]| [x - bounds.min[0], y - bounds.min[1]])
        })
        .collect();
    let cells = (0..shadow.rows)
        .flat_map(|row| (0..shadow.columns).map(move |column| (column, row)));
    cells
        .filter(|&(column, row)| {
            let at = [column as f64, row as f64];
            flat.iter().any(|&corners| meets(corners, at))
        })
        .collect()
}

fn set_cells(shadow: &Silhouette) -> Vec<(usize, usize)> {
    let cells = (0..shadow.rows)
        .flat_map(|row| (0..shadow.columns).map(move |column| (column, row)));
    cells.filter(|&(column, row)| is_set(shadow, column, row)).collect()
}

#[test]
fn random_triangles_set_the_cells_that_they_touch() {
    let mut random = Random(7);
    for _ in 0..60 {
        let count = 1 + random.below(6);
        let size = 2.0 + 68.0 * random.unit();
        let mut at = || random.unit() * size;
        let positions = (0..3 * count).map(|_| [at(), at(), at()]).collect();
        let triangles = (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        let mesh = Mesh { positions, triangles: triangles.collect() };
        let shadow = silhouette(&mesh).unwrap();
        assert_eq!(set_cells(&shadow), naive(&mesh, &shadow));
    }
}

#[test]
fn a_box_sets_the_cells_of_its_area_wherever_it_is() {
    let shadow = silhouette(&cuboid([20.0, 10.0, 5.0], [-7.0, 3.0, 2.0]));
    let shadow = shadow.unwrap();
    assert_eq!((shadow.columns, shadow.rows), (20, 10));
    let sizes = [shadow.width_mm, shadow.depth_mm, shadow.height_mm];
    assert_eq!(sizes, [20.0, 10.0, 5.0]);
    assert_eq!(set_cells(&shadow).len(), 200);
}

#[test]
fn a_part_of_a_cell_is_a_cell() {
    let shadow = silhouette(&cuboid([20.25, 0.5, 5.0], [0.0; 3])).unwrap();
    assert_eq!((shadow.columns, shadow.rows), (21, 1));
    assert_eq!(set_cells(&shadow).len(), 21);
}

#[test]
fn a_hole_and_a_gap_stay_free() {
    // Three bars around 4 x 3, and a lid in the air over one of these cells.
    let u = merge(&[
        cuboid([8.0, 2.0, 1.0], [0.0, 0.0, 0.0]),
        cuboid([2.0, 5.0, 1.0], [0.0, 0.0, 0.0]),
        cuboid([2.0, 5.0, 1.0], [6.0, 0.0, 0.0]),
        cuboid([1.0, 1.0, 1.0], [4.0, 3.0, 9.0]),
    ]);
    let expected = ["##....##", "##..#.##", "##....##", "########", "########"];
    assert_eq!(drawn(&silhouette(&u).unwrap()), expected);
}

#[test]
fn a_sheet_that_stands_on_a_border_is_a_row_of_cells() {
    // Along X at y = 2, along Y at x = 3, and two corners for the box.
    let sheet = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| Mesh {
        positions: vec![a, b, c],
        triangles: vec![[0, 1, 2]],
    };
    let mesh = merge(&[
        sheet([0.0, 2.0, 0.0], [6.0, 2.0, 0.0], [6.0, 2.0, 4.0]),
        sheet([3.0, 2.0, 0.0], [3.0, 5.0, 0.0], [3.0, 5.0, 4.0]),
        cuboid([1.0, 1.0, 1.0], [0.0, 0.0, 0.0]),
        cuboid([1.0, 1.0, 1.0], [5.0, 4.0, 0.0]),
    ]);
    let expected = ["...#.#", "...#..", "######", "......", "#....."];
    assert_eq!(drawn(&silhouette(&mesh).unwrap()), expected);
}

#[test]
fn a_ball_has_the_shadow_of_a_disc() {
    let shadow = silhouette(&sphere(50.0, 60, 120)).unwrap();
    let area = set_cells(&shadow).len() as f64;
    let disc = std::f64::consts::PI * 2500.0;
    // Cells on the circle count whole: at most one and a half a mm of it.
    assert!(area > disc * 0.995 && area < disc + 1.5 * 314.2, "{area}");
    assert!(!is_set(&shadow, 0, 0) && is_set(&shadow, 50, 50));
}

#[test]
fn what_is_larger_than_every_bed_is_refused() {
    let side = MAX_SIDE_MM as f32;
    assert!(silhouette(&cuboid([side, 10.0, 10.0], [0.0; 3])).is_ok());
    let refusal = silhouette(&cuboid([10.0, side + 1.0, 10.0], [0.0; 3]));
    assert_eq!(refusal.unwrap_err().code(), "too_large");
    let tower = silhouette(&cuboid([10.0, 10.0, 5000.0], [0.0; 3])).unwrap();
    assert_eq!(tower.height_mm, 5000.0);
}

#[test]
fn nothing_has_no_shadow() {
    assert_eq!(silhouette(&Mesh::default()), Err(ParseError::NoTriangles));
}

fn of_file(
    bytes: Vec<u8>,
    unit: Option<Unit>,
    orient: bool,
) -> SilhouetteOutcome {
    let pose = Pose { orient };
    silhouette_file(bytes, Format::Stl, unit, pose, &Limits::default())
}

#[test]
fn a_file_is_read_in_its_unit_and_turned_on_request() {
    // A tall prism lies down where its pose is chosen.
    let bytes = stl(&soup(&prism(6, 1.0, 20.0)));
    let sizes = |outcome| match outcome {
        SilhouetteOutcome::Silhouette(found) => {
            [found.width_mm, found.depth_mm, found.height_mm]
                .map(|side| side.round() as i64)
        }
        SilhouetteOutcome::Unreadable { message, .. } => panic!("{message}"),
    };
    assert_eq!(sizes(of_file(bytes.clone(), None, false)), [2, 2, 20]);
    let unit = Unit::from_caller("cm");
    assert_eq!(sizes(of_file(bytes.clone(), unit, false)), [20, 17, 200]);
    assert!(sizes(of_file(bytes, None, true))[2] < 5);
}

#[test]
fn files_without_a_mesh_are_refused() {
    let SilhouetteOutcome::Unreadable { code, .. } =
        of_file(Vec::new(), None, false)
    else {
        panic!("an empty file has no silhouette");
    };
    assert_eq!(code, "empty_file");
    assert!(Pose::from_json("{\"orient\":true}").unwrap().orient);
    assert!(Pose::from_json("{\"turn\":true}").is_err());
}
