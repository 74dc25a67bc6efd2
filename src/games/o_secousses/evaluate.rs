//! What a reveal pays, as the emitter reckons it; the replay has rules of its own.

use crate::games::o_secousses::readings::{
    AboveTen, Gauge, GoldenOnGauge, GoldenWithGauge, MonkeyAtZero, MonkeyTakes, Rulebook,
    SeveralGolden,
};
use crate::games::o_secousses::tables::{GOLDEN, LEVELS, LOWEST};
use crate::games::o_secousses::tree::{Beside, SHAKEN, TREES};
use crate::units::Cents;

/// Where some trees have led.
#[derive(Clone, Copy, Debug, Default)]
struct Path {
    level: i32,
    highest: i32,
    /// Golden coconuts seen.
    found: u8,
    /// Golden coconuts no monkey took.
    held: u8,
}

/// Amounts that a reveal brings together; what it pays is their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// From the gauge.
    gauge: Cents,
    /// Golden coconuts paid, 10 EUR each.
    golden: u8,
}

impl Parts {
    pub(super) fn total(self) -> Cents {
        Cents(self.gauge.0 + i64::from(self.golden) * GOLDEN.0)
    }

    /// Whether more than one amount was added.
    pub(super) fn is_sum(self) -> bool {
        u8::from(self.gauge > Cents::ZERO) + self.golden > 1
    }
}

/// What six trees, by their codes, bring when shaken in this order; none where the readings allow no such
/// reveal.
pub(super) fn evaluate(trees: [u8; SHAKEN], rules: &Rulebook) -> Option<Parts> {
    let mut path = Path::default();
    for code in trees {
        path.shake(code, rules);
    }
    path.parts(rules)
}

impl Path {
    fn rise(&mut self, levels: u8) {
        self.level += i32::from(levels);
        self.highest = self.highest.max(self.level);
    }

    /// Coconuts before what is beside them.
    fn shake(&mut self, code: u8, rules: &Rulebook) {
        let tree = TREES[usize::from(code)];
        self.rise(tree.coconuts);
        match tree.beside {
            Beside::Nothing => {}
            Beside::Golden => {
                self.found += 1;
                self.held += 1;
                self.rise(u8::from(rules.golden_on_gauge == GoldenOnGauge::Yes));
            }
            Beside::Monkey => {
                if rules.monkey_takes == MonkeyTakes::GoldenToo {
                    self.held = self.held.saturating_sub(1);
                }
                if self.level > 0 || rules.monkey_at_zero == MonkeyAtZero::Negative {
                    self.level -= 1;
                }
            }
        }
    }

    fn parts(self, rules: &Rulebook) -> Option<Parts> {
        if self.found > 1 && rules.several_golden == SeveralGolden::Impossible {
            return None;
        }
        let golden = match rules.several_golden {
            SeveralGolden::Each => self.held,
            SeveralGolden::Impossible | SeveralGolden::Once => self.held.min(1),
        };
        let both = Parts {
            gauge: self.gauge(rules),
            golden,
        };
        let [alone, beside] = [
            Parts { golden: 0, ..both },
            Parts {
                gauge: Cents::ZERO,
                ..both
            },
        ];
        Some(match rules.golden_with_gauge {
            GoldenWithGauge::GoldenOnly if golden > 0 => beside,
            GoldenWithGauge::Maximum if beside.total() >= alone.total() => beside,
            GoldenWithGauge::GoldenOnly | GoldenWithGauge::Maximum => alone,
            GoldenWithGauge::Sum => both,
        })
    }

    fn gauge(self, rules: &Rulebook) -> Cents {
        let level = match rules.gauge {
            Gauge::Highest => self.highest,
            Gauge::HighestIf3 if self.level >= LOWEST => self.highest,
            Gauge::End | Gauge::HighestIf3 => self.level,
        };
        if level < LOWEST {
            return Cents::ZERO;
        }
        let top = LEVELS.len() - 1;
        match (level - LOWEST) as usize {
            above if above > top && rules.above_ten == AboveTen::Loses => Cents::ZERO,
            rung => LEVELS[rung.min(top)],
        }
    }
}
