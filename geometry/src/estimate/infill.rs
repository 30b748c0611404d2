//! Decides the infill of each layer: solid where too few layers lie above or
//! below, sparse elsewhere. Follows PrusaSlicer 2.5: exposed surfaces grow 3 mm
//! inwards, slivers of a shell grow by three lines, small sparse islands become
//! solid, and the first solid lines over sparse ones are bridges. Works on the
//! cells within the walls.

use super::bitmap::{Bitmap, Disc};
use super::islands::small_islands;

/// Distances in cells; counts in layers.
#[derive(Debug, Clone)]
pub struct Rules {
    pub walls: Disc,
    /// Half the width of the narrowest infill, and a slightly larger disc that
    /// grows it back.
    pub slit: Disc,
    pub slit_back: Disc,
    pub one: Disc,
    /// Width of one more wall, and the range behind it in which the outline of
    /// the next layer requires that wall.
    pub extra: Disc,
    pub extra_from: Disc,
    pub extra_to: Disc,
    pub more_walls: usize,
    /// Growth of an exposed surface.
    pub margin: Disc,
    /// Half the width below which a shell is grown, and the growth.
    pub sliver: Disc,
    /// Half the width of the narrowest bridge.
    pub bridge: Disc,
    pub top_layers: usize,
    pub bottom_layers: usize,
    /// Number of sparse layers that a bridge needs below it.
    pub bridge_depth: usize,
    /// Size of the largest sparse island that becomes solid, in cells.
    pub island: f64,
    /// Overlap of infill and walls.
    pub rim: f64,
}

/// The infill of a layer.
#[derive(Debug, Clone)]
pub struct Filled {
    /// All cells within the walls.
    pub inner: Bitmap,
    /// Gaps between walls, too narrow for infill.
    pub slits: Bitmap,
    pub solid: Bitmap,
    /// Lines over air or over sparse infill; part of `solid`.
    pub bridges: Bitmap,
    /// Areas exposed above or below. They are filled separately from the rest
    /// of `solid`.
    pub faces: Bitmap,
    /// Whether the whole layer equals the layer below.
    pub repeats: bool,
}

/// A layer within its walls.
struct Walled {
    inner: Bitmap,
    slits: Bitmap,
    /// Whether the layers below and above have the same cells.
    unchanged: bool,
}

/// The surfaces of one layer that are exposed on one side.
#[derive(Clone)]
struct Exposed {
    /// Whole surface, walls included, and its growth inside the walls.
    all: Bitmap,
    /// Grown part inside the walls.
    grown: Bitmap,
    /// Part of `all` that is too narrow for a shell.
    slivers: Bitmap,
}

/// Decides the infill of every layer. `cells` are the cuts, bottom first.
pub fn fill(cells: &[&Bitmap], rules: &Rules) -> Vec<Filled> {
    let all = walled(cells, rules);
    let tops = exposed(cells, &all, rules, |at| at.checked_add(1));
    let bottoms = exposed(cells, &all, rules, |at| at.checked_sub(1));
    let mut layers: Vec<Filled> = Vec::with_capacity(cells.len());
    let mut was_hidden = false;
    for (at, Walled { inner, slits, unchanged }) in all.into_iter().enumerate()
    {
        let above = tops.iter().skip(at + 1).take(rules.top_layers - 1);
        let below = at.saturating_sub(rules.bottom_layers - 1);
        let below = bottoms.iter().take(at).skip(below);
        let mut near = above.chain(below).flatten().peekable();
        let shown = [&tops, &bottoms].map(|all| all.get(at));
        let hidden = near.peek().is_none()
            && shown.iter().all(|&own| own.is_none_or(Option::is_none));
        let as_below = unchanged && hidden && was_hidden;
        was_hidden = hidden;
        if let Some(last) = layers.last().filter(|_| as_below) {
            let (solid, faces) = (last.solid.clone(), last.faces.clone());
            let mut bridges = over_sparse(solid.clone(), &layers, rules);
            bridges.and(&solid);
            let repeats = bridges == last.bridges;
            layers.push(Filled {
                inner,
                slits,
                solid,
                bridges,
                faces,
                repeats,
            });
            continue;
        }
        let mut solid = shell(&inner, near, rules);
        let mut faces = Bitmap::empty(inner.rows(), inner.stride);
        let mut bridges = faces.clone();
        if let Some(Some(top)) = tops.get(at) {
            faces.or(&top.grown);
        }
        if let Some(Some(bottom)) = bottoms.get(at) {
            faces.or(&bottom.grown);
            // The first layer lies on the plate, so it has no bridges.
            if at > 0 {
                bridges.or(&bottom.grown);
            }
        }
        let mut islands = inner.clone();
        islands.and_not(&faces);
        small_islands(&mut islands, rules.island, rules.rim);
        solid.or(&islands);
        let mut hidden = solid.clone();
        hidden.and_not(&faces);
        solid.or(&faces);
        bridges.or(&over_sparse(hidden, &layers, rules));
        bridges.and(&solid);
        let repeats = false;
        layers.push(Filled { inner, slits, solid, bridges, faces, repeats });
    }
    layers
}

/// Returns the part of a solid infill that spans sparse infill below.
fn over_sparse(mut over: Bitmap, below: &[Filled], rules: &Rules) -> Bitmap {
    if over.is_empty() {
        return over;
    }
    if below.len() < rules.bridge_depth {
        return Bitmap::empty(over.rows(), over.stride);
    }
    for lower in below.iter().rev().take(rules.bridge_depth) {
        over.and(&lower.inner);
        over.and_not(&lower.solid);
    }
    if over.is_empty() {
        return over;
    }
    over.shrunk(&rules.bridge).grown(&rules.bridge)
}

/// Returns the cells inside the walls of each layer, and the slits that get a
/// single line of variable width.
fn walled(cells: &[&Bitmap], rules: &Rules) -> Vec<Walled> {
    let mut all: Vec<Walled> = Vec::with_capacity(cells.len());
    for (at, &layer) in cells.iter().enumerate() {
        let same = |near: Option<&&Bitmap>| near.is_some_and(|&n| n == layer);
        let last = at.checked_sub(1);
        let above = cells.get(at + 1);
        let unchanged =
            same(last.and_then(|last| cells.get(last))) && same(above);
        if let Some(last) = all.last().filter(|_| unchanged) {
            let (inner, slits) = (last.inner.clone(), last.slits.clone());
            all.push(Walled { inner, slits, unchanged });
            continue;
        }
        let mut inner = layer.shrunk(&rules.walls);
        if let Some(&above) = above {
            more_walls(&mut inner, above, rules);
        }
        let core = inner.shrunk(&rules.slit);
        let mut slits = inner.clone();
        if !core.is_empty() {
            slits.and_not(&core.grown(&rules.slit_back));
        }
        inner.and_not(&slits);
        all.push(Walled { inner, slits, unchanged });
    }
    all
}

/// Adds walls while a third of the next layer's outline lies directly behind
/// the last wall.
fn more_walls(inner: &mut Bitmap, above: &Bitmap, rules: &Rules) {
    let mut hidden = inner.clone();
    hidden.and_not(above);
    if hidden.is_empty() {
        return;
    }
    let mut edge = above.clone();
    edge.and_not(&above.shrunk(&rules.one));
    let whole = edge.count();
    for _ in 0..rules.more_walls {
        let mut behind = inner.shrunk(&rules.extra_from);
        behind.and_not(&inner.shrunk(&rules.extra_to));
        if 10 * edge.count_and(&behind) <= 3 * whole {
            break;
        }
        *inner = inner.shrunk(&rules.extra);
    }
}

fn exposed(
    cells: &[&Bitmap],
    layers: &[Walled],
    rules: &Rules,
    neighbor: impl Fn(usize) -> Option<usize>,
) -> Vec<Option<Exposed>> {
    let one = |(at, (&own, walled)): (usize, (&&Bitmap, &Walled))| {
        if walled.unchanged {
            return None;
        }
        let inner = &walled.inner;
        let mut all = own.clone();
        if let Some(cover) = neighbor(at).and_then(|at| cells.get(at)) {
            all.and_not(cover);
        }
        if all.is_empty() {
            return None;
        }
        let mut inside = all.clone();
        inside.and(inner);
        let mut grown = inside;
        if !grown.is_empty() {
            grown = grown.grown(&rules.margin);
            grown.and(inner);
            all.or(&grown);
        }
        let mut slivers = all.clone();
        let wide = all.shrunk(&rules.sliver);
        if !wide.is_empty() {
            slivers.and_not(&wide.grown(&rules.sliver));
        }
        Some(Exposed { all, grown, slivers })
    };
    cells.iter().zip(layers).enumerate().map(one).collect()
}

/// Returns the part of a layer that nearby exposed surfaces make solid.
fn shell<'a>(
    inner: &Bitmap,
    near: impl Iterator<Item = &'a Exposed>,
    rules: &Rules,
) -> Bitmap {
    let mut solid = Bitmap::empty(inner.rows(), inner.stride);
    let mut slivers = solid.clone();
    for seen in near {
        solid.or(&seen.all);
        slivers.or(&seen.slivers);
    }
    solid.and(inner);
    slivers.and(inner);
    if !slivers.is_empty() {
        let mut wider = slivers.grown(&rules.sliver);
        wider.and(inner);
        solid.or(&wider);
    }
    solid
}
