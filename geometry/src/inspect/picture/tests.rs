use super::*;
use crate::inspect::surface_of;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::testing::{bow_tie, cube, merge, sphere, without};
use crate::units::{Unit, UnitSource, Up};
use crate::vector::{Vec3, cross, dot, length, sub};
use raster::{ACROSS, DOWN};

fn model(mesh: Mesh) -> Model {
    let (unit, unit_source) = (Unit::Millimeter, UnitSource::Default);
    Model { mesh, unit, unit_source, up: Up::Z, notes: Vec::new() }
}

#[test]
fn a_closed_surface_that_crosses_itself_has_no_hole() {
    let surface = surface_of(model(bow_tie()), None).unwrap();
    assert!(!surface.closed);
    assert!(surface_of(model(cube(20.0)), None).unwrap().closed);
    let (_, seen) = Camera::fit(&surface.mesh, View::Top, 100);
    let normals = Normals::of(&surface, &seen, Detail::Dense);
    let mut raster = Raster::of(&seen, 100);
    let (seen, normals) = (&seen, &normals);
    raster.triangles(&Scene {
        surface: &surface,
        seen,
        normals,
        flags: &[4, 4, 8, 16],
    });
    // Seen from above, the upper triangles 2 and 3 wind in opposite
    // directions. Each is alone at one of these points, above one of the
    // lower triangles 0 and 1. The square is 86 pixels wide.
    let look = |column: usize| {
        let pixel = raster.pixel(column, 50);
        pixel.looks().map(material_of)
    };
    assert_eq!(look(84), [Material::of_flags(8).unwrap(); 4]);
    assert_eq!(look(15), [Material::of_flags(16).unwrap(); 4]);
}

/// How far a ray goes to a triangle, in lengths of its direction (Moeller and
/// Trumbore), from both sides.
fn hit(eye: Vec3, ray: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f64> {
    let (ab, ac) = (sub(b, a), sub(c, a));
    let across = cross(ray, ac);
    let over = 1.0 / dot(ab, across);
    let from = sub(eye, a);
    let u = over * dot(from, across);
    let up = cross(from, ab);
    let v = over * dot(ray, up);
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    inside.then_some(over * dot(ac, up))
}

/// Compares every sample of a picture of 100 pixels with a ray through it, and
/// returns the share of samples that differ: in whether there is anything, or
/// in its distance by a thousandth of the radius.
fn differing(mesh: Mesh, view: View) -> f64 {
    let size = 100;
    let surface = surface_of(model(mesh), None).unwrap();
    let mesh = &surface.mesh;
    let (camera, seen) = Camera::fit(mesh, view, size);
    let normals = Normals::of(&surface, &seen, Detail::Fine);
    let mut raster = Raster::of(&seen, size);
    raster.triangles(&Scene {
        surface: &surface,
        seen: &seen,
        normals: &normals,
        flags: &[],
    });
    let radius = 0.5 * length(mesh.bounds().unwrap().size());
    let (eye, rays) = (camera.eye(), camera.rays());
    let triangles: Vec<[Vec3; 3]> =
        mesh.triangles.iter().map(|&t| mesh.corners(t)).collect();
    let (mut covered, mut differ) = (0, 0);
    for row in (0..size).step_by(3) {
        for column in 0..size {
            let samples = raster.pixel(column, row);
            for sample in 0..SAMPLES {
                let x = column as f64 + f64::from(ACROSS[sample]) - 0.5;
                let y = row as f64 + f64::from(DOWN[sample]) - 0.5;
                let turned = add(scale(rays.across, x), scale(rays.down, y));
                let ray = add(rays.first, turned);
                let depths = triangles.iter().filter_map(|&t| hit(eye, ray, t));
                let nearest = depths.fold(f64::INFINITY, f64::min) / radius;
                let found = 1.0 / f64::from(samples.inverses()[sample]);
                let same = found == nearest || (found - nearest).abs() < 1e-3;
                covered += usize::from(nearest.is_finite());
                differ += usize::from(!same);
            }
        }
    }
    assert!(covered > 0);
    differ as f64 / covered as f64
}

#[test]
fn samples_show_what_rays_hit() {
    let scaled = |mut mesh: Mesh, by: f32, to: f32| {
        for place in mesh.positions.as_flattened_mut() {
            *place = *place * by + to;
        }
        mesh
    };
    let ball = || sphere(20.0, 16, 24);
    // Long, narrow and in the way of each other.
    let needles = (0..40u32).map(|at| {
        let (x, z) = (at as f32, (at % 7) as f32);
        let end = [40.3 - 1.01 * x, 59.7, z];
        let corners = [[x, 0.0, z], end, [x + 0.2, 0.0, z]];
        Mesh { positions: corners.to_vec(), triangles: vec![[0, 1, 2]] }
    });
    let needles: Vec<Mesh> = needles.collect();
    for (name, mesh, view) in [
        ("cube", cube(20.0), View::Iso),
        ("ball", ball(), View::Iso),
        ("ball from below", ball(), View::Bottom),
        ("many triangles", sphere(20.0, 40, 60), View::Left),
        ("open ball", without(ball(), &[200, 201, 202, 203]), View::Front),
        ("tiny", scaled(ball(), 1e-5, 0.0), View::Iso),
        ("huge", scaled(ball(), 1e6, 0.0), View::Iso),
        ("far away", scaled(ball(), 1.0, 1e4), View::Iso),
        ("two bodies", merge(&[ball(), cube(30.0)]), View::Iso),
        ("needles", merge(&needles), View::Top),
    ] {
        let differ = differing(mesh, view);
        // Samples within rounding of an edge; needles are little else.
        let most = if name == "needles" { 1e-2 } else { 2e-3 };
        assert!(differ < most, "{name}: {differ}");
    }
}

#[test]
fn light_falls_from_the_upper_left_and_turns_with_the_surface() {
    let theme = Theme::of(false, None);
    let table = shade::table(&theme, [0.0, 1.0, 0.0]);
    let matte = |normal: [f32; 3]| {
        let place = shade::place(shade::coordinates(normal));
        table[place as usize].matte
    };
    let [left, right, down] =
        [[-0.6, 0.6, 0.53], [0.6, 0.6, 0.53], [0.0, -0.8, 0.6]];
    assert!(matte(left) > 1.1 * matte(right));
    assert!(matte(right) > 1.5 * matte(down));
}
