//! Counts of two kernels, compared cell by cell.

use tirage::audit::special::Hypergeometric;
use tirage::tally::Tally;

/// The chance that two kernels of one law are told apart by a test of this file under a fresh seed: each of its
/// m comparisons is made at ALPHA / m.
pub(crate) const ALPHA: f64 = 1e-6;

/// What two kernels counted, compared cell by cell.
///
/// Of two counts with one probability, given the sum of both, the first is hypergeometric: the test is
/// exact however rare the cell is. Counts of plays with keys and of tickets without replacement come more
/// evenly than that, which only makes it milder.
#[derive(Default)]
pub(crate) struct Cells(pub(crate) Vec<(String, f64)>);

impl Cells {
    /// `a` of `of_a` and `b` of `of_b`, which may have one probability.
    fn compare(&mut self, what: impl Fn() -> String, a: (u64, u64), b: (u64, u64)) {
        let law = Hypergeometric {
            tickets: a.1 + b.1,
            kind: a.0 + b.0,
            sold: a.1,
        };
        let ln_p = law.ln_cdf(a.0).min(law.ln_sf(a.0)) + std::f64::consts::LN_2;
        assert!(!ln_p.is_nan(), "{}: {a:?} and {b:?}", what());
        self.0
            .push((format!("{}: {a:?} and {b:?}", what()), ln_p.min(0.0)));
    }

    /// All rows of all tables among the draws of their table, the draws of tables that a round draws from
    /// once at most, all payouts, the counters numbered in `single`, which a round raises once at most,
    /// and what players lived through.
    pub(crate) fn add(&mut self, what: &str, fast: &Tally, reference: &Tally, single: &[usize]) {
        assert_eq!(
            (fast.faults.count, reference.faults.count),
            (0, 0),
            "{what}"
        );
        for (number, (a, b)) in fast.tables.iter().zip(&reference.tables).enumerate() {
            let (of_a, of_b) = (fast.trials(number), reference.trials(number));
            if of_a <= fast.rounds && of_b <= reference.rounds {
                let name = || format!("{what}: table {number}");
                self.compare(name, (of_a, fast.rounds), (of_b, reference.rounds));
            }
            for (row, (&a, &b)) in a.iter().zip(b).enumerate() {
                let name = || format!("{what}: table {number}, row {row}");
                self.compare(name, (a, of_a), (b, of_b));
            }
        }
        for payout in fast.payouts.keys().chain(reference.payouts.keys()) {
            let of = |tally: &Tally| {
                let count = tally.payouts.get(payout).copied();
                (count.unwrap_or_default(), tally.rounds)
            };
            self.compare(|| format!("{what}: {payout} EUR"), of(fast), of(reference));
        }
        for &counter in single {
            let of = |tally: &Tally| (tally.counters[counter], tally.rounds);
            self.compare(
                || format!("{what}: counter {counter}"),
                of(fast),
                of(reference),
            );
        }
        let (a, b) = (fast.players, reference.players);
        for (number, (a, b)) in [
            ((a.winners, a.count), (b.winners, b.count)),
            ((a.in_profit, a.count), (b.in_profit, b.count)),
            ((a.with_top_prize, a.count), (b.with_top_prize, b.count)),
        ]
        .into_iter()
        .enumerate()
        {
            self.compare(|| format!("{what}: players {number}"), a, b);
        }
    }

    /// Finds all of them likely enough, and returns the least of their p-values, times their number.
    pub(crate) fn check(&self) -> f64 {
        let level = ALPHA / self.0.len() as f64;
        for (cell, ln_p) in &self.0 {
            assert!(
                *ln_p >= level.ln(),
                "{cell}: p {:e}, level {level:e}",
                ln_p.exp()
            );
        }
        let least = self.0.iter().map(|cell| cell.1).fold(0.0, f64::min);
        least.exp() * self.0.len() as f64
    }
}
