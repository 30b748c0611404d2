//! Reads from a slicer's project which volumes of its objects are parts, and
//! which only control the slicer. PrusaSlicer divides the triangles of an
//! object into ranges; Bambu Studio and OrcaSlicer name the components.

use std::collections::BTreeMap;

use super::xml::{Element, Tag, each_element};
use crate::error::printable;
use crate::parse::zip::{Archive, Entry};
use crate::{Limits, ParseError};

/// Configuration files with ranges, one per slicer. A fork also writes the file
/// of its origin, so reading one of them is sufficient.
const BY_RANGE: [&str; 3] = [
    "Metadata/Slic3r_PE_model.config",
    "Metadata/Slic3r_model.config",
    "Metadata/SuperSlicer_model.config",
];
const BY_COMPONENT: &str = "Metadata/model_settings.config";

/// The purpose of a volume.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Plastic. Unknown roles are also treated as plastic, as in the slicers.
    #[default]
    Part,
    /// Subtracted from the parts of its object.
    Negative,
    Modifier,
    SupportBlocker,
    SupportEnforcer,
}

impl Role {
    /// Returns the role that a word of PrusaSlicer or Bambu Studio names.
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
    /// Name as written in the file; empty if there is none.
    pub name: String,
    /// Index of the first and last triangle, if the volume is a range.
    pub range: (usize, usize),
    /// Id of the component's object, if the volume is a component.
    component: u32,
}

impl Volume {
    /// Returns the name, quoted for a sentence.
    pub fn quoted(&self) -> String {
        if self.name.is_empty() {
            "without a name".into()
        } else {
            format!("\"{}\"", printable(&self.name))
        }
    }
}

/// The volumes of the objects of the root part, indexed because an object can
/// be placed often.
#[derive(Default)]
pub struct Project {
    /// Ranges of each object that are not plastic, in order.
    helpers: BTreeMap<u32, Vec<Volume>>,
    /// Volumes by object and component, each with a flag for components that
    /// are named in several roles.
    components: BTreeMap<(u32, u32), (Volume, bool)>,
}

impl Project {
    /// Reads the project of an archive; empty for files without a project.
    pub fn read(
        archive: &Archive<'_>,
        limits: &Limits,
    ) -> Result<Project, ParseError> {
        let mut project = Project::default();
        let mut by_range = BY_RANGE.iter().filter_map(|n| archive.find(n));
        if let Some(entry) = by_range.next() {
            project.helpers = volumes(archive, entry, "volume", limits)?;
            for own in project.helpers.values_mut() {
                own.retain(|volume| volume.role != Role::Part);
                own.sort_by_key(|volume| volume.range);
            }
        }
        if let Some(entry) = archive.find(BY_COMPONENT) {
            let all = volumes(archive, entry, "part", limits)?;
            let all = all.into_iter().flat_map(|(object, own)| {
                own.into_iter().map(move |volume| (object, volume))
            });
            for (object, volume) in all {
                let role = volume.role;
                let key = (object, volume.component);
                let of = project.components.entry(key);
                let (first, several) = of.or_insert((volume, false));
                *several |= first.role != role;
            }
        }
        Ok(project)
    }

    /// Returns whether any volume is subtracted from others.
    pub fn has_negatives(&self) -> bool {
        let mut helpers = self.helpers.values().flatten();
        let mut components = self.components.values();
        helpers.any(|volume| volume.role == Role::Negative)
            || components.any(|(volume, _)| volume.role == Role::Negative)
    }

    /// Returns the volume of a component of a root object, if the project names
    /// it.
    pub fn component(
        &self,
        object: u32,
        component: u32,
    ) -> Result<Option<&Volume>, ParseError> {
        match self.components.get(&(object, component)) {
            Some((volume, true)) => Err(ParseError::Refused {
                code: "ambiguous_part",
                message: format!(
                    "The project uses the part {} both as plastic and as a \
                     helper: export the object as an STL and send that.",
                    volume.quoted()
                ),
            }),
            found => Ok(found.map(|(volume, _)| volume)),
        }
    }

    /// Returns the ranges of a root object that are not plastic, in order.
    pub fn helpers(&self, object: u32) -> &[Volume] {
        self.helpers.get(&object).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Reads the volumes of all objects. `element` is the name of their elements.
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
        // Files from before volume types were introduced.
        "modifier" if text == "1" => volume.role = Role::Modifier,
        _ => {}
    }
    Ok(())
}
