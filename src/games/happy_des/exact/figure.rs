//! Happy Figures: five dice (article 2.4.2).

use crate::error::Result;
use crate::exact::{BigUint, ratio};
use crate::game::{GameCard, Readings};
use crate::games::happy_des::exact::prize::{Prize, die};
use crate::games::happy_des::exact::universe::{Universe, Win};
use crate::games::happy_des::{Figures, FullHouse, Suite};

/// 2.4.2.2: five dice.
const DICE: usize = 5;

/// What five dice show, as the table of 2.4.2.1 distinguishes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Five,
    Carre,
    Suite,
    FullHouse,
    Brelan,
    None,
}

impl Figure {
    /// The figure of a hand, given how many dice show each face.
    fn of(hand: &[usize; 6]) -> Self {
        let has = |count: usize| hand.contains(&count);
        if has(5) {
            Self::Five
        } else if has(4) {
            Self::Carre
        } else if has(3) && has(2) {
            Self::FullHouse
        } else if has(3) {
            Self::Brelan
        } else if *hand == [1, 1, 1, 1, 1, 0] || *hand == [0, 1, 1, 1, 1, 1] {
            // "5 dés dont les valeurs se suivent": 1 to 5 or 2 to 6.
            Self::Suite
        } else {
            Self::None
        }
    }
}

/// The weight of each figure, and of a suite thrown in ascending order.
#[derive(Default)]
struct Weights {
    five: BigUint,
    carre: BigUint,
    suite: BigUint,
    ascending: BigUint,
    full_house: BigUint,
    brelan: BigUint,
    all: BigUint,
}

impl Weights {
    /// Adds up all hands: how many dice show each face, for faces from `hand.len()` on.
    fn add_hands(&mut self, die: &[BigUint; 6], face: usize, left: usize, hand: &mut [usize; 6]) {
        if face + 1 == hand.len() {
            hand[face] = left;
            self.add(die, hand);
            return;
        }
        for count in 0..=left {
            hand[face] = count;
            self.add_hands(die, face + 1, left - count, hand);
        }
    }

    fn add(&mut self, die: &[BigUint; 6], hand: &[usize; 6]) {
        let of_one_order: BigUint = die
            .iter()
            .zip(hand)
            .map(|(weight, &count)| weight.pow(count as u32))
            .product();
        // 5! / (n1! ... n6!) orders, all equally likely.
        let orders = factorial(DICE) / hand.iter().map(|&count| factorial(count)).product::<u32>();
        let weight = &of_one_order * orders;
        self.all += &weight;
        match Figure::of(hand) {
            Figure::Five => self.five += weight,
            Figure::Carre => self.carre += weight,
            Figure::FullHouse => self.full_house += weight,
            Figure::Brelan => self.brelan += weight,
            Figure::Suite => {
                self.suite += weight;
                self.ascending += of_one_order;
            }
            Figure::None => {}
        }
    }
}

fn factorial(n: usize) -> u32 {
    (1..=n as u32).product()
}

/// The law of Happy Figures.
pub(super) fn universe(card: &GameCard, readings: &Readings) -> Result<Universe> {
    let mut weights = Weights::default();
    weights.add_hands(&die(card, "figures-dice")?, 0, DICE, &mut [0; 6]);
    let prize = |id| Prize::of(card, id);
    let (five, carre) = (prize("figures-five")?, prize("figures-carre")?);
    let (suite, brelan) = (prize("figures-suite")?, prize("figures-brelan")?);
    // 2.4.2.3: "Il ne peut y avoir qu'une seule figure gagnante au maximum" - of those the dice show
    // the best, or each on its own draw.
    let (five, carre) = match readings.choice() {
        Figures::BestOnly => (five, carre),
        Figures::Cumulated => {
            let carre = carre.with(&brelan)?;
            (five.with(&carre)?, carre)
        }
    };
    let suites = match readings.choice() {
        Suite::AnyOrder => weights.suite,
        Suite::ThrowOrder => weights.ascending,
    };
    let full_houses = match readings.choice() {
        FullHouse::PaysAsBrelan => weights.full_house.clone(),
        FullHouse::Loses => BigUint::default(),
    };
    let all = weights.all;
    let share = |weight: &BigUint| ratio(weight.clone(), all.clone());
    let counts = vec![
        ("figures-throws", ratio(1, 1)),
        ("figures-five", share(&weights.five)),
        ("figures-carre", share(&weights.carre)),
        ("figures-suite", share(&suites)),
        ("figures-full-house", share(&weights.full_house)),
        ("figures-brelan", share(&weights.brelan)),
    ];
    let win = |id, weight, prize: &Prize| Win {
        id,
        weight,
        prize: prize.clone(),
    };
    let wins = vec![
        win("figures-five", weights.five, &five),
        win("figures-carre", weights.carre, &carre),
        win("figures-suite", suites, &suite),
        win("figures-full-house", full_houses, &brelan),
        win("figures-brelan", weights.brelan, &brelan),
    ];
    let won: BigUint = wins.iter().map(|win| &win.weight).sum();
    Ok(Universe {
        lost: all - won,
        wins,
        counts,
    })
}
