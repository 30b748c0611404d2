//! Adds up what the moves push out of the nozzle, per tool.
//!
//! Filament laid while the head travels counts in full. Filament moved
//! standing still is netted: a retraction and its return cost nothing, only
//! what goes beyond the furthest point so far counts. So nobody can retract
//! on paper (a cold or too long retraction is skipped by the printer) and
//! print from that credit. Two exceptions, which refill the nozzle on the
//! move: the load after a tool change of a multi-material unit, and the last
//! bit of a restart that stops short of the retraction (Simplify3D's negative
//! extra restart distance: counted in full it adds up to 22 % on real files).
//!
//! Firmware disagrees on what G90 and G91 do to the E axis, so three sums are
//! kept and the largest is believed.

/// How the E axis takes its numbers:
/// 0: M82/M83 alone decide (RepRapFirmware, Prusa).
/// 1: relative when M83 or G91 says so (Marlin 1, Klipper).
/// 2: the last of M82, M83, G90, G91 decides (Marlin 2, Smoothieware).
const CONVENTIONS: usize = 3;

/// A multi-material unit parks filament at most this far back, mm.
const LOAD_LIMIT_MM: f64 = 180.0;
/// A restart falls short of its retraction by about this much at most, mm.
const RESTART_LIMIT_MM: f64 = 0.5;
/// Standing still, at most this much retraction is given back, mm.
const RETRACT_LIMIT_MM: f64 = 200.0;
/// More tools than any machine or pseudo tool number needs.
const TOOL_LIMIT: usize = 64;

#[derive(Debug, Clone, Copy, Default)]
struct Account {
    /// Pushed out on the move, mm.
    laid: f64,
    /// Part of `laid` that only refilled the path.
    loaded: f64,
    /// How much more may refill the path.
    credit: f64,
    /// Moved standing still (or pulled back), and its highest value so far.
    balance: f64,
    high: f64,
}

impl Account {
    fn add(&mut self, mm: f64, travels: bool) {
        if mm > 0.0 && travels {
            let behind = self.high - self.balance;
            let refill = mm.min(self.credit).min(behind);
            self.credit -= refill;
            self.loaded += refill;
            self.balance += refill;
            self.laid += mm;
        } else {
            self.balance += mm;
            self.high = self.high.max(self.balance);
            self.balance = self.balance.max(self.high - RETRACT_LIMIT_MM);
            if mm > 0.0 {
                self.credit = self.credit.max(RESTART_LIMIT_MM);
            }
        }
    }

    fn total(&self) -> f64 {
        self.laid - self.loaded.min(self.laid / 2.0) + self.high
    }
}

struct Tool {
    number: u32,
    accounts: [Account; CONVENTIONS],
}

pub(super) struct Extruder {
    /// M83 in force.
    pub relative: bool,
    last_word_relative: bool,
    /// Where each convention believes the E axis stands.
    position: [f64; CONVENTIONS],
    /// M221 as a factor, never below 1: a lowered flow is the sender's loss,
    /// the claim does not know it either.
    pub flow: f64,
    tools: Vec<Tool>,
    current: usize,
}

impl Default for Extruder {
    fn default() -> Self {
        Extruder {
            relative: false,
            last_word_relative: false,
            position: [0.0; CONVENTIONS],
            flow: 1.0,
            tools: vec![Tool { number: 0, accounts: Default::default() }],
            current: 0,
        }
    }
}

impl Extruder {
    /// M82 or M83.
    pub fn set_mode(&mut self, relative: bool) {
        self.relative = relative;
        self.last_word_relative = relative;
    }

    /// G90 or G91, as far as they reach the E axis.
    pub fn axes_mode(&mut self, relative: bool) {
        self.last_word_relative = relative;
    }

    /// G92 E.
    pub fn set_position(&mut self, value: f64) {
        self.position = [value; CONVENTIONS];
    }

    /// Whether the E axis stands at zero under every convention.
    pub fn at_zero(&self) -> bool {
        self.position.iter().all(|p| *p == 0.0)
    }

    /// T. `false` when there are too many of them.
    pub fn select(&mut self, number: u32) -> bool {
        let known = self.tools.iter().position(|t| t.number == number);
        if known.is_none() && self.tools.len() >= TOOL_LIMIT {
            return false;
        }
        self.current = known.unwrap_or_else(|| {
            self.tools.push(Tool { number, accounts: Default::default() });
            self.tools.len() - 1
        });
        if let Some(tool) = self.tools.get_mut(self.current) {
            for account in &mut tool.accounts {
                let behind = account.high - account.balance;
                account.credit = behind.min(LOAD_LIMIT_MM);
            }
        }
        true
    }

    /// A move with an E word. Returns the filament's advance in mm as M82 and
    /// M83 alone say it.
    pub fn advance(
        &mut self,
        value: f64,
        axes_relative: bool,
        travels: bool,
    ) -> f64 {
        let modes = [
            self.relative,
            self.relative || axes_relative,
            self.last_word_relative,
        ];
        let mut plain = None;
        let mut spare = [Account::default(); CONVENTIONS];
        let accounts = match self.tools.get_mut(self.current) {
            Some(tool) => &mut tool.accounts,
            None => &mut spare,
        };
        let axes = self.position.iter_mut().zip(accounts);
        for (relative, (position, account)) in modes.into_iter().zip(axes) {
            let mm = if relative { value } else { value - *position };
            *position += mm;
            account.add(mm * self.flow, travels);
            plain.get_or_insert(mm * self.flow);
        }
        plain.unwrap_or(0.0)
    }

    /// Millimetres per tool number, under the convention with the largest
    /// sum; tools that extrude nothing are left out.
    pub fn per_tool(&self) -> Vec<(u32, f64)> {
        let column = |c: usize| {
            let totals = self.tools.iter().filter_map(move |t| {
                Some((t.number, t.accounts.get(c)?.total()))
            });
            totals.filter(|(_, mm)| *mm > 0.0).collect::<Vec<_>>()
        };
        let mut best = Vec::new();
        let mut most = -1.0;
        for tools in (0..CONVENTIONS).map(column) {
            let sum: f64 = tools.iter().map(|(_, mm)| mm).sum();
            // A hair more is float noise, not another reading.
            if sum > most * (1.0 + 1e-12) {
                (best, most) = (tools, sum);
            }
        }
        best
    }
}
