//! One model part: its objects, and the build items of the root part.

use std::collections::BTreeMap;

use super::xml::{Element, Tag, each_element};
use crate::error::printable;
use crate::parse::transform::{Affine, IDENTITY};
use crate::parse::zip::{Archive, Entry};
use crate::units::Unit;
use crate::{Limits, ParseError};

/// Required extensions that are supported. They concern the location or the
/// appearance of meshes, not their shape.
const KNOWN_EXTENSIONS: [&str; 3] = [
    "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
];

/// A parsed `.model` entry.
pub struct Part {
    pub unit: Unit,
    pub objects: BTreeMap<u32, Object>,
    pub items: Vec<Reference>,
}

/// A resource: a mesh, or a combination of other resources.
#[derive(Default)]
pub struct Object {
    /// False for supports and other helpers, which are not part of the model.
    pub printed: bool,
    pub positions: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    pub components: Vec<Reference>,
}

/// Model part of a reference. It is looked up once, while the tag is read,
/// because a small file can reference one object very often.
#[derive(Clone)]
pub enum At {
    /// The part that contains the reference.
    Same,
    /// Index of the entry in the archive.
    Entry(usize),
    /// There is no such entry. This is an error only when the reference is
    /// built.
    Missing(Box<str>),
}

/// A reference to another object, with its transform.
#[derive(Clone)]
pub struct Reference {
    pub object: u32,
    /// Model part that contains the object.
    pub at: At,
    pub transform: Affine,
    /// False for a build item that is marked as not printable.
    pub printed: bool,
}

/// Reads one model part as a stream.
pub fn read(
    archive: &Archive<'_>,
    entry: &Entry,
    limits: &Limits,
) -> Result<Part, ParseError> {
    let mut reader = PartReader {
        part: Part {
            unit: Unit::Millimeter,
            objects: BTreeMap::new(),
            items: Vec::new(),
        },
        current: None,
        counted: 0,
        archive,
        limits,
    };
    each_element(archive, entry, |element| match element {
        Element::Open(tag) => reader.open(&tag),
        Element::Close("object") => {
            reader.close_object();
            Ok(())
        }
        Element::Close(_) => Ok(()),
    })?;
    Ok(reader.part)
}

struct PartReader<'a, 'b> {
    part: Part,
    current: Option<(u32, Object)>,
    /// Number of objects, components and items so far.
    counted: u64,
    archive: &'a Archive<'b>,
    limits: &'a Limits,
}

impl PartReader<'_, '_> {
    fn open(&mut self, tag: &Tag<'_>) -> Result<(), ParseError> {
        match (tag.name(), &mut self.current) {
            ("vertex", Some((_, object))) => {
                let limit = self.limits.triangles.saturating_mul(3);
                check(object.positions.len(), limit, "vertices")?;
                object.positions.push(vertex(tag)?);
            }
            ("triangle", Some((_, object))) => {
                let limit = self.limits.triangles;
                check(object.triangles.len(), limit, "triangles")?;
                object.triangles.push(triangle(tag)?);
            }
            ("component", Some((_, object))) => {
                object.components.push(reference(tag, self.archive)?);
                self.count()?;
            }
            ("object", _) => {
                self.close_object();
                self.current = Some(object(tag)?);
                self.count()?;
            }
            ("item", None) => {
                let item = reference(tag, self.archive)?;
                self.part.items.push(item);
                self.count()?;
            }
            ("model", None) => self.part.unit = model(tag)?,
            _ => {}
        }
        Ok(())
    }

    fn close_object(&mut self) {
        if let Some((id, object)) = self.current.take() {
            self.part.objects.insert(id, object);
        }
    }

    fn count(&mut self) -> Result<(), ParseError> {
        check(
            self.counted as usize,
            self.limits.instances,
            "objects and components in the 3MF",
        )?;
        self.counted += 1;
        Ok(())
    }
}

/// Returns a refusal when `limit` has already been reached.
fn check(
    have: usize,
    limit: u64,
    what: &'static str,
) -> Result<(), ParseError> {
    if have as u64 >= limit {
        return Err(ParseError::OverLimit {
            what,
            found: have as u64 + 1,
            limit,
        });
    }
    Ok(())
}

fn model(tag: &Tag<'_>) -> Result<Unit, ParseError> {
    let mut unit = Unit::Millimeter;
    let mut required = String::new();
    let mut namespaces: BTreeMap<String, String> = BTreeMap::new();
    tag.each_attribute(|prefix, name, value| {
        match (prefix, name) {
            ("", "unit") => {
                unit = unit_named(value).ok_or_else(|| {
                    tag.malformed(&format!(
                        "unit=\"{}\" is not a unit",
                        printable(value)
                    ))
                })?;
            }
            ("", "requiredextensions") => required = value.into(),
            ("xmlns", _) => {
                namespaces.entry(name.into()).or_insert_with(|| value.into());
            }
            _ => {}
        }
        Ok(())
    })?;
    for prefix in required.split_ascii_whitespace() {
        let namespace = namespaces.get(prefix).ok_or_else(|| {
            tag.malformed(&format!(
                "the required extension \"{}\" is not declared",
                printable(prefix)
            ))
        })?;
        if !KNOWN_EXTENSIONS.contains(&namespace.as_str()) {
            return Err(ParseError::Unsupported {
                what: format!("the 3MF extension {}", printable(namespace)),
                advice: "export the file again without it",
            });
        }
    }
    Ok(unit)
}

fn unit_named(name: &str) -> Option<Unit> {
    Some(match name {
        "micron" => Unit::Micron,
        "millimeter" => Unit::Millimeter,
        "centimeter" => Unit::Centimeter,
        "inch" => Unit::Inch,
        "foot" => Unit::Foot,
        "meter" => Unit::Meter,
        _ => return None,
    })
}

fn object(tag: &Tag<'_>) -> Result<(u32, Object), ParseError> {
    let mut id = None;
    let mut printed = true;
    tag.each_attribute(|prefix, name, value| {
        match (prefix, name) {
            ("", "id") => id = Some(tag.number("id", value)?),
            ("", "type") => {
                printed =
                    !matches!(value, "support" | "solidsupport" | "other");
            }
            _ => {}
        }
        Ok(())
    })?;
    let id = id.ok_or_else(|| tag.malformed("an object has no id"))?;
    Ok((id, Object { printed, ..Object::default() }))
}

fn reference(
    tag: &Tag<'_>,
    archive: &Archive<'_>,
) -> Result<Reference, ParseError> {
    let mut object = None;
    let mut at = At::Same;
    let mut transform = IDENTITY;
    let mut printed = true;
    tag.each_attribute(|_, name, value| {
        match name {
            "objectid" => object = Some(tag.number("objectid", value)?),
            "path" => {
                at = match archive.index_of(value) {
                    Some(index) => At::Entry(index),
                    None => At::Missing(printable(value).into()),
                }
            }
            "transform" => transform = matrix(tag, value)?,
            "printable" => printed = !matches!(value.trim(), "0" | "false"),
            _ => {}
        }
        Ok(())
    })?;
    let object = object
        .ok_or_else(|| tag.malformed("a component or item has no objectid"))?;
    Ok(Reference { object, at, transform, printed })
}

fn matrix(tag: &Tag<'_>, text: &str) -> Result<Affine, ParseError> {
    let mut transform = IDENTITY;
    let mut words = text.split_ascii_whitespace();
    for value in transform.as_flattened_mut() {
        let word = words
            .next()
            .ok_or_else(|| tag.malformed("a transform needs twelve numbers"))?;
        *value = tag.number("transform", word)?;
        if !value.is_finite() {
            return Err(tag.malformed("a transform is not finite"));
        }
    }
    if words.next().is_some() {
        return Err(tag.malformed("a transform needs twelve numbers"));
    }
    Ok(transform)
}

fn vertex(tag: &Tag<'_>) -> Result<[f64; 3], ParseError> {
    let (mut x, mut y, mut z) = (None, None, None);
    tag.each_attribute(|_, name, value| {
        match name {
            "x" => x = Some(tag.number("x", value)?),
            "y" => y = Some(tag.number("y", value)?),
            "z" => z = Some(tag.number("z", value)?),
            _ => {}
        }
        Ok(())
    })?;
    match (x, y, z) {
        (Some(x), Some(y), Some(z)) => Ok([x, y, z]),
        _ => Err(tag.malformed("a vertex needs x, y and z")),
    }
}

fn triangle(tag: &Tag<'_>) -> Result<[u32; 3], ParseError> {
    let (mut a, mut b, mut c) = (None, None, None);
    tag.each_attribute(|_, name, value| {
        match name {
            "v1" => a = Some(tag.number("v1", value)?),
            "v2" => b = Some(tag.number("v2", value)?),
            "v3" => c = Some(tag.number("v3", value)?),
            _ => {}
        }
        Ok(())
    })?;
    match (a, b, c) {
        (Some(a), Some(b), Some(c)) => Ok([a, b, c]),
        _ => Err(tag.malformed("a triangle needs v1, v2 and v3")),
    }
}
