use super::*;
use crate::measure::volume;
use crate::repair::hollow::hollow;
use crate::shells::Shells;
use crate::testing::*;

/// Returns a torus around Z.
fn torus(radius: f64, thick: f64, around: u32, section: u32) -> Mesh {
    let tau = std::f64::consts::TAU;
    let mut mesh = Mesh::default();
    for i in 0..around {
        let (sin, cos) = libm::sincos(tau * f64::from(i) / f64::from(around));
        for j in 0..section {
            let angle = tau * f64::from(j) / f64::from(section);
            let out = radius + thick * libm::cos(angle);
            let point = [out * cos, out * sin, thick * libm::sin(angle)];
            mesh.positions.push(point.map(|v| v as f32));
        }
    }
    let at = |i: u32, j: u32| i % around * section + j % section;
    for i in 0..around {
        for j in 0..section {
            let [a, b] = [at(i, j), at(i + 1, j)];
            let [c, d] = [at(i + 1, j + 1), at(i, j + 1)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// Rotates a mesh by three angles and moves it, so that nothing is parallel to
/// an axis.
fn askew(mut mesh: Mesh, random: &mut Random) -> Mesh {
    let turns = [0; 3].map(|_| f64::from(random.unit()) * 6.0);
    let shift = [0; 3].map(|_| 20.0 * f64::from(random.unit()) - 10.0);
    for position in &mut mesh.positions {
        let mut p = position.map(f64::from);
        for (axis, turn) in turns.into_iter().enumerate() {
            let (sin, cos) = libm::sincos(turn);
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            (p[u], p[v]) = (p[u] * cos - p[v] * sin, p[u] * sin + p[v] * cos);
        }
        *position = [0, 1, 2].map(|axis| (p[axis] + shift[axis]) as f32);
    }
    mesh
}

/// Adds a cavity of the same shape, 0.3 to 0.9 times the size of the body.
fn with_cavity(outer: Mesh, share: f32) -> Mesh {
    let mut inner = outer.clone();
    for position in &mut inner.positions {
        *position = position.map(|v| v * share);
    }
    merge(&[outer, inverted(inner)])
}

fn hollowed(mut mesh: Mesh, wall: f64) -> Mesh {
    let counts = Topology::build(&mesh).count();
    let _ = hollow(&mut mesh, &counts, None, wall);
    mesh
}

fn body(kind: u32, random: &mut Random) -> Mesh {
    let mut side = || 5.0 + 40.0 * random.unit();
    let size = [side(), side(), side()];
    let radius = f64::from(side());
    let parts = 6 + random.below(40);
    let share = 0.3 + 0.6 * random.unit();
    let centered = || cuboid(size, size.map(|v| -0.5 * v));
    match kind % 10 {
        0 => centered(),
        1 => sphere(radius, parts, parts + 3),
        2 => torus(radius, 0.4 * radius, parts, 3 + parts / 2),
        3 => with_cavity(sphere(radius, parts, parts), share),
        4 => with_cavity(centered(), share),
        5 => with_cavity(torus(radius, 2.0, parts, 9), 0.999),
        6 => quartered(&quartered(&prism(parts, radius, 30.0))),
        // Nested: a body inside the cavity of another.
        7 => merge(&[
            with_cavity(sphere(radius, parts, parts), 0.8),
            sphere(0.5 * radius, parts, parts),
        ]),
        8 => hollowed(sphere(radius.max(12.0), 16, 24), 2.0),
        _ => {
            // Closed once the coinciding corners of its zero-width rings are
            // merged.
            let mut mesh = welded(&crossing_pockets());
            mesh.drop_collapsed();
            mesh
        }
    }
}

fn closed(mesh: &Mesh) -> bool {
    let counts = naive_counts(mesh);
    counts.boundary == 0 && counts.misoriented == 0 && counts.unbalanced == 0
}

fn bodies(mesh: &Mesh) -> usize {
    let shells = Shells::find(mesh, &Topology::build(mesh));
    shells.all.iter().filter(|shell| shell.volume > 0.0).count()
}

fn halves(mesh: &Mesh, normal: Vec3, offset: f64) -> [Mesh; 2] {
    let plane = Plane::new(normal, offset).unwrap();
    let Halves { below, above } = cut(mesh, &plane).unwrap().unwrap();
    [below, above]
}

/// Checks the invariants of any cut.
fn check(mesh: &Mesh, plane: &Plane, name: &str) -> [Mesh; 2] {
    let done = cut(mesh, plane).unwrap_or_else(|e| panic!("{name}: {e}"));
    let Halves { below, above } = done.unwrap();
    let whole = volume(mesh);
    let sum = volume(&below) + volume(&above);
    // Where a cavity takes most of the body, the error is relative to the body.
    let scale = mesh.bounds().unwrap().size().iter().product::<f64>();
    assert!(
        (sum - whole).abs() <= 1e-6 * whole.abs().max(0.1 * scale),
        "{name}: {sum} of {whole}"
    );
    let largest = mesh.positions.as_flattened().iter();
    let largest = largest.fold(0.0f32, |most, v| most.max(v.abs()));
    let near = 1e-6 * f64::from(largest);
    for (part, side) in [(&below, -1.0), (&above, 1.0)] {
        assert!(closed(part), "{name}: {:?}", naive_counts(part));
        let heights =
            part.positions.iter().map(|&p| side * plane.height(to_f64(p)));
        assert!(heights.fold(0.0, f64::min) >= -near, "{name}");
        assert!(!part.triangles.is_empty(), "{name}");
        // Weld the part again, as a reader of a file without indices does.
        let read = naive_counts(&welded(part));
        assert_eq!(read.unbalanced, 0, "{name}");
    }
    [below, above]
}

#[test]
fn random_bodies_and_planes_give_closed_parts() {
    let mut random = Random(7);
    let mut cuts = 0;
    for number in 0..200 {
        let plain = body(number, &mut random);
        let mesh = match number % 4 {
            0 => plain,
            _ => askew(plain, &mut random),
        };
        for turn in 0..5 {
            let normal = match turn {
                0 => [0.0, 0.0, 1.0],
                1 => [-1.0, 0.0, 0.0],
                _ => [0; 3].map(|_| f64::from(random.unit()) - 0.5),
            };
            let share = 0.02 + 0.96 * f64::from(random.unit());
            let plane = Plane::new(normal, 0.0).unwrap();
            let (low, high) = reach(&mesh, plane.normal).unwrap();
            let (plane, _) =
                Plane::above_lowest(&mesh, normal, share * (high - low))
                    .unwrap();
            check(&mesh, &plane, &format!("body {number}, plane {turn}"));
            cuts += 1;
        }
    }
    assert_eq!(cuts, 1000);
}

#[test]
fn a_cube_has_two_halves_of_twelve_triangles_and_flat_caps() {
    let [below, above] = halves(&cube(10.0), [0.0, 0.0, 1.0], 4.0);
    assert_eq!(volume(&below), 400.0);
    assert_eq!(volume(&above), 600.0);
    for part in [&below, &above] {
        // The cap has four corners, plus the midpoints of four walls'
        // diagonals.
        let flat = part.positions.iter().filter(|p| p[2] == 4.0).count();
        assert_eq!(flat, 8);
        assert_eq!(bodies(part), 1);
        assert_eq!(naive_counts(part), Default::default());
    }
    assert_eq!(below.bounds().unwrap().max, [10.0, 10.0, 4.0]);
    assert_eq!(above.bounds().unwrap().min, [0.0, 0.0, 4.0]);
}

#[test]
fn a_plane_through_corners_and_faces_leaves_no_slivers() {
    // The diagonal plane contains two edges of the cube.
    let [below, above] = halves(&cube(10.0), [1.0, -1.0, 0.0], 0.0);
    for part in [&below, &above] {
        assert!((volume(part) - 500.0).abs() < 1e-3);
        assert_eq!(part.positions.len(), 6);
        assert_eq!(part.triangles.len(), 8);
        assert_eq!(naive_counts(part), Default::default());
    }
    // A step whose tread lies in the plane: an L of two boxes.
    let profile = [
        [0.0, 0.0],
        [20.0, 0.0],
        [20.0, 5.0],
        [8.0, 5.0],
        [8.0, 15.0],
        [0.0, 15.0],
    ];
    let step = extruded(&profile, 10.0);
    assert!((volume(&step) - 1800.0).abs() < 1e-3);
    let [below, above] = halves(&step, [0.0, 1.0, 0.0], 5.0);
    assert!((volume(&below) - 1000.0).abs() < 1e-3);
    assert!((volume(&above) - 800.0).abs() < 1e-3);
    assert_eq!(above.bounds().unwrap().size(), [8.0, 10.0, 10.0]);
    for part in [&below, &above] {
        assert_eq!(naive_counts(part), Default::default());
    }
}

/// Extrudes a polygon without holes whose first corner sees all others.
fn extruded(profile: &[[f32; 2]], height: f32) -> Mesh {
    let count = profile.len() as u32;
    let at = |z: f32| profile.iter().map(move |&[x, y]| [x, y, z]);
    let positions = at(0.0).chain(at(height)).collect();
    let mut triangles = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        triangles
            .extend([[i, next, next + count], [i, next + count, i + count]]);
        if i > 0 && next > 0 {
            triangles.push([0, next, i]);
            triangles.push([count, i + count, next + count]);
        }
    }
    Mesh { positions, triangles }
}

#[test]
fn a_torus_is_cut_into_two_bodies_or_two_rings() {
    let ring = torus(20.0, 5.0, 48, 24);
    // Upright, through the hole: each half has two ends.
    let [left, right] = halves(&ring, [1.0, 0.0, 0.0], 0.0);
    assert_eq!((bodies(&left), bodies(&right)), (1, 1));
    // Off the center of the hole, so that the plane misses the hole: one piece.
    let [large, small] = halves(&ring, [1.0, 0.0, 0.0], 18.0);
    assert_eq!((bodies(&large), bodies(&small)), (1, 1));
    // Flat on the plate: the cap is a ring, and each part keeps a hole.
    let [low, high] = halves(&ring, [0.0, 0.0, 1.0], 0.0);
    for part in [&low, &high] {
        let vertices = part.positions.len();
        let faces = part.triangles.len();
        // Euler characteristic of a torus.
        assert_eq!(vertices + faces, 3 * faces / 2);
        assert!((volume(part) - 0.5 * volume(&ring)).abs() < 0.01);
    }
}

#[test]
fn a_hollow_ball_is_cut_into_two_bowls() {
    let ball = with_cavity(sphere(20.0, 24, 36), 0.9);
    let [below, above] = halves(&ball, [0.0, 0.0, 1.0], 3.0);
    for part in [&below, &above] {
        let shells = Shells::find(part, &Topology::build(part));
        assert_eq!(shells.all.len(), 1, "the cavity is open");
        assert_eq!(naive_counts(part), Default::default());
    }
    // Above the cavity: the part contains none of it.
    let [below, above] = halves(&ball, [0.0, 0.0, 1.0], 19.0);
    let shells =
        |part: &Mesh| Shells::find(part, &Topology::build(part)).all.len();
    assert_eq!((shells(&below), shells(&above)), (2, 1));
}

#[test]
fn two_legs_are_two_bodies() {
    let table = merge(&[
        cuboid([4.0, 4.0, 10.0], [0.0, 0.0, 0.0]),
        cuboid([4.0, 4.0, 10.0], [16.0, 0.0, 0.0]),
    ]);
    let [below, above] = halves(&table, [0.0, 0.0, 1.0], 6.0);
    assert_eq!((bodies(&below), bodies(&above)), (2, 2));
    let [left, right] = halves(&table, [1.0, 0.0, 0.0], 10.0);
    assert_eq!((bodies(&left), bodies(&right)), (1, 1));
    assert_eq!((left.triangles.len(), right.triangles.len()), (12, 12));
}

#[test]
fn overlapping_bodies_are_closed_separately() {
    let pair = merge(&[
        cuboid([10.0; 3], [0.0; 3]),
        cuboid([10.0; 3], [5.0, 5.0, 2.0]),
    ]);
    for plane in [[0.0, 0.0, 1.0], [0.3, 0.2, 1.0], [1.0, 0.0, 0.0]] {
        let (plane, _) = Plane::above_lowest(&pair, plane, 7.1).unwrap();
        check(&pair, &plane, "overlap");
    }
}

#[test]
fn a_grid_of_holes_keeps_every_hole() {
    // 15 x 15 square channels along Z through a block.
    let mut parts = vec![cuboid([61.0, 61.0, 20.0], [0.0; 3])];
    for i in 0..15 {
        for j in 0..15 {
            let at = [1.0 + 4.0 * i as f32, 1.0 + 4.0 * j as f32, 1.0];
            parts.push(inverted(cuboid([3.0, 3.0, 18.0], at)));
        }
    }
    let block = merge(&parts);
    let [below, _] = halves(&block, [0.0, 0.0, 1.0], 8.0);
    assert!(closed(&below));
    let wanted = 61.0 * 61.0 * 8.0 - 225.0 * 9.0 * 7.0;
    assert!((volume(&below) - wanted).abs() < 1e-6 * wanted);
    let shells = Shells::find(&below, &Topology::build(&below));
    assert_eq!(shells.all.len(), 1);
    // The area of the cap would be larger if a hole were covered twice.
    let cap: f64 = below
        .triangles
        .iter()
        .map(|&t| below.corners(t))
        .filter(|t| t.iter().all(|p| p[2] == 8.0))
        .map(|t| 0.5 * length(crate::vector::normal(t)))
        .sum();
    assert!((cap - (61.0 * 61.0 - 225.0 * 9.0)).abs() < 1e-6);
}

#[test]
fn a_plane_that_misses_the_model_cuts_nothing() {
    for offset in [-1.0, 0.0, 10.0, 11.0] {
        let plane = Plane::new([0.0, 0.0, 1.0], offset).unwrap();
        assert_eq!(cut(&cube(10.0), &plane), Ok(None));
    }
    assert_eq!(Plane::new([0.0; 3], 1.0), None);
    assert_eq!(Plane::new([f64::NAN, 0.0, 1.0], 1.0), None);
}

#[test]
fn slabs_have_equal_thickness_and_fit() {
    let sizes = |size: [f32; 3]| {
        let parts = cut_to_fit(cuboid(size, [3.0; 3])).unwrap();
        for part in &parts {
            assert!(closed(part));
        }
        let size = |part: &Mesh| part.bounds().unwrap().size();
        parts
            .iter()
            .map(|part| size(part).map(|v| libm::rint(v) as u32))
            .collect::<Vec<_>>()
    };
    assert_eq!(sizes([340.0, 320.0, 340.0]), vec![[340, 320, 340]]);
    assert_eq!(sizes([600.0, 100.0, 100.0]), vec![[300, 100, 100]; 2]);
    assert_eq!(sizes([100.0, 100.0, 900.0]), vec![[100, 100, 300]; 3]);
    assert_eq!(sizes([600.0, 400.0, 50.0]), vec![[300, 200, 50]; 4]);
    let error = cut_to_fit(cube(2000.0)).unwrap_err();
    assert_eq!(error.code(), "too_many_parts");
}

/// Returns squares of this half width around points in a row, 4 apart.
fn squares(count: u32, half: i64, turned: bool) -> Vec<Vec<ears::Corner>> {
    let square = |at: u32| {
        let x = 4 * i64::from(at);
        let mut ring: Vec<ears::Corner> =
            [[-half, -half], [half, -half], [half, half], [-half, half]]
                .into_iter()
                .zip(4 * at..)
                .map(|([u, v], vertex)| (vertex, [x + u, v]))
                .collect();
        if turned {
            ring.reverse();
        }
        ring
    };
    (0..count).map(square).collect()
}

#[test]
fn intricate_caps_stop_when_the_budget_is_spent() {
    let framed = |count| {
        let mut rings = squares(count, 2, false);
        rings.extend(squares(count, 1, true));
        nest::nest(&rings, &mut ears::Budget::default())
    };
    assert_eq!(framed(2), Some(vec![vec![0, 2], vec![1, 3]]));
    // Each hole is compared with each outline.
    assert_eq!(framed(30_000), None);
    let touching = |count: u32| {
        let ends = |at| [(2 * at + 1, 2 * at + 2), (2 * at + 2, 0)];
        let edges: Vec<(u32, u32)> = (0..count)
            .flat_map(|at| [(0, 2 * at + 1)].into_iter().chain(ends(at)))
            .collect();
        // Triangles that touch at vertex 0, between points of a parabola.
        let at = |vertex: u32| [i64::from(vertex), i64::from(vertex).pow(2)];
        loops::loops(&edges, &at, &mut ears::Budget::default())
    };
    assert_eq!(touching(2).map(|rings| rings.len()), Some(2));
    // Each pass through the vertex examines all edges that leave it.
    assert_eq!(touching(30_000), None);
}

#[test]
#[ignore = "measures"]
fn measures_cutting_speed() {
    let ball = sphere(50.0, 224, 224);
    let started = std::time::Instant::now();
    let parts = halves(&ball, [0.3, 0.2, 1.0], 3.0);
    println!(
        "{} triangles cut in {:?}",
        ball.triangles.len(),
        started.elapsed()
    );
    let started = std::time::Instant::now();
    let bytes = crate::write::threemf::write(&[&ball]);
    println!("3MF of {} bytes in {:?}", bytes.len(), started.elapsed());
    drop(parts);
}
