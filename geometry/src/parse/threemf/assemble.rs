//! Puts the build together: every item, its components and their components,
//! each under the product of the transforms above it. A stack, no recursion.

use std::collections::BTreeMap;

use super::part::{self, Object, Part, Reference};
use crate::error::printable;
use crate::mesh::Mesh;
use crate::model::Builder;
use crate::parse::place::{Affine, Budget, IDENTITY, Placing, multiply};
use crate::parse::zip::Archive;
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
    let (root, part) = parts.get(root)?;
    let unit = part.unit;
    let mut stack: Vec<Pending> = part
        .items
        .iter()
        .rev()
        .map(|item| Pending::below(&root, item, &IDENTITY, 1))
        .collect();
    let mut builder = Builder::with_capacity(1024);
    let mut budget = Budget::new(limits);
    let mut placed = 0;
    while let Some(pending) = stack.pop() {
        crate::pace::checkpoint();
        placed += 1;
        if placed > limits.instances {
            return Err(ParseError::OverLimit {
                what: "placed objects in the 3MF",
                found: placed,
                limit: limits.instances,
            });
        }
        let (path, part) = parts.get(&pending.path)?;
        let object = part.objects.get(&pending.object).ok_or_else(|| {
            ParseError::BadArchive {
                entry: printable(&path),
                detail: format!("has no object {}", pending.object),
            }
        })?;
        if !object.printed {
            continue;
        }
        check_depth(&pending, part)?;
        add(object, &pending, &mut builder, &mut budget)?;
        stack.extend(object.components.iter().rev().map(|component| {
            let depth = pending.depth + 1;
            Pending::below(&path, component, &pending.transform, depth)
        }));
    }
    Ok((builder.finish()?, unit))
}

/// An object still to be placed.
struct Pending {
    path: String,
    object: u32,
    transform: Affine,
    depth: usize,
}

impl Pending {
    fn below(
        path: &str,
        reference: &Reference,
        above: &Affine,
        depth: usize,
    ) -> Pending {
        Pending {
            path: reference.path.clone().unwrap_or_else(|| path.into()),
            object: reference.object,
            transform: multiply(above, &reference.transform),
            depth,
        }
    }
}

fn check_depth(pending: &Pending, part: &Part) -> Result<(), ParseError> {
    if pending.depth <= MAX_DEPTH {
        return Ok(());
    }
    // Without a cycle no chain is longer than there are objects.
    if part.objects.len() < MAX_DEPTH {
        return Err(ParseError::Cycle {
            what: "components of the 3MF",
            index: u64::from(pending.object),
        });
    }
    Err(ParseError::OverLimit {
        what: "levels of components in the 3MF",
        found: pending.depth as u64,
        limit: MAX_DEPTH as u64,
    })
}

fn add(
    object: &Object,
    pending: &Pending,
    builder: &mut Builder,
    budget: &mut Budget,
) -> Result<(), ParseError> {
    budget.spend_elements(object.positions.len() as u64)?;
    budget.spend_triangles(object.triangles.len() as u64)?;
    let name = format!("object {} of the 3MF", pending.object);
    let mut placing =
        Placing::new(&name, &object.positions, &pending.transform, builder);
    let mut triangles = object.triangles.iter();
    triangles.try_for_each(|&triangle| placing.triangle(triangle))
}

/// Model parts, each read once.
struct Parts<'a, 'b> {
    archive: &'a Archive<'b>,
    limits: &'a Limits,
    read: BTreeMap<String, Part>,
}

impl Parts<'_, '_> {
    /// A part by its path, and the name to find it by again.
    fn get(&mut self, path: &str) -> Result<(String, &Part), ParseError> {
        let entry =
            self.archive.find(path).ok_or_else(|| ParseError::BadArchive {
                entry: printable(path),
                detail: "is referred to but missing".into(),
            })?;
        let name = entry.name.clone();
        let part = match self.read.entry(name.clone()) {
            std::collections::btree_map::Entry::Occupied(old) => old.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                new.insert(part::read(self.archive, entry, self.limits)?)
            }
        };
        Ok((name, part))
    }
}
