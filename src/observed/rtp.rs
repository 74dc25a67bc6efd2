//! The return to player of observed plays against what the rules allow.

use std::collections::BTreeSet;

use crate::audit::rtp_interval::{Observed, betting_interval, mean_interval, mean_interval_ln};
use crate::audit::{Details, Effect, Interval, Method, Null, RawTest};
use crate::error::Result;
use crate::exact::to_f64;
use crate::observed::knowledge::Return;
use crate::observed::log::Payouts;
use crate::units::{Cents, Stake};

/// The least p-values that are looked for, as natural logarithms: first 1e-300, where all but gross deviations
/// lie, then 1e-100000. No smaller one is told, and this is said of it: at most that.
const LEAST: [f64; 2] = [-690.0, -230_258.509_299_404_57];
/// Halvings of each range.
const HALVINGS: usize = 60;

/// The RTP of plays with its intervals.
#[derive(Clone, Copy, Debug)]
pub struct ObservedRtp {
    /// Mean payout over stake.
    pub estimate: f64,
    /// By likelihood on the amounts that can be paid, rare prizes apart.
    pub interval: Interval,
    /// By betting: guaranteed, and also where the number of plays was chosen while looking at them.
    pub guaranteed: Interval,
}

/// The RTP of plays with intervals of level 1 - `alpha`; none without plays.
///
/// # Errors
/// An amount outside `support`.
pub(super) fn estimate(
    support: &BTreeSet<Cents>,
    payouts: &Payouts,
    stake: Stake,
    alpha: f64,
) -> Result<Option<ObservedRtp>> {
    let plays = Observed::new(support.iter().copied(), payouts)?;
    let unit = stake.cents() as f64;
    let of = |low: f64, high: f64| Interval {
        low: low / unit,
        high: high / unit,
    };
    let likely = mean_interval(&plays, alpha);
    let bets = betting_interval(&plays, alpha);
    Ok(likely.zip(bets).map(|(likely, bets)| ObservedRtp {
        estimate: plays.mean() / unit,
        interval: of(likely.low, likely.high),
        guaranteed: of(bets.low, bets.high),
    }))
}

/// The test of the mean payout: its p-value is the largest level at which the interval of the mean still
/// meets the range that the rules allow. `note` says what else is to be known.
///
/// # Errors
/// An amount outside `support`.
pub(super) fn test(
    id: String,
    support: &BTreeSet<Cents>,
    payouts: &Payouts,
    stake: Stake,
    allowed: &Return,
    note: &str,
) -> Result<RawTest> {
    let plays = Observed::new(support.iter().copied(), payouts)?;
    let unit = stake.cents() as f64;
    let (low, high) = (
        to_f64(&allowed.bounds.low) * unit,
        to_f64(&allowed.bounds.high) * unit,
    );
    let meets = |ln_alpha: f64| {
        let interval = mean_interval_ln(&plays, ln_alpha);
        interval.is_none_or(|ends| ends.low <= high && ends.high >= low)
    };
    let mean = plays.mean();
    let [near, far] = LEAST;
    let ln_p = if (low..=high).contains(&mean) {
        0.0
    } else if meets(near) {
        last(near, 0.0, meets)
    } else if meets(far) {
        last(far, near, meets)
    } else {
        far
    };
    let least = if ln_p <= far {
        "; p is at most 1e-100000"
    } else {
        ""
    };
    let beyond = (mean - high).max(0.0) + (mean - low).min(0.0);
    let n = plays.plays();
    Ok(RawTest {
        id,
        table: None,
        null: Null::Composite,
        method: Method::MeanInterval,
        statistic: beyond / unit,
        df: None,
        ln_p,
        effect: match allowed.relative_sd {
            Some(relative_sd) => Effect::Mean { n, relative_sd },
            None => Effect::Unknown,
        },
        note: Some(format!(
            "observed RTP {:.6}, allowed {:.6} to {:.6}{note}{least}",
            mean / unit,
            low / unit,
            high / unit
        )),
        details: Details::default(),
    })
}

/// The largest number to which `holds` goes on holding: it does at `from`, and no longer at `to`.
fn last(mut from: f64, mut to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (from + to);
        if holds(middle) {
            from = middle;
        } else {
            to = middle;
        }
    }
    from
}
