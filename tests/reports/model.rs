//! A report that nobody played: two runs, and a check of every outcome.

use std::collections::BTreeMap;

use tirage::audit::{Check, Method, Null, Verdict};
use tirage::report::{
    Counted, Estimate, GameSheet, Lang, PayoutCount, Provenance, ReportModel, RowReport, RunReport,
    SCHEMA, TableReport, Untested,
};

/// The model in a language. Its figures are round and have no meaning.
pub(crate) fn model(lang: Lang) -> ReportModel {
    ReportModel {
        schema: SCHEMA,
        verdict: Verdict::Fail,
        titles: vec!["By hand".to_owned()],
        seed: 7,
        alpha: 0.001,
        runs: vec![dice(), tickets()],
        provenance: Provenance {
            version: "1.2.3",
            commit: Some("0123456789abcdef"),
            rng: "pcg64dxsm".to_owned(),
            sampler_version: 1,
            kernel: "reference".to_owned(),
            rules_sha256: "ab".repeat(32),
            started_at: "2026-11-30T12:05:09Z".to_owned(),
        },
        lang,
        ..ReportModel::default()
    }
}

/// The same as documents present it: a sheet for each game, and no table drawn from, as rows and their figures have tests
/// of their own.
pub(crate) fn document(lang: Lang) -> ReportModel {
    let mut model = model(lang);
    for table in model.runs.iter_mut().flat_map(|run| &mut run.tables) {
        table.trials = 0;
    }
    let sheet = |run: &RunReport| GameSheet {
        id: run.game.clone(),
        title: run.title.clone(),
        source: "annex 1".to_owned(),
        ..GameSheet::default()
    };
    model.games = model.runs.iter().map(sheet).collect();
    model
}

fn dice() -> RunReport {
    let mut failed = check("fit:dice/table", Method::Chi2AndExactRows, Verdict::Fail);
    failed.table = Some("dice/table".to_owned());
    failed.log10_p = -12.5;
    failed.p = 3.16e-13;
    failed.adjusted_p = 1e-12;
    failed.adjusted_log10_p = -12.0;
    failed.smallest_detectable = None;
    failed.note = Some("largest deviation: 2,00 EUR (-3.0 standard deviations)".to_owned());
    let mut unmade = check("fit:dice/other", Method::Untested, Verdict::Pass);
    unmade.smallest_detectable = None;
    unmade.note = Some("not tested: no draws".to_owned());
    let rtp = check("rtp:dice", Method::StratifiedTail, Verdict::Pass);
    RunReport {
        game: "dice".to_owned(),
        title: "Dés & Cie".to_owned(),
        strategy: "stop".to_owned(),
        stake_cents: 100,
        readings: BTreeMap::from([("suite".to_owned(), "any-order".to_owned())]),
        rounds: 1_000_000,
        planned_rounds: 1_000_000,
        ended: "rounds",
        verdict: Verdict::Fail,
        rtp: estimate(0.9437, Some(0.95)),
        hit_frequency: estimate(0.25, None),
        standard_deviation: 12.5,
        payouts: vec![
            PayoutCount {
                cents: 0,
                count: 750_000,
            },
            PayoutCount {
                cents: 123_450,
                count: 250_000,
            },
        ],
        tables: vec![table("dice/table", false)],
        counters: vec![Counted {
            id: "rolls",
            about: "rolls of the die",
            count: 2_000_000,
        }],
        untested: vec![Untested {
            id: unmade.id.clone(),
            reason: "no draws".to_owned(),
        }],
        checks: vec![failed, unmade, rtp],
        elapsed_seconds: 1.25,
        rounds_per_second: 8e5,
        ..RunReport::default()
    }
}

fn tickets() -> RunReport {
    let mut open = check("rtp:tickets", Method::StratifiedTail, Verdict::Inconclusive);
    open.smallest_detectable = Some(4.0);
    let mut whole = check("whole:tickets/block", Method::BlockEquality, Verdict::Pass);
    whole.null = Null::Block;
    whole.smallest_detectable = Some(0.0);
    RunReport {
        game: "tickets".to_owned(),
        title: "Tickets".to_owned(),
        strategy: "buy".to_owned(),
        stake_cents: 50,
        variant: "tickets=10".to_owned(),
        tickets: Some(10),
        rounds: 2_000,
        planned_rounds: 2_000,
        ended: "rounds",
        verdict: Verdict::Inconclusive,
        rtp: estimate(0.7, Some(0.7)),
        hit_frequency: estimate(0.5, Some(0.5)),
        standard_deviation: 1.0,
        payouts: vec![PayoutCount {
            cents: 70,
            count: 1_000,
        }],
        tables: vec![table("tickets/block", true)],
        checks: vec![open, whole],
        elapsed_seconds: 0.25,
        rounds_per_second: 8e3,
        ..RunReport::default()
    }
}

fn estimate(value: f64, exact: Option<f64>) -> Estimate {
    Estimate {
        estimate: value,
        standard_error: 0.001,
        ci_low: value - 0.0025,
        ci_high: value + 0.0025,
        level: 0.99,
        exact,
    }
}

fn table(id: &str, block: bool) -> TableReport {
    let row = |label: &str, printed: Option<&str>, weight, count| RowReport {
        label: label.to_owned(),
        printed: printed.map(str::to_owned),
        weight,
        count,
        ..RowReport::default()
    };
    TableReport {
        id: id.to_owned(),
        article: "3.1".to_owned(),
        title: "die of stage 1".to_owned(),
        block,
        rows: vec![
            row("2,00 EUR", Some("4"), 1, 250_000),
            row("perdant", None, 3, 750_000),
        ],
        denominator: 4,
        trials: 1_000_000,
    }
}

fn check(id: &str, method: Method, verdict: Verdict) -> Check {
    Check {
        id: id.to_owned(),
        table: None,
        null: Null::Exact,
        method,
        statistic: 1.5,
        df: None,
        log10_p: -0.5,
        p: 0.316_227_766_017,
        conservative_p: None,
        conservative_log10_p: None,
        g: None,
        g_log10_p: None,
        adjusted_p: 1.0,
        adjusted_log10_p: 0.0,
        alpha: 0.001,
        smallest_detectable: Some(0.0123),
        verdict,
        note: None,
        parts: Vec::new(),
        rows: Vec::new(),
        too_even: false,
    }
}
