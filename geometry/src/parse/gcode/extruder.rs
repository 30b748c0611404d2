//! Sums up the extrusion of the moves, per tool.
//!
//! Extrusion while the head travels is counted in full. Extrusion while the
//! head stands still is netted: a retraction and its return cost nothing, and
//! only the amount beyond the maximum so far is counted. A file therefore
//! cannot claim a retraction that printers skip (cold or too long) and then
//! print from that credit. There are two exceptions, which refill the nozzle
//! during a move: the load after a tool change of a multi-material unit, and
//! the end of a restart that stops short of the retraction (negative extra
//! restart distance in Simplify3D; counting it in full would add up to 22 % on
//! real files).
//!
//! Firmware differs in the effect of G90 and G91 on the E axis, so three sums
//! are computed and the largest is used.

/// Number of conventions for the mode of the E axis:
/// 0: only M82 and M83 decide (RepRapFirmware, Prusa).
/// 1: relative when M83 or G91 is active (Marlin 1, Klipper).
/// 2: the last of M82, M83, G90 and G91 decides (Marlin 2, Smoothieware).
const CONVENTIONS: usize = 3;

/// Maximum distance that a multi-material unit retracts filament, mm.
const MAX_LOAD_MM: f64 = 180.0;
/// Maximum shortfall of a restart after a retraction, mm.
const MAX_RESTART_MM: f64 = 0.5;
/// Maximum retraction that is credited while standing still, mm.
const MAX_RETRACT_MM: f64 = 200.0;
/// Maximum number of tools; more than any machine or pseudo tool number needs.
const MAX_TOOLS: usize = 64;

#[derive(Debug, Clone, Copy, Default)]
struct Account {
    /// Filament extruded while moving, mm.
    laid: f64,
    /// Part of `laid` that only refilled the nozzle.
    loaded: f64,
    /// Remaining credit for refilling, mm.
    credit: f64,
    /// Net extrusion while standing still, and its maximum so far, mm.
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
            self.balance = self.balance.max(self.high - MAX_RETRACT_MM);
            if mm > 0.0 {
                self.credit = self.credit.max(MAX_RESTART_MM);
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
    /// Whether M83 is active.
    pub relative: bool,
    last_word_relative: bool,
    /// E position under each convention.
    position: [f64; CONVENTIONS],
    /// Flow factor of M221, at least 1. A lowered flow is ignored, because the
    /// claim ignores it too.
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
    /// Handles M82 or M83.
    pub fn set_mode(&mut self, relative: bool) {
        self.relative = relative;
        self.last_word_relative = relative;
    }

    /// Handles the effect of G90 or G91 on the E axis.
    pub fn axes_mode(&mut self, relative: bool) {
        self.last_word_relative = relative;
    }

    /// Handles G92 E.
    pub fn set_position(&mut self, value: f64) {
        self.position = [value; CONVENTIONS];
    }

    /// Returns whether the E position is zero under every convention.
    pub fn at_zero(&self) -> bool {
        self.position.iter().all(|p| *p == 0.0)
    }

    /// Handles a tool change. Returns false when there are too many tools.
    pub fn select(&mut self, number: u32) -> bool {
        let known = self.tools.iter().position(|t| t.number == number);
        if known.is_none() && self.tools.len() >= MAX_TOOLS {
            return false;
        }
        self.current = known.unwrap_or_else(|| {
            self.tools.push(Tool { number, accounts: Default::default() });
            self.tools.len() - 1
        });
        if let Some(tool) = self.tools.get_mut(self.current) {
            for account in &mut tool.accounts {
                let behind = account.high - account.balance;
                account.credit = behind.min(MAX_LOAD_MM);
            }
        }
        true
    }

    /// Handles a move with an E word. Returns the advance of the filament in
    /// mm, as M82 and M83 alone define it.
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

    /// Returns the millimeters per tool number, under the convention with the
    /// largest sum. Tools that extrude nothing are omitted.
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
            // A tiny difference is due to rounding, not to a different
            // convention.
            if sum > most * (1.0 + 1e-12) {
                (best, most) = (tools, sum);
            }
        }
        best
    }
}
