use super::*;
use crate::testing::Random;

/// Returns the smallest distance over a fine grid of points on the triangle.
fn naive([a, b, c]: [Vec3; 3], p: Vec3) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..=100 {
        for j in 0..=(100 - i) {
            let (u, v) = (f64::from(i) / 100.0, f64::from(j) / 100.0);
            let q = add(a, add(scale(sub(b, a), u), scale(sub(c, a), v)));
            least = least.min(distance_squared(p, q));
        }
    }
    least.sqrt()
}

#[test]
fn the_nearest_point_agrees_with_a_grid_search() {
    let mut random = Random(3);
    let mut point = || [0; 3].map(|_: i32| random.unit());
    for _ in 0..300 {
        let triangle = [point(), point(), point()];
        let p = scale(sub(point(), [0.5; 3]), 3.0);
        let (wide, at) = (triangle.map(to_f64), to_f64(p));
        let found = distance_squared(at, nearest_point(wide, at)).sqrt();
        let tried = naive(wide, at);
        assert!(found <= tried + 1e-12 && found > tried - 0.02);
        // In f32 the distance is the same, but the point itself may slide along
        // a sliver.
        let single = distance_squared(p, nearest_point(triangle, p)).sqrt();
        assert!((f64::from(single) - found).abs() < 1e-5);
    }
}

#[test]
fn a_triangle_of_zero_area_is_a_line_or_a_point() {
    let line = [[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
    assert_eq!(nearest_point(line, [2.0, 5.0, 0.0]), [2.0, 0.0, 0.0]);
    assert_eq!(nearest_point([[1.0; 3]; 3], [2.0, 5.0, 0.0]), [1.0; 3]);
    let line = line.map(|p| p.map(|v| v as f32));
    assert_eq!(nearest_point(line, [2.0, 5.0, 0.0]), [2.0, 0.0, 0.0]);
    assert_eq!(nearest_point([[1.0f32; 3]; 3], [2.0, 5.0, 0.0]), [1.0; 3]);
}
