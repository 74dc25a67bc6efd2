//! Happy Cumul: the sum of seven dice (article 2.4.1).

use crate::error::Result;
use crate::exact::{BigUint, ratio};
use crate::game::GameCard;
use crate::games::happy_des::Reroll;
use crate::games::happy_des::exact::prize::{Prize, die};
use crate::games::happy_des::exact::universe::{Universe, Win};

/// 2.4.1.2: seven dice.
const DICE: usize = 7;

/// The score that is thrown again (2.4.1.3).
const AGAIN: usize = 27;

/// The winning scores of the table of 2.4.1.1, by prize table: from the first to the second, both
/// included.
const WINNING: [(&str, usize, usize); 11] = [
    ("cumul-42", 42, 42),
    ("cumul-40-41", 40, 41),
    ("cumul-38-39", 38, 39),
    ("cumul-36-37", 36, 37),
    ("cumul-34-35", 34, 35),
    ("cumul-30-33", 30, 33),
    ("cumul-20-22", 20, 22),
    ("cumul-16-19", 16, 19),
    ("cumul-13-15", 13, 15),
    ("cumul-11-12", 11, 12),
    ("cumul-7-10", 7, 10),
];

/// The law of Happy Cumul.
pub(super) fn universe(card: &GameCard, reroll: Reroll) -> Result<Universe> {
    let scores = sums(&die(card, "cumul-dice")?);
    let all: BigUint = scores.iter().sum();
    let again = &scores[AGAIN];
    let decided = &all - again;
    // 2.4.1.3: after a 27 "les dispositions du présent sous-article s'appliquent à nouveau". The first
    // score that is no 27 has the law of one score given that it is none; where throws run out, 27
    // loses. `factor / total` is how many times a score is looked at that may win.
    let (factor, total, throws) = match reroll {
        Reroll::Unlimited => (
            BigUint::from(1_u8),
            decided.clone(),
            ratio(all.clone(), decided),
        ),
        Reroll::Once => (
            &all + again,
            &all * &all,
            ratio(&all + again, all.clone()),
        ),
        Reroll::Never => (BigUint::from(1_u8), all.clone(), ratio(1, 1)),
    };
    let win = |&(id, from, to): &(&'static str, usize, usize)| {
        let ways: BigUint = scores[from..=to].iter().sum();
        Ok(Win {
            id,
            weight: ways * &factor,
            prize: Prize::of(card, id)?,
        })
    };
    let wins: Vec<Win> = WINNING.iter().map(win).collect::<Result<_>>()?;
    let won: BigUint = wins.iter().map(|win| &win.weight).sum();
    let counts = vec![
        ("cumul-throws", throws.clone()),
        ("cumul-rerolls-27", throws - ratio(1, 1)),
        ("cumul-won", ratio(won.clone(), total.clone())),
    ];
    Ok(Universe {
        lost: total - won,
        wins,
        counts,
    })
}

/// The weights of all sums of seven dice, from 0 to 42.
fn sums(die: &[BigUint; 6]) -> Vec<BigUint> {
    let mut sums = vec![BigUint::from(1_u8)];
    for _ in 0..DICE {
        let mut next = vec![BigUint::default(); sums.len() + die.len()];
        for (sum, ways) in sums.iter().enumerate() {
            for (face, weight) in (1..).zip(die) {
                next[sum + face] += ways * weight;
            }
        }
        sums = next;
    }
    sums
}
