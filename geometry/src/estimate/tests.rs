use super::bitmap::{Bitmap, Disc};
use super::infill::fill;
use super::plan::{Lines, plan};
use super::*;
use crate::testing::{cube, cuboid, inverted, merge, prism};

fn settings(infill_percent: f64) -> Settings {
    Settings {
        layer_height_mm: 0.2,
        infill_percent,
        nozzle_mm: 0.4,
        flow: Flow::Standard,
    }
}

fn moved(mut mesh: Mesh, by: [f32; 3]) -> Mesh {
    for position in &mut mesh.positions {
        for (value, by) in position.iter_mut().zip(by) {
            *value += by;
        }
    }
    mesh
}

fn within(found: f64, expected: f64, part: f64) {
    let off = found / expected - 1.0;
    assert!(off.abs() <= part, "{found}, expected {expected}");
}

/// Expected: PrusaSlicer 2.5.0 with the quoting profile, in cm3 and seconds.
#[test]
fn a_cube_and_a_block_match_the_slicer() {
    let sliced = [
        (cube(20.0), [(10.0, 2.70), (20.0, 3.23), (100.0, 8.05)]),
        (
            cuboid([12.0, 8.0, 30.0], [0.0; 3]),
            [(10.0, 2.95), (20.0, 2.95), (100.0, 2.95)],
        ),
    ];
    for (mesh, slices) in sliced {
        for (infill, cm3) in slices {
            let found = estimate(&mesh, &settings(infill)).unwrap();
            within(found.filament_cm3, cm3, 0.05);
        }
    }
    let found = estimate(&cube(20.0), &settings(20.0)).unwrap();
    assert_eq!(found.layers, 100);
    within(found.seconds, 707.0, 0.1);
}

/// Expected: PrusaSlicer 2.5.0 takes 1394 and 1537 s.
#[test]
fn plates_with_holes_match_the_slicer() {
    let plate = cuboid([80.0, 60.0, 6.0], [0.0; 3]);
    let hole = |side, x, y| inverted(cuboid([side, side, 6.0], [x, y, 0.0]));
    let one = merge(&[plate.clone(), hole(20.0, 30.0, 20.0)]);
    let corners = [(10.0, 10.0), (60.0, 10.0), (10.0, 40.0), (60.0, 40.0)];
    let holes = corners.map(|(x, y)| hole(10.0, x, y));
    let four = merge(&[&[plate], holes.as_slice()].concat());
    for (mesh, seconds) in [(one, 1394.0), (four, 1537.0)] {
        let found = estimate(&mesh, &settings(20.0)).unwrap();
        within(found.seconds, seconds, 0.03);
    }
}

/// 10 mm at 5000 mm/s2: accelerating from 0 to 100 mm/s and decelerating takes
/// 1 mm and 0.02 s each; 1 mm at 100 mm/s takes 0.01 s. 0.5 mm: accelerating to
/// 50 mm/s and decelerating takes 0.01 s each; 0.5 mm at 100 mm/s takes 0.005
/// s. From 50 mm/s: 0.01 s and 0.75 mm each; 0.75 mm at 100 mm/s takes 0.0075
/// s.
#[test]
fn a_line_loses_the_time_of_its_ramps() {
    use super::curvature::lost;
    assert!((lost(100.0, 0.0, 10.0, 5000.0) - 0.02).abs() < 1e-12);
    assert!((lost(100.0, 0.0, 0.5, 5000.0) - 0.015).abs() < 1e-12);
    assert!((lost(100.0, 50.0, 10.0, 5000.0) - 0.005).abs() < 1e-12);
    assert_eq!(lost(100.0, 100.0, 10.0, 5000.0), 0.0);
}

#[test]
fn segments_along_x_may_touch_where_they_run_in_both_directions() {
    use super::segment::Segment;
    use super::touching::may_touch;
    let segment =
        |from: f64, to: f64, y: f64| Segment { from: [from, y], to: [to, y] };
    let one = segment(0.0, 1.0, 2.0);
    assert!(!may_touch(&[]));
    assert!(!may_touch(&[one, segment(3.0, 4.0, 2.0)]));
    assert!(!may_touch(&[one, segment(1.0, 0.0, 2.001)]));
    for apart in [-1e-5, -1e-6, 0.0, 1e-6, 1e-5] {
        assert!(may_touch(&[one, segment(1.0, 0.0, 2.0 + apart)]), "{apart}");
    }
}

#[test]
fn a_solid_part_takes_filament_of_its_volume() {
    let mesh = prism(64, 15.0, 12.0);
    let volume = 64.0 / 2.0
        * 15.0
        * 15.0
        * libm::sin(std::f64::consts::TAU / 64.0)
        * 12.0
        / 1000.0;
    let full = estimate(&mesh, &settings(100.0)).unwrap();
    within(full.filament_cm3, volume, 0.03);
    let [low, high] = full.range.filament_cm3;
    assert!(low < full.filament_cm3 && full.filament_cm3 < high);
}

#[test]
fn more_infill_takes_more_filament() {
    let mesh = cuboid([40.0, 30.0, 20.0], [0.0; 3]);
    let all: Vec<_> = [0.0, 10.0, 20.0, 50.0, 90.0, 100.0]
        .map(|infill| estimate(&mesh, &settings(infill)).unwrap())
        .into();
    for pair in all.windows(2) {
        assert!(pair[0].filament_cm3 < pair[1].filament_cm3, "{pair:?}");
        assert!(pair[0].seconds < pair[1].seconds, "{pair:?}");
        assert!(pair[0].wall_share > pair[1].wall_share, "{pair:?}");
    }
}

#[test]
fn position_and_order_do_not_matter() {
    let mesh = prism(40, 11.0, 9.0);
    let here = estimate(&mesh, &settings(20.0)).unwrap();
    let mut elsewhere = moved(mesh, [-64.0, 32.0, 16.0]);
    elsewhere.triangles.reverse();
    let there = estimate(&elsewhere, &settings(20.0)).unwrap();
    within(there.filament_cm3, here.filament_cm3, 0.002);
    within(there.seconds, here.seconds, 0.002);
    assert_eq!(there.layers, here.layers);
}

#[test]
fn overlapping_bodies_count_once_and_cavities_do_not_count() {
    let one = cuboid([30.0, 20.0, 10.0], [0.0; 3]);
    let left = cuboid([20.0, 20.0, 10.0], [0.0; 3]);
    let right = cuboid([20.0, 20.0, 10.0], [10.0, 0.0, 0.0]);
    let whole = estimate(&one, &settings(100.0)).unwrap();
    let both = estimate(&merge(&[left, right]), &settings(100.0)).unwrap();
    within(both.filament_cm3, whole.filament_cm3, 0.03);
    let hole = inverted(cuboid([20.0, 10.0, 4.0], [5.0, 5.0, 3.0]));
    let hollow = estimate(&merge(&[one, hole]), &settings(100.0)).unwrap();
    within(hollow.filament_cm3, whole.filament_cm3 * 5200.0 / 6000.0, 0.04);
}

/// Expected: PrusaSlicer 2.5.0 takes 2.06 cm3.
#[test]
fn a_self_intersecting_surface_is_filled_on_both_sides() {
    let found = estimate(&crate::testing::bow_tie(), &settings(100.0));
    within(found.unwrap().filament_cm3, 2.06, 0.04);
}

#[test]
fn high_flow_saves_time_but_no_filament() {
    let mesh = cuboid([80.0, 60.0, 20.0], [0.0; 3]);
    let standard = estimate(&mesh, &settings(20.0)).unwrap();
    let fast = Settings { flow: Flow::High, ..settings(20.0) };
    let fast = estimate(&mesh, &fast).unwrap();
    assert_eq!(fast.filament_cm3, standard.filament_cm3);
    assert!(fast.seconds < 0.9 * standard.seconds);
    assert!(fast.seconds > standard.seconds / 1.6);
}

#[test]
fn unprintable_models_have_no_estimate() {
    let part = cube(10.0);
    for wrong in [
        Settings { layer_height_mm: 0.0, ..settings(20.0) },
        Settings { layer_height_mm: f64::NAN, ..settings(20.0) },
        Settings { nozzle_mm: 90.0, ..settings(20.0) },
        Settings { infill_percent: 101.0, ..settings(20.0) },
    ] {
        let none = Err(NoEstimate::InvalidSettings);
        assert_eq!(estimate(&part, &wrong), none, "{wrong:?}");
    }
    let nothing = estimate(&Mesh::default(), &settings(20.0));
    assert_eq!(nothing, Err(NoEstimate::InvalidSettings));
}

#[test]
fn huge_and_tiny_models_use_a_bounded_grid() {
    let sizes =
        [[0.3f32, 0.3, 0.3], [340.0, 320.0, 340.0], [9e3, 8e3, 7e3], [1e6; 3]];
    for size in sizes {
        let mesh = cuboid(size, [0.0; 3]);
        let lines = Lines::new(&settings(20.0)).unwrap();
        let bounds = mesh.bounds().unwrap();
        if let Some(plan) = plan(&mesh, &bounds, lines) {
            assert!(plan.grid.words() * plan.cuts.count <= 400_000, "{size:?}");
        }
    }
    let printer = cuboid([340.0, 320.0, 340.0], [0.0; 3]);
    let full = estimate(&printer, &settings(100.0)).unwrap();
    within(full.filament_cm3, 34.0 * 32.0 * 34.0, 0.03);
}

/// Every sheet crosses every cell row of every layer.
#[test]
fn a_hostile_comb_is_refused() {
    let sheets = (0..4000)
        .map(|i| cuboid([0.04, 300.0, 300.0], [0.08 * i as f32, 0.0, 0.0]));
    let comb = merge(&sheets.collect::<Vec<_>>());
    let none = Err(NoEstimate::TooIntricate);
    assert_eq!(estimate(&comb, &settings(20.0)), none);
}

fn cells(rows: &[&str]) -> Bitmap {
    let mut bitmap = Bitmap::empty(rows.len(), 2);
    for (row, text) in rows.iter().enumerate() {
        for (column, mark) in text.chars().enumerate() {
            if mark == '#' {
                bitmap.fill(row, column + 60, column + 61);
            }
        }
    }
    bitmap
}

/// Grows or shrinks the set cell by cell, as a reference.
#[allow(clippy::cast_possible_wrap)] // The bitmaps of these tests are small.
fn naive(bitmap: &Bitmap, radius: f64, grow: bool) -> Bitmap {
    let reach = radius * radius + 0.35 * radius;
    let rows = bitmap.rows() as i64;
    let is_set = |row: i64, column: i64| {
        let word = column / 64 * rows + row;
        let inside = (0..rows).contains(&row)
            && (0..bitmap.stride as i64 * 64).contains(&column);
        inside && bitmap.words[word as usize] >> (column % 64) & 1 == 1
    };
    let mut out = Bitmap::empty(bitmap.rows(), bitmap.stride);
    for row in 0..rows {
        for column in 0..bitmap.stride as i64 * 64 {
            let near = (-9i64..=9)
                .flat_map(|dy| (-9i64..=9).map(move |dx| (dy, dx)))
                .filter(|(dy, dx)| (dy * dy + dx * dx) as f64 <= reach);
            let mut marks = near.map(|(dy, dx)| is_set(row + dy, column + dx));
            let keep = if grow { marks.any(|m| m) } else { marks.all(|m| m) };
            if keep {
                out.fill(row as usize, column as usize, column as usize + 1);
            }
        }
    }
    out
}

#[test]
fn discs_grow_and_shrink_like_a_cell_by_cell_reference() {
    let bitmap = cells(&[
        "..........",
        ".########.",
        ".########.",
        ".########.",
        ".###.####.",
        ".########.",
        "..#######.",
        ".########.",
        "........#.",
        "..........",
    ]);
    for radius in [0.5, 1.0, 1.5, 2.0, 3.0] {
        let disc = Disc::new(radius);
        assert_eq!(bitmap.grown(&disc), naive(&bitmap, radius, true));
        assert_eq!(bitmap.shrunk(&disc), naive(&bitmap, radius, false));
    }
}

#[test]
#[allow(clippy::cast_possible_wrap)] // The bitmaps of these tests are small.
fn cells_move_like_a_cell_by_cell_reference() {
    let bitmap = cells(&["#..#.....#", "..##...###", "####.#...#"]);
    let wide = 64 * bitmap.stride as isize;
    for rows in [-4, -3, -1, 0, 1, 2, 5] {
        for sideways in [-129, -128, -70, -64, -1, 0, 1, 63, 64, 65, 130] {
            let mut out = Bitmap::empty(bitmap.rows(), bitmap.stride);
            for row in 0..bitmap.rows() as isize {
                for cell in 0..wide {
                    let from = [row - rows, cell - sideways];
                    let from = from.map(usize::try_from);
                    if let [Ok(from_row), Ok(from_cell)] = from
                        && bitmap.is_set(from_row, from_cell)
                    {
                        let (row, cell) = (row as usize, cell as usize);
                        out.fill(row, cell, cell + 1);
                    }
                }
            }
            assert_eq!(bitmap.moved(rows, sideways), out);
        }
    }
}

/// A hole that starts at the bottom changes the layers around its end. Layers
/// far from the ends of the part and from the end of the hole repeat, and are
/// the same as in a part without that hole end.
#[test]
fn repeated_layers_equal_computed_layers() {
    let whole = {
        let mut whole = Bitmap::empty(90, 2);
        (5..85).for_each(|row| whole.fill(row, 10, 110));
        whole
    };
    let mut holed = whole.clone();
    (30..50).for_each(|row| {
        let mut gap = Bitmap::empty(90, 2);
        gap.fill(row, 40, 60);
        holed.and_not(&gap);
    });
    let lines = Lines::new(&settings(20.0)).unwrap();
    let block = cuboid([12.0, 10.0, 10.0], [0.0; 3]);
    let plan = plan(&block, &block.bounds().unwrap(), lines).unwrap();
    let of = |count: usize| {
        let stack = [vec![&holed; count], vec![&whole; count]].concat();
        fill(&stack, &plan.rules)
    };
    let long = of(20);
    assert!(long.iter().filter(|layer| layer.repeats).count() > 15);
    for (at, layer) in long.iter().enumerate().skip(1) {
        if layer.repeats {
            let below = &long[at - 1];
            assert_eq!(layer.inner, below.inner);
            assert_eq!(layer.slits, below.slits);
            assert_eq!(layer.solid, below.solid);
            assert_eq!(layer.bridges, below.bridges);
            assert_eq!(layer.faces, below.faces);
        }
    }
    // With fewer layers between the ends, no layer is repeated.
    let ends = [&long[..5], &long[15..25], &long[35..]].concat();
    for (own, other) in of(10).iter().zip(&ends) {
        assert_eq!(own.inner, other.inner);
        assert_eq!(own.solid, other.solid);
        assert_eq!(own.bridges, other.bridges);
        assert_eq!(own.faces, other.faces);
    }
}

#[test]
fn the_measured_outline_is_close_to_its_length() {
    let mut disc = Bitmap::empty(130, 3);
    for row in 0..130 {
        let y = row as f64 + 0.5 - 65.0;
        let half = libm::sqrt((60.0 * 60.0 - y * y).max(0.0));
        let column = |x: f64| libm::round(90.0 + x) as usize;
        disc.fill(row, column(-half), column(half));
    }
    within(disc.outline(), std::f64::consts::TAU * 60.0, 0.01);
}

/// Returns an open-top box of 80 mm with walls and a floor of `wall` mm.
fn cup(wall: f32) -> Mesh {
    let (outer, inner) = (80.0, 80.0 - wall);
    let square = |low: f32, high: f32, z: f32| {
        [[low, low, z], [high, low, z], [high, high, z], [low, high, z]]
    };
    let rings = [
        square(0.0, outer, 0.0),
        square(0.0, outer, outer),
        square(wall, inner, wall),
        square(wall, inner, outer),
    ];
    let mut triangles = Vec::new();
    let mut face = |[a, b, c, d]: [u32; 4]| {
        triangles.extend([[a, b, c], [a, c, d]]);
    };
    face([0, 3, 2, 1]);
    face([8, 9, 10, 11]);
    for side in 0..4u32 {
        let next = (side + 1) % 4;
        face([side, next, 4 + next, 4 + side]);
        face([8 + next, 8 + side, 12 + side, 12 + next]);
        face([4 + side, 4 + next, 12 + next, 12 + side]);
    }
    Mesh { positions: rings.into_iter().flatten().collect(), triangles }
}

fn too_thin(mesh: &Mesh, settings: &Settings) -> bool {
    matches!(estimate(mesh, settings), Err(NoEstimate::TooThin(_)))
}

/// Expected: PrusaSlicer 2.5.0 with the quoting profile prints nothing up to
/// 0.1 mm, the floor alone up to 0.13 mm, and all 400 layers from 0.14 mm on.
#[test]
fn walls_of_at_least_a_third_of_the_nozzle_print() {
    for wall in [0.001, 0.02, 0.05, 0.1, 0.12, 0.13] {
        assert!(too_thin(&cup(wall), &settings(20.0)), "{wall}");
    }
    for (wall, cm3) in
        [(0.14, 5.465), (0.2, 7.251), (0.4, 12.704), (0.8, 24.059)]
    {
        let found = estimate(&cup(wall), &settings(20.0)).unwrap();
        within(found.filament_cm3, cm3, 0.16);
    }
    for nozzle_mm in [0.2, 0.6, 0.8] {
        let settings = Settings {
            nozzle_mm,
            layer_height_mm: 0.5 * nozzle_mm,
            ..settings(20.0)
        };
        let wall = |share: f64| {
            cuboid([80.0, (share * nozzle_mm) as f32, 80.0], [0.0; 3])
        };
        assert!(too_thin(&wall(0.32), &settings), "{nozzle_mm}");
        assert!(estimate(&wall(0.345), &settings).is_ok(), "{nozzle_mm}");
    }
}

/// Expected from the slicer: 0.64 mm is an empty print, 0.66 mm prints.
#[test]
fn columns_wider_than_one_line_print() {
    for (side, prints) in
        [(0.2, false), (0.4, false), (0.6, false), (0.66, true), (0.8, true)]
    {
        let column = cuboid([side, side, 30.0], [0.0; 3]);
        let found = estimate(&column, &settings(20.0));
        assert_eq!(found.is_ok(), prints, "{side}: {found:?}");
    }
    // A wall is not a column, in either direction.
    assert!(
        estimate(&cuboid([0.3, 20.0, 30.0], [0.0; 3]), &settings(20.0)).is_ok()
    );
}

/// Expected from the slicer: no layers at 0.05 mm, one layer at 0.1 mm and at
/// 0.2 mm.
#[test]
fn sheets_of_at_least_half_of_the_first_layer_print() {
    let sheet = |mm: f32| cuboid([80.0, 80.0, mm], [0.0; 3]);
    for layer_height_mm in [0.08, 0.2, 0.3] {
        let settings = Settings { layer_height_mm, ..settings(20.0) };
        let flat = estimate(&sheet(0.05), &settings);
        assert!(matches!(flat, Err(NoEstimate::TooFlat { .. })), "{flat:?}");
        let found = estimate(&sheet(0.11), &settings).unwrap();
        assert_eq!(found.layers, 1);
        within(found.filament_cm3, 1.286, 0.03);
    }
}

#[test]
fn thin_fins_on_a_solid_part_are_left_out() {
    let cube = cuboid([20.0, 20.0, 20.0], [0.0; 3]);
    let fin = cuboid([40.0, 0.05, 20.0], [0.0, 0.0, 20.0]);
    let alone = estimate(&cube, &settings(100.0)).unwrap();
    let both = estimate(&merge(&[cube, fin]), &settings(100.0)).unwrap();
    within(both.filament_cm3, alone.filament_cm3, 0.04);
}

/// A solid that the mesh contains five times has five outlines.
#[test]
fn overlapping_bodies_are_not_treated_as_thin() {
    let bar = || cuboid([2.0, 20.0, 20.0], [0.0; 3]);
    let bars: Vec<Mesh> = (0..60).map(|_| bar()).collect();
    assert!(estimate(&merge(&bars), &settings(20.0)).is_ok());
}

/// Expected: PrusaSlicer 2.5.0 with plates of several copies. A copy cools
/// while the others are printed.
#[test]
fn several_copies_on_a_plate_match_the_slicer() {
    let block = cuboid([12.0, 8.0, 30.0], [0.0; 3]);
    let found = estimate(&block, &settings(20.0)).unwrap();
    let four = COPIES.iter().position(|&copies| copies == 4).unwrap();
    within(found.plate_seconds[four], 1755.0, 0.05);
    // Cooling determines the time of the single block: 150 layers of 6 s.
    assert!(4.0 * found.seconds > 2.0 * found.plate_seconds[four]);
}

#[test]
fn large_parts_gain_nothing_from_shared_cooling() {
    let block = cuboid([100.0, 60.0, 10.0], [0.0; 3]);
    let found = estimate(&block, &settings(20.0)).unwrap();
    for (copies, seconds) in COPIES.iter().zip(found.plate_seconds) {
        within(seconds, f64::from(*copies) * found.seconds, 0.02);
    }
}

/// Returns the cells of a grid for which `keep` is true, each as a separate
/// body.
fn cell_bodies(count: u8, side: f32, keep: impl Fn([u8; 3]) -> bool) -> Mesh {
    let all = 0..count;
    let cells = all.clone().flat_map(|z| {
        let row = move |y| (0..count).map(move |x| [x, y, z]);
        (0..count).flat_map(row)
    });
    let cell = |at: [u8; 3]| cuboid([side; 3], at.map(|n| side * f32::from(n)));
    merge(&cells.filter(|&at| keep(at)).map(cell).collect::<Vec<_>>())
}

fn alike(found: &Estimate, expected: &Estimate) {
    within(found.filament_cm3, expected.filament_cm3, 0.002);
    within(found.seconds, expected.seconds, 0.002);
    within(found.wall_share, expected.wall_share, 0.002);
    assert_eq!(found.layers, expected.layers);
}

#[test]
fn a_cube_of_cells_equals_a_cube() {
    let whole = estimate(&cube(10.0), &settings(20.0)).unwrap();
    for (count, side) in [(2, 5.0), (5, 2.0), (10, 1.0), (20, 0.5), (40, 0.25)]
    {
        let cells = cell_bodies(count, side, |_| true);
        alike(&estimate(&cells, &settings(20.0)).unwrap(), &whole);
    }
}

#[test]
fn a_hollow_box_of_cells_equals_a_hollow_box() {
    let hole = inverted(cuboid([12.0; 3], [4.0; 3]));
    let whole = merge(&[cube(20.0), hole]);
    let whole = estimate(&whole, &settings(20.0)).unwrap();
    for (count, side, wall) in [(10, 2.0, 2), (20, 1.0, 4)] {
        let wall = |n| n < wall || n >= count - wall;
        let cells = cell_bodies(count, side, |at| at.into_iter().any(wall));
        alike(&estimate(&cells, &settings(20.0)).unwrap(), &whole);
    }
}
