//! Stage 1 (article 2.3): the amount in play and the die that wins or loses it.

use crate::error::Result;
use crate::game::Witness;
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{Groups, add_faces, dice, faces, outcomes};
use crate::games::happy_des::law::Urn;
use crate::games::happy_des::strategy::View;
use crate::games::happy_des::tables::{AMOUNTS, Printed, STAGE_1, STAGE_1_DIE};
use crate::rng::{Draw, Mixed};
use crate::tally::Tally;
use crate::units::Cents;

/// Rolls of the die taken from a word at once; those after the deciding one are never made.
pub(super) const ROLLS: usize = 5;
/// The outcomes of those rolls.
pub(super) const OUTCOMES: u64 = outcomes(ROLLS as u32);

/// What some rolls of the die come to (article 2.3.3), in the order of their groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rolls {
    Lost,
    Won,
    Undecided,
}

/// What stage 1 needs that does not change between rounds.
pub(super) struct Rules {
    pub(super) amounts: Urn,
    rolls: Groups<Rolls, { OUTCOMES as usize }>,
    won_from: usize,
    undecided_from: usize,
    pub(super) views: [View; AMOUNTS],
    pub(super) pay: [Cents; AMOUNTS],
}

impl Rules {
    pub(super) fn new(printed: &Printed<'_>) -> Result<Self> {
        let rolls = grouped(decide)?;
        let stake = printed.stake();
        Ok(Self {
            amounts: Urn::new(printed.weights(STAGE_1))?,
            won_from: rolls.start(Rolls::Won),
            undecided_from: rolls.start(Rolls::Undecided),
            rolls,
            views: printed.amounts()?.map(|amount| View { amount, stake }),
            pay: printed.amounts_at_stake()?,
        })
    }

    /// Has the die decided by `decide`.
    pub(super) fn decided_by(&mut self, decide: Decide) -> Result<()> {
        self.rolls = grouped(decide)?;
        self.won_from = self.rolls.start(Rolls::Won);
        self.undecided_from = self.rolls.start(Rolls::Undecided);
        Ok(())
    }

    /// The product of the bounds of what stage 1 takes from the first word of a round.
    pub(super) fn bounds(&self) -> u64 {
        self.amounts.total().saturating_mul(OUTCOMES)
    }

    /// What the player sees of amount number `amount`.
    #[inline(always)]
    pub(super) fn view(&self, amount: usize) -> &View {
        &self.views[amount % AMOUNTS]
    }
}

/// From the faces of [`ROLLS`] rolls to those that are made, and what they come to.
pub(super) type Decide = fn(&[usize]) -> (&[usize], Rolls);

fn grouped(decide: Decide) -> Result<Groups<Rolls, { OUTCOMES as usize }>> {
    Groups::new::<ROLLS>(|rolls| {
        let (made, rolls) = decide(rolls);
        (rolls, faces(made))
    })
}

/// The rolls that are made, and what they come to.
pub(super) fn decide(rolls: &[usize]) -> (&[usize], Rolls) {
    // 2.3.3.3: the die is rolled again until it shows a one, a five or a six.
    match rolls.iter().position(|face| matches!(face, 0 | 4 | 5)) {
        // 2.3.3.4: a one loses. 2.3.3.5: a five or a six wins.
        Some(last) if rolls[last] == 0 => (&rolls[..=last], Rolls::Lost),
        Some(last) => (&rolls[..=last], Rolls::Won),
        None => (rolls, Rolls::Undecided),
    }
}

/// Counts of sets of rolls, by amount and group of rolls.
pub(super) struct Sheet([u32; AMOUNTS * GROUPS]);

/// A power of two above the number of groups.
const GROUPS: usize = 128;

impl Sheet {
    pub(super) fn new() -> Self {
        Self([0; AMOUNTS * GROUPS])
    }

    #[inline(always)]
    fn count(&mut self, amount: usize, rolls: usize) {
        self.0[(amount * GROUPS + rolls) % (AMOUNTS * GROUPS)] += 1;
    }
}

/// How stage 1 ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Number of the amount in play.
    pub(super) amount: usize,
    /// Whether the die won.
    pub(super) won: bool,
}

/// Plays stage 1 from the first `word` of a round.
#[inline(always)]
pub(super) fn play<D: Draw, W: Witness>(
    rules: &Rules,
    word: &mut Mixed,
    draw: &mut D,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Start {
    // 2.3.1: the amount in play.
    let amount = rules.amounts.row(word.take(rules.amounts.total()));
    witness.drew("2.3.1", STAGE_1, amount, || {
        format!(
            "amount in play: {} EUR (at a stake of 1 EUR: {})",
            rules.pay[amount], rules.views[amount].amount
        )
    });
    // 2.3.3: the die. One time in 32 the word holds too few rolls.
    let mut index = word.take(OUTCOMES);
    let mut rolls = rules.rolls.of(index);
    sheet.count(amount, rolls);
    watch_rolls(index, witness);
    while rolls >= rules.undecided_from {
        index = draw.below(OUTCOMES);
        rolls = rules.rolls.of(index);
        sheet.count(amount, rolls);
        watch_rolls(index, witness);
    }
    let won = rolls >= rules.won_from;
    if W::WATCHES && !won {
        witness.counted(counter::STAGE_1_LOST);
        witness.note("2.3.3.4", || "a one: the play is lost".to_owned());
    }
    Start { amount, won }
}

fn watch_rolls<W: Witness>(index: u64, witness: &mut W) {
    if W::WATCHES {
        let rolls = dice::<ROLLS>(index as usize);
        for &face in decide(&rolls).0 {
            witness.counted(counter::STAGE_1_ROLLS);
            witness.drew("2.3.3.2", STAGE_1_DIE, face, || format!("die: {}", face + 1));
        }
    }
}

/// The player of a won stage 1 takes the amount (article 2.3.4).
///
/// Nothing is counted: the rounds that won stage 1 and played no universe are those that stopped.
#[inline(always)]
pub(super) fn stop<W: Witness>(rules: &Rules, start: Start, witness: &mut W) -> Cents {
    if !start.won {
        return Cents::ZERO;
    }
    let pay = rules.pay[start.amount % AMOUNTS];
    witness.counted(counter::STOPPED);
    witness.note("2.3.4", || format!("stops and wins {pay} EUR"));
    pay
}

/// Adds the counts of stage 1 to `tally`; `played` counts the rounds that went on to stage 2, by amount.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, played: [u64; AMOUNTS], tally: &mut Tally) {
    let mut rolled = [0; 6];
    for (amount, played) in played.into_iter().enumerate() {
        let counts = &sheet.0[amount * GROUPS..(amount + 1) * GROUPS];
        let (mut lost, mut won) = (0, 0);
        for (&count, &(rolls, faces)) in counts.iter().zip(rules.rolls.kinds()) {
            add_faces(&mut rolled, faces, count);
            match rolls {
                Rolls::Lost => lost += u64::from(count),
                Rolls::Won => won += u64::from(count),
                Rolls::Undecided => {}
            }
        }
        let stopped = won - played;
        tally.tables[STAGE_1][amount] += lost + won;
        tally.counters[counter::STAGE_1_LOST] += lost;
        tally.counters[counter::STOPPED] += stopped;
        tally.pay(Cents::ZERO, lost);
        tally.pay(rules.pay[amount], stopped);
    }
    for (row, rolled) in tally.tables[STAGE_1_DIE].iter_mut().zip(rolled) {
        *row += rolled;
    }
    tally.counters[counter::STAGE_1_ROLLS] += rolled.iter().sum::<u64>();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: a set of five rolls is undecided in 3^5 of 6^5 cases, and the first deciding face is a
    /// one in a third of the others.
    #[test]
    fn a_third_of_the_decided_rolls_lose() {
        let mut counts = [0; 3];
        for index in 0..OUTCOMES as usize {
            counts[decide(&dice::<ROLLS>(index)).1 as usize] += 1;
        }
        assert_eq!(counts, [(7776 - 243) / 3, (7776 - 243) / 3 * 2, 243]);
        assert_eq!(decide(&[1, 3, 0, 5, 5]), (&[1, 3, 0][..], Rolls::Lost));
        assert_eq!(decide(&[4, 0, 0, 0, 0]), (&[4][..], Rolls::Won));
    }
}
