//! A finished check, as reports print it.

use serde::Serialize;

use super::details::{CheckPart, CheckRow};

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
    /// Pearson's chi-square test of payouts.
    PearsonChi2,
    /// A table: Pearson's chi-square on its common rows, exact tests of its rare rows and of the row that
    /// deviates most, and Holm's correction over these parts. Statistic and degrees of freedom are those
    /// of chi-square, p is that of all parts.
    #[serde(rename = "chi2-and-exact-rows")]
    Chi2AndExactRows,
    /// A table with so few draws that chi-square does not apply: all outcomes enumerated, and the row that
    /// deviates most tested exactly. The statistic is that row's deviation in standard deviations.
    ExactMultinomial,
    /// A table with so few draws that chi-square does not apply: each row tested exactly, with Holm's
    /// correction over all rows. The statistic is the deviation of the least likely row in standard deviations.
    ExactRows,
    /// The same as `chi2-and-exact-rows` for tickets of finite blocks, sold in part: without replacement.
    #[serde(rename = "hypergeometric-chi2")]
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
    /// A count of rounds that depend on each other against its exact mean, as a normal deviate over the exact
    /// deviation of the long run; that deviate is the statistic.
    LongRunNormal,
    /// The interval of an observed mean payout against the range that the rules allow: p is the largest
    /// level at which they still meet; the statistic is how far the mean lies outside, in stakes.
    MeanInterval,
    /// No test could be made; the note says why.
    Untested,
}

impl Method {
    /// Whether the check holds with certainty when nothing is wrong: it cannot fail by chance, so it
    /// takes no share of the family's error.
    pub fn is_certain(self) -> bool {
        matches!(
            self,
            Self::BlockEquality
                | Self::Replay
                | Self::ImpossibleOutcome
                | Self::LotsPaid
                | Self::DistinctStreams
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
    /// The raw p-value; 0 below 1e-308, where `log10_p` still tells. Of a table, that of all `parts` after Holm's
    /// correction over them, while `statistic` and `df` are those of chi-square alone.
    pub p: f64,
    /// Under a composite null: the p-value with all degrees of freedom, valid whatever end of the box is hit;
    /// `p` has those of the ends that were hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conservative_p: Option<f64>,
    /// Decimal logarithm of `conservative_p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conservative_log10_p: Option<f64>,
    /// The likelihood-ratio statistic G over the same cells as the chi-square statistic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<f64>,
    /// Decimal logarithm of the p-value of G.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g_log10_p: Option<f64>,
    /// The p-value after Holm's correction over the whole run.
    pub adjusted_p: f64,
    /// Its decimal logarithm, which tells where `adjusted_p` is 0; [`LOG10_P_OF_ZERO`] for 0.
    #[serde(skip)]
    pub adjusted_log10_p: f64,
    /// The family-wise level that `adjusted_p` is compared with.
    pub alpha: f64,
    /// The smallest deviation the check would have found with the family's power at `alpha` shared
    /// equally among all tests: relative, see [`Effect`](super::Effect). Of a table it is the largest over
    /// its rows: a change of any single row by that much would have been found. None where unknown, or
    /// where no change would have been found.
    pub smallest_detectable: Option<f64>,
    /// The outcome.
    pub verdict: Verdict,
    /// What else is to be said: pooled rows, the row that deviates most, why there is no test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The tests that make up a table's, before their common correction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<CheckPart>,
    /// The rows of a table, each on its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<CheckRow>,
    /// Whether the counts are closer to their expectations than chance allows in one of 10 000 faultless tables:
    /// no failure, but it looks like a block or a repeated seed.
    #[serde(skip_serializing_if = "is_false")]
    pub too_even: bool,
}

// The signature is serde's.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
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
