//! What an inspection returns along with its report, as the host asks for it.

use serde::Deserialize;

use super::picture::Picture;
use crate::estimate::Settings;

#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Outputs {
    pub mesh: bool,
    pub picture: Option<Picture>,
    /// The estimate of the print at these settings.
    pub estimate: Option<Settings>,
    /// What a job of `process` without options reports.
    pub verdict: bool,
}

impl Outputs {
    /// Parses the outputs; the error says what is wrong with them.
    pub fn from_json(json: &str) -> Result<Outputs, String> {
        let outputs: Outputs =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        outputs.picture.as_ref().map_or(Ok(()), Picture::check)?;
        outputs.estimate.as_ref().map_or(Ok(()), Settings::check)?;
        Ok(outputs)
    }
}
