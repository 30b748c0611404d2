//! Assembles the build: every item, its components and theirs, each under the
//! product of the transforms above it. Uses a stack instead of recursion.

use std::collections::{BTreeMap, btree_map};

use super::part::{self, At, Object, Part, Reference};
use crate::error::printable;
use crate::mesh::Mesh;
use crate::model::Builder;
use crate::parse::transform::{
    Affine, IDENTITY, InstanceBudget, InstanceWriter, multiply,
};
use crate::parse::zip::{Archive, Entry};
use crate::units::Unit;
use crate::{Limits, ParseError};

/// Real files have fewer than 5 levels.
const MAX_DEPTH: usize = 64;

/// The whole build as one mesh, in the root part's unit.
pub fn assemble(
    archive: &Archive<'_>,
    root: &str,
    limits: &Limits,
) -> Result<(Mesh, Unit), ParseError> {
    let mut parts = Parts { archive, limits, read: BTreeMap::new() };
    let root = archive.index_of(root).ok_or_else(|| missing(root))?;
    let (_, part) = parts.get(root)?;
    let unit = part.unit;
    let items = part.items.iter().rev();
    let mut stack: Vec<Pending> =
        items.map(|item| Pending::below(root, item, &IDENTITY, 1)).collect();
    let mut builder = Builder::with_capacity(1024);
    let mut budget = InstanceBudget::new(limits, archive.length());
    let mut placed = 0;
    while let Some(pending) = stack.pop() {
        crate::checkpoint();
        placed += 1;
        let entry_index = pending.entry_index?;
        let (entry, part) = parts.get(entry_index)?;
        let object = part.objects.get(&pending.object).ok_or_else(|| {
            ParseError::BadArchive {
                entry: printable(&entry.name),
                detail: format!("has no object {}", pending.object),
            }
        })?;
        if !object.printed {
            continue;
        }
        check_depth(pending.depth, pending.object, part)?;
        add(
            object,
            &pending.transform,
            pending.object,
            &mut builder,
            &mut budget,
        )?;
        // Pending objects count too: each level may add a whole file of them.
        let below = object.components.iter().rev();
        check_count(placed + (stack.len() + below.len()) as u64, limits)?;
        stack.extend(below.map(|component| {
            let depth = pending.depth + 1;
            Pending::below(entry_index, component, &pending.transform, depth)
        }));
    }
    Ok((builder.finish()?, unit))
}

/// An object waiting to be placed.
struct Pending {
    /// Archive entry of its model part, or why there is none.
    entry_index: Result<usize, ParseError>,
    object: u32,
    transform: Affine,
    depth: usize,
}

impl Pending {
    fn below(
        entry_index: usize,
        reference: &Reference,
        above: &Affine,
        depth: usize,
    ) -> Pending {
        Pending {
            entry_index: match &reference.at {
                At::Same => Ok(entry_index),
                At::Entry(other) => Ok(*other),
                At::Missing(path) => Err(missing(path)),
            },
            object: reference.object,
            transform: multiply(above, &reference.transform),
            depth,
        }
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

fn add(
    object: &Object,
    transform: &Affine,
    id: u32,
    builder: &mut Builder,
    budget: &mut InstanceBudget,
) -> Result<(), ParseError> {
    budget.spend_elements(object.positions.len() as u64)?;
    budget.spend_triangles(object.triangles.len() as u64)?;
    let name = format!("object {id} of the 3MF");
    let mut writer =
        InstanceWriter::new(&name, &object.positions, transform, builder);
    let mut triangles = object.triangles.iter();
    triangles.try_for_each(|&triangle| writer.triangle(triangle))
}

/// Model parts by archive index, each read once.
struct Parts<'a, 'b> {
    archive: &'a Archive<'b>,
    limits: &'a Limits,
    read: BTreeMap<usize, Part>,
}

impl<'a> Parts<'a, '_> {
    /// The part of an entry. The index is always valid.
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
