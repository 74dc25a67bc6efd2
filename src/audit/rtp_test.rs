//! The test of a run's total payout against the exact law.

use super::check::{Method, Null};
use super::details::Details;
use super::raw::{Effect, RawTest};
use super::total::{RtpTest, TotalLaw, stretch};
use crate::exact::{Cycle, Law, to_f64};

/// Tests the total that `rounds` independent rounds paid against the law of one: see [`TotalLaw::of`].
pub fn rtp_test(law: &Law, rounds: u64, total: i128) -> Option<RtpTest> {
    TotalLaw::of(law, rounds).map(|law| law.test(total))
}

/// The same for rounds that depend on each other: see [`TotalLaw::of_chain`].
pub fn rtp_test_of_chain(law: &Law, chain: &Cycle, rounds: u64, total: i128) -> Option<RtpTest> {
    TotalLaw::of_chain(law, chain, rounds).map(|law| law.test(total))
}

/// [`rtp_test()`] as one of the tests of a run.
pub fn rtp_check(id: impl Into<String>, law: &Law, rounds: u64, total: i128) -> RawTest {
    let test = rtp_test(law, rounds, total);
    check(id.into(), test, law, rounds, 1.0)
}

/// [`rtp_test_of_chain`] as one of the tests of a run.
pub fn rtp_check_of_chain(
    id: impl Into<String>,
    law: &Law,
    chain: &Cycle,
    rounds: u64,
    total: i128,
) -> RawTest {
    let test = rtp_test_of_chain(law, chain, rounds, total);
    let wide = stretch(chain, &[]).unwrap_or(1.0);
    let check = check(id.into(), test, law, rounds, wide);
    let how = "rounds depend on each other: the spread is that of their long run";
    RawTest {
        note: check.note.map(|note| format!("{note}; {how}")),
        ..check
    }
}

/// `stretch` is how much wider the sum spreads than that of independent rounds.
fn check(id: String, test: Option<RtpTest>, law: &Law, rounds: u64, stretch: f64) -> RawTest {
    let base = RawTest {
        id,
        table: None,
        null: Null::Exact,
        method: Method::Untested,
        statistic: 0.0,
        df: None,
        ln_p: 0.0,
        effect: Effect::Unknown,
        note: None,
        details: Details::default(),
    };
    let Some(test) = test else {
        let note = "not tested: too few rounds, nothing that varies, or too many rare payouts";
        return RawTest {
            note: Some(note.to_owned()),
            ..base
        };
    };
    let relative_sd = stretch * law.standard_deviation() / to_f64(&law.mean());
    let note = match &test.one_by_one[..] {
        [] => "all payouts as a normal sum".to_owned(),
        [one] => format!("payouts of {one} EUR counted one by one"),
        [first, .., last] => format!(
            "{} payouts from {first} to {last} EUR counted one by one",
            test.one_by_one.len()
        ),
    };
    let note = match test.cell {
        Some(cell) => format!("{note}, their sum in cells of {cell} EUR"),
        None => note,
    };
    RawTest {
        method: Method::StratifiedTail,
        statistic: test.z,
        ln_p: test.ln_p(),
        effect: Effect::Mean {
            n: rounds,
            relative_sd,
        },
        note: Some(note),
        ..base
    }
}
