use super::*;
use crate::measure::volume;
use crate::testing::{Random, cube, cuboid, merge, prism, welded};

fn split(mesh: &Mesh) -> (Option<SplitEdges>, Mesh) {
    let mut mesh = welded(mesh);
    let topology = Topology::build(&mesh);
    let found = split_edges(&mut mesh, &topology);
    (found, welded(&mesh))
}

#[test]
fn cubes_that_share_an_edge_are_separated_in_place() {
    let pair = merge(&[cube(10.0), cuboid([10.0; 3], [10.0, 10.0, 0.0])]);
    assert_eq!(Topology::build(&welded(&pair)).count().non_manifold, 1);
    let (found, mesh) = split(&pair);
    let found = found.unwrap();
    assert_eq!((found.edges, found.sources.len()), (1, 26));
    let counts = Topology::build(&mesh).count();
    assert!(counts.watertight() && counts.misoriented == 0, "{counts:?}");
    assert_eq!(volume(&mesh), 2000.0);
    assert_eq!(mesh.bounds(), pair.bounds());
    // The result is two bodies that share only the ends of the edge.
    assert_eq!(mesh.positions.len(), 15);
}

#[test]
fn many_wedges_around_one_edge_are_separated() {
    let mut random = Random(2);
    for wedges in [2, 3, 7, 20] {
        let mut parts = Vec::new();
        for n in 0..wedges {
            // A prism of three sides whose first edge is the axis.
            let mut wedge = prism(3, 1.0, 5.0);
            let from = std::f64::consts::TAU * f64::from(n) / f64::from(wedges);
            let to = from + 2.0 / f64::from(wedges);
            let corner = |angle: f64| [libm::cos(angle), libm::sin(angle)];
            let [a, b] = [corner(from), corner(to)];
            let middle = [(a[0] + b[0]) / 3.0, (a[1] + b[1]) / 3.0];
            let base = [middle, [0.0, 0.0], a, b];
            // Vertices: two centers, followed by pairs of bottom and top.
            let places = [0, 0, 1, 1, 2, 2, 3, 3];
            for (p, place) in wedge.positions.iter_mut().zip(places) {
                let [x, y]: [f64; 2] = base[place];
                *p = [x as f32, y as f32, p[2]];
            }
            parts.push(wedge);
        }
        let mut mesh = welded(&merge(&parts));
        random.shuffle(&mut mesh.triangles);
        let before = volume(&mesh);
        assert!(before > 0.0);
        assert_eq!(Topology::build(&mesh).count().non_manifold, 1);
        let (found, mesh) = split(&mesh);
        assert_eq!(found.unwrap().edges, 1);
        let counts = Topology::build(&mesh).count();
        assert!(counts.watertight() && counts.misoriented == 0, "{counts:?}");
        assert!((volume(&mesh) / before - 1.0).abs() < 1e-6);
    }
}

#[test]
fn a_triangle_with_three_shared_edges_is_cut_three_times() {
    // Boxes at every edge of a box's bottom, so that eight of its triangles
    // have shared edges.
    let mut parts = vec![cube(10.0)];
    for at in [[10.0, 0.0], [-10.0, 0.0], [0.0, 10.0], [0.0, -10.0]] {
        parts.push(cuboid([10.0; 3], [at[0], at[1], -10.0]));
    }
    let (found, mesh) = split(&merge(&parts));
    assert!(found.unwrap().edges >= 4);
    let counts = Topology::build(&mesh).count();
    assert!(counts.watertight(), "{counts:?}");
    assert_eq!(volume(&mesh), 5000.0);
}

#[test]
fn every_piece_has_the_index_of_its_triangle() {
    let pair = merge(&[cube(10.0), cuboid([10.0; 3], [10.0, 10.0, 0.0])]);
    let mut mesh = welded(&pair);
    let before = mesh.clone();
    let topology = Topology::build(&mesh);
    let SplitEdges { sources, .. } = split_edges(&mut mesh, &topology).unwrap();
    assert!(sources.is_sorted());
    let normal = |mesh: &Mesh, t| crate::vector::normal(mesh.corners(t));
    for (&piece, &source) in mesh.triangles.iter().zip(&sources) {
        let (small, whole) = (
            normal(&mesh, piece),
            normal(&before, before.triangles[source as usize]),
        );
        assert_eq!(cross(small, whole), [0.0; 3]);
        assert!(dot(small, whole) > 0.0);
    }
}

#[test]
fn sound_meshes_and_short_edges_are_unchanged() {
    assert_eq!(split(&cube(10.0)).0, None);
    let tiny = f32::MIN_POSITIVE;
    let near = [[0.0; 3], [0.0, 0.0, tiny / 8388608.0]];
    let mesh = Mesh { positions: near.to_vec(), triangles: Vec::new() };
    assert_eq!(inner_points(&mesh, 0, 1, 2), None);
}
