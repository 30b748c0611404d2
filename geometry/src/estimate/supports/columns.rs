//! The columns of supports, from the top of a model down to the plate or to the
//! part below, and the dense layers at their ends.

use super::super::bitmap::{Bitmap, Disc};
use super::super::islands::drop_specks;
use super::super::layers::Cut;
use super::super::plan::Plan;
use super::canvas::Canvas;
use super::slabs::{Slab, slabs};
use super::{Extra, Flow, GAP, NEAR, Overhang, SPACING, WALL_GAP};
use crate::measure::FIRST_LAYER_MM;

/// Growth of the first layer, mm, and its density including its sheath.
const FOOT: f64 = 3.0;
const FOOT_FILL: f64 = 0.93;
const FOOT_STEPS: u32 = 6;
/// Links to the next line, per line of a column.
const LINKS: f64 = 1.2;
/// Smallest area that is printed, mm2.
const SPECK: f64 = 0.5;
/// Corners of the sheath of a column, per block along it.
const CORNERS: f64 = 0.7;
/// Mean density of a column.
const COLUMN: f64 = 0.2;
/// Density of dense layers, which are filled up to the middle of a line at the
/// edge.
const DENSE: f64 = 0.97;

/// An overhang on the canvas whose contact has not been reached yet.
struct Waiting {
    /// Top of the dense layer that supports it, mm.
    contact: f64,
    /// Blocks below the overhang.
    area: Bitmap,
    whole: Bitmap,
    /// Part that is far enough out for dense layers to support it.
    dense: Bitmap,
    /// Part that the lower contact of the same overhang supports.
    hidden: Bitmap,
}

/// A contact that has been reached on the way down.
struct Reached {
    contact: f64,
    area: Bitmap,
}

/// A dense layer below an overhang.
struct Contact {
    slab: Slab,
    area: Bitmap,
}

/// The columns of a model, from the top down.
pub(super) struct Columns<'a> {
    cut: &'a Cut,
    plan: &'a Plan,
    tops: &'a [f64],
    flow: &'a Flow,
    canvas: &'a Canvas,
    extras: Vec<Extra>,
    /// The last layer on which columns ended, and the area where they did.
    landed: Option<(usize, Bitmap)>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        cut: &'a Cut,
        plan: &'a Plan,
        tops: &'a [f64],
        flow: &'a Flow,
        canvas: &'a Canvas,
    ) -> Columns<'a> {
        let extras = vec![Extra::default(); tops.len()];
        Columns { cut, plan, tops, flow, canvas, extras, landed: None }
    }

    /// Returns the lines that are printed with each layer, from the plate up.
    /// `overhangs` has one entry per layer.
    pub(super) fn print(
        mut self,
        mut overhangs: Vec<Option<Overhang>>,
    ) -> Vec<Extra> {
        let heights = contact_heights(&overhangs);
        let most = 0.75 * self.flow.nozzle;
        let (mut columns, contacts) = slabs(FIRST_LAYER_MM, most, &heights);
        let mut dense: Vec<Contact> = Vec::new();
        let mut open = self.nothing();
        let mut waiting: Vec<Waiting> = Vec::new();
        // Top of the column layer that was printed last.
        let mut above = f64::MAX;
        for at in (0..self.tops.len()).rev() {
            let Some(&top) = self.tops.get(at) else { break };
            self.take_due(&mut overhangs, top, &mut waiting);
            for reached in self.take_reached(&mut waiting, top, &mut open) {
                let Reached { contact, mut area } = reached;
                let known = heights.partition_point(|&z| z < contact - NEAR);
                let Some(&slab) = contacts.get(known) else { continue };
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
            // Layers of columns between the tops of this layer and the next.
            let is_beside = |slab: &mut Slab| slab.top >= top - NEAR || at == 0;
            while let Some(slab) = columns.pop_if(is_beside) {
                dense.retain(|own| own.slab.bottom <= above + NEAR);
                above = slab.top;
                self.add_beside(slab, &open, &dense);
                crate::checkpoint();
            }
            crate::checkpoint();
        }
        self.extras
    }

    /// Moves the overhangs with a contact at or above this height.
    fn take_due(
        &self,
        overhangs: &mut Vec<Option<Overhang>>,
        top: f64,
        waiting: &mut Vec<Waiting>,
    ) {
        let is_due = |own: &mut Option<Overhang>| match own {
            Some(over) => {
                over.tops.iter().flatten().any(|&contact| contact > top - NEAR)
            }
            None => true,
        };
        while let Some(over) = overhangs.pop_if(is_due) {
            let below = overhangs.len().checked_sub(1);
            let below = below.and_then(|at| self.cut.cells.get(at));
            if let (Some(over), Some(below)) = (over, below) {
                self.place(&over, below, waiting);
            }
        }
    }

    /// Places an overhang on the canvas, once for each of its contacts.
    fn place(
        &self,
        over: &Overhang,
        below: &Bitmap,
        waiting: &mut Vec<Waiting>,
    ) {
        let wall = self.canvas.place(&below.grown(&self.free()));
        let far = self.canvas.place(&over.far);
        let whole = self.canvas.place(&over.whole);
        let area = self.canvas.stretched(&far, &wall);
        let mut dense = self.canvas.place(&over.dense);
        dense.and(&area);
        let dense = self.canvas.stretched(&dense, &wall);
        for (lower, contact) in over.tops.iter().enumerate() {
            let &Some(contact) = contact else { continue };
            let hidden = match (lower, over.tops[1]) {
                (0, Some(_)) => whole.clone(),
                _ => self.nothing(),
            };
            waiting.push(Waiting {
                contact,
                area: area.clone(),
                whole: whole.clone(),
                dense: dense.clone(),
                hidden,
            });
        }
    }

    /// Returns the contacts at or above this height, with the areas that they
    /// print, and opens the columns below them.
    fn take_reached(
        &self,
        waiting: &mut Vec<Waiting>,
        top: f64,
        open: &mut Bitmap,
    ) -> Vec<Reached> {
        let mut reached: Vec<Reached> = Vec::new();
        waiting.retain(|Waiting { contact, area, whole, dense, hidden }| {
            if *contact < top - NEAR {
                return true;
            }
            open.or(area);
            open.or(whole);
            let mut printed = dense.grown(&self.disc(0.5 * self.flow.spacing));
            printed.and_not(
                &hidden.grown(&self.disc(WALL_GAP * self.flow.nozzle)),
            );
            let known = reached
                .iter_mut()
                .find(|own| (own.contact - contact).abs() < NEAR);
            match known {
                Some(own) => own.area.or(&printed),
                None => {
                    let contact = *contact;
                    reached.push(Reached { contact, area: printed });
                }
            }
            false
        });
        reached
    }

    /// Adds one layer of the columns, next to and between the dense layers.
    fn add_beside(&mut self, slab: Slab, open: &Bitmap, dense: &[Contact]) {
        let mut layer = open.clone();
        let mut full = self.nothing();
        for own in dense {
            if own.slab.top >= slab.top - NEAR {
                full.or(&own.area);
            }
        }
        let inside = dense.iter().filter(|own| {
            own.slab.bottom <= slab.bottom + NEAR
                && own.slab.top >= slab.top - NEAR
        });
        // Next to a contact, the column prints only the rest of the area.
        for own in inside {
            layer.and_not(&own.area);
            full.and_not(&own.area);
        }
        self.add_column(slab, layer, full);
    }

    /// Returns an empty canvas.
    fn nothing(&self) -> Bitmap {
        let grid = &self.plan.grid;
        self.canvas.place(&Bitmap::empty(grid.rows, grid.stride))
    }

    fn disc(&self, mm: f64) -> Disc {
        Disc::new(mm / self.canvas.cell)
    }

    fn free(&self) -> Disc {
        let cell = self.canvas.cell;
        Disc::new((WALL_GAP * self.flow.nozzle * self.plan.group / cell).ceil())
    }

    /// Returns the number of cells of the smallest area that is printed.
    fn speck(&self) -> usize {
        (SPECK / (self.canvas.cell * self.canvas.cell)).ceil() as usize
    }

    fn mm2(&self, area: &Bitmap) -> f64 {
        area.count() as f64 * self.canvas.cell * self.canvas.cell
    }

    /// Returns the model next to a layer of a support, grown by `by`.
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

    /// Returns the lines that are printed with the layer at or above a height.
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

    /// Adds one layer of the columns, part of which is dense.
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
        // The measured outline of a square is 5 % too short.
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

    /// Adds the first layer, which is wider and dense.
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

    /// Prints the ends of columns on the model: a layer of round lines and two
    /// dense layers in place of the column.
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
        // On a slope, the area of each layer overlaps the area of the next.
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
        // The column that was drawn down to the model is not printed there.
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

/// Returns the tops of the contacts in mm, without duplicates, from the plate
/// up.
fn contact_heights(overhangs: &[Option<Overhang>]) -> Vec<f64> {
    let mut heights: Vec<f64> = overhangs
        .iter()
        .flatten()
        .flat_map(|over| over.tops.iter().flatten().copied())
        .collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < NEAR);
    heights
}
