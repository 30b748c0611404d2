//! `.gcode.3mf`: an archive with `Metadata/plate_N.gcode` inside.

use super::gcode::SlicedReport;
use super::zip::Archive;
use crate::{Limits, ParseError};

/// The report of an archive that holds plate g-code; `None` when it holds
/// none (the caller then looks for a mesh).
pub fn parse(
    _archive: &Archive<'_>,
    _limits: &Limits,
) -> Result<Option<SlicedReport>, ParseError> {
    Ok(None)
}
