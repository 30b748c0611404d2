//! Filament and time of supports, as PrusaSlicer 2.5 makes them with
//! `--support-material --support-material-auto` and the settings that the
//! quoting profile leaves at their defaults: grid style, everywhere, lines 2.5
//! mm apart within a sheath, three dense layers below and above a column,
//! bridges left out.
//!
//! The overhangs of each layer, without bridges (`overhang`), are stretched to
//! blocks (`canvas`) and carried down to the plate or to the part below. The
//! layers of the columns have heights of their own (`slabs`).

mod canvas;
mod overhang;
mod slabs;

use serde::Serialize;

use super::bitmap::{Bitmap, Disc};
use super::islands::drop_specks;
use super::layers::Cut;
use super::plan::{Lines, Plan};
use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Bounds;
use canvas::Canvas;
use overhang::Reach;
use slabs::{Slab, slabs};

/// What supports take in one pose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Supports {
    /// Area of the layers that rest on nothing and that a slicer supports.
    pub unsupported_mm2: f64,
    pub filament_cm3: f64,
    /// Printing time that the supports add.
    pub seconds: f64,
}

/// Lines of supports that are printed with one layer of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Extra {
    pub mm3: f64,
    /// mm.
    pub length: f64,
    /// Seconds at full speed.
    pub seconds: f64,
    /// Bends of more than a little.
    pub turns: f64,
    /// Areas apart from each other.
    pub areas: f64,
    /// Heights at which nothing else is printed.
    pub levels: f64,
}

/// Half the width of an outer wall's line, in nozzle diameters.
const HALF_WALL: f64 = 0.525;
/// Sideways distance between a support and the model, in nozzle diameters: half
/// the width of an outer wall's line.
const WALL_GAP: f64 = HALF_WALL;
/// Distance in height between a support and the model, mm.
const GAP: f64 = 0.2;
/// Distance between the lines of a column, without the line, mm.
const SPACING: f64 = 2.5;
/// Growth of the first layer, mm, and its density with its sheath.
const FOOT: f64 = 3.0;
const FOOT_FILL: f64 = 0.93;
const FOOT_STEPS: u32 = 6;
/// Speeds, mm/s.
const SPEED: f64 = 150.0;
const FIRST_SPEED: f64 = 50.0;
/// Heights closer than this are equal, mm.
const NEAR: f64 = 1e-4;
/// Share of the lines of a column that are followed by a link to the next.
const LINKS: f64 = 1.2;
/// The smallest area that is printed, mm2.
const SPECK: f64 = 0.5;
/// Corners of the sheath of a column, for each block along it.
const CORNERS: f64 = 0.7;
/// Mean density of a column.
const COLUMN: f64 = 0.2;
/// Dense layers are filled up to the middle of a line at the edge.
const DENSE: f64 = 0.97;

/// Lines of a support.
struct Flow {
    width: f64,
    nozzle: f64,
    melt: f64,
    /// Distance of dense lines, mm.
    spacing: f64,
}

impl Flow {
    fn new(lines: &Lines) -> Flow {
        let nozzle = lines.nozzle;
        // The profile has a width for the nozzle of 0.4 mm only.
        let standard = (nozzle - 0.4).abs() < 1e-9;
        let width = if standard { 0.45 } else { nozzle };
        let spacing = width - rounded(lines.layer_mm);
        Flow { width, nozzle, melt: lines.melt, spacing }
    }

    /// Filament per mm of line, mm2.
    fn section(&self, height: f64) -> f64 {
        height * (self.width - rounded(height))
    }

    fn extra(&self, length: f64, section: f64, first: bool) -> Extra {
        let most = if first { FIRST_SPEED } else { SPEED };
        let speed = most.min(self.melt / section);
        let seconds = length / speed;
        Extra { mm3: length * section, length, seconds, ..Extra::default() }
    }
}

/// What the round ends of a line's section take from its width.
fn rounded(height: f64) -> f64 {
    height * (1.0 - std::f64::consts::FRAC_PI_4)
}

/// An overhang that is supported.
struct Overhang {
    /// Up to what is below it.
    whole: Bitmap,
    /// Farther out than half a line.
    far: Bitmap,
    /// So far out that dense layers support it.
    dense: Bitmap,
    /// Tops of the layers that support it, mm: one for lines, and one for
    /// bridges, which are thicker.
    tops: [Option<f64>; 2],
}

/// A dense layer below an overhang.
struct Contact {
    slab: Slab,
    area: Bitmap,
}

/// Estimates the supports of a model; `None` where it takes none. The second
/// value has the lines that are printed with each layer.
pub fn supports(
    cut: &Cut,
    plan: &Plan,
    bounds: &Bounds,
) -> Option<(f64, Vec<Extra>)> {
    let tops = tops(plan);
    let (unsupported, overhangs) = overhangs(cut, plan, &tops);
    if overhangs.iter().all(Option::is_none) {
        return None;
    }
    let flow = Flow::new(&plan.lines);
    let canvas = Canvas::new(plan, bounds, SPACING + flow.spacing);
    let columns = Columns {
        cut,
        plan,
        tops: &tops,
        flow: &flow,
        canvas: &canvas,
        extras: vec![Extra::default(); tops.len()],
        landed: None,
    };
    Some((unsupported, columns.print(overhangs)))
}

/// Heights of the tops of the cuts, mm.
fn tops(plan: &Plan) -> Vec<f64> {
    let mut z = 0.0;
    let one = |at: usize| {
        z += super::filament::height(at, plan);
        z
    };
    (0..plan.cuts.count).map(one).collect()
}

fn overhangs(
    cut: &Cut,
    plan: &Plan,
    tops: &[f64],
) -> (f64, Vec<Option<Overhang>>) {
    let cell = plan.grid.cell;
    let nozzle = plan.lines.nozzle;
    let mut reach = Reach::new(&plan.lines, cell, plan.group);
    // An overhanging wall is printed as a bridge when its line is farther out
    // than half the nozzle.
    let bridged = Disc::new((0.5 + HALF_WALL) * nozzle / cell);
    let mut unsupported = 0.0;
    let mut all: Vec<Option<Overhang>> = Vec::from([None]);
    let pairs = cut.cells.windows(2).zip(cut.inner.iter().skip(1));
    for (at, ((pair, inner), heights)) in (1..).zip(pairs.zip(tops.windows(2)))
    {
        let ([below, _], &[bottom, top]) = (pair, heights) else { continue };
        all.push(None);
        let high = bottom - GAP;
        if high < FIRST_LAYER_MM - NEAR {
            continue;
        }
        let upto = cut.cells.get(..=at).unwrap_or_default();
        let Some(over) = reach.overhang(upto) else { continue };
        let whole = reach.supported(&over.whole, below, inner);
        let mut far = whole.clone();
        far.and_not(&below.grown(&reach.free));
        if far.is_empty() {
            continue;
        }
        let mut dense = over.dense;
        dense.and(&far);
        unsupported += whole.count() as f64 * cell * cell;
        let mut bridge = far.clone();
        bridge.and_not(&below.grown(&bridged));
        let low = top - nozzle - GAP;
        let low =
            (!bridge.is_empty() && low >= FIRST_LAYER_MM - NEAR).then_some(low);
        if let Some(last) = all.last_mut() {
            *last =
                Some(Overhang { whole, far, dense, tops: [Some(high), low] });
        }
        crate::checkpoint();
    }
    (unsupported, all)
}

/// The columns of a model, from the top down.
struct Columns<'a> {
    cut: &'a Cut,
    plan: &'a Plan,
    tops: &'a [f64],
    flow: &'a Flow,
    canvas: &'a Canvas,
    extras: Vec<Extra>,
    /// The last layer on which columns ended, and where.
    landed: Option<(usize, Bitmap)>,
}

impl Columns<'_> {
    fn print(mut self, overhangs: Vec<Option<Overhang>>) -> Vec<Extra> {
        let most = 0.75 * self.flow.nozzle;
        let mut heights: Vec<f64> = overhangs
            .iter()
            .flatten()
            .flat_map(|over| over.tops.iter().flatten().copied())
            .collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup_by(|a, b| (*a - *b).abs() < NEAR);
        let (columns, contacts) = slabs(FIRST_LAYER_MM, most, &heights);
        let contact_at = |top: f64| {
            let at = heights.partition_point(|&z| z < top - NEAR);
            contacts.get(at).copied()
        };
        let empty = self
            .canvas
            .place(&Bitmap::empty(self.plan.grid.rows, self.plan.grid.stride));
        let mut pending = overhangs;
        let mut dense: Vec<Contact> = Vec::new();
        let mut open = empty.clone();
        let mut next_slab = columns.len();
        let mut pending_end = pending.len();
        // Overhangs whose lower contact is still to come.
        let mut waiting: Vec<(f64, Bitmap, Bitmap, Bitmap, Bitmap)> =
            Vec::new();
        for at in (0..self.tops.len()).rev() {
            let Some(&top) = self.tops.get(at) else { break };
            // Overhangs whose contact is at this height or above.
            while pending_end > 0 {
                let over = pending.get(pending_end - 1);
                let due = match over {
                    Some(Some(over)) => over
                        .tops
                        .iter()
                        .flatten()
                        .any(|&contact| contact > top - NEAR),
                    _ => true,
                };
                if !due {
                    break;
                }
                pending_end -= 1;
                let own = pending.get_mut(pending_end).and_then(Option::take);
                let Some(over) = own else { continue };
                let below = self.cut.cells.get(pending_end - 1);
                let Some(below) = below else { continue };
                let wall = self.canvas.place(&below.grown(&self.free()));
                let far = self.canvas.place(&over.far);
                let whole = self.canvas.place(&over.whole);
                let area = self.canvas.stretched(&far, &wall);
                let mut dense = self.canvas.place(&over.dense);
                dense.and(&area);
                let dense = self.canvas.stretched(&dense, &wall);
                for (lower, contact) in over.tops.iter().enumerate() {
                    if let &Some(contact) = contact {
                        let hidden = match (lower, over.tops[1]) {
                            (0, Some(_)) => whole.clone(),
                            _ => empty.clone(),
                        };
                        waiting.push((
                            contact,
                            area.clone(),
                            whole.clone(),
                            dense.clone(),
                            hidden,
                        ));
                    }
                }
            }
            let mut found: Vec<(f64, Bitmap)> = Vec::new();
            waiting.retain(|(contact, area, whole, dense, hidden)| {
                if *contact < top - NEAR {
                    return true;
                }
                open.or(area);
                open.or(whole);
                let mut printed =
                    dense.grown(&self.disc(0.5 * self.flow.spacing));
                printed.and_not(
                    &hidden.grown(&self.disc(WALL_GAP * self.flow.nozzle)),
                );
                match found
                    .iter_mut()
                    .find(|own| (own.0 - contact).abs() < NEAR)
                {
                    Some((_, all)) => all.or(&printed),
                    None => found.push((*contact, printed)),
                }
                false
            });
            for (contact, mut area) in found {
                let Some(slab) = contact_at(contact) else { continue };
                area.and_not(&self.near(slab, WALL_GAP * self.flow.nozzle));
                self.add_dense(slab, self.mm2(&area));
                dense.push(Contact { slab, area });
            }
            if open.is_empty() {
                continue;
            }
            self.land(at, &open, &dense);
            let Some(own) = self.cut.cells.get(at) else { break };
            let own = self.canvas.place(own);
            open.and_not(&own);
            open = self.canvas.stretched(&open, &own);
            // Layers of columns between this layer's top and the next's.
            while next_slab > 0 {
                let Some(&slab) = columns.get(next_slab - 1) else { break };
                if slab.top < top - NEAR && at > 0 {
                    break;
                }
                let above = columns.get(next_slab).map_or(f64::MAX, |s| s.top);
                next_slab -= 1;
                dense.retain(|own| own.slab.bottom <= above + NEAR);
                let mut layer = open.clone();
                let mut full = empty.clone();
                for own in &dense {
                    if own.slab.top >= slab.top - NEAR {
                        full.or(&own.area);
                    }
                }
                let inside = dense.iter().filter(|own| {
                    own.slab.bottom <= slab.bottom + NEAR
                        && own.slab.top >= slab.top - NEAR
                });
                // Beside a contact, the column has only what it leaves.
                for own in inside {
                    layer.and_not(&own.area);
                    full.and_not(&own.area);
                }
                self.add_column(slab, layer, full);
                crate::checkpoint();
            }
            crate::checkpoint();
        }
        self.extras
    }

    fn disc(&self, mm: f64) -> Disc {
        Disc::new(mm / self.canvas.cell)
    }

    fn free(&self) -> Disc {
        let cell = self.canvas.cell;
        Disc::new((WALL_GAP * self.flow.nozzle * self.plan.group / cell).ceil())
    }

    /// Cells of the smallest area that is printed.
    fn speck(&self) -> usize {
        (SPECK / (self.canvas.cell * self.canvas.cell)).ceil() as usize
    }

    fn mm2(&self, area: &Bitmap) -> f64 {
        area.count() as f64 * self.canvas.cell * self.canvas.cell
    }

    /// The model beside a layer of a support, grown.
    fn near(&self, slab: Slab, by: f64) -> Bitmap {
        let first =
            self.tops.partition_point(|&top| top < slab.bottom - GAP + NEAR);
        let mut all: Option<Bitmap> = None;
        for at in first..self.tops.len() {
            let below = at.checked_sub(1).and_then(|at| self.tops.get(at));
            let bottom = below.copied().unwrap_or(0.0);
            if bottom > slab.top + GAP - NEAR {
                break;
            }
            let Some(own) = self.cut.cells.get(at) else { break };
            match &mut all {
                Some(all) => all.or(own),
                None => all = Some(own.clone()),
            }
        }
        let grid = &self.plan.grid;
        let all = all.unwrap_or(Bitmap::empty(grid.rows, grid.stride));
        self.canvas.place(&all).grown(&self.disc(by))
    }

    /// The lines that are printed with the layer at or above a height.
    fn extra_at(&mut self, top: f64) -> Option<&mut Extra> {
        let at = self.tops.partition_point(|&z| z < top - NEAR);
        let at = at.min(self.tops.len().saturating_sub(1));
        self.extras.get_mut(at)
    }

    fn add(&mut self, top: f64, own: Extra) {
        if let Some(extra) = self.extra_at(top) {
            extra.mm3 += own.mm3;
            extra.length += own.length;
            extra.seconds += own.seconds;
            extra.turns += own.turns;
            extra.areas += own.areas;
            extra.levels += own.levels;
        }
    }

    fn add_dense(&mut self, slab: Slab, mm2: f64) {
        let section = self.flow.section(slab.height());
        let length = DENSE * mm2 / self.flow.spacing;
        let first = slab.bottom <= 0.0;
        let mut extra = self.flow.extra(length, section, first);
        extra.turns = 2.0 * mm2.sqrt() / self.flow.spacing;
        extra.areas = if mm2 > 0.0 { 1.0 } else { 0.0 };
        self.add(slab.top, extra);
    }

    /// One layer of the columns, part of which is dense.
    fn add_column(&mut self, slab: Slab, mut layer: Bitmap, mut full: Bitmap) {
        if layer.is_empty() {
            return;
        }
        let sheath = WALL_GAP * self.flow.nozzle + 0.5 * self.flow.width;
        layer.and_not(&self.near(slab, sheath));
        if slab.bottom <= 0.0 {
            self.add_foot(slab, layer);
            return;
        }
        full.and(&layer);
        layer.and_not(&full);
        self.add_dense(slab, self.mm2(&full));
        let cell = self.canvas.cell;
        let areas = drop_specks(&mut layer, self.speck());
        let (outline, straight) = layer.measured();
        // The outline of a square, as it is measured, is 5 % too short.
        let outline = outline * cell * (1.0 + 0.055 * straight);
        let (mut chords, mut runs) = (0.0, 0.0);
        let block = SPACING + self.flow.spacing;
        for &row in &self.canvas.rows {
            let Some(before) = row.checked_sub(1) else { continue };
            let mut last = 0u64;
            for (a, b) in layer.row(before).zip(layer.row(row)) {
                let both = a & b;
                chords += f64::from(both.count_ones()) * cell;
                runs +=
                    f64::from((both & !(both << 1 | last >> 63)).count_ones());
                last = both;
            }
        }
        let inset = 1.76 * self.flow.spacing;
        let lines = (chords - inset * runs).max(0.0) + LINKS * block * runs;
        let section = self.flow.section(slab.height());
        let mut extra = self.flow.extra(outline + lines, section, false);
        extra.turns = 2.0 * runs + CORNERS * outline / block;
        extra.areas = areas as f64;
        extra.levels = 1.0;
        self.add(slab.top, extra);
    }

    /// The first layer, which is wider and dense.
    fn add_foot(&mut self, slab: Slab, mut layer: Bitmap) {
        let wall = self.near(slab, WALL_GAP * self.flow.nozzle);
        let step = self.disc(FOOT / f64::from(FOOT_STEPS));
        for _ in 0..FOOT_STEPS {
            layer = layer.grown(&step);
            layer.and_not(&wall);
        }
        let areas = drop_specks(&mut layer, self.speck());
        let section = self.flow.section(slab.height());
        let length = FOOT_FILL * self.mm2(&layer) * slab.height() / section;
        let mut extra = self.flow.extra(length, section, true);
        extra.areas = areas as f64;
        self.add(slab.top, extra);
    }

    /// Where columns end on the model: a layer of round lines and two dense
    /// ones in place of the column.
    fn land(&mut self, at: usize, open: &Bitmap, dense: &[Contact]) {
        let (Some(own), Some(above)) =
            (self.cut.cells.get(at), self.cut.cells.get(at + 1))
        else {
            return;
        };
        let mut top = own.clone();
        top.and_not(above);
        if top.is_empty() {
            return;
        }
        let mut touching = self.canvas.place(&top);
        touching.and(open);
        if touching.is_empty() {
            return;
        }
        let mut area = touching.grown(&self.disc(self.flow.width));
        // On a slope, each layer's area reaches over that of the next.
        if let Some((last, landed)) = self.landed.replace((at, area.clone()))
            && last == at + 1
        {
            area.and_not(&landed);
        }
        area.and_not(
            &self
                .canvas
                .place(above)
                .grown(&self.disc(WALL_GAP * self.flow.nozzle)),
        );
        let mm2 = self.mm2(&area);
        let nozzle = self.flow.nozzle;
        let section = std::f64::consts::FRAC_PI_4 * nozzle * nozzle;
        let length = DENSE * mm2 / self.flow.spacing;
        let mut extra = self.flow.extra(length, section, false);
        extra.areas = 1.0;
        let z = self.tops.get(at).copied().unwrap_or_default();
        let end = z + nozzle + GAP;
        self.add(end, extra);
        // What was drawn down to the model is not printed there.
        let height = 0.75 * nozzle;
        let mut column = area.clone();
        let mut free = area.clone();
        let mut less = 0.0;
        for own in dense {
            let mut both = own.area.clone();
            both.and(&area);
            if both.is_empty() {
                continue;
            }
            free.and_not(&both);
            if own.slab.top < end + NEAR {
                column.and_not(&both);
                less += self.mm2(&both);
            }
        }
        let section = self.flow.section(height);
        let layers = (nozzle + GAP) / height;
        let more = 2.0 * (DENSE - COLUMN) * self.mm2(&free);
        let lost = DENSE * less + COLUMN * layers * self.mm2(&column);
        let length = ((more - lost) / self.flow.spacing).max(-length);
        let extra = self.flow.extra(length, section, false);
        self.add(end, extra);
    }
}

#[cfg(test)]
mod tests;
