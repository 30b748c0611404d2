use super::*;
use crate::repair::repair;
use crate::testing::{Random, cube, prism, sphere, without};

const LIGHT: Strength = Strength { passes: 2, limit_mm: 0.2 };
const STRONG: Strength = Strength { passes: 5, limit_mm: 0.4 };

fn run(mut mesh: Mesh, strength: Strength) -> (Mesh, Smoothed) {
    let topology = Topology::build(&mesh);
    let came = smooth(&mut mesh, &topology, strength);
    (mesh, came)
}

fn smoothed(mesh: Mesh, strength: Strength) -> Mesh {
    let (mesh, came) = run(mesh, strength);
    assert_eq!(came, Smoothed::Yes);
    mesh
}

/// Returns a sphere of radius 10 whose vertices are displaced by up to 0.05 mm
/// along each axis.
fn noisy() -> Mesh {
    let mut mesh = sphere(10.0, 60, 90);
    let mut random = Random(5);
    for v in mesh.positions.as_flattened_mut() {
        *v += 0.1 * (random.unit() - 0.5);
    }
    mesh
}

/// Returns the mean angle between the triangles at an edge, degrees.
fn mean_bend(mesh: &Mesh) -> f64 {
    use std::collections::BTreeMap;
    let mut normals = BTreeMap::new();
    for &[a, b, c] in &mesh.triangles {
        let n = normal(mesh.corners([a, b, c]));
        let n = scale(n, 1.0 / length(n));
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let both: &mut Vec<_> =
                normals.entry((from.min(to), from.max(to))).or_default();
            both.push(n);
        }
    }
    let bends = normals
        .values()
        .map(|both| libm::acos(dot(both[0], both[1]).min(1.0)).to_degrees());
    bends.sum::<f64>() / normals.len() as f64
}

fn farthest(a: &Mesh, b: &Mesh) -> f64 {
    let pairs = a.positions.iter().zip(&b.positions);
    pairs.map(|(&a, &b)| length(sub(to_f64(a), to_f64(b)))).fold(0.0, f64::max)
}

fn volume(mesh: &Mesh) -> f64 {
    let repaired = repair(mesh.clone(), Topology::survey(mesh));
    repaired.shells.all.iter().map(|shell| shell.volume).sum()
}

/// Returns the root mean square distance from the sphere of radius 10.
fn roughness(mesh: &Mesh) -> f64 {
    let off = mesh.positions.iter().map(|&p| {
        let r = crate::vector::length(crate::vector::to_f64(p));
        (r - 10.0) * (r - 10.0)
    });
    (off.sum::<f64>() / mesh.positions.len() as f64).sqrt()
}

/// Applies the definition vertex by vertex, in f64 and with sets of neighbors.
fn naive(mesh: &Mesh, passes: u32) -> Vec<[f64; 3]> {
    use std::collections::BTreeSet;
    let mut near = vec![BTreeSet::new(); mesh.positions.len()];
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            near[from as usize].insert(to as usize);
            near[to as usize].insert(from as usize);
        }
    }
    let mut at: Vec<[f64; 3]> =
        mesh.positions.iter().map(|&p| crate::vector::to_f64(p)).collect();
    for _ in 0..passes {
        for factor in [0.5, -0.53] {
            let old = at.clone();
            for (v, near) in near.iter().enumerate() {
                for axis in 0..3 {
                    let sum: f64 = near.iter().map(|&n| old[n][axis]).sum();
                    let mean = sum / near.len() as f64;
                    at[v][axis] += factor * (mean - old[v][axis]);
                }
            }
        }
    }
    at
}

#[test]
fn agrees_with_the_definition_where_all_vertices_may_move() {
    // Edges of 0.2 to 1.9 mm that bend by 15 to 21 degrees.
    let mesh = sphere(5.0, 12, 17);
    let expected = naive(&mesh, 5);
    let got = smoothed(mesh, Strength { passes: 5, limit_mm: 9.0 });
    for (got, want) in got.positions.iter().zip(expected) {
        for axis in 0..3 {
            assert!((f64::from(got[axis]) - want[axis]).abs() < 1e-4);
        }
    }
}

#[test]
fn noise_is_removed_and_the_volume_is_kept() {
    let mesh = noisy();
    let (before, rough) = (volume(&mesh), roughness(&mesh));
    let light = smoothed(mesh.clone(), LIGHT);
    let strong = smoothed(mesh.clone(), STRONG);
    assert!(roughness(&light) < 0.7 * rough);
    assert!(roughness(&strong) < roughness(&light));
    let bends = [&mesh, &light, &strong].map(mean_bend);
    assert!(bends[1] < 0.7 * bends[0] && bends[2] < bends[1], "{bends:?}");
    assert!((volume(&strong) / before - 1.0).abs() < 2e-3);
}

#[test]
fn shape_is_kept_bit_for_bit() {
    // Sharp edges; a ring of teeth with caps of large triangles; chamfers of 45
    // degrees; and a rounded box of few triangles, which has no edge over 40
    // degrees and most edges over 4 mm.
    let mut rounded = sphere(10.0, 10, 10);
    for [x, y, _] in &mut rounded.positions {
        *x += 20.0 * x.signum();
        *y += 20.0 * y.signum();
    }
    let mut gear = prism(48, 20.0, 5.0);
    for (v, p) in gear.positions.iter_mut().enumerate().skip(2) {
        let share = if (v / 2) % 4 < 2 { 1.0 } else { 0.85 };
        *p = [p[0] * share, p[1] * share, p[2]];
    }
    for mesh in [cube(20.0), cube(1.5), prism(8, 5.0, 10.0), gear, rounded] {
        for strength in [LIGHT, STRONG] {
            let (after, came) = run(mesh.clone(), strength);
            assert_eq!((came, &after), (Smoothed::NothingToSmooth, &mesh));
        }
    }
}

#[test]
fn round_walls_keep_their_radius_and_rims_are_fixed() {
    // A cylinder of 36 sides, 10 degrees each, with rings every 2 mm.
    let sides = 36;
    let mut mesh = Mesh::default();
    for ring in 0..=5 {
        for side in 0..sides {
            let turn = f64::from(side) * std::f64::consts::TAU / 36.0;
            let (x, y) = (10.0 * libm::cos(turn), 10.0 * libm::sin(turn));
            mesh.positions.push([x as f32, y as f32, 2.0 * ring as f32]);
        }
    }
    mesh.positions.extend([[0.0; 3], [0.0, 0.0, 10.0]]);
    let at = |ring: u32, side: u32| ring * sides + side % sides;
    for side in 0..sides {
        for ring in 0..5 {
            let (a, b) = (at(ring, side), at(ring, side + 1));
            let (c, d) = (at(ring + 1, side), at(ring + 1, side + 1));
            mesh.triangles.extend([[a, b, d], [a, d, c]]);
        }
        mesh.triangles.push([6 * sides, at(0, side + 1), at(0, side)]);
        mesh.triangles.push([6 * sides + 1, at(5, side), at(5, side + 1)]);
    }
    let after = smoothed(mesh.clone(), LIGHT);
    let walls = sides as usize..5 * sides as usize;
    for (v, (a, b)) in mesh.positions.iter().zip(&after.positions).enumerate() {
        let moved = length(sub(to_f64(*a), to_f64(*b)));
        let most = if walls.contains(&v) { 0.1 } else { 0.0 };
        assert!(moved <= most, "{v}: {moved}");
        let radius = libm::hypot(f64::from(b[0]), f64::from(b[1]));
        let off = if v < 6 * sides as usize { radius - 10.0 } else { 0.0 };
        assert!(off.abs() < 0.02, "{v}: {off}");
    }
}

#[test]
fn no_vertex_moves_farther_than_the_limit() {
    // Spikes of up to 3 mm on a mesh of 0.7 mm edges.
    let mut mesh = sphere(10.0, 60, 90);
    let mut random = Random(8);
    for p in &mut mesh.positions {
        let off = if random.below(50) == 0 { 0.3 } else { 0.0 };
        *p = p.map(|v| v * (1.0 + off * random.unit()));
    }
    for (strength, limit) in [(LIGHT, 0.2), (STRONG, 0.4)] {
        let spiky = mesh.clone();
        let free = Strength { limit_mm: 9.0, ..strength };
        assert!(farthest(&run(spiky, free).0, &mesh) > limit);
        let after = smoothed(mesh.clone(), strength);
        let most = farthest(&after, &mesh);
        assert!(most <= limit + 1e-5, "{most}");
        for &t in &mesh.triangles {
            let was = normal(mesh.corners(t));
            assert!(dot(was, normal(after.corners(t))) >= 0.0);
        }
    }
}

#[test]
fn smoothing_that_would_lose_volume_is_undone() {
    // A cube of 0.5 mm with a vertex on each face. All edges are short, and the
    // limit is two fifths of its side.
    let mesh = sphere(0.25, 3, 4);
    let (after, came) = run(mesh.clone(), LIGHT);
    assert!(matches!(came, Smoothed::VolumeChanged(_)), "{came:?}");
    assert_eq!(after, mesh);
}

#[test]
fn position_pose_and_order_do_not_matter() {
    let mesh = noisy();
    let after = smoothed(mesh.clone(), LIGHT);
    let mut reordered = mesh.clone();
    Random(3).shuffle(&mut reordered.triangles);
    for t in &mut reordered.triangles {
        t.rotate_left(1);
    }
    let reordered = smoothed(reordered, LIGHT);
    let off = farthest(&reordered, &after);
    assert!(off < 1e-5, "{off}");
    // A rotation by a 3-4-5 triangle and a translation, which are not exact in
    // f32.
    let place = |mesh: &Mesh| {
        let mut placed = mesh.clone();
        for p in &mut placed.positions {
            let [x, y, z] = *p;
            *p = [0.6 * x - 0.8 * y + 7.0, 0.8 * x + 0.6 * y, z - 3.0];
        }
        placed
    };
    let off = farthest(&smoothed(place(&mesh), LIGHT), &place(&after));
    assert!(off < 1e-4, "{off}");
}

#[test]
fn open_edges_are_not_moved() {
    let mesh = without(sphere(5.0, 12, 16), &[40, 41]);
    let topology = Topology::build(&mesh);
    let mut open = std::collections::BTreeSet::new();
    topology.each_edge(|low, high, uses| {
        if uses.len() == 1 {
            open.extend([low, high]);
        }
    });
    assert!(open.len() >= 4);
    let after = smoothed(mesh.clone(), STRONG);
    let mut moved = 0;
    for (v, (a, b)) in (0..).zip(mesh.positions.iter().zip(&after.positions)) {
        if open.contains(&v) {
            assert_eq!(a, b);
        } else {
            moved += u32::from(a != b);
        }
    }
    assert!(moved > 100);
}
