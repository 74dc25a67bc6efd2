//! Happy Identiques: three dice, up to fifteen throws (article 2.4.3).

use crate::error::Result;
use crate::exact::{BigUint, ratio};
use crate::game::GameCard;
use crate::games::happy_des::exact::prize::{Prize, die};
use crate::games::happy_des::exact::universe::{Universe, Win};

/// 2.4.3.1: three dice.
const DICE: u32 = 3;

/// The prize tables of the fifteen throws of 2.4.3.1, in order (2.4.3.3).
const THROWS: [&str; 15] = [
    "identiques-1",
    "identiques-2",
    "identiques-3",
    "identiques-4",
    "identiques-5",
    "identiques-6",
    "identiques-7",
    "identiques-8",
    "identiques-9",
    "identiques-10",
    "identiques-11",
    "identiques-12",
    "identiques-13",
    "identiques-14",
    "identiques-15",
];

/// The law of Happy Identiques. With b of D throws a brelan, its denominator is D^15.
pub(super) fn universe(card: &GameCard) -> Result<Universe> {
    let die = die(card, "identiques-dice")?;
    let all = die.iter().sum::<BigUint>().pow(DICE);
    let brelans: BigUint = die.iter().map(|face| face.pow(DICE)).sum();
    let others = &all - &brelans;
    let last = THROWS.len() as u32;
    let mut wins = Vec::with_capacity(THROWS.len());
    let mut made = BigUint::default();
    for (throw, id) in (1..).zip(THROWS) {
        // 2.4.3.2: the first brelan wins and ends the play; until then every throw was none.
        let reached = others.pow(throw - 1) * all.pow(last - throw);
        made += &reached * &all;
        wins.push(Win {
            id,
            weight: reached * &brelans,
            prize: Prize::of(card, id)?,
        });
    }
    // 2.4.3.2: fifteen throws without a brelan lose.
    let (lost, total) = (others.pow(last), all.pow(last));
    let counts = vec![
        // Throw t is made if the t - 1 before it were no brelan.
        ("identiques-throws", ratio(made, total.clone())),
        ("identiques-won", ratio(&total - &lost, total)),
    ];
    Ok(Universe { wins, lost, counts })
}
