//! What the project of a slicer says about the volumes of its objects: which
//! are parts, and which only steer the slicer. PrusaSlicer cuts the triangles
//! of an object into ranges; Bambu Studio and OrcaSlicer name the components.

use std::collections::BTreeMap;

use super::xml::{Element, Tag, each_element};
use crate::error::printable;
use crate::parse::zip::{Archive, Entry};
use crate::{Limits, ParseError};

/// By slicer; a fork also writes the first, so one is enough.
const BY_RANGE: [&str; 3] = [
    "Metadata/Slic3r_PE_model.config",
    "Metadata/Slic3r_model.config",
    "Metadata/SuperSlicer_model.config",
];
const BY_COMPONENT: &str = "Metadata/model_settings.config";

/// What a volume is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Plastic. Also any role that is not known, as in the slicers.
    #[default]
    Part,
    /// Subtracted from the parts of its object.
    Negative,
    Modifier,
    SupportBlocker,
    SupportEnforcer,
}

impl Role {
    /// By the words of PrusaSlicer and of Bambu Studio.
    fn named(word: &str) -> Role {
        match word {
            "NegativeVolume" | "negative_part" => Role::Negative,
            "ParameterModifier" | "modifier_part" => Role::Modifier,
            "SupportBlocker" | "support_blocker" => Role::SupportBlocker,
            "SupportEnforcer" | "support_enforcer" => Role::SupportEnforcer,
            _ => Role::Part,
        }
    }
}

/// One volume of an object.
#[derive(Debug, Clone, Default)]
pub struct Volume {
    pub role: Role,
    /// As the file has it; empty when it has none.
    pub name: String,
    /// First and last triangle, where the volume is a range.
    range: (usize, usize),
    /// Object of its component, where the volume is one.
    component: u32,
}

impl Volume {
    /// The name, quoted for a sentence.
    pub fn quoted(&self) -> String {
        match self.name.is_empty() {
            true => "without a name".into(),
            false => format!("\"{}\"", printable(&self.name)),
        }
    }
}

/// The volumes of each object of the root part.
#[derive(Default)]
pub struct Project {
    ranges: BTreeMap<u32, Vec<Volume>>,
    components: BTreeMap<u32, Vec<Volume>>,
}

impl Project {
    /// Reads what the archive has of a project; empty for other files.
    pub fn read(
        archive: &Archive<'_>,
        limits: &Limits,
    ) -> Result<Project, ParseError> {
        let mut project = Project::default();
        let mut by_range = BY_RANGE.iter().filter_map(|n| archive.find(n));
        if let Some(entry) = by_range.next() {
            project.ranges = volumes(archive, entry, "volume", limits)?;
        }
        if let Some(entry) = archive.find(BY_COMPONENT) {
            project.components = volumes(archive, entry, "part", limits)?;
        }
        Ok(project)
    }

    /// Whether any volume is subtracted from others.
    pub fn has_negatives(&self) -> bool {
        let mut all = self.ranges.values().chain(self.components.values());
        all.any(|own| own.iter().any(|v| v.role == Role::Negative))
    }

    /// The volume that a component of a root object is. A part where the
    /// project does not name it, or names it twice in different roles.
    pub fn component(
        &self,
        object: u32,
        component: u32,
    ) -> Result<Option<&Volume>, ParseError> {
        let all = self.components.get(&object).into_iter().flatten();
        let mut own = all.filter(|volume| volume.component == component);
        let Some(volume) = own.next() else { return Ok(None) };
        match own.find(|other| other.role != volume.role) {
            Some(_) => Err(ParseError::Refused {
                code: "ambiguous_part",
                message: format!(
                    "The project uses the part {} both as plastic and as a \
                     helper: export the object as an STL and send that.",
                    volume.quoted()
                ),
            }),
            None => Ok(Some(volume)),
        }
    }

    /// The ranges of a root object that are not plastic of their own.
    pub fn helpers(&self, object: u32) -> Vec<Helper<'_>> {
        let all = self.ranges.get(&object).into_iter().flatten();
        let helpers = all.filter(|volume| volume.role != Role::Part);
        let mut helpers: Vec<_> = helpers.map(Helper::of).collect();
        helpers.sort_by_key(|helper| helper.first);
        helpers
    }
}

/// Triangles `first` to `last` of an object.
pub struct Helper<'a> {
    pub first: usize,
    pub last: usize,
    pub volume: &'a Volume,
}

impl Helper<'_> {
    fn of(volume: &Volume) -> Helper<'_> {
        let (first, last) = volume.range;
        Helper { first, last, volume }
    }
}

/// The volumes of all objects; `element` is what the file calls them.
fn volumes(
    archive: &Archive<'_>,
    entry: &Entry,
    element: &str,
    limits: &Limits,
) -> Result<BTreeMap<u32, Vec<Volume>>, ParseError> {
    let mut objects: BTreeMap<u32, Vec<Volume>> = BTreeMap::new();
    let mut object = None;
    let mut volume: Option<Volume> = None;
    let mut counted = 0;
    each_element(archive, entry, |found| {
        match found {
            Element::Open(tag) if tag.name() == "object" => {
                object = Some(id_of(&tag)?);
            }
            Element::Open(tag) if tag.name() == element => {
                volume = Some(opened(&tag)?);
            }
            Element::Open(tag) if tag.name() == "metadata" => {
                if let Some(volume) = &mut volume {
                    metadata(&tag, volume)?;
                }
            }
            Element::Close(name) if name == element => {
                counted += 1;
                if counted > limits.instances {
                    return Err(ParseError::OverLimit {
                        what: "volumes in the project of the 3MF",
                        found: counted,
                        limit: limits.instances,
                    });
                }
                if let (Some(object), Some(volume)) = (object, volume.take()) {
                    objects.entry(object).or_default().push(volume);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(objects)
}

fn id_of(tag: &Tag<'_>) -> Result<u32, ParseError> {
    let mut id = None;
    tag.each_attribute(|_, name, value| {
        if name == "id" {
            id = Some(tag.number("id", value)?);
        }
        Ok(())
    })?;
    id.ok_or_else(|| tag.malformed("an object has no id"))
}

fn opened(tag: &Tag<'_>) -> Result<Volume, ParseError> {
    let mut volume = Volume::default();
    tag.each_attribute(|_, name, value| {
        let (first, last) = &mut volume.range;
        match name {
            "firstid" => *first = tag.number(name, value)?,
            "lastid" => *last = tag.number(name, value)?,
            "id" => volume.component = tag.number(name, value)?,
            "subtype" => volume.role = Role::named(value),
            _ => {}
        }
        Ok(())
    })?;
    Ok(volume)
}

fn metadata(tag: &Tag<'_>, volume: &mut Volume) -> Result<(), ParseError> {
    let (mut key, mut text) = (String::new(), String::new());
    tag.each_attribute(|_, name, value| {
        match name {
            "key" => key = value.into(),
            "value" => text = value.into(),
            _ => {}
        }
        Ok(())
    })?;
    match key.as_str() {
        "name" => volume.name = text,
        "volume_type" => volume.role = Role::named(&text),
        // Before there were volume types.
        "modifier" if text == "1" => volume.role = Role::Modifier,
        _ => {}
    }
    Ok(())
}
