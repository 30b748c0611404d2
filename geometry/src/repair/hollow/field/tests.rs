use super::*;

const BAND: f64 = 3.0;

fn block() -> Block {
    Block {
        at: [0; 3],
        inside: [0xff; 64],
        distance: [f32::INFINITY; NODES],
        triangle: [NONE; NODES],
        spread: [0; 64],
    }
}

/// Returns a triangle at a height above the tested point.
fn above(number: u32, height: f64) -> Candidate {
    let corners = [[0.0, 0.0, height], [1.0, 0.0, height], [0.0, 1.0, height]];
    Candidate::new(number, corners)
}

const POINT: Vec3 = [0.2, 0.2, 0.0];
/// Two adjacent nodes with bits in the same byte.
const NODE: usize = 13;
const NEIGHBOR: usize = 14;

#[test]
fn a_node_is_spread_once_for_each_nearer_triangle() {
    let mut block = block();
    let first = block.offer(NODE, POINT, &above(1, 2.0), 0.0, BAND);
    assert_eq!(first, Some(2.0));
    assert!(!block.begin_spread(NODE));
    assert!(block.begin_spread(NODE));
    assert!(!block.begin_spread(NEIGHBOR));
    let farther = block.offer(NODE, POINT, &above(2, 2.5), 0.0, BAND);
    assert_eq!(farther, None);
    assert!(block.begin_spread(NODE));
    let nearer = block.offer(NODE, POINT, &above(3, 1.0), 0.0, BAND);
    assert_eq!(nearer, Some(1.0));
    assert!(!block.begin_spread(NODE));
    assert!(block.begin_spread(NEIGHBOR));
    assert_eq!((block.distance[NODE], block.triangle[NODE]), (1.0, 3));
    assert_eq!(block.distance[NEIGHBOR], f32::INFINITY);
}

#[test]
fn a_triangle_is_used_up_to_the_band() {
    let mut block = block();
    let mut offer =
        |height| block.offer(NODE, POINT, &above(1, height), 0.0, BAND);
    assert_eq!(offer(3.5), None);
    assert_eq!(offer(3.0), Some(3.0));
}

#[test]
fn a_node_at_the_floor_is_not_measured_again() {
    let mut block = block();
    block.offer(NODE, POINT, &above(1, 1.0), 0.0, BAND);
    let mut offer = |number, floor| {
        block.offer(NODE, POINT, &above(number, 0.5), floor, BAND)
    };
    assert_eq!(offer(2, 1.0), None);
    // The triangle itself cannot be nearer than the floor.
    assert_eq!(offer(1, 0.0), None);
    assert_eq!(offer(2, 0.5), Some(0.5));
}

#[test]
fn only_nodes_inside_have_a_distance_and_it_equals_a_slow_search() {
    let mesh = crate::testing::sphere(10.0, 12, 16);
    let bounds = mesh.bounds().unwrap();
    let band = 4.0;
    let grid = Grid::around(&bounds, 1.0);
    let field = Field::compute(&mesh, grid, band).ok().unwrap();
    let slow = |point| {
        let found = mesh.triangles.iter().map(|&triangle| {
            let nearest = nearest_point(mesh.corners(triangle), point);
            distance_squared(point, nearest).sqrt()
        });
        found.fold(f64::INFINITY, f64::min)
    };
    let (mut near, mut far, mut outside) = (0, 0, 0);
    for block in &field.blocks {
        for at in 0..NODES {
            let [i, j, k] = [at / 64, at / 8 % 8, at % 8].map(|n| n as u32);
            let [x, y, z] = block.at.map(|n| n * SIDE);
            let point = grid.position([x + i, y + j, z + k]);
            let distance = f64::from(block.distance[at]);
            let is_inside = block.inside[at / 8] >> (at % 8) & 1 == 1;
            let expected = slow(point);
            if is_inside && expected <= band {
                // Distances are exact in the cells of a triangle, and
                // propagated elsewhere.
                let slack = if expected < 0.5 { 1e-6 } else { 0.05 };
                let more = distance - expected;
                assert!(more > -1e-6 && more < slack, "{more} at {point:?}");
                near += 1;
            } else {
                assert_eq!(distance, f64::INFINITY, "{point:?}");
                if is_inside { far += 1 } else { outside += 1 }
            }
        }
    }
    assert!(near > 2000 && far > 300 && outside > 300);
}
