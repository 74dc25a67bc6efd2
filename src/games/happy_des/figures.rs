//! Happy Figures (article 2.4.2): what five dice have in common.

use crate::error::Result;
use crate::game::{Readings, Witness};
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{Groups, add_faces, dice, faces, outcomes, shown};
use crate::games::happy_des::law::Law;
use crate::games::happy_des::readings::{Figures, FullHouse, Suite};
use crate::games::happy_des::stage1::Start;
use crate::games::happy_des::tables::{AMOUNTS, FIGURES, FIGURES_DICE, Printed, Prizes, listed};
use crate::rng::{Draw, Mixed};
use crate::tally::Tally;
use crate::units::Cents;

pub(super) const OUTCOMES: u64 = outcomes(5);

/// What five dice show (article 2.4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hand {
    Five,
    Four,
    Suite,
    FullHouse,
    Three,
    Nothing,
}

/// The hand of five dice, a suite being one as the reading says.
fn hand(dice: &[usize; 5], suite: Suite) -> Hand {
    let faces = faces(dice);
    let most = faces.iter().max().copied().unwrap_or(0);
    let follow = match suite {
        Suite::AnyOrder => matches!(faces, [1, 1, 1, 1, 1, 0] | [0, 1, 1, 1, 1, 1]),
        Suite::ThrowOrder => dice.windows(2).all(|pair| pair[1] == pair[0] + 1),
    };
    match most {
        5 => Hand::Five,
        4 => Hand::Four,
        3 if faces.contains(&2) => Hand::FullHouse,
        3 => Hand::Three,
        _ if follow => Hand::Suite,
        _ => Hand::Nothing,
    }
}

/// Figures that pay, as places in the printed table; `NONE` is the place of a hand that loses.
const FIVE: usize = 0;
pub(super) const CARRE: usize = 1;
const SUITE: usize = 2;
const BRELAN: usize = 3;
pub(super) const NONE: usize = 4;

/// The figure a hand is paid as.
fn figure(hand: Hand, full_house: FullHouse) -> usize {
    match (hand, full_house) {
        (Hand::Five, _) => FIVE,
        (Hand::Four, _) => CARRE,
        (Hand::Suite, _) => SUITE,
        (Hand::Three, _) | (Hand::FullHouse, FullHouse::PaysAsBrelan) => BRELAN,
        (Hand::FullHouse, FullHouse::Loses) | (Hand::Nothing, _) => NONE,
    }
}

/// Powers of two above the numbers of groups of dice, of figures with `NONE`, and of prizes.
pub(super) const GROUPS: usize = 256;
const PLACES: usize = 8;
pub(super) const PRIZES: usize = 4;
/// Figure, its prize, and the prizes of carré and brelan where these are cumulated.
const RESULTS: usize = PLACES * PRIZES * PRIZES * PRIZES;

/// What Happy Figures needs that does not change between rounds.
pub(super) struct Rules {
    pub(super) hands: Groups<Hand, { OUTCOMES as usize }>,
    /// The figure of every group of dice.
    pub(super) figures: [u8; GROUPS],
    /// The law of every figure's prizes; a hand that loses has a certain one.
    pub(super) laws: [Law<{ PRIZES - 1 }>; PLACES],
    pub(super) prizes: [Prizes<{ PRIZES - 1 }>; NONE],
    pub(super) cumulated: bool,
    /// Figures that also pay those they contain: none in a round that lost stage 1 (first half), as
    /// the reading says in one that won it (second half).
    also: [bool; 2 * PLACES],
}

impl Rules {
    pub(super) fn new(printed: &Printed<'_>, readings: &Readings) -> Result<Self> {
        let (suite, full_house) = (readings.choice(), readings.choice());
        let hands = Groups::new::<5>(|dice| (hand(dice, suite), faces(dice)))?;
        let mut figures = [NONE as u8; GROUPS];
        for (place, &(hand, _)) in figures.iter_mut().zip(hands.kinds()) {
            *place = figure(hand, full_house) as u8;
        }
        let prizes = (0..NONE).map(|place| printed.prizes(FIGURES + place));
        let prizes: [Prizes<3>; NONE] = listed(prizes.collect::<Result<_>>()?)?;
        let mut laws = [Law::CERTAIN; PLACES];
        for (law, prizes) in laws.iter_mut().zip(&prizes) {
            *law = prizes.law;
        }
        let cumulated = readings.choice::<Figures>() == Figures::Cumulated;
        let mut also = [false; 2 * PLACES];
        also[PLACES + FIVE] = cumulated;
        also[PLACES + CARRE] = cumulated;
        Ok(Self {
            hands,
            figures,
            laws,
            prizes,
            cumulated,
            also,
        })
    }

    /// A bound that the draw of any prize divides.
    pub(super) fn prize_bound(&self) -> u64 {
        let totals = self.laws.iter().map(Law::total);
        totals.fold(1, |bound, total| {
            (bound / gcd(bound, total)).saturating_mul(total)
        })
    }

    /// The figures paid for figure number `figure`, with the prize each drew.
    fn paid(&self, result: Won) -> impl Iterator<Item = (usize, usize)> {
        let Won {
            figure,
            prize,
            carre,
            brelan,
        } = result;
        let own = (figure < NONE).then_some((figure, prize));
        let carre = (self.cumulated && figure == FIVE).then_some((CARRE, carre));
        let brelan = (self.cumulated && figure <= CARRE).then_some((BRELAN, brelan));
        own.into_iter().chain(carre).chain(brelan)
    }

    #[inline(always)]
    fn pay(&self, amount: usize, result: Won) -> Cents {
        let prize = |(place, prize)| {
            let prizes: Option<&Prizes<3>> = self.prizes.get(place);
            prizes.map_or(Cents::ZERO, |prizes| prizes.pay(amount, prize))
        };
        self.paid(result).map(prize).sum()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A figure with the prizes drawn for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Won {
    figure: usize,
    prize: usize,
    /// Prizes of the figures contained in a better one, where cumulated; else 0.
    carre: usize,
    brelan: usize,
}

impl Won {
    #[inline(always)]
    fn alone(figure: usize, prize: usize) -> Self {
        Self {
            figure,
            prize,
            carre: 0,
            brelan: 0,
        }
    }

    #[inline(always)]
    fn number(self) -> usize {
        ((self.figure * PRIZES + self.prize) * PRIZES + self.carre) * PRIZES + self.brelan
    }

    fn from_number(number: usize) -> Self {
        Self {
            figure: number / (PRIZES * PRIZES * PRIZES),
            prize: number / (PRIZES * PRIZES) % PRIZES,
            carre: number / PRIZES % PRIZES,
            brelan: number % PRIZES,
        }
    }
}

/// Counts of throws by amount, group of dice and prize, and, of figures that also pay those they
/// contain, once more by amount and all prizes.
pub(super) struct Sheet {
    throws: [u32; AMOUNTS * GROUPS * PRIZES],
    also: [u32; AMOUNTS * RESULTS],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            throws: [0; AMOUNTS * GROUPS * PRIZES],
            also: [0; AMOUNTS * RESULTS],
        }
    }
}

/// Plays Happy Figures from the first `word` of the round.
///
/// A round that lost stage 1 passes through and counts nothing: that costs less than the branch that
/// would be mispredicted for every third round.
#[inline(always)]
pub(super) fn play<D: Draw, W: Witness>(
    rules: &Rules,
    start: Start,
    mut word: Mixed,
    draw: &mut D,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let played = u32::from(start.won);
    // 2.4.2.2: five dice are thrown.
    let index = word.take(OUTCOMES);
    let group = rules.hands.of(index);
    // 2.4.2.1: the prize of every figure is drawn before the throw; nobody sees but the one thrown.
    let figure = usize::from(rules.figures[group]) % PLACES;
    let law = &rules.laws[figure];
    let mut won = Won::alone(figure, law.row(word.take(law.total())));
    let slot = (start.amount * GROUPS + group) * PRIZES + won.prize;
    sheet.throws[slot % (AMOUNTS * GROUPS * PRIZES)] += played;
    // 2.4.2.3: one figure at most, or also those it contains, as the reading says.
    if rules.also[(played as usize * PLACES + figure) % (2 * PLACES)] {
        let mut also = |place: usize| {
            let law = &rules.laws[place];
            law.row(draw.below(law.total()))
        };
        if figure == FIVE {
            won.carre = also(CARRE);
        }
        won.brelan = also(BRELAN);
        sheet.also[(start.amount * RESULTS + won.number()) % (AMOUNTS * RESULTS)] += 1;
    }
    if !start.won {
        return Cents::ZERO;
    }
    let pay = rules.pay(start.amount, won);
    watch(rules, start, index, won, pay, witness);
    pay
}

fn watch<W: Witness>(
    rules: &Rules,
    start: Start,
    index: u64,
    won: Won,
    pay: Cents,
    witness: &mut W,
) {
    if !W::WATCHES {
        return;
    }
    let thrown = dice::<5>(index as usize);
    for face in thrown {
        witness.drew("2.4.2.2", FIGURES_DICE, face, || {
            format!("die: {}", face + 1)
        });
    }
    witness.counted(counter::FIGURES_THROWS);
    let hand = rules.hands.kinds()[rules.hands.of(index)].0;
    if let Some(counter) = counted(hand) {
        witness.counted(counter);
    }
    witness.note("2.4.2.1", || format!("{}: {}", shown(&thrown), named(hand)));
    for (place, prize) in rules.paid(won) {
        let prizes = &rules.prizes[place];
        let pay = prizes.pay(start.amount, prize);
        witness.drew("2.4.2.1", prizes.table, prize, || {
            format!("prize of the figure: {pay} EUR with the coefficient")
        });
    }
    if won.figure == NONE {
        witness.note("2.4.5", || "no figure that pays: lost".to_owned());
    } else {
        witness.note("2.4.4", || format!("wins {pay} EUR"));
    }
}

/// The counter of a hand.
pub(super) fn counted(hand: Hand) -> Option<usize> {
    match hand {
        Hand::Five => Some(counter::FIGURES_FIVE),
        Hand::Four => Some(counter::FIGURES_CARRE),
        Hand::Suite => Some(counter::FIGURES_SUITE),
        Hand::FullHouse => Some(counter::FIGURES_FULL_HOUSE),
        Hand::Three => Some(counter::FIGURES_BRELAN),
        Hand::Nothing => None,
    }
}

fn named(hand: Hand) -> &'static str {
    match hand {
        Hand::Five => "five equal",
        Hand::Four => "a carré",
        Hand::Suite => "a suite",
        Hand::FullHouse => "a full house",
        Hand::Three => "a brelan",
        Hand::Nothing => "no figure",
    }
}

/// Adds the counts of Happy Figures to `tally`; returns the rounds played, by amount.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) -> [u64; AMOUNTS] {
    let mut played = [0; AMOUNTS];
    for (slot, &count) in sheet.throws.iter().enumerate().filter(|slot| *slot.1 > 0) {
        let (amount, group) = (slot / (GROUPS * PRIZES), slot / PRIZES % GROUPS);
        let (hand, faces) = rules.hands.kinds()[group];
        add_faces(&mut tally.tables[FIGURES_DICE], faces, count);
        let count = u64::from(count);
        played[amount] += count;
        tally.counters[counter::FIGURES_THROWS] += count;
        if let Some(counter) = counted(hand) {
            tally.counters[counter] += count;
        }
        let figure = usize::from(rules.figures[group]);
        if !rules.also[PLACES + figure] {
            let won = Won::alone(figure, slot % PRIZES);
            unfold_prizes(rules, amount, won, count, tally);
        }
    }
    for (slot, &count) in sheet.also.iter().enumerate().filter(|slot| *slot.1 > 0) {
        let won = Won::from_number(slot % RESULTS);
        unfold_prizes(rules, slot / RESULTS, won, u64::from(count), tally);
    }
    played
}

fn unfold_prizes(rules: &Rules, amount: usize, won: Won, count: u64, tally: &mut Tally) {
    tally.pay(rules.pay(amount, won), count);
    for (place, prize) in rules.paid(won) {
        tally.tables[rules.prizes[place].table][prize] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(suite: Suite) -> [u32; 6] {
        let mut counts = [0; 6];
        for index in 0..OUTCOMES as usize {
            counts[hand(&dice(index), suite) as usize] += 1;
        }
        counts
    }

    /// By hand: 6; 6·5·5; 2·5!; 6·5·10; 6·C(5,3)·5·4.
    #[test]
    fn hands_come_up_as_counted_by_hand() {
        let others = 7776 - 6 - 150 - 300 - 1200;
        assert_eq!(
            counts(Suite::AnyOrder),
            [6, 150, 240, 300, 1200, others - 240]
        );
        assert_eq!(
            counts(Suite::ThrowOrder),
            [6, 150, 2, 300, 1200, others - 2]
        );
    }

    #[test]
    fn results_are_numbered_one_to_one() {
        for number in 0..RESULTS {
            assert_eq!(Won::from_number(number).number(), number);
        }
    }
}
