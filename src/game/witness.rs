//! Who watches a round: nobody in a run, a transcript in a trace.

use crate::units::Cents;

/// Watches a kernel at work. The unit type watches nothing and costs nothing.
pub trait Witness {
    /// Whether anything is kept: lets a kernel skip work done for the witness alone.
    const WATCHES: bool;

    /// A draw from table number `table` gave row `row`.
    fn drew(
        &mut self,
        article: &'static str,
        table: usize,
        row: usize,
        what: impl FnOnce() -> String,
    );

    /// Something happened that is no draw: a decision, a payment, a rule applied.
    fn note(&mut self, article: &'static str, what: impl FnOnce() -> String);

    /// Counter number `counter` grew by one.
    fn counted(&mut self, counter: usize);
}

impl Witness for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn drew(&mut self, _: &'static str, _: usize, _: usize, _: impl FnOnce() -> String) {}

    #[inline(always)]
    fn note(&mut self, _: &'static str, _: impl FnOnce() -> String) {}

    #[inline(always)]
    fn counted(&mut self, _: usize) {}
}

/// A row that came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Number of the table on the game's card.
    pub table: usize,
    /// Number of the row in the table.
    pub row: usize,
}

/// One step of a round.
#[derive(Clone, Debug)]
pub struct Step {
    /// The governing article.
    pub article: &'static str,
    /// What happened.
    pub what: String,
    /// The draw, if the step is one.
    pub draw: Option<Drawn>,
}

/// A round told step by step.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The steps in the order they happened.
    pub steps: Vec<Step>,
    /// Numbers of the counters that grew, one entry per unit.
    pub counters: Vec<usize>,
    /// What the round paid.
    pub payout: Cents,
}

impl Witness for Transcript {
    const WATCHES: bool = true;

    fn drew(
        &mut self,
        article: &'static str,
        table: usize,
        row: usize,
        what: impl FnOnce() -> String,
    ) {
        self.steps.push(Step {
            article,
            what: what(),
            draw: Some(Drawn { table, row }),
        });
    }

    fn note(&mut self, article: &'static str, what: impl FnOnce() -> String) {
        self.steps.push(Step {
            article,
            what: what(),
            draw: None,
        });
    }

    fn counted(&mut self, counter: usize) {
        self.counters.push(counter);
    }
}
