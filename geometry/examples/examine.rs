//! Prints native results for tests that compare them bit for bit with those of
//! the WASM build.
//!
//! `examine FILE...` prints one outcome per line as JSON. `examine process
//! OPTIONS OUT FILE` prints the outcome and, if there is a mesh, writes OUT.stl
//! and OUT.glb. `examine estimate SETTINGS FILE` prints the outcome. `examine
//! inspect SETTINGS OUTPUTS OUT FILE` prints the outcome and writes OUT.mesh
//! (positions, triangles and flags in sequence) and OUT.png.

use geometry::Limits;
use geometry::estimate::Settings;
use geometry::estimate::file::estimate_file;
use geometry::examine::{Wanted, examine};
use geometry::format::Format;
use geometry::inspect::file::inspect_file;
use geometry::inspect::outputs::Outputs as InspectOutputs;
use geometry::inspect::settings::Settings as InspectSettings;
use geometry::json::to_json;
use geometry::process::Options;
use geometry::process::files::{Outputs, process_file};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["process", options, out, file] => process(options, out, file),
        ["estimate", settings, file] => estimate(settings, file),
        ["inspect", settings, outputs, out, file] => {
            inspect(settings, outputs, out, file)
        }
        files => files.iter().try_for_each(|file| measure(file)),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn read(path: &str) -> Result<(Vec<u8>, Format), String> {
    let name = path.to_lowercase();
    let format = name.rsplit('.').next().and_then(Format::named);
    let format = format.ok_or(format!("{path}: not a known kind of file"))?;
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    Ok((bytes, format))
}

fn measure(path: &str) -> Result<(), String> {
    let (bytes, format) = read(path)?;
    let wanted = Wanted::default();
    let (outcome, _) = examine(bytes, format, None, wanted, &Limits::default());
    println!("{}", to_json(&outcome));
    Ok(())
}

fn process(options: &str, out: &str, path: &str) -> Result<(), String> {
    let (bytes, format) = read(path)?;
    let options = Options::from_json(options)?;
    let outputs = Outputs { stl: true, glb: true, threemf: false };
    let limits = Limits::default();
    let done = process_file(bytes, format, None, &options, outputs, &limits);
    println!("{}", to_json(&done.outcome));
    for (kind, bytes) in [("stl", done.stl), ("glb", done.glb)] {
        if let Some(bytes) = bytes {
            let path = format!("{out}.{kind}");
            std::fs::write(path, bytes).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn estimate(settings: &str, path: &str) -> Result<(), String> {
    let (bytes, format) = read(path)?;
    let settings = Settings::from_json(settings)?;
    let limits = Limits::default();
    let outcome = estimate_file(bytes, format, None, &settings, &limits);
    println!("{}", to_json(&outcome));
    Ok(())
}

fn inspect(
    settings: &str,
    outputs: &str,
    out: &str,
    path: &str,
) -> Result<(), String> {
    let (bytes, format) = read(path)?;
    let settings = InspectSettings::from_json(settings)?;
    let outputs = InspectOutputs::from_json(outputs)?;
    let limits = Limits::default();
    let found = inspect_file(bytes, format, None, &settings, &outputs, &limits);
    println!("{}", to_json(&found.outcome));
    let mut mesh = Vec::new();
    let positions = found.mesh.positions.as_flattened();
    mesh.extend(positions.iter().flat_map(|v| v.to_le_bytes()));
    let corners = found.mesh.triangles.as_flattened();
    mesh.extend(corners.iter().flat_map(|v| v.to_le_bytes()));
    mesh.extend(found.flags);
    for (kind, bytes) in [("mesh", mesh), ("png", found.picture)] {
        let path = format!("{out}.{kind}");
        std::fs::write(path, bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}
