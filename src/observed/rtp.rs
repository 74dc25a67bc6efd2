//! The return to player of observed plays against what the rules allow.

use std::collections::BTreeSet;

use crate::audit::rtp_interval::{Observed, mean_interval};
use crate::audit::{Details, Effect, Interval, Method, Null, RawTest};
use crate::error::Result;
use crate::exact::to_f64;
use crate::observed::knowledge::Return;
use crate::observed::log::Payouts;
use crate::units::{Cents, Stake};

/// The least p-value that is told apart from 0, as a logarithm: about 1e-300.
const LEAST: f64 = -690.0;
/// Halvings of its range.
const HALVINGS: usize = 60;

/// The RTP of plays with an interval of level 1 - `alpha`; none without plays.
///
/// # Errors
/// An amount outside `support`.
pub(super) fn estimate(
    support: &BTreeSet<Cents>,
    payouts: &Payouts,
    stake: Stake,
    alpha: f64,
) -> Result<Option<(f64, Interval)>> {
    let plays = Observed::new(support.iter().copied(), payouts)?;
    let unit = stake.cents() as f64;
    let interval = mean_interval(&plays, alpha);
    Ok(interval.map(|ends| {
        let interval = Interval {
            low: ends.low / unit,
            high: ends.high / unit,
        };
        (plays.mean() / unit, interval)
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
        let interval = mean_interval(&plays, libm::exp(ln_alpha));
        interval.is_none_or(|ends| ends.low <= high && ends.high >= low)
    };
    let mean = plays.mean();
    let ln_p = if (low..=high).contains(&mean) {
        0.0
    } else if meets(LEAST) {
        // The interval meets the range at `low`, and no longer at `high`.
        let (mut from, mut to) = (LEAST, 0.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (from + to);
            if meets(middle) {
                from = middle;
            } else {
                to = middle;
            }
        }
        from
    } else {
        LEAST
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
            "observed RTP {:.6}, allowed {:.6} to {:.6}{note}",
            mean / unit,
            low / unit,
            high / unit
        )),
        details: Details::default(),
    })
}
