//! Refusals of a whole plate. Refusals of a line are in `line_error`.

use crate::ParseError;

/// The outcome of one check of a claim.
pub(super) type Check = Result<(), ParseError>;

/// Returns a refusal with its own code and a sentence for the caller.
pub(super) fn refuse<T>(
    code: &'static str,
    message: impl Into<String>,
) -> Result<T, ParseError> {
    Err(ParseError::Refused { code, message: message.into() })
}
