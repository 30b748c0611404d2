//! Random prints written in every mode, compared with a sum that is computed
//! separately.

use super::{extruded, moves};

/// xorshift64*, so that a failure can be reproduced from its seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
}

/// Returns the true advance of the filament, in hundredths of a millimeter, and
/// g-code for it. Modes change at random without changing the advance.
fn walk(seed: u64) -> (String, f64) {
    let mut dice = Dice::new(seed);
    let mut code = String::from("G90\nM82\nG92 E0\n");
    let (mut relative, mut axis, mut x) = (false, 0i64, 0i64);
    let (mut laid, mut held) = (0i64, 0i64);
    for _ in 0..200 {
        match dice.below(10) {
            0 => {
                relative = !relative;
                // M82 keeps the position of the axis; the G92 makes it
                // explicit.
                code += if relative { "M83\n" } else { "M82\nG92 E0\n" };
                axis = 0;
            }
            1 => {
                axis = dice.below(100_000).cast_signed() - 50_000;
                code += &format!("G92 E{}\n", mm(axis));
            }
            2 if held == 0 => {
                held = dice.below(800).cast_signed();
                axis = step(&mut code, "G1", relative, axis, -held);
            }
            3 if held > 0 => {
                axis = step(&mut code, "G1", relative, axis, held);
                held = 0;
            }
            4 => code += "G0 X7 F9000\n",
            _ if held == 0 => {
                let amount = 1 + dice.below(500).cast_signed();
                x = (x + 1 + dice.below(200).cast_signed()) % 300;
                code += "G0 X350\n";
                let word = format!("G1 X{x} Y{}", dice.below(200));
                axis = step(&mut code, &word, relative, axis, amount);
                laid += amount;
            }
            _ => {}
        }
    }
    (code, laid as f64 / 100.0)
}

fn mm(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

fn step(
    code: &mut String,
    word: &str,
    relative: bool,
    axis: i64,
    by: i64,
) -> i64 {
    let target = axis + by;
    let value = if relative { by } else { target };
    *code += &format!("{word} E{}\n", mm(value));
    target
}

#[test]
fn modes_and_resets_do_not_change_the_sum() {
    for seed in 0..500 {
        let (code, laid) = walk(seed);
        let got = extruded(&code);
        assert!((got - laid).abs() < 1e-6, "seed {seed}: {got} for {laid}");
    }
}

#[test]
fn chunk_size_does_not_change_the_moves() {
    use crate::parse::gcode::Reader;
    for seed in 0..50 {
        let (code, _) = walk(seed);
        let whole = moves(&code).unwrap();
        let mut dice = Dice::new(seed + 1000);
        let mut reader = Reader::default();
        let mut rest = code.as_bytes();
        while !rest.is_empty() {
            let size = (1 + dice.below(60) as usize).min(rest.len());
            reader.push(&rest[..size]).unwrap();
            rest = &rest[size..];
        }
        assert_eq!(reader.finish().unwrap().1, whole, "seed {seed}");
    }
}
