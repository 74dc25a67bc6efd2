//! A toy game, written as a user of the library would: toss a coin that wins one time in four; a
//! winner may stop with 3 EUR or toss once more for 12 EUR or nothing.

use tirage::error::Result;
use tirage::game::{
    Answer, Counter, Family, Game, GameCard, Make, Question, Reading, Readings, SessionOffer,
    Start, Strategy, Witness,
};
use tirage::published::load;
use tirage::rng::{Categorical, Draw};
use tirage::tally::Tally;
use tirage::units::{Cents, Stake};

const PUBLISHED: &str = r#"
game = "toy"
title = "Pile ou face"
source = "no regulation: a game for tests"

[[table]]
id = "coin"
article = "1.2"
title = "the toss"
rounding = "centième"
rows = [{ label = "pile", printed = "4,00" }, { label = "face", printed = "1,33" }]
"#;

const MODEL: &str = r#"
[[table]]
id = "coin"
denominator = 100
weights = [25, 75]
possible = 1
why = "two decimals; the fewest"
"#;

#[derive(Clone, Copy)]
enum Bonus {
    None,
    Euro,
}

impl Reading for Bonus {
    const QUESTION: &'static Question = &Question {
        id: "bonus",
        article: "1.4",
        about: "whether a first win pays one euro more",
        answers: &[
            Answer {
                id: "none",
                about: "it does not",
            },
            Answer {
                id: "euro",
                about: "it does",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::None, Self::Euro];
}

pub(crate) struct Toy {
    card: GameCard,
}

pub(crate) struct Rules {
    stake: Stake,
    coin: Categorical,
    single: Cents,
    double: Cents,
}

pub(crate) enum Action {
    Stop,
    Toss,
}

struct Stop;
struct Double;

impl Strategy<Toy> for Stop {
    fn decide(&self, _: &Cents) -> Action {
        Action::Stop
    }
}

impl Strategy<Toy> for Double {
    fn decide(&self, _: &Cents) -> Action {
        Action::Toss
    }
}

/// Coin counts, tosses, payouts: nothing, single, double.
#[derive(Default)]
pub(crate) struct Sheet {
    coin: [u64; 2],
    paid: [u64; 3],
}

impl Toy {
    pub(crate) fn new() -> Result<Self> {
        let card = GameCard::new(
            load(PUBLISHED, MODEL)?,
            &[Stake::from_cents(100), Stake::from_cents(200)],
            &[Bonus::QUESTION],
            &[Counter {
                id: "tosses",
                about: "tosses of the coin",
            }],
        )
        .with_sessions(SessionOffer {
            option: "plays",
            about: "a player of so many games",
            most: 1000,
            carries: false,
        });
        card.check_shape(&[("coin", 2)])?;
        Ok(Self { card })
    }
}

impl Game for Toy {
    type Rules = Rules;
    type View<'a> = Cents;
    type Action = Action;
    type Carry = ();
    type Sheet = Sheet;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn strategies() -> &'static [Family<Self>] {
        const FAMILIES: &[Family<Toy>] = &[
            Family {
                pattern: "stop",
                about: "takes the first win",
                make: Make::Fixed(|| Box::new(Stop)),
            },
            Family {
                pattern: "double",
                about: "always tosses again",
                make: Make::Fixed(|| Box::new(Double)),
            },
        ];
        FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Rules> {
        let bonus = match readings.choice::<Bonus>() {
            Bonus::None => 0,
            Bonus::Euro => 100,
        };
        Ok(Rules {
            stake,
            coin: Categorical::new(&self.card.tables[0].weights.values)?,
            single: Cents(3 * stake.cents() + bonus),
            double: Cents(12 * stake.cents()),
        })
    }

    fn begin<D: Draw>(_: &Rules, _: Start, _: &mut D) {}

    fn stake(rules: &Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &Rules) -> Cents {
        rules.double
    }

    fn sheet(_: &Rules) -> Sheet {
        Sheet::default()
    }

    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Rules,
        strategy: &S,
        draw: &mut D,
        (): &mut (),
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Cents {
        let mut toss = |sheet: &mut Sheet, witness: &mut W| {
            let row = rules.coin.row(draw.below(rules.coin.total()));
            sheet.coin[row] += 1;
            witness.drew("1.2", 0, row, || "the coin is tossed".to_owned());
            witness.counted(0);
            row == 0
        };
        let outcome = if !toss(sheet, witness) {
            0
        } else if matches!(strategy.decide(&rules.single), Action::Stop) {
            1
        } else if toss(sheet, witness) {
            2
        } else {
            0
        };
        sheet.paid[outcome] += 1;
        [Cents::ZERO, rules.single, rules.double][outcome]
    }

    fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
        for (row, count) in sheet.coin.iter().enumerate() {
            tally.tables[0][row] += count;
            tally.counters[0] += count;
        }
        for (payout, &rounds) in [Cents::ZERO, rules.single, rules.double]
            .iter()
            .zip(&sheet.paid)
        {
            tally.pay(*payout, rounds);
        }
    }
}
