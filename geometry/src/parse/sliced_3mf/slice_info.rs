//! `Metadata/slice_info.config`: the usage of each plate, as XML.

use super::MAX_PLATES;
use crate::ParseError;
use crate::parse::gcode::amount;
use crate::parse::threemf::xml::{Element, Tag, each_element};
use crate::parse::zip::{Archive, Entry};

/// One `<plate>`. Empty amounts (with density 0) are omitted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlateInfo {
    /// Number of the plate, starting at 1.
    pub number: u32,
    /// Total time that the slicer states, seconds.
    pub seconds: Option<f64>,
    pub grams: Option<f64>,
    /// Slot (starting at 1), length in mm and weight in g of each filament
    /// used.
    pub slots: Vec<u32>,
    pub used_mm: Vec<f64>,
    pub used_grams: Vec<f64>,
}

/// Maximum number of filaments; more than slicers list.
const MAX_FILAMENTS: usize = 64;

/// Reads the plates in file order.
pub fn read(
    archive: &Archive<'_>,
    entry: &Entry,
) -> Result<Vec<PlateInfo>, ParseError> {
    let mut plates: Vec<PlateInfo> = Vec::new();
    let mut current: Option<PlateInfo> = None;
    each_element(archive, entry, |element| {
        match element {
            Element::Open(tag) => match (tag.name(), &mut current) {
                ("plate", Some(_)) => {
                    return Err(tag.malformed("a plate inside a plate"));
                }
                ("plate", none) => *none = Some(PlateInfo::default()),
                ("metadata", Some(plate)) => metadata(&tag, plate)?,
                ("filament", Some(plate)) => filament(&tag, plate)?,
                _ => {}
            },
            Element::Close("plate") => {
                if let Some(mut plate) = current.take() {
                    if plate.number == 0 {
                        plate.number = plates.len() as u32 + 1;
                    }
                    add(&mut plates, plate)?;
                }
            }
            Element::Close(_) => {}
        }
        Ok(())
    })?;
    Ok(plates)
}

fn add(
    plates: &mut Vec<PlateInfo>,
    plate: PlateInfo,
) -> Result<(), ParseError> {
    if plates.iter().any(|other| other.number == plate.number) {
        return Err(ParseError::Refused {
            code: "sliced_contradiction",
            message: format!(
                "The file's list of plates names plate {} twice.",
                plate.number
            ),
        });
    }
    if plates.len() >= MAX_PLATES {
        return Err(ParseError::OverLimit {
            what: "plates",
            found: plates.len() as u64 + 1,
            limit: MAX_PLATES as u64,
        });
    }
    plates.push(plate);
    Ok(())
}

fn metadata(tag: &Tag<'_>, plate: &mut PlateInfo) -> Result<(), ParseError> {
    let (key, value) = (attribute(tag, "key")?, attribute(tag, "value")?);
    let (Some(key), Some(value)) = (key, value) else { return Ok(()) };
    let slot = match key.as_str() {
        "index" => {
            let number = tag.number("index", &value)?;
            if plate.number != 0 && plate.number != number {
                return Err(tag.malformed("a plate with two numbers"));
            }
            plate.number = number;
            return Ok(());
        }
        "prediction" => &mut plate.seconds,
        "weight" => &mut plate.grams,
        _ => return Ok(()),
    };
    let Some(number) = amount_of(tag, &key, &value)? else { return Ok(()) };
    match slot.replace(number) {
        Some(earlier) if earlier != number => {
            Err(tag.malformed(&format!("{key} is given twice")))
        }
        _ => Ok(()),
    }
}

fn filament(tag: &Tag<'_>, plate: &mut PlateInfo) -> Result<(), ParseError> {
    if plate.slots.len() >= MAX_FILAMENTS {
        return Err(tag.malformed("too many filaments"));
    }
    let id = attribute(tag, "id")?.unwrap_or_default();
    let meters = attribute(tag, "used_m")?.unwrap_or_default();
    let grams = attribute(tag, "used_g")?.unwrap_or_default();
    let meters = amount_of(tag, "used_m", &meters)?.unwrap_or(0.0);
    plate.slots.push(id.trim().parse().unwrap_or(0));
    plate.used_mm.push(meters * 1000.0);
    plate.used_grams.push(amount_of(tag, "used_g", &grams)?.unwrap_or(0.0));
    Ok(())
}

/// Returns the value of an attribute. Refuses a duplicate.
fn attribute(
    tag: &Tag<'_>,
    wanted: &str,
) -> Result<Option<String>, ParseError> {
    let mut found = None;
    tag.each_attribute(|_, name, value| {
        if name == wanted && found.replace(value.to_string()).is_some() {
            return Err(tag.malformed(&format!("{wanted} is given twice")));
        }
        Ok(())
    })?;
    Ok(found)
}

/// Returns `None` for an empty amount, such as that of a filament without
/// density.
fn amount_of(
    tag: &Tag<'_>,
    name: &str,
    text: &str,
) -> Result<Option<f64>, ParseError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let number = amount(text);
    number.map(Some).ok_or_else(|| {
        let shown = crate::error::printable(text);
        tag.malformed(&format!("{name}=\"{shown}\" is not an amount"))
    })
}
