//! Pearson's test of a run's payouts against their exact law.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};

use super::cells::MIN_EXPECTED;
use super::check::{Method, Null};
use super::details::Details;
use super::raw::{Effect, RawTest};
use super::special::ln_chi2_sf;
use super::table_test::NoTest;
use crate::exact::{Law, ratio, root_of, to_f64};
use crate::units::Cents;

/// One or more payouts, tested as one.
struct Cell<'a> {
    payouts: Vec<Cents>,
    observed: u64,
    weight: BigUint,
    whole: &'a BigUint,
}

impl Cell<'_> {
    /// Whether n·w/D is below the least expected count, in integers.
    fn is_rare(&self, n: u64) -> bool {
        &self.weight * n < self.whole * MIN_EXPECTED
    }

    /// O·D - n·w: the deviation from the expected count, times D.
    fn excess(&self, n: u64) -> BigInt {
        BigInt::from(self.whole * self.observed) - BigInt::from(&self.weight * n)
    }

    /// (O - E)² / E.
    fn term(&self, n: u64) -> f64 {
        let excess = self.excess(n);
        to_f64(&ratio(&excess * &excess, self.whole * &self.weight * n))
    }

    /// (O - E) / √(E (1 - w/D)).
    fn residual(&self, n: u64) -> f64 {
        let excess = self.excess(n);
        let square = &excess * BigInt::from(excess.magnitude().clone());
        let spread = &self.weight * (self.whole - &self.weight) * n;
        if spread == BigUint::default() {
            return 0.0;
        }
        root_of(&ratio(square, spread))
    }

    fn join(&mut self, other: Self) {
        self.payouts.extend(other.payouts);
        self.payouts.sort_unstable();
        self.observed += other.observed;
        self.weight += other.weight;
    }

    /// The payouts; of many only how many there are, and the ends.
    fn names(&self) -> String {
        match &self.payouts[..] {
            [first, _, _, _, .., last] => {
                format!("{} payouts of {first} to {last} EUR", self.payouts.len())
            }
            few => list(few),
        }
    }
}

fn list(payouts: &[Cents]) -> String {
    let names = payouts.iter().map(|payout| format!("{payout} EUR"));
    names.collect::<Vec<_>>().join(" + ")
}

/// Tests the payouts of independent rounds against the law of one, payouts that expect fewer than
/// [`MIN_EXPECTED`] rounds being pooled.
///
/// Deviations are integers over the law's own denominator, of any size: nothing is rounded before the
/// squares are added up. A payout that the law does not have is an impossible outcome.
pub fn payout_fit(id: impl Into<String>, counts: &BTreeMap<Cents, u64>, law: &Law) -> RawTest {
    let base = RawTest {
        id: id.into(),
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
    let known: BTreeMap<Cents, &BigUint> = law.weights().collect();
    let strange = counts
        .iter()
        .filter(|(payout, count)| **count > 0 && !known.contains_key(payout));
    let (strange, rounds): (Vec<Cents>, Vec<u64>) = strange.unzip();
    if !strange.is_empty() {
        return RawTest {
            method: Method::ImpossibleOutcome,
            statistic: rounds.iter().sum::<u64>() as f64,
            ln_p: f64::NEG_INFINITY,
            note: Some(format!("paid although impossible: {}", list(&strange))),
            ..base
        };
    }
    let n: u64 = counts.values().sum();
    let untested = |why: NoTest| Some(why.to_string());
    if n == 0 {
        return RawTest {
            note: untested(NoTest::NoDraws),
            ..base
        };
    }
    if known.len() < 2 {
        let note = Some("not tested: only one payout is possible".to_owned());
        return RawTest { note, ..base };
    }
    let cells = pooled(n, counts, law);
    let df = (cells.len() - 1) as u32;
    if df == 0 {
        return RawTest {
            note: untested(NoTest::TooFewDraws { n }),
            ..base
        };
    }
    let mut terms: Vec<f64> = cells.iter().map(|cell| cell.term(n)).collect();
    terms.sort_by(f64::total_cmp);
    let statistic = terms.iter().sum();
    RawTest {
        method: Method::PearsonChi2,
        statistic,
        df: Some(df),
        ln_p: ln_chi2_sf(statistic, df),
        effect: Effect::Table { n },
        note: note(&cells, n),
        ..base
    }
}

/// One cell per payout, the rare ones merged into a last one; should that still be rare, the kept payout
/// of least weight joins it.
fn pooled<'a>(n: u64, counts: &BTreeMap<Cents, u64>, law: &'a Law) -> Vec<Cell<'a>> {
    let cells = law.weights().map(|(payout, weight)| Cell {
        payouts: vec![payout],
        observed: counts.get(&payout).copied().unwrap_or(0),
        weight: weight.clone(),
        whole: law.denominator(),
    });
    let (rare, mut kept): (Vec<Cell<'_>>, Vec<Cell<'_>>) = cells.partition(|cell| cell.is_rare(n));
    let pool = rare.into_iter().reduce(|mut pool, cell| {
        pool.join(cell);
        pool
    });
    if let Some(mut pool) = pool {
        let least = (0..kept.len()).min_by(|&a, &b| kept[a].weight.cmp(&kept[b].weight));
        if let (true, Some(at)) = (pool.is_rare(n), least) {
            pool.join(kept.remove(at));
        }
        kept.push(pool);
    }
    kept
}

/// The cell that deviates most, and the pooled payouts.
fn note(cells: &[Cell<'_>], n: u64) -> Option<String> {
    let size = |cell: &Cell<'_>| cell.residual(n).abs();
    let worst = cells.iter().reduce(|worst, cell| {
        if size(cell) > size(worst) {
            cell
        } else {
            worst
        }
    })?;
    let deviation = format!(
        "largest deviation: {} ({:+.2} standard deviations)",
        worst.names(),
        worst.residual(n)
    );
    let pooled = cells.iter().find(|cell| cell.payouts.len() > 1);
    Some(pooled.map_or(deviation.clone(), |pool| {
        format!("{deviation}; pooled as too rare: {}", pool.names())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{GofOutcome, goodness_of_fit};

    fn law(weights: &[u64]) -> Law {
        let rows = (0..).zip(weights);
        Law::of(rows.map(|(row, &weight)| (Cents(row), weight.into()))).expect("a law")
    }

    fn counts(counts: &[u64]) -> BTreeMap<Cents, u64> {
        let rows = (0..).zip(counts);
        rows.map(|(row, &count)| (Cents(row), count)).collect()
    }

    /// Where the denominator fits, it is the test of a table, pooling included.
    #[test]
    fn it_is_the_test_of_a_table() {
        for observed in [
            [700, 250, 30, 15, 5],
            [7_000_100, 2_499_000, 300_500, 150_400, 50_000],
            [7, 2, 1, 0, 0],
            [70, 25, 3, 1, 1],
        ] {
            let weights = [700, 250, 30, 15, 5];
            let mine = payout_fit("payouts:x", &counts(&observed), &law(&weights));
            match goodness_of_fit(&observed, &weights, 1000).expect("valid") {
                GofOutcome::Tested(gof) => {
                    assert!((mine.statistic - gof.statistic).abs() <= 1e-12 * gof.statistic);
                    assert_eq!(mine.df, Some(gof.df));
                    assert!((mine.ln_p - gof.ln_p).abs() <= 1e-12 * gof.ln_p.abs());
                    let worst = gof.worst().expect("a cell").residual;
                    let said = format!("({worst:+.2} standard");
                    assert!(mine.note.expect("a note").contains(&said), "{said}");
                }
                other => {
                    assert_eq!(mine.method, Method::Untested, "{other:?}");
                }
            }
        }
    }

    #[test]
    fn a_payout_that_no_rule_produces_fails_by_name() {
        let mut paid = counts(&[10, 10]);
        paid.insert(Cents(123), 2);
        let test = payout_fit("payouts:x", &paid, &law(&[1, 1]));
        assert_eq!(test.method, Method::ImpossibleOutcome);
        assert!(test.ln_p.is_infinite() && test.note.expect("a note").contains("1.23 EUR"));
        let none = payout_fit("payouts:x", &counts(&[]), &law(&[1, 1]));
        assert_eq!(none.method, Method::Untested);
        let certain = payout_fit("payouts:x", &counts(&[5]), &law(&[1]));
        assert!(certain.note.expect("a note").contains("only one payout"));
    }
}
