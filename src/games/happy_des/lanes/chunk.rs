//! A chunk of rounds on its way through the stages.

use crate::games::happy_des::lanes::cumul::{self, Cumul};
use crate::games::happy_des::lanes::fast::Fast;
use crate::games::happy_des::lanes::figures::Figures;
use crate::games::happy_des::lanes::identiques::{self, Identiques};
use crate::games::happy_des::lanes::opening::{self, Again, Opening};
use crate::games::happy_des::lanes::stage::Scratch;
use crate::games::happy_des::strategy::{Action, Universe};
use crate::games::happy_des::tables::{AMOUNTS, Rules};
use crate::rng::{BATCH, Generator, Work};
use crate::tally::Tally;

/// What becomes of the winners of stage 1 with one amount.
pub(super) enum Goal {
    Stop,
    Cumul(Box<Cumul>),
    Figures(Box<Figures>),
    Identiques(Box<Identiques>),
}

/// The winners of stage 1 with one amount: those of their first set of rolls, and those who rolled again.
/// They are kept apart because the order in which the two come depends on how many follow.
pub(super) struct Winners {
    pub(super) first: Goal,
    pub(super) again: Goal,
}

/// Counts that do not depend on the amount.
struct Sheets {
    rolls: opening::Sheet,
    cumul: cumul::Sheet,
    identiques: identiques::Sheet,
}

/// A chunk, or its beginning.
pub(super) struct Chunk<'a> {
    rules: &'a Rules,
    fast: &'a Fast,
    rounds: u64,
    pub(super) opening: Opening,
    pub(super) again: [Again; AMOUNTS],
    pub(super) winners: [Winners; AMOUNTS],
    sheets: Sheets,
}

impl<'a> Chunk<'a> {
    /// The first `rounds` rounds of the chunk of `generator`; what the last draws is kept if `watched`.
    pub(super) fn new(
        rules: &'a Rules,
        fast: &'a Fast,
        mut generator: Generator,
        rounds: u64,
        watched: bool,
    ) -> Self {
        let chunk = &mut generator;
        let opening = Opening::new(chunk, &fast.opening, watched);
        let again = std::array::from_fn(|_| Again::new(chunk, &fast.opening, watched));
        let mut goal = |amount: usize| match (fast.actions[amount], &fast.cumul, &fast.figures) {
            (Action::Play(Universe::Cumul), Some(law), _) => {
                Goal::Cumul(Box::new(Cumul::new(chunk, *law, watched)))
            }
            (Action::Play(Universe::Figures), _, Some(laws)) => {
                Goal::Figures(Box::new(Figures::new(chunk, laws, watched)))
            }
            (Action::Play(Universe::Identiques), ..) => {
                Goal::Identiques(Box::new(Identiques::new(chunk, &fast.identiques, watched)))
            }
            (Action::Stop | Action::Play(_), ..) => Goal::Stop,
        };
        let winners = std::array::from_fn(|amount| Winners {
            first: goal(amount),
            again: goal(amount),
        });
        Self {
            rules,
            fast,
            rounds,
            opening,
            again,
            winners,
            sheets: Sheets {
                rolls: opening::Sheet::new(),
                cumul: cumul::Sheet::new(),
                identiques: identiques::Sheet::new(),
            },
        }
    }

    /// Passes the rounds opened so far on, by the column or `to_end`.
    #[inline(always)]
    fn work(&mut self, to_end: bool, scratch: &mut Scratch) {
        for amount in 0..AMOUNTS {
            let again = &mut self.again[amount];
            again.work(
                &self.fast.opening,
                self.opening.opened.undecided[amount],
                to_end,
                scratch,
                &mut self.sheets.rolls,
            );
            let winners = &mut self.winners[amount];
            let won = [self.opening.opened.won[amount], again.won];
            for (goal, asked) in [&mut winners.first, &mut winners.again].into_iter().zip(won) {
                match (goal, &self.fast.figures) {
                    (Goal::Cumul(cumul), _) => {
                        let sheet = &mut self.sheets.cumul;
                        cumul.work(&self.rules.cumul, asked, to_end, scratch, sheet);
                    }
                    (Goal::Figures(figures), Some(laws)) => {
                        figures.work(&self.rules.figures, laws, asked, to_end, scratch);
                    }
                    (Goal::Identiques(identiques), _) => {
                        let sheet = &mut self.sheets.identiques;
                        identiques.work(&self.fast.identiques, asked, to_end, scratch, sheet);
                    }
                    (Goal::Stop | Goal::Figures(_), _) => {}
                }
            }
        }
    }

    /// Adds the counts to `tally`.
    pub(super) fn unfold(&mut self, tally: &mut Tally) {
        let (rules, fast) = (self.rules, self.fast);
        self.sheets.rolls.unfold(&fast.opening, tally);
        self.sheets.cumul.unfold(tally);
        self.sheets.identiques.unfold(&rules.identiques, &fast.identiques, tally);
        let stops = fast.actions.map(|action| action == Action::Stop);
        let again = self.again.each_ref().map(|again| again.won);
        opening::unfold(&rules.stage1, &self.opening.opened, again, stops, tally);
        for (amount, winners) in self.winners.iter_mut().enumerate() {
            for goal in [&mut winners.first, &mut winners.again] {
                match goal {
                    Goal::Stop => {}
                    Goal::Cumul(cumul) => cumul.unfold(&rules.cumul, amount, tally),
                    Goal::Figures(figures) => figures.unfold(&rules.figures, amount, tally),
                    Goal::Identiques(identiques) => {
                        identiques.unfold(&rules.identiques, &fast.identiques, amount, tally);
                    }
                }
            }
        }
    }
}

/// Borrowed: nobody moves tens of kilobytes of counts.
impl Work for &mut Chunk<'_> {
    type Output = ();

    /// Plays the rounds.
    #[inline(always)]
    fn run(self) {
        let mut scratch = Scratch::new();
        let mut left = self.rounds;
        while left > 0 {
            let rounds = left.min(BATCH as u64);
            self.opening.step(
                &self.fast.opening,
                rounds as usize,
                &mut scratch,
                &mut self.sheets.rolls,
            );
            left -= rounds;
            self.work(left == 0, &mut scratch);
        }
    }
}
