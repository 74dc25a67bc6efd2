//! Mistakes in Happy Dés.

use crate::error::Result;
use crate::games::happy_des::{Enter, HappyDes, ToCumul, ToFigures, ToIdentiques, tampering};
use crate::published::Published;
use crate::selftest::draws::{Draws, Source, fair, low_bits, never_the_last, word_twice};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{Reading, Rules, Seam, Tables, swap_amounts, weigh};
use crate::units::Stake;

const GAME: fn() -> Result<HappyDes> = HappyDes::new;
const PUBLISHED: fn() -> Result<Published> = HappyDes::published;
const WITH: fn(Published) -> Result<HappyDes> = HappyDes::with;

const fn fault(
    id: &'static str,
    article: &'static str,
    about: &'static str,
    (strategy, cents): (&'static str, i64),
    limit: u64,
    seam: &'static dyn Seam,
) -> Fault {
    Fault {
        id,
        game: "happy-des",
        article,
        about,
        strategy,
        stake: Stake::from_cents(cents),
        sessions: None,
        limit,
        seam,
    }
}

/// The first word of a round holds the amount, five rolls of the first die and the dice of stage 2.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "happy-n-truncated",
        "2.3.1",
        "the odds of stage 1 are cut to whole numbers",
        ("stop", 100),
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "stage-1", &[10, 110, 660, 220]),
        },
    ),
    fault(
        "happy-reciprocals",
        "2.3.1",
        "stage 1 is drawn by the reciprocals of the rounded odds, scaled to sum to one",
        ("stop", 100),
        300_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "stage-1", &[150, 1_497, 5_458, 2_895]),
        },
    ),
    fault(
        "happy-stage-1-rows-swapped",
        "2.3.1",
        "the amounts of the last two rows of stage 1 are exchanged",
        ("stop", 100),
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| swap_amounts(tables, "stage-1", 2, 3),
        },
    ),
    fault(
        "happy-stake-not-doubled",
        "2.3.2",
        "the amount is not doubled at a stake of 2 EUR",
        ("stop", 200),
        100_000,
        &Rules {
            game: GAME,
            change: tampering::stage_1_not_doubled,
        },
    ),
    fault(
        "happy-four-wins",
        "2.3.3.3",
        "a four wins instead of being rolled again",
        ("stop", 100),
        100_000,
        &Rules {
            game: GAME,
            change: tampering::four_wins,
        },
    ),
    fault(
        "happy-coefficient-at-2-eur",
        "2.3.5",
        "the coefficient of stage 2 is that of a stake of 1 EUR at 2 EUR too",
        ("figures", 200),
        100_000,
        &Reading {
            question: "coefficient",
            answer: "table",
        },
    ),
    fault(
        "happy-coefficient-forgotten",
        "2.3.5",
        "the prizes of Happy Figures are paid without the coefficient",
        ("figures", 100),
        100_000,
        &Rules {
            game: GAME,
            change: tampering::figures_without_coefficient,
        },
    ),
    fault(
        "happy-dice-one-to-five",
        "2.4.1.2",
        "the dice of Happy Cumul never show a six",
        ("cumul", 100),
        100_000,
        &Draws {
            game: GAME,
            strategy: Enter::<ToCumul>::default,
            source: Source {
                layouts: &[
                    &[
                        (1000, fair),
                        (7776, fair),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                    ],
                    &[
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                        (6, never_the_last),
                    ],
                ],
                ..Source::FAIR
            },
        },
    ),
    fault(
        "happy-six-dice-summed",
        "2.4.1.2",
        "six of the seven dice are added up",
        ("cumul", 100),
        100_000,
        &Rules {
            game: GAME,
            change: tampering::six_dice_summed,
        },
    ),
    fault(
        "happy-27-not-rerolled",
        "2.4.1.3",
        "a score of 27 loses instead of being thrown again",
        ("cumul", 100),
        1_000_000,
        &Reading {
            question: "reroll-27",
            answer: "never",
        },
    ),
    fault(
        "happy-27-rerolled-once",
        "2.4.1.3",
        "a second score of 27 is not thrown again",
        ("cumul", 100),
        100_000_000,
        &Reading {
            question: "reroll-27",
            answer: "once",
        },
    ),
    fault(
        "happy-score-33-unpaid",
        "2.4.1.1",
        "the upper end of « entre 30 et 33 inclus » is left out",
        ("cumul", 100),
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::score_33_unpaid,
        },
    ),
    fault(
        "happy-full-house-unpaid",
        "2.4.2.1",
        "a full house is not paid as the brelan it contains",
        ("figures", 100),
        100_000,
        &Reading {
            question: "full-house",
            answer: "loses",
        },
    ),
    fault(
        "happy-five-as-carre",
        "2.4.2.1",
        "five equal dice are taken for four",
        ("figures", 100),
        10_000_000,
        &Rules {
            game: GAME,
            change: tampering::five_as_carre,
        },
    ),
    fault(
        "happy-low-suite-only",
        "2.4.2.1",
        "two to six is not taken for a suite",
        ("figures", 100),
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::low_suite_only,
        },
    ),
    fault(
        "happy-suite-as-thrown",
        "2.4.2.1",
        "a suite counts only if thrown in ascending order",
        ("figures", 100),
        1_000_000,
        &Reading {
            question: "suite",
            answer: "throw-order",
        },
    ),
    fault(
        "happy-figures-cumulated",
        "2.4.2.3",
        "a figure also pays those it contains",
        ("figures", 100),
        1_000_000,
        &Reading {
            question: "figures",
            answer: "cumulated",
        },
    ),
    fault(
        "happy-brelan-rows-swapped",
        "2.4.2.1",
        "the amounts of the last two rows of the brelan are exchanged",
        ("figures", 100),
        1_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| swap_amounts(tables, "figures-brelan", 2, 3),
        },
    ),
    fault(
        "happy-low-bits",
        "2.4.2.2",
        "the dice of Happy Figures are remainders of a linear congruential generator",
        ("figures", 100),
        100_000,
        &Draws {
            game: GAME,
            strategy: Enter::<ToFigures>::default,
            source: Source {
                layouts: &[&[
                    (1000, fair),
                    (7776, fair),
                    (6, low_bits),
                    (6, low_bits),
                    (6, low_bits),
                    (6, low_bits),
                    (6, low_bits),
                ]],
                ..Source::FAIR
            },
        },
    ),
    fault(
        "happy-fourteen-throws",
        "2.4.3.1",
        "the player of Happy Identiques has fourteen throws",
        ("identiques", 100),
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::fourteen_throws,
        },
    ),
    fault(
        "happy-sixteen-throws",
        "2.4.3.1",
        "the player of Happy Identiques has sixteen throws",
        ("identiques", 100),
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::sixteen_throws,
        },
    ),
    fault(
        "happy-throws-from-zero",
        "2.4.3.3",
        "throws are counted from zero: each pays the amounts of the one before",
        ("identiques", 100),
        100_000,
        &Rules {
            game: GAME,
            change: tampering::prizes_of_the_throw_before,
        },
    ),
    fault(
        "happy-words-twice",
        "2.4.3.1",
        "every random word is used twice",
        ("identiques", 100),
        1_000_000,
        &Draws {
            game: GAME,
            strategy: Enter::<ToIdentiques>::default,
            source: Source {
                word: word_twice,
                ..Source::FAIR
            },
        },
    ),
];
