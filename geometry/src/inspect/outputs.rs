//! Outputs of an inspection in addition to its report, as the host requests
//! them.

use serde::Deserialize;

use super::picture::Picture;
use crate::estimate::Settings;

#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Outputs {
    pub mesh: bool,
    pub picture: Option<Picture>,
    /// Requests an estimate of the print at these settings.
    pub estimate: Option<Settings>,
    /// Requests the outputs of a `process` job without options.
    pub verdict: bool,
}

impl Outputs {
    /// Parses the outputs. The error says what is wrong with them.
    pub fn from_json(json: &str) -> Result<Outputs, String> {
        let outputs: Outputs =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        outputs.picture.as_ref().map_or(Ok(()), Picture::check)?;
        outputs.estimate.as_ref().map_or(Ok(()), Settings::check)?;
        Ok(outputs)
    }
}
