//! Puts the build together: every item, its components and their components,
//! each under the product of the transforms above it. A stack, no recursion.

use std::collections::{BTreeMap, btree_map};

use super::part::{self, At, Object, Part, Reference};
use crate::error::printable;
use crate::mesh::Mesh;
use crate::model::Builder;
use crate::parse::place::{Affine, Budget, IDENTITY, Placing, multiply};
use crate::parse::zip::{Archive, Entry};
use crate::units::Unit;
use crate::{Limits, ParseError};

/// Real files stay under 5.
const MAX_DEPTH: usize = 64;

/// The whole build as one mesh, in the root part's unit.
pub fn assemble(
    archive: &Archive<'_>,
    root: &str,
    limits: &Limits,
) -> Result<(Mesh, Unit), ParseError> {
    let mut parts = Parts { archive, limits, read: BTreeMap::new() };
    let root = archive.place(root).ok_or_else(|| missing(root))?;
    let (_, part) = parts.get(root)?;
    let unit = part.unit;
    let items = part.items.iter().rev();
    let mut stack: Vec<Pending> =
        items.map(|item| Pending::below(root, item, &IDENTITY, 1)).collect();
    let mut builder = Builder::with_capacity(1024);
    let mut budget = Budget::new(limits);
    let mut placed = 0;
    while let Some(pending) = stack.pop() {
        crate::pace::checkpoint();
        placed += 1;
        let place = pending.place?;
        let (entry, part) = parts.get(place)?;
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
        // Those that wait count too: each level may add a whole file of them.
        let below = object.components.iter().rev();
        check_count(placed + (stack.len() + below.len()) as u64, limits)?;
        stack.extend(below.map(|component| {
            let depth = pending.depth + 1;
            Pending::below(place, component, &pending.transform, depth)
        }));
    }
    Ok((builder.finish()?, unit))
}

/// An object still to be placed.
struct Pending {
    /// Archive entry of its model part, or why there is none.
    place: Result<usize, ParseError>,
    object: u32,
    transform: Affine,
    depth: usize,
}

impl Pending {
    fn below(
        place: usize,
        reference: &Reference,
        above: &Affine,
        depth: usize,
    ) -> Pending {
        Pending {
            place: match &reference.at {
                At::Same => Ok(place),
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
    // Without a cycle no chain is longer than there are objects.
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
    budget: &mut Budget,
) -> Result<(), ParseError> {
    budget.spend_elements(object.positions.len() as u64)?;
    budget.spend_triangles(object.triangles.len() as u64)?;
    let name = format!("object {id} of the 3MF");
    let mut placing =
        Placing::new(&name, &object.positions, transform, builder);
    let mut triangles = object.triangles.iter();
    triangles.try_for_each(|&triangle| placing.triangle(triangle))
}

/// Model parts by their place in the archive, each read once.
struct Parts<'a, 'b> {
    archive: &'a Archive<'b>,
    limits: &'a Limits,
    read: BTreeMap<usize, Part>,
}

impl<'a> Parts<'a, '_> {
    /// The part of that entry. A place out of the archive does not occur.
    fn get(&mut self, place: usize) -> Result<(&'a Entry, &Part), ParseError> {
        let entries = self.archive.entries();
        let entry = entries.get(place).ok_or_else(|| missing(""))?;
        let part = match self.read.entry(place) {
            btree_map::Entry::Occupied(old) => old.into_mut(),
            btree_map::Entry::Vacant(new) => {
                new.insert(part::read(self.archive, entry, self.limits)?)
            }
        };
        Ok((entry, part))
    }
}
