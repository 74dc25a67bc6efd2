//! What six trees pay, written once more from the text: trees are letters, and every level that the
//! cursor took is kept.

use tirage::games::o_secousses::{
    AboveTen, Contents, Emitter, Gauge, GoldenOnGauge, GoldenWithGauge, MonkeyAtZero, MonkeyTakes,
    Order, Reveal, Rulebook, SeveralGolden,
};

/// The text of the regulation, letter by letter: empty, coconuts, golden, monkey.
pub(crate) const LETTERS: [&str; 12] = [
    "", "c", "cc", "ccc", "g", "m", "cg", "ccg", "cccg", "cm", "ccm", "cccm",
];

/// All default answers.
pub(crate) const DEFAULT: Rulebook = Rulebook {
    gauge: Gauge::End,
    monkey_at_zero: MonkeyAtZero::NoEffect,
    golden_with_gauge: GoldenWithGauge::GoldenOnly,
    several_golden: SeveralGolden::Impossible,
    golden_on_gauge: GoldenOnGauge::No,
    monkey_takes: MonkeyTakes::Coconut,
    above_ten: AboveTen::Capped,
    contents: Contents::OneKind,
    order: Order::ByRank,
    emitter: Emitter::Proof,
};

/// In euros; none for tickets that cannot exist.
pub(crate) fn pays(trees: [u8; 6], rules: &Rulebook) -> Option<i64> {
    let letters = trees
        .iter()
        .flat_map(|&tree| LETTERS[tree as usize].bytes());
    let (mut level, mut best, mut golden, mut stolen) = (0_i64, 0, 0, 0);
    for letter in letters {
        match letter {
            b'c' => level += 1,
            b'g' => {
                golden += 1;
                level += i64::from(rules.golden_on_gauge == GoldenOnGauge::Yes);
            }
            _ => {
                let takes_gold = rules.monkey_takes == MonkeyTakes::GoldenToo;
                stolen += i64::from(takes_gold && stolen < golden);
                if level != 0 || rules.monkey_at_zero == MonkeyAtZero::Negative {
                    level -= 1;
                }
            }
        }
        best = best.max(level);
    }
    if rules.several_golden == SeveralGolden::Impossible && golden > 1 {
        return None;
    }
    let paid_level = match rules.gauge {
        Gauge::End => level,
        Gauge::Highest => best,
        Gauge::HighestIf3 => {
            if level >= 3 {
                best
            } else {
                0
            }
        }
    };
    let table = [0, 0, 0, 1, 2, 4, 10, 50, 100, 1_000, 15_000];
    let by_gauge = match usize::try_from(paid_level) {
        Err(_) => 0,
        Ok(level) if level > 10 => match rules.above_ten {
            AboveTen::Capped => 15_000,
            AboveTen::Loses => 0,
        },
        Ok(level) => table[level],
    };
    let kept = golden - stolen;
    let by_gold = match rules.several_golden {
        SeveralGolden::Each => 10 * kept,
        _ => 10 * kept.min(1),
    };
    Some(match rules.golden_with_gauge {
        GoldenWithGauge::Sum => by_gold + by_gauge,
        GoldenWithGauge::Maximum => by_gold.max(by_gauge),
        GoldenWithGauge::GoldenOnly if by_gold > 0 => by_gold,
        GoldenWithGauge::GoldenOnly => by_gauge,
    })
}

/// Every sequence of six trees of so many kinds.
pub(crate) fn sequences(kinds: u32) -> impl Iterator<Item = [u8; 6]> {
    (0..kinds.pow(6)).map(move |code| {
        let mut rest = code;
        [0; 6].map(|_: u8| {
            let tree = rest % kinds;
            rest /= kinds;
            tree as u8
        })
    })
}

/// The trees, whatever their order.
pub(crate) fn sorted(mut trees: [u8; 6]) -> [u8; 6] {
    trees.sort_unstable();
    trees
}

/// The reveal of these trees under `rules`.
pub(crate) fn reveal(trees: [u8; 6], rules: &Rulebook) -> Reveal {
    Reveal::new(trees, rules.kinds())
}

/// The defaults, each other answer alone, and answers that meet.
pub(crate) fn readings() -> Vec<Rulebook> {
    let d = DEFAULT;
    let negative = MonkeyAtZero::Negative;
    let too = MonkeyTakes::GoldenToo;
    let met = Rulebook {
        golden_with_gauge: GoldenWithGauge::Sum,
        several_golden: SeveralGolden::Each,
        golden_on_gauge: GoldenOnGauge::Yes,
        ..d
    };
    vec![
        d,
        Rulebook {
            gauge: Gauge::Highest,
            ..d
        },
        Rulebook {
            gauge: Gauge::HighestIf3,
            ..d
        },
        Rulebook {
            monkey_at_zero: negative,
            ..d
        },
        Rulebook {
            golden_with_gauge: GoldenWithGauge::Maximum,
            ..d
        },
        Rulebook {
            golden_with_gauge: GoldenWithGauge::Sum,
            ..d
        },
        Rulebook {
            several_golden: SeveralGolden::Once,
            ..d
        },
        Rulebook {
            several_golden: SeveralGolden::Each,
            ..d
        },
        Rulebook {
            golden_on_gauge: GoldenOnGauge::Yes,
            ..d
        },
        Rulebook {
            monkey_takes: too,
            ..d
        },
        Rulebook {
            above_ten: AboveTen::Loses,
            ..d
        },
        met,
        Rulebook {
            gauge: Gauge::HighestIf3,
            monkey_at_zero: negative,
            monkey_takes: too,
            ..met
        },
        Rulebook {
            gauge: Gauge::Highest,
            above_ten: AboveTen::Loses,
            monkey_takes: too,
            ..met
        },
    ]
}
