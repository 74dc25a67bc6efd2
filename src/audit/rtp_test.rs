//! The test of a run's total payout against the exact law, for laws with heavy tails.

use num_bigint::BigInt;

use super::check::{Method, Null};
use super::compound::{CUT, Rare, Sum};
use super::details::Details;
use super::raw::{Effect, RawTest};
use super::special::ln_normal_sf;
use crate::exact::{Cycle, Law, Ratio, ratio, root_of, to_f64};
use crate::units::Cents;

/// Payouts expected less often than this are counted one by one.
const MIN_EXPECTED: f64 = 50.0;

/// The sum of the other payouts is taken for normal up to this skewness.
const MAX_SKEWNESS: f64 = 0.1;

/// Fewer rounds of a chain are not tested: the long-run variance is not yet theirs.
const MIN_CHAIN: u64 = 10_000;

/// The result of [`rtp_test()`].
#[derive(Clone, Debug, PartialEq)]
pub struct RtpTest {
    /// Deviation of the total from its mean, in exact standard deviations.
    pub z: f64,
    /// ln P(total at least as large).
    pub ln_upper: f64,
    /// ln P(total at most as large).
    pub ln_lower: f64,
    /// The payouts that were counted one by one, ascending.
    pub one_by_one: Vec<Cents>,
    /// Skewness of the sum of the others, which was taken for normal; `NaN` where nothing varies.
    pub skewness: f64,
}

impl RtpTest {
    /// ln of the two-sided p-value, twice the smaller tail.
    pub fn ln_p(&self) -> f64 {
        (self.ln_upper.min(self.ln_lower) + std::f64::consts::LN_2).min(0.0)
    }
}

/// Moments of a round's payout given that it is none of the rare ones.
struct Rest {
    mean: f64,
    sd: f64,
    /// Of the sum over the rounds expected.
    skewness: f64,
}

/// Splits a law into payouts counted one by one and the rest. Amounts are above the least payout.
struct Split {
    amounts: Vec<u64>,
    chances: Vec<f64>,
    is_rare: Vec<bool>,
    n: f64,
}

impl Split {
    fn rare(&self) -> Rare {
        let rows = (0..self.amounts.len()).filter(|&row| self.is_rare[row]);
        let (amounts, chances) = rows
            .map(|row| (self.amounts[row], self.chances[row]))
            .unzip();
        Rare { amounts, chances }
    }

    fn rest(&self) -> Rest {
        let rows = (0..self.amounts.len()).filter(|&row| !self.is_rare[row]);
        let pairs: Vec<(f64, f64)> = rows
            .map(|row| (self.amounts[row] as f64, self.chances[row]))
            .collect();
        let share: f64 = pairs.iter().map(|(_, p)| p).sum();
        let mean = pairs.iter().map(|(v, p)| v * p).sum::<f64>() / share;
        let central = |power: i32| {
            let terms = pairs.iter().map(|(v, p)| p * (v - mean).powi(power));
            terms.sum::<f64>() / share
        };
        let sd = central(2).sqrt();
        Rest {
            mean,
            sd,
            skewness: central(3) / (sd * sd * sd) / (self.n * share).sqrt(),
        }
    }

    fn is_skewed(&self) -> bool {
        self.rest().skewness > MAX_SKEWNESS
    }

    /// Every payout expected fewer than 50 times; then, while the rest is too skewed, its largest.
    /// The least payout stays in the rest, where it has no weight.
    ///
    /// Where that is too much to count, the smallest of them go back to the rest as long as that stays
    /// near enough to normal: rare payouts that are small do not bend it.
    fn choose(&mut self) {
        for row in 1..self.amounts.len() {
            self.is_rare[row] = self.n * self.chances[row] < MIN_EXPECTED;
        }
        while self.is_skewed() {
            let largest = (1..self.amounts.len())
                .rev()
                .find(|&row| !self.is_rare[row]);
            let Some(row) = largest else { break };
            self.is_rare[row] = true;
        }
        while !self.rare().is_feasible(self.n) {
            let smallest = (1..self.amounts.len()).find(|&row| self.is_rare[row]);
            let Some(row) = smallest else { break };
            self.is_rare[row] = false;
            if self.is_skewed() {
                self.is_rare[row] = true;
                break;
            }
        }
    }
}

/// Tests the total that `rounds` independent rounds paid against the law of one; none where nothing can
/// vary, or where too many payouts would have to be counted one by one.
///
/// A stratified tail: `P(S >= s) = Σ P(rare payouts sum to x) Φ̄((s - x - (n-m) μ) / (σ √(n-m)))`, the
/// rare payouts exactly, the rest as a normal sum with mean μ and deviation σ per round, m the number of rare
/// payouts (its mean given x, which differs from it only where several payouts can make up one x). The
/// upper tail is never below e^-50 unless no payout is rare: what lies beyond the grid is added to
/// it.
pub fn rtp_test(law: &Law, rounds: u64, total: i128) -> Option<RtpTest> {
    test_spread(law, rounds, total, &|_| Some(1.0))
}

/// [`rtp_test`] of rounds that depend on each other as `chain` says, `law` being that of a round in the
/// long run; none below ten thousand rounds.
///
/// The deviation of the payouts that are not counted one by one is the chain's, in the long run. The
/// rare ones are counted as if they were independent: dependence between events that a round in
/// thousands brings is far below what can be seen.
pub fn rtp_test_of_chain(law: &Law, chain: &Cycle, rounds: u64, total: i128) -> Option<RtpTest> {
    if rounds < MIN_CHAIN {
        return None;
    }
    test_spread(law, rounds, total, &|rare| stretch(chain, rare))
}

/// The standard deviation of a long sum of payouts, those in `rare` left out, over that of
/// independent rounds.
fn stretch(chain: &Cycle, rare: &[Cents]) -> Option<f64> {
    let reward = |payout: Cents| if rare.contains(&payout) { 0 } else { payout.0 };
    let run = chain
        .long_run(|_, _, payout| ratio(reward(payout), 1))
        .ok()?;
    if run.marginal == Ratio::default() {
        return Some(1.0);
    }
    Some(root_of(&(run.asymptotic / run.marginal)))
}

/// The test where `stretch` gives how much wider the sum of all payouts but some spreads than that of
/// independent rounds.
fn test_spread(
    law: &Law,
    rounds: u64,
    total: i128,
    stretch: &dyn Fn(&[Cents]) -> Option<f64>,
) -> Option<RtpTest> {
    let n = rounds as f64;
    let least = law.weights().next()?.0;
    let mut split = Split {
        amounts: law
            .weights()
            .map(|(v, _)| (v.0 - least.0).unsigned_abs())
            .collect(),
        chances: law.probabilities().map(|(_, p)| to_f64(&p)).collect(),
        is_rare: vec![false; law.weights().len()],
        n,
    };
    if rounds == 0 || split.amounts.len() < 2 {
        return None;
    }
    split.choose();
    let (rare, mut rest) = (split.rare(), split.rest());
    if !rare.is_feasible(n) {
        return None;
    }
    let payouts = law.weights().map(|(payout, _)| payout);
    let one_by_one = payouts.zip(&split.is_rare).filter(|(_, is_rare)| **is_rare);
    let one_by_one: Vec<Cents> = one_by_one.map(|(payout, _)| payout).collect();
    rest.sd *= stretch(&one_by_one)?;
    let spread = law.standard_deviation() * stretch(&[])?;
    let expected = law.mean() * ratio(rounds, 1);
    let excess = to_f64(&(ratio(BigInt::from(total), 1) - expected));
    let sums = rare.sums(rounds);
    // s - x - (n-m) μ, written in deviations from the mean so that no digits are lost.
    let gap = |sum: &Sum| {
        excess - (sum.amount - n * rare.mean()) + (sum.count - rare.expected(n)) * rest.mean
    };
    let tail = |sign: f64| {
        let terms = sums.iter().map(|sum| {
            let gap = sign * gap(sum);
            let ln_sf = if rest.sd > 0.0 {
                ln_normal_sf(gap / (rest.sd * (n - sum.count).max(0.0).sqrt()))
            } else if gap <= 0.5 {
                0.0
            } else {
                f64::NEG_INFINITY
            };
            libm::log(sum.probability) + ln_sf
        });
        ln_sum(&terms.collect::<Vec<_>>())
    };
    let is_cut = !rare.amounts.is_empty();
    let upper = if is_cut {
        ln_sum(&[tail(1.0), -CUT])
    } else {
        tail(1.0)
    };
    Some(RtpTest {
        z: excess / (spread * n.sqrt()),
        ln_upper: upper.min(0.0),
        ln_lower: tail(-1.0).min(0.0),
        one_by_one,
        skewness: rest.skewness,
    })
}

/// ln Σ e^term.
fn ln_sum(terms: &[f64]) -> f64 {
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_infinite() {
        return most;
    }
    most + libm::log(terms.iter().map(|term| libm::exp(term - most)).sum())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::special;

    fn law(rows: &[(i64, u32)]) -> Law {
        Law::of(
            rows.iter()
                .map(|&(cents, weight)| (Cents(cents), weight.into())),
        )
        .expect("a law")
    }

    /// The law of the total of `n` rounds, by adding one round at a time.
    fn total(law: &Law, n: u64) -> Law {
        (0..n).fold(Law::certain(Cents::ZERO), |sum, _| {
            sum.plus(law).expect("a law")
        })
    }

    /// With few rounds everything but the least payout is counted one by one, so the tails are exact.
    #[test]
    fn few_rounds_are_exact() {
        for rows in [
            &[(0, 90), (100, 9), (500, 1)][..],
            &[(50, 7), (200, 3)],
            &[(0, 1), (30, 2), (70, 1)],
        ] {
            let law = law(rows);
            let n = 40;
            let sums = total(&law, n);
            for (amount, _) in sums.weights().step_by(3) {
                let test = rtp_test(&law, n, amount.0.into()).expect("tested");
                let upper: f64 = sums
                    .probabilities()
                    .filter(|(v, _)| *v >= amount)
                    .map(|(_, p)| to_f64(&p))
                    .sum();
                let lower: f64 = sums
                    .probabilities()
                    .filter(|(v, _)| *v <= amount)
                    .map(|(_, p)| to_f64(&p))
                    .sum();
                assert!(
                    (libm::exp(test.ln_upper) - upper).abs() < 1e-11 + 1e-9 * upper,
                    "{amount} {upper}"
                );
                assert!(
                    (libm::exp(test.ln_lower) - lower).abs() < 1e-11 + 1e-9 * lower,
                    "{amount} {lower}"
                );
            }
        }
    }

    /// Between the two extremes the normal part errs by less than its skewness allows.
    #[test]
    fn a_jackpot_among_many_rounds() {
        // Half the rounds pay 1 EUR; one in 1000 pays 100 EUR.
        let law = law(&[(0, 499), (100, 500), (10_000, 1)]);
        let n = 1500;
        let test = |amount: i64| rtp_test(&law, n, amount.into()).expect("tested");
        assert_eq!(test(0).one_by_one, [Cents(10_000)]);
        for euros in [750_u32, 900, 1050, 1550] {
            // Given the number of jackpots, how many other rounds pay their euro is binomial.
            // The lattice of whole euros, cut in the middle.
            let found = libm::exp(test(100 * i64::from(euros) - 50).ln_upper);
            let euros = u64::from(euros);
            let jackpots = 0..=euros / 100;
            let terms = jackpots.map(|j| {
                let needed = euros - 100 * j;
                if needed > n - j {
                    return 0.0;
                }
                let rest = special::ln_binomial_sf(needed, n - j, 500.0 / 999.0);
                libm::exp(special::ln_binomial_pmf(j, n, 0.001) + rest)
            });
            let more = special::ln_binomial_sf(euros / 100 + 1, n, 0.001);
            let upper = terms.sum::<f64>() + libm::exp(more);
            assert!((found - upper).abs() < 2e-4, "{euros} {found} {upper}");
        }
    }

    #[test]
    fn nothing_to_test() {
        assert_eq!(rtp_test(&Law::certain(Cents(5)), 10, 50), None);
        assert_eq!(rtp_test(&law(&[(0, 1), (1, 1)]), 0, 0), None);
        let untested = rtp_check("rtp:x", &Law::certain(Cents(5)), 10, 50);
        assert_eq!(untested.method, Method::Untested);
    }

    #[test]
    fn far_tails_are_small_and_never_zero() {
        let law = law(&[(0, 5), (100, 5)]);
        let test = rtp_test(&law, 1_000_000, 60_000_000).expect("tested");
        assert!(test.one_by_one.is_empty() && test.ln_p() < -10_000.0 && test.ln_p().is_finite());
        assert!((test.z - 200.0).abs() < 1e-9);
    }
}
