//! Tests of the judgement of a family.

use super::*;
use crate::audit::{Null, table_test};

fn table(id: &str, counts: &[u64], weights: &[u64]) -> RawTest {
    let outcome = table_test(counts, weights, weights.iter().sum()).expect("valid");
    RawTest::of_table(
        id,
        "toy/table",
        Null::Exact,
        &outcome,
        &["none", "one", "two"],
    )
}

fn judged(tests: Vec<RawTest>, rules: &Rules) -> Vec<Check> {
    judge(tests, rules).expect("valid rules")
}

/// A test with a given p-value, about a table of 1000 draws of two rows.
fn with_p(id: &str, p: f64) -> RawTest {
    RawTest {
        ln_p: libm::log(p),
        ..table(id, &[500, 500], &[1, 1])
    }
}

#[test]
fn a_family_is_corrected_and_judged_together() {
    let rules = Rules::default();
    let alone = judged(vec![with_p("shy", 2.3e-4)], &rules);
    assert_eq!(alone[0].verdict, Verdict::Fail);
    let ps = [2.3e-4, 0.5, 0.5, 1e-9, 0.5, 1.0];
    let checks = judged(ps.map(|p| with_p("x", p)).to_vec(), &rules);
    assert_eq!(
        checks[0].verdict,
        Verdict::Pass,
        "five tests are left at its turn"
    );
    assert!((checks[0].adjusted_p / checks[0].p - 5.0).abs() < 1e-9);
    assert_eq!(checks[3].verdict, Verdict::Fail);
    assert_eq!(Verdict::of(&checks), Verdict::Fail);
    assert!((checks[5].p - 1.0).abs() < 1e-15 && checks[5].log10_p.is_sign_positive());
}

/// Two rows of one half: chi-square and the worst row share the level, and the worst row is one of two. At
/// a sixth of 1e-3 chi-square, with half of that, sees the smaller change.
#[test]
fn the_smallest_change_of_the_rows_is_stated_at_the_share() {
    let checks = judged(vec![with_p("x", 0.5); 6], &Rules::default());
    let w = smallest_detectable_gof(1000, 1, 1e-3 / 12.0, 0.9);
    let found = checks[1].smallest_detectable.expect("detectable");
    assert!((found / w - 1.0).abs() < 1e-9, "{found} {w}");
    assert_eq!(checks[1].rows.len(), 2);
}

#[test]
fn impossible_draws_fail_and_stay_finite() {
    let checks = judged(
        vec![table("zero", &[10, 1, 10], &[1, 0, 1])],
        &Rules::default(),
    );
    let check = &checks[0];
    assert_eq!(check.verdict, Verdict::Fail);
    assert_eq!(check.method, Method::ImpossibleOutcome);
    assert_eq!(
        check.note.as_deref(),
        Some("drawn although impossible: one")
    );
    let json = serde_json::to_value(check).expect("json");
    assert_eq!(json["log10_p"], -1e300);
    assert_eq!(json["statistic"], 1.0);
    assert_eq!(json["verdict"], "fail");
    assert_eq!(json["null"], "exact");
    assert_eq!(json["method"], "impossible-outcome");
    assert!(json["df"].is_null() && json["smallest_detectable"].is_null());
}

#[test]
fn untested_tables_are_listed_and_cost_nothing() {
    let tests = || {
        vec![
            table("empty", &[0, 0], &[1, 1]),
            table("fair", &[500, 500], &[1, 1]),
        ]
    };
    let checks = judged(tests(), &Rules::default());
    assert_eq!(checks[0].verdict, Verdict::Pass);
    assert_eq!(checks[0].note.as_deref(), Some("not tested: no draws"));
    let alone = smallest_detectable_gof(1_000, 1, 5e-4, 0.9);
    let found = checks[1].smallest_detectable.expect("detectable");
    assert!((found / alone - 1.0).abs() < 1e-9);
    let strict = Rules {
        cell_tolerance: Some(0.2),
        ..Rules::default()
    };
    let verdicts: Vec<Verdict> = judged(tests(), &strict).iter().map(|c| c.verdict).collect();
    assert_eq!(verdicts, [Verdict::Inconclusive, Verdict::Pass]);
}

#[test]
fn a_tolerance_too_fine_for_the_run_is_inconclusive() {
    let rules = Rules {
        cell_tolerance: Some(0.01),
        rtp_tolerance: Some(0.5),
        ..Rules::default()
    };
    let mut rtp = table("rtp", &[500, 500], &[1, 1]);
    rtp.table = None;
    rtp.effect = Effect::Mean {
        n: 1_000,
        relative_sd: 3.0,
    };
    let checks = judged(vec![table("t", &[500, 500], &[1, 1]), rtp], &rules);
    assert_eq!(checks[0].verdict, Verdict::Inconclusive);
    assert_eq!(checks[1].verdict, Verdict::Pass);
    assert_eq!(
        checks[1].smallest_detectable,
        Some(smallest_detectable_mean(3.0, 1_000, 5e-4, 0.9))
    );
}

#[test]
fn wrong_rules_and_broken_tests_are_refused() {
    let wrong = Rules {
        alpha: 0.0,
        ..Rules::default()
    };
    assert!(judge(vec![], &wrong).is_err());
    let negative = Rules {
        rtp_tolerance: Some(-1.0),
        ..Rules::default()
    };
    assert!(judge(vec![], &negative).is_err());
    for ln_p in [f64::NAN, 0.1] {
        let mut test = table("broken", &[500, 500], &[1, 1]);
        test.ln_p = ln_p;
        assert!(judge(vec![test], &Rules::default()).is_err());
    }
}

/// A certainty cannot fail by chance: it takes no share of the error, sees any deviation, and fails
/// when broken whatever else is tested.
#[test]
fn certainties_stand_apart_from_the_correction() {
    let shy = || table("shy", &[50_583, 49_417], &[1, 1]);
    let sure = |broken| RawTest::certainty("sure", Method::Replay, broken, "note");
    let rules = Rules {
        cell_tolerance: Some(0.1),
        rtp_tolerance: Some(1e-9),
        ..Rules::default()
    };
    let checks = judged(vec![sure(0), shy(), sure(1)], &rules);
    assert!((checks[1].adjusted_p / checks[1].p - 1.0).abs() < 1e-9);
    let verdicts = [Verdict::Pass, Verdict::Fail, Verdict::Fail];
    assert_eq!([0, 1, 2].map(|at| checks[at].verdict), verdicts);
    assert_eq!(checks[0].smallest_detectable, Some(0.0));
    assert!(checks[2].adjusted_p.abs() < f64::MIN_POSITIVE);
}
