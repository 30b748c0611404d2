//! Minimum time of the moves: distance over feed rate, without acceleration,
//! heating and homing. This lower bound is 0.35 to 0.95 of the slicers'
//! estimates on the sample files (2026-11).

/// Maximum speed of printers in scope, mm/s.
const MAX_SPEED_MM_S: f64 = 1000.0;
/// Marlin's feed rate before the first F word (1500 mm/min), mm/s.
const FIRST_FEED_MM_S: f64 = 25.0;

pub(super) struct PrintTime {
    feed: f64,
    /// Speed factor of M220, and the factor saved by `M220 B`.
    factor: f64,
    kept_factor: f64,
    /// Axis limits of M203: X, Y, Z, E in mm/s.
    axis_limits: [f64; 4],
    /// Limit of SET_VELOCITY_LIMIT, mm/s.
    path_limit: f64,
    pub moving: f64,
    /// Requested pauses, seconds.
    pub pausing: f64,
}

impl Default for PrintTime {
    fn default() -> Self {
        PrintTime {
            feed: FIRST_FEED_MM_S,
            factor: 1.0,
            kept_factor: 1.0,
            axis_limits: [f64::INFINITY; 4],
            path_limit: MAX_SPEED_MM_S,
            moving: 0.0,
            pausing: 0.0,
        }
    }
}

impl PrintTime {
    /// Handles an F word, mm/min. Zero and negative values are ignored, as in
    /// firmware.
    pub fn set_feed(&mut self, mm_per_minute: f64) {
        if mm_per_minute > 0.0 {
            self.feed = mm_per_minute / 60.0;
        }
    }

    /// Handles M220.
    pub fn set_percent(&mut self, percent: f64) {
        if percent > 0.0 {
            self.factor = percent / 100.0;
        }
    }

    pub fn keep_factor(&mut self) {
        self.kept_factor = self.factor;
    }

    pub fn restore_factor(&mut self) {
        self.factor = self.kept_factor;
    }

    /// Handles M203 in mm/s, as in Marlin. RepRapFirmware uses mm/min; reading
    /// that value as mm/s only weakens the bound.
    pub fn limit_axis(&mut self, axis: usize, mm_per_second: f64) {
        if let Some(limit) = self.axis_limits.get_mut(axis)
            && mm_per_second > 0.0
        {
            *limit = mm_per_second;
        }
    }

    pub fn limit_path(&mut self, mm_per_second: f64) {
        if mm_per_second > 0.0 {
            self.path_limit = mm_per_second.min(MAX_SPEED_MM_S);
        }
    }

    /// Adds a requested pause.
    pub fn dwell(&mut self, seconds: f64) {
        self.pausing += seconds.max(0.0);
    }

    /// Adds a move of `length` mm that moves the axes X, Y, Z and E by
    /// `deltas`.
    pub fn travel(&mut self, length: f64, deltas: [f64; 4]) {
        let [x, y, _, e] = self.axis_limits;
        let [_, _, _, mm] = deltas;
        let distance = if length > 0.0 { length } else { mm.abs() };
        let speed = (self.feed * self.factor).min(self.path_limit);
        let mut seconds = distance / speed;
        let alone = if length > 0.0 { libm::hypot(x, y) } else { e };
        if deltas.iter().take(2).any(|d| *d != 0.0) || length <= 0.0 {
            seconds = seconds.max(distance / alone);
        }
        for (delta, limit) in deltas.iter().zip(self.axis_limits) {
            seconds = seconds.max(delta.abs() / limit);
        }
        self.moving += seconds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_distance_over_feed_within_the_limits() {
        let mut time = PrintTime::default();
        time.set_feed(6000.0); // 100 mm/s
        time.travel(50.0, [50.0, 0.0, 0.0, 2.0]);
        assert!((time.moving - 0.5).abs() < 1e-12);
        time.set_percent(50.0);
        time.travel(50.0, [50.0, 0.0, 0.0, 2.0]);
        assert!((time.moving - 1.5).abs() < 1e-12);
        time.limit_axis(0, 10.0);
        time.travel(50.0, [50.0, 0.0, 0.0, 2.0]);
        assert!((time.moving - 6.5).abs() < 1e-12);
        time.set_feed(0.0);
        time.travel(0.0, [0.0, 0.0, 0.0, -5.0]); // 5 mm at 50 mm/s
        assert!((time.moving - 6.6).abs() < 1e-12);
    }
}
