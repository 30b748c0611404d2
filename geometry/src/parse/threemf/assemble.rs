//! Assembles the build: every item with its components and their components,
//! each transformed by the product of the transforms above it. Uses a stack
//! instead of recursion.

use std::collections::{BTreeMap, btree_map};

use super::left_out::{LeftOut, Reason};
use super::part::{self, At, Object, Part, Reference};
use super::project::{Project, Role, Volume};
use crate::error::printable;
use crate::mesh::{Bounds, Mesh};
use crate::model::Builder;
use crate::parse::transform::{
    Affine, IDENTITY, InstanceBudget, InstanceWriter, Origin, apply, multiply,
};
use crate::parse::zip::{Archive, Entry};
use crate::units::Unit;
use crate::{Limits, ParseError};

/// Maximum number of levels. Real files have fewer than 5 levels.
const MAX_DEPTH: usize = 64;

/// Positions below this are stored unchanged (see `Origin`).
const FAR: f64 = 1000.0;

/// Returns the whole build as one mesh, in the unit of the root part, and
/// sentences about the parts that were left out.
pub fn assemble(
    archive: &Archive<'_>,
    root: &str,
    limits: &Limits,
) -> Result<(Mesh, Unit, Vec<String>), ParseError> {
    let project = Project::read(archive, limits)?;
    let mut parts = Parts { archive, limits, read: BTreeMap::new() };
    let root = archive.index_of(root).ok_or_else(|| missing(root))?;
    let (_, part) = parts.get(root)?;
    let unit = part.unit;
    let mut build =
        Build::new(limits, archive.length(), project.has_negatives());
    let mut stack = Vec::new();
    for (place, item) in part.items.iter().enumerate().rev() {
        if item.printed {
            stack.push(Pending::item(root, item, place))
        } else {
            build.left_out.add(Reason::NotPrintable)
        }
    }
    build.pieces.resize_with(part.items.len(), Pieces::default);
    let mut placed = 0;
    while let Some(mut pending) = stack.pop() {
        crate::checkpoint();
        placed += 1;
        let entry_index = pending.entry_index.clone()?;
        let (entry, part) = parts.get(entry_index)?;
        let object = part.objects.get(&pending.object).ok_or_else(|| {
            ParseError::BadArchive {
                entry: printable(&entry.name),
                detail: format!("has no object {}", pending.object),
            }
        })?;
        let is_root = entry_index == root;
        if is_root && pending.volume.is_none() {
            pending.volume =
                project.component(pending.object, pending.object)?;
        }
        let role = pending.volume.map(|v| v.role).unwrap_or_default();
        if !matches!(role, Role::Part | Role::Negative) {
            build.left_out.add(Reason::Volume(role));
            continue;
        }
        // Bambu Studio gives a negative part the type of a helper.
        if !object.printed && role == Role::Part {
            build.left_out.add(Reason::Helper);
            continue;
        }
        check_depth(pending.depth, pending.object, part)?;
        let helpers =
            if is_root { project.helpers(pending.object) } else { &[] };
        build.add(object, &pending, helpers)?;
        // Pending objects count towards the limit, because each level may add a
        // whole file of them.
        let below = object.components.iter().rev();
        check_count(placed + (stack.len() + below.len()) as u64, limits)?;
        for component in below {
            let volume = if is_root {
                project.component(pending.object, component.object)?
            } else {
                None
            };
            stack.push(pending.below(entry_index, component, volume));
        }
    }
    build.finish(unit)
}

/// The volume that the objects of one build item cover.
#[derive(Default)]
struct Pieces<'a> {
    parts: Option<Bounds>,
    negatives: Vec<(&'a Volume, Bounds)>,
}

impl<'a> Pieces<'a> {
    /// Refuses a negative volume that may cut a part of its item.
    fn check(&self, left_out: &mut LeftOut) -> Result<(), ParseError> {
        for (volume, bounds) in &self.negatives {
            if self.parts.is_some_and(|parts| parts.touches(bounds)) {
                return Err(negative(volume));
            }
            left_out.add(Reason::Volume(Role::Negative));
        }
        Ok(())
    }

    fn include(&mut self, negative: Option<&'a Volume>, bounds: Bounds) {
        if bounds == Bounds::EMPTY {
            return;
        }
        let Some(volume) = negative else {
            let parts = self.parts.get_or_insert(Bounds::EMPTY);
            parts.include(bounds.min);
            parts.include(bounds.max);
            return;
        };
        match self.negatives.last_mut() {
            // Another object of the same volume.
            Some((last, all)) if std::ptr::eq(*last, volume) => {
                all.include(bounds.min);
                all.include(bounds.max);
            }
            _ => self.negatives.push((volume, bounds)),
        }
    }
}

fn negative(volume: &Volume) -> ParseError {
    ParseError::Refused {
        code: "negative_volume",
        message: format!(
            "The part {} is a negative volume, which is not subtracted here: \
             apply the negative volume in your slicer (export the object as \
             an STL) and send the result.",
            volume.quoted()
        ),
    }
}

/// The mesh that is being built.
struct Build<'a> {
    builder: Builder,
    budget: InstanceBudget,
    origin: Origin,
    left_out: LeftOut,
    /// Whether any volume may cut a part.
    has_negatives: bool,
    /// Pieces by build item. Filled only where volumes may cut parts.
    pieces: Vec<Pieces<'a>>,
}

impl<'a> Build<'a> {
    fn new(
        limits: &Limits,
        file_bytes: usize,
        has_negatives: bool,
    ) -> Build<'a> {
        Build {
            builder: Builder::with_capacity(1024),
            budget: InstanceBudget::new(limits, file_bytes),
            origin: Origin::new(FAR),
            left_out: LeftOut::default(),
            has_negatives,
            pieces: Vec::new(),
        }
    }

    /// Adds the mesh of an object, without the triangle ranges of its helpers.
    fn add(
        &mut self,
        object: &Object,
        pending: &Pending<'a>,
        helpers: &'a [Volume],
    ) -> Result<(), ParseError> {
        if object.triangles.is_empty() {
            return if helpers.is_empty() {
                Ok(())
            } else {
                // The ranges of an object refer to the triangles of all its
                // components.
                Err(ParseError::Refused {
                    code: "ambiguous_part",
                    message:
                        "The project has modifiers or other helpers in an \
                              object of components: export the object as an \
                              STL and send that."
                            .into(),
                })
            };
        }
        let negative = pending.volume.filter(|v| v.role == Role::Negative);
        if negative.is_some() {
            self.budget.spend_triangles(object.triangles.len() as u64)?;
            let all = &object.triangles;
            self.note_bounds(object, all, pending, negative);
            return Ok(());
        }
        // Charge the helpers too: an object with many helpers that is placed
        // often costs their product.
        self.budget.spend_elements(helpers.len() as u64)?;
        let mut from = 0;
        for volume in helpers {
            let (first, last) = volume.range;
            let end = last.saturating_add(1);
            let range = object.triangles.get(first..end);
            let Some(range) = range.filter(|_| first >= from) else {
                return Err(ParseError::Malformed {
                    what: format!("the part {}", volume.quoted()),
                    offset: 0,
                    detail: "its triangles are not those of its object".into(),
                });
            };
            match volume.role {
                Role::Negative => {
                    self.note_bounds(object, range, pending, Some(volume));
                }
                role => self.left_out.add(Reason::Volume(role)),
            }
            self.add_range(object, from..first, pending)?;
            from = end;
        }
        self.add_range(object, from..object.triangles.len(), pending)
    }

    /// Adds the triangles of a part.
    fn add_range(
        &mut self,
        object: &Object,
        range: std::ops::Range<usize>,
        pending: &Pending<'a>,
    ) -> Result<(), ParseError> {
        let triangles = object.triangles.get(range).unwrap_or_default();
        if triangles.is_empty() {
            return Ok(());
        }
        self.budget.spend_elements(object.positions.len() as u64)?;
        self.budget.spend_triangles(triangles.len() as u64)?;
        self.note_bounds(object, triangles, pending, None);
        let name = format!("object {} of the 3MF", pending.object);
        let mut writer = InstanceWriter::new(
            &name,
            &object.positions,
            &pending.transform,
            &mut self.origin,
            &mut self.builder,
        );
        let mut triangles = triangles.iter();
        triangles.try_for_each(|&triangle| writer.triangle(triangle))
    }

    /// Extends the bounds of the volume that the triangles belong to.
    fn note_bounds(
        &mut self,
        object: &Object,
        triangles: &[[u32; 3]],
        pending: &Pending<'a>,
        negative: Option<&'a Volume>,
    ) {
        let pieces = self.pieces.get_mut(pending.item);
        let Some(pieces) = pieces.filter(|_| self.has_negatives) else {
            return;
        };
        let mut bounds = Bounds::EMPTY;
        for &corner in triangles.as_flattened() {
            if let Some(&at) = object.positions.get(corner as usize) {
                bounds.include(apply(&pending.transform, at));
            }
        }
        pieces.include(negative, bounds);
    }

    fn finish(
        mut self,
        unit: Unit,
    ) -> Result<(Mesh, Unit, Vec<String>), ParseError> {
        for pieces in &self.pieces {
            pieces.check(&mut self.left_out)?;
        }
        if self.builder.triangle_count() == 0 {
            return Err(self.left_out.nothing_left());
        }
        Ok((self.builder.finish()?, unit, self.left_out.notes()))
    }
}

/// An object waiting to be placed.
struct Pending<'a> {
    /// Archive entry of the object's model part, or the reason why there is
    /// none.
    entry_index: Result<usize, ParseError>,
    object: u32,
    transform: Affine,
    depth: usize,
    /// Number of the build item that the object belongs to.
    item: usize,
    /// The volume of the slicer's project that the object is, or is part of.
    volume: Option<&'a Volume>,
}

impl<'a> Pending<'a> {
    fn item(root: usize, item: &Reference, place: usize) -> Pending<'a> {
        Pending {
            entry_index: entry_of(root, item),
            object: item.object,
            transform: multiply(&IDENTITY, &item.transform),
            depth: 1,
            item: place,
            volume: None,
        }
    }

    /// Returns a pending component of this object. `volume` is the component's
    /// own volume.
    fn below(
        &self,
        entry_index: usize,
        component: &Reference,
        volume: Option<&'a Volume>,
    ) -> Pending<'a> {
        Pending {
            entry_index: entry_of(entry_index, component),
            object: component.object,
            transform: multiply(&self.transform, &component.transform),
            depth: self.depth + 1,
            item: self.item,
            volume: self.volume.or(volume),
        }
    }
}

fn entry_of(
    entry_index: usize,
    reference: &Reference,
) -> Result<usize, ParseError> {
    match &reference.at {
        At::Same => Ok(entry_index),
        At::Entry(other) => Ok(*other),
        At::Missing(path) => Err(missing(path)),
    }
}

fn missing(path: &str) -> ParseError {
    ParseError::BadArchive {
        entry: printable(path),
        detail: "is referred to but missing".into(),
    }
}

fn check_count(found: u64, limits: &Limits) -> Result<(), ParseError> {
    if found <= limits.instances {
        return Ok(());
    }
    Err(ParseError::OverLimit {
        what: "placed objects in the 3MF",
        found,
        limit: limits.instances,
    })
}

fn check_depth(
    depth: usize,
    object: u32,
    part: &Part,
) -> Result<(), ParseError> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    // Without a cycle, no chain is longer than the number of objects.
    if part.objects.len() < MAX_DEPTH {
        return Err(ParseError::Cycle {
            what: "components of the 3MF",
            index: u64::from(object),
        });
    }
    Err(ParseError::OverLimit {
        what: "levels of components in the 3MF",
        found: depth as u64,
        limit: MAX_DEPTH as u64,
    })
}

/// Model parts by archive index, each read once.
struct Parts<'a, 'b> {
    archive: &'a Archive<'b>,
    limits: &'a Limits,
    read: BTreeMap<usize, Part>,
}

impl<'a> Parts<'a, '_> {
    /// Returns the part of an entry. The index is always valid.
    fn get(
        &mut self,
        entry_index: usize,
    ) -> Result<(&'a Entry, &Part), ParseError> {
        let entries = self.archive.entries();
        let entry = entries.get(entry_index).ok_or_else(|| missing(""))?;
        let part = match self.read.entry(entry_index) {
            btree_map::Entry::Occupied(old) => old.into_mut(),
            btree_map::Entry::Vacant(new) => {
                new.insert(part::read(self.archive, entry, self.limits)?)
            }
        };
        Ok((entry, part))
    }
}
