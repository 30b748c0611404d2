//! The program that `bench/slicer/estimate.ts` runs. It repairs a model, scales
//! it, writes the copy that the slicer reads, and prints the estimates as JSON.
//!
//! `estimate FILE SCALE STL LAYER INFILL...`: SCALE multiplies the numbers of
//! the file, or is `fit`: a model under 25 long is scaled to 60 mm, one over
//! 300 to 240 mm. `X,Y,Z,SIZE` rotates it about the axes by degrees, then
//! scales it to that longest side. With LAYERS in the environment, the numbers
//! of every layer are printed too.

use std::io::Write;

use geometry::Limits;
use geometry::estimate::layers::{Layer, layers};
use geometry::estimate::plan::{Lines, plan};
use geometry::estimate::{Flow, Settings, estimate};
use geometry::mesh::Mesh;
use geometry::model::Model;
use geometry::parse::zip::Archive;
use geometry::parse::{glb, obj, stl, threemf};
use geometry::repair::repair;
use geometry::topology::Topology;
use geometry::vector::{length, normal, scale};
use serde_json::json;

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, size, out, layer_height, infills @ ..] = arguments.as_slice()
    else {
        return Err("usage: estimate FILE SCALE STL LAYER INFILL...".into());
    };
    let mut model = read(file)?;
    model.rotate_to_printer_axes();
    let mut mesh = model.mesh;
    mesh.drop_collapsed();
    let survey = Topology::survey(&mesh);
    let watertight = survey.counts.watertight();
    let mut mesh = repair(mesh, survey).mesh;
    place(&mut mesh, size)?;
    write_stl(&mesh, out).map_err(|error| error.to_string())?;
    let all_layers = std::env::var("LAYERS").is_ok();
    let mut estimates = Vec::new();
    for infill in infills {
        let settings = Settings {
            layer_height_mm: number(layer_height)?,
            infill_percent: number(infill)?,
            nozzle_mm: 0.4,
            flow: Flow::Standard,
        };
        let started = std::time::Instant::now();
        let estimate = estimate(&mesh, &settings).ok();
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let layers = all_layers.then(|| cut(&mesh, &settings)).flatten();
        estimates.push(json!({
            "infill": settings.infill_percent,
            "estimate": estimate,
            "ms": ms,
            "layers": layers,
        }));
    }
    println!(
        "{}",
        json!({
            "watertight": watertight,
            "triangles": mesh.triangles.len(),
            "estimates": estimates,
        })
    );
    Ok(())
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

/// Returns the layers that the factors were fitted to.
fn cut(mesh: &Mesh, settings: &Settings) -> Option<Vec<Layer>> {
    let plan = plan(mesh, &mesh.bounds()?, Lines::new(settings)?)?;
    Some(layers(mesh, &Topology::build(mesh), &plan)?.0)
}

fn read(path: &str) -> Result<Model, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let limits = Limits::default();
    let kind = path.to_lowercase();
    let model = match kind.rsplit('.').next() {
        Some("glb") => glb::parse(&bytes, &limits),
        Some("obj") => obj::parse(&bytes, &limits),
        Some("3mf") => Archive::open(&bytes, &limits)
            .and_then(|archive| threemf::parse(&archive, &limits)),
        _ => stl::parse(&bytes, &limits),
    };
    model.map_err(|error| error.to_string())
}

/// Places the model on the plate with a corner of its box at the origin.
fn place(mesh: &mut Mesh, size: &str) -> Result<(), String> {
    let pose: Vec<f64> = size.split(',').flat_map(str::parse).collect();
    if let [x, y, z, _] = *pose {
        turn(mesh, [x, y, z]);
    }
    let bounds = mesh.bounds().ok_or("nothing in it")?;
    let longest = bounds.longest();
    let factor = match size {
        "fit" if longest < 25.0 => 60.0 / longest,
        "fit" if longest > 300.0 => 240.0 / longest,
        "fit" => 1.0,
        factor => match *pose {
            [.., side] if pose.len() == 4 => side / longest,
            _ => number(factor)?,
        },
    };
    let [x0, y0, z0] = bounds.min;
    for position in &mut mesh.positions {
        let [x, y, z] = position.map(f64::from);
        let placed = [x - x0, y - y0, z - z0];
        *position = placed.map(|v| (v * factor) as f32);
    }
    Ok(())
}

/// Rotates about X, Y and Z, in this order.
fn turn(mesh: &mut Mesh, degrees: [f64; 3]) {
    let [a, b, c] = degrees.map(|d| libm::sincos(d.to_radians()));
    let by = |(sin, cos): (f64, f64), u: f64, v: f64| {
        (u * cos - v * sin, u * sin + v * cos)
    };
    for position in &mut mesh.positions {
        let [x, y, z] = position.map(f64::from);
        let (y, z) = by(a, y, z);
        let (z, x) = by(b, z, x);
        let (x, y) = by(c, x, y);
        *position = [x, y, z].map(|v| v as f32);
    }
}

fn write_stl(mesh: &Mesh, path: &str) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    file.write_all(&[0; 80])?;
    file.write_all(&(mesh.triangles.len() as u32).to_le_bytes())?;
    for &triangle in &mesh.triangles {
        let corners = mesh.corners(triangle);
        // Normals must not be zero: PrusaSlicer 2.5 reads a binary file whose
        // first facets contain no byte over 127 as text.
        let normal = normal(corners);
        let unit = scale(normal, 1.0 / length(normal).max(f64::MIN_POSITIVE));
        for value in unit.iter().chain(corners.as_flattened()) {
            file.write_all(&(*value as f32).to_le_bytes())?;
        }
        file.write_all(&[0; 2])?;
    }
    file.flush()
}
