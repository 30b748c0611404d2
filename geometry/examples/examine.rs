//! Prints the native outcome of each file named on the command line, one JSON
//! object a line. Tests compare it with the WASM build's, bit for bit.

use geometry::Limits;
use geometry::examine::{Format, examine, to_json};

fn main() {
    for path in std::env::args().skip(1) {
        let name = path.to_lowercase();
        let format = name.rsplit('.').next().and_then(Format::named);
        match (format, std::fs::read(&path)) {
            (Some(format), Ok(bytes)) => {
                let limits = Limits::default();
                println!("{}", to_json(&examine(bytes, format, None, &limits)));
            }
            (None, _) => eprintln!("{path}: not a known kind of file"),
            (_, Err(error)) => eprintln!("{path}: {error}"),
        }
    }
}
