//! A finished check, as reports print it.

use serde::Serialize;

/// The outcome of a check or of a whole run, from good to bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing speaks against the null.
    #[default]
    Pass,
    /// Passed, but a deviation as large as the tolerance might have gone unseen.
    Inconclusive,
    /// The null is rejected.
    Fail,
}

impl Verdict {
    /// The worse of two verdicts.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        self.max(other)
    }

    /// The worst verdict of all `checks`; a pass if there are none.
    pub fn of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Self {
        checks
            .into_iter()
            .fold(Self::Pass, |worst, check| worst.worst(check.verdict))
    }
}

/// What the data are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Null {
    /// The integer weights the sampler drew from.
    Exact,
    /// Weights inferred from rounded odds: one of possibly many laws that print the same.
    Reconstructed,
    /// Every law whose odds round to the printed ones.
    Composite,
    /// A finite block of tickets, drawn without replacement.
    Block,
}

/// How a p-value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Method {
    /// Pearson's chi-square test of a table.
    PearsonChi2,
    /// Pearson's statistic for tickets of finite blocks, sold in part.
    HypergeometricChi2,
    /// Whole blocks compared with their lots: a certainty. The statistic is the number of those that
    /// differ.
    BlockEquality,
    /// Every reveal replayed by the written rules: a certainty. The statistic is the number of
    /// rounds whose reveal pays something else than their lot.
    Replay,
    /// Every ticket paid the amount of its row: a certainty. The statistic is the number of tickets that
    /// did not.
    LotsPaid,
    /// Every chunk of the run played once, each from a stream of draws of its own: a certainty but for
    /// streams that happen to begin alike. The statistic is the number of chunks or rounds amiss.
    DistinctStreams,
    /// An outcome of probability zero was seen; the statistic is how often.
    ImpossibleOutcome,
    /// The total payout against its exact law: rare payouts counted one by one, the others as a normal
    /// sum; the statistic is the deviation in exact standard deviations.
    StratifiedTail,
    /// A count of independent players against its exact chance, by binomial tails; the statistic is the
    /// deviation in standard deviations.
    Binomial,
    /// No test could be made; the note says why.
    Untested,
}

impl Method {
    /// Whether the check holds with certainty when nothing is wrong: it cannot fail by chance, so it
    /// takes no share of the family's error.
    pub fn is_certain(self) -> bool {
        matches!(
            self,
            Self::BlockEquality | Self::Replay | Self::LotsPaid | Self::DistinctStreams
        )
    }
}

/// `log10_p` of an outcome of probability zero.
///
/// JSON has no infinity, and a null would pass for "not below the threshold" in some readers; this
/// number is below that of any other p (counts that pass the exactness check give more than -1e38), and
/// compares rightly.
pub const LOG10_P_OF_ZERO: f64 = -1e300;

/// One check of a run. All numbers are finite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// Identifier, unique in the run.
    pub id: String,
    /// The published table tested, if the check is about one.
    pub table: Option<String>,
    /// What the data are held against.
    pub null: Null,
    /// How the p-value was found.
    pub method: Method,
    /// The test statistic.
    pub statistic: f64,
    /// Degrees of freedom; none for exact tests.
    pub df: Option<u32>,
    /// Decimal logarithm of the raw p-value; [`LOG10_P_OF_ZERO`] for p = 0.
    pub log10_p: f64,
    /// The raw p-value; 0 below 1e-308, where `log10_p` still tells.
    pub p: f64,
    /// The p-value after Holm's correction over the whole run.
    pub adjusted_p: f64,
    /// The family-wise level that `adjusted_p` is compared with.
    pub alpha: f64,
    /// The smallest deviation the check would have found with the family's power at `alpha` shared
    /// equally among all tests: relative, see [`Effect`](super::Effect). None where unknown.
    pub smallest_detectable: Option<f64>,
    /// The outcome.
    pub verdict: Verdict,
    /// What else is to be said: pooled rows, the row that deviates most, why there is no test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_verdict_wins() {
        use Verdict::{Fail, Inconclusive, Pass};
        assert_eq!(Pass.worst(Inconclusive), Inconclusive);
        assert_eq!(Fail.worst(Inconclusive), Fail);
        assert_eq!(Verdict::of([]), Pass);
    }

    #[test]
    fn names_in_json() {
        let json = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("json");
        assert_eq!(
            json(&|| serde_json::to_string(&Verdict::Inconclusive)),
            "\"inconclusive\""
        );
        assert_eq!(
            json(&|| serde_json::to_string(&Null::Reconstructed)),
            "\"reconstructed\""
        );
        assert_eq!(
            json(&|| serde_json::to_string(&Method::PearsonChi2)),
            "\"pearson-chi2\""
        );
    }
}
