//! What every kind of check tells in documents.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tirage::audit::{
    Details, Effect, Method, Null, RawTest, Rules, block_test, composite_fit, judge,
    long_run_check, payout_fit, proportion_check, rtp_check, table_test, whole_blocks,
};
use tirage::exact::Law;
use tirage::tally::Blocks;
use tirage::units::{Cents, Odds};

const LABELS: [&str; 4] = ["A", "B", "C", "D"];
const LOTS: [u64; 4] = [2, 50, 150, 798];

fn of_table(id: &str, counts: &[u64], weights: &[u64]) -> RawTest {
    let outcome = table_test(counts, weights, weights.iter().sum()).expect("valid");
    RawTest::of_table(id, "toy/table", Null::Exact, &outcome, &LABELS)
}

/// One test of every kind.
fn tests() -> Vec<RawTest> {
    let law = Law::of([(Cents(0), 8_u64), (Cents(100), 2)].map(|(v, w)| (v, w.into())));
    let law = law.expect("a law");
    let paid = BTreeMap::from([(Cents(0), 8_010), (Cents(100), 1_990)]);
    let mut blocks = Blocks::default();
    blocks.add(&LOTS, &[1, 22, 58, 319], 1, 400);
    let mut whole = Blocks::default();
    whole.add(&LOTS, &LOTS, 1, 1_000);
    let certain = [
        Method::Replay,
        Method::LotsPaid,
        Method::DistinctStreams,
        Method::ImpossibleOutcome,
    ];
    let many = [1_u64; 60];
    let mut seen = [1; 60];
    seen[..40].fill(2);
    let boxes = ["2,00", "2,00"].map(|odds| Odds::rounded(odds).expect("odds").interval());
    let composite = composite_fit(&[5_010, 4_990], &boxes).expect("valid");
    let mut tests = vec![
        of_table("common", &[3_000, 7_050], &[3, 7]),
        of_table("few", &[2, 1], &[3, 7]),
        of_table("rows", &seen, &many),
        of_table("none", &[0, 0], &[3, 7]),
        RawTest::of_table("box", "toy/table", Null::Composite, &composite, &LABELS),
        RawTest {
            null: Null::Reconstructed,
            ..of_table("inferred", &[3_000, 7_050], &[3, 7])
        },
        block_test("part", "toy/block", &blocks, &LOTS, &LABELS).expect("valid"),
        whole_blocks("whole", "toy/block", &whole, &LABELS),
        payout_fit("payouts", &paid, &law),
        rtp_check("rtp", &law, 10_000, 199_000),
        proportion_check("chance", 1_990, 10_000, 0.2, "players"),
        long_run_check("run", 1_990, 10_000, 0.2, 0.1),
        RawTest {
            method: Method::MeanInterval,
            effect: Effect::Mean {
                n: 10_000,
                relative_sd: 2.0,
            },
            ..RawTest::certainty("mean", Method::MeanInterval, 0, "observed")
        },
    ];
    tests.extend(certain.map(|method| RawTest::certainty("certain", method, 0, "held")));
    assert!(
        tests
            .iter()
            .all(|test| test.details == Details::default() || !test.details.rows.is_empty())
    );
    tests
}

/// Each check tells what it was held against and how, statistic, degrees of freedom, p as its logarithm and
/// corrected, the smallest deviation it would have found, and its verdict.
#[test]
fn every_kind_of_check_tells_everything() {
    let checks = judge(tests(), &Rules::default()).expect("valid");
    let methods: BTreeSet<String> = checks
        .iter()
        .map(|check| format!("{:?}", check.method))
        .collect();
    let all = Method::ALL.map(|method| format!("{method:?}"));
    assert_eq!(
        methods,
        all.into_iter().collect(),
        "a kind without a check here"
    );
    for check in &checks {
        let json = serde_json::to_value(check).expect("json");
        let name = |field: &str| {
            json[field]
                .as_str()
                .unwrap_or_else(|| panic!("{field} in {json}"))
        };
        assert!(["exact", "reconstructed", "composite", "block"].contains(&name("null")));
        assert!(!name("method").is_empty() && !name("id").is_empty());
        assert_eq!(name("verdict"), "pass", "{json}");
        for field in ["statistic", "log10_p", "p", "adjusted_p", "alpha"] {
            assert!(json[field].is_number(), "{field} in {json}");
        }
        for field in ["df", "smallest_detectable", "table"] {
            assert!(json.get(field).is_some(), "{field} in {json}");
        }
        let by_chi2 = ["chi2-and-exact-rows", "hypergeometric-chi2", "pearson-chi2"];
        assert_eq!(
            json["df"].is_u64(),
            by_chi2.contains(&name("method")),
            "{json}"
        );
        // Only what was not tested, and rows so rare that certainty itself would go unseen, see nothing.
        let is_blind = json["smallest_detectable"] == Value::Null;
        assert_eq!(is_blind, ["few", "none"].contains(&name("id")), "{json}");
        assert!(!check.method.title().is_empty() && !check.null.explanation().is_empty());
    }
}
