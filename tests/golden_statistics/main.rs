//! The statistics layer against reference values computed elsewhere at high precision.
//!
//! Each case brings its own tolerance: |got - expected| <= atol + rtol |expected|.

mod cells;

use serde_json::Value;
use tirage::audit::{self, LawMoments, special};
use tirage::exact::{self, to_f64};
use tirage::games::clefs_du_tresor::{KeyDraw, cycle};
use tirage::tally::{Moments, Tally};
use tirage::units::{Cents, Probability, RoundingInterval};

const GOLDEN: &str = include_str!("../golden/statistics.json");

type Topic = (&'static str, fn(&Case));

/// The topics tested here; the file also holds those of tests still to come.
const COVERED: [Topic; 13] = [
    ("chi2_tail", chi2_tail),
    ("chi2_quantile", chi2_quantile),
    ("normal_tail", normal_tail),
    ("normal_quantile", normal_quantile),
    ("clopper_pearson", clopper_pearson),
    ("wilson", wilson),
    ("holm", holm),
    ("ncx2_power", ncx2_power),
    ("required_n", required_n),
    ("moments", moments),
    ("rtp_range", rtp_range),
    ("rtp_test", rtp_test),
    ("regenerative", regenerative),
];

#[test]
fn every_covered_topic_agrees_with_its_reference_values() {
    let golden: Value = serde_json::from_str(GOLDEN).expect("golden JSON");
    let cases = golden["cases"].as_array().expect("cases");
    assert_eq!(Some(cases.len() as u64), golden["count"].as_u64());
    for (topic, test) in COVERED.into_iter().chain(cells::COVERED) {
        let mut seen = 0;
        for case in cases.iter().filter(|case| case["topic"] == topic) {
            test(&Case(case));
            seen += 1;
        }
        assert!(seen > 0, "no case of the covered topic {topic}");
    }
}

/// One reference case.
struct Case<'a>(&'a Value);

impl Case<'_> {
    /// An input number, written as one or as a decimal string.
    fn f64(&self, name: &str) -> f64 {
        decimal(&self.0["inputs"][name])
    }

    fn u64(&self, name: &str) -> u64 {
        self.0["inputs"][name].as_u64().expect("a count")
    }

    fn u32(&self, name: &str) -> u32 {
        self.u64(name).try_into().expect("small")
    }

    fn has(&self, name: &str) -> bool {
        !self.0["inputs"][name].is_null()
    }

    fn list<T>(&self, name: &str, read: impl Fn(&Value) -> T) -> Vec<T> {
        let list = self.0["inputs"][name].as_array().expect("a list");
        list.iter().map(read).collect()
    }

    fn counts(&self) -> Vec<u64> {
        self.list("counts", |v| v.as_u64().expect("a count"))
    }

    /// The rationals `p` over their common denominator.
    fn weights(&self) -> (Vec<u64>, u64) {
        let ratios = self.list("p", ratio);
        let denominator = ratios.iter().fold(1, |d, r| d / gcd(d, r.1) * r.1);
        let weights = ratios.iter().map(|r| r.0 * (denominator / r.1)).collect();
        (weights, denominator)
    }

    /// The amounts `v` in euros.
    fn payouts(&self) -> Vec<Cents> {
        self.list("v", |v| {
            let (euros, parts) = ratio(v);
            Cents((euros * 100 / parts).try_into().expect("an amount"))
        })
    }

    /// Compares with `expected`, or with its field `name`.
    fn agrees(&self, name: &str, got: f64) {
        let expected = match name {
            "" => &self.0["expected"],
            _ => &self.0["expected"][name],
        };
        self.close(name, got, decimal(expected));
    }

    fn close(&self, name: &str, got: f64, expected: f64) {
        let (rtol, atol) = (decimal(&self.0["rtol"]), decimal(&self.0["atol"]));
        assert!(
            (got - expected).abs() <= atol + rtol * expected.abs(),
            "{} {name}: got {got:e}, expected {expected:e}",
            self.0["id"]
        );
    }

    /// A p-value as its logarithm and, where a float can hold it, as itself.
    fn agrees_p(&self, ln_p: f64) {
        self.agrees("ln_p", ln_p);
        if self.0["expected"]["p"].is_number() {
            self.agrees("p", ln_p.exp());
        }
    }
}

fn decimal(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a decimal"),
        _ => value.as_f64().expect("a number"),
    }
}

fn ratio(value: &Value) -> (u64, u64) {
    let text = value.as_str().expect("a fraction");
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    let part = |text: &str| text.parse().expect("a whole number");
    (part(top), part(bottom))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn chi2_tail(case: &Case) {
    case.agrees_p(special::ln_chi2_sf(case.f64("x"), case.u32("df")));
}

fn chi2_quantile(case: &Case) {
    case.agrees("", special::chi2_isf(case.f64("alpha"), case.u32("df")));
}

fn normal_tail(case: &Case) {
    case.agrees_p(special::ln_normal_sf(case.f64("z")));
    case.agrees("p", special::normal_sf(case.f64("z")));
}

fn normal_quantile(case: &Case) {
    case.agrees("", special::normal_isf(case.f64("alpha")));
}

fn clopper_pearson(case: &Case) {
    let ends = audit::clopper_pearson(case.u64("x"), case.u64("n"), case.f64("alpha"));
    let ends = ends.expect("valid");
    case.agrees("lo", ends.low);
    case.agrees("hi", ends.high);
}

fn wilson(case: &Case) {
    let ends = audit::wilson(case.u64("x"), case.u64("n"), case.f64("alpha")).expect("valid");
    case.agrees("lo", ends.low);
    case.agrees("hi", ends.high);
}

fn holm(case: &Case) {
    let ln_p = case.list("p", |p| decimal(p).ln());
    let expected = case.0["expected"].as_array().expect("a list");
    let adjusted = audit::holm(&ln_p);
    assert_eq!(adjusted.len(), expected.len());
    for (got, expected) in adjusted.iter().zip(expected) {
        case.close("", got.exp(), decimal(expected));
    }
}

/// The power of a noncentrality, or the noncentrality of a power.
fn ncx2_power(case: &Case) {
    let (df, alpha) = (case.u32("df"), case.f64("alpha"));
    let got = if case.has("power") {
        audit::ncp_for_power(df, alpha, case.f64("power"))
    } else {
        audit::ncx2_power(df, case.f64("ncp"), alpha)
    };
    case.agrees("", got);
}

fn required_n(case: &Case) {
    let [p0, deviation, alpha, power] = ["p0", "rel_dev", "alpha", "power"].map(|n| case.f64(n));
    case.agrees("", audit::required_draws(p0, deviation, alpha, power));
}

/// The law's moments, and those of a sample whose shares are the law exactly.
fn moments(case: &Case) {
    let (weights, denominator) = case.weights();
    let law = LawMoments::of(&weights, &case.payouts()).expect("a law");
    case.agrees("mean", law.mean / 100.0);
    case.agrees("var", law.variance / 1e4);
    case.agrees("skew", law.skewness);
    let mut tally = Tally::new([], 0);
    for (&weight, payout) in weights.iter().zip(case.payouts()) {
        tally.pay(payout, 1000 * weight);
    }
    let sample = Moments::of(&tally);
    let n = (1000 * denominator) as f64;
    case.agrees("mean", sample.mean() / 100.0);
    case.agrees("var", sample.variance() * (n - 1.0) / n / 1e4);
}

/// The extremes of a mean over boxes of probabilities.
fn rtp_range(case: &Case) {
    let values = case.list("values", |v| {
        let (top, bottom) = ratio(v);
        exact::ratio(top, bottom)
    });
    let end = |v: &Value| {
        let (top, bottom) = ratio(v);
        Probability::new(top.into(), bottom.into())
    };
    let boxes = case.list("box", |ends| RoundingInterval {
        low: end(&ends[0]),
        high: end(&ends[1]),
    });
    let found = exact::range(&values, &boxes).expect("a law in the box");
    case.agrees("min", to_f64(&found.low));
    case.agrees("max", to_f64(&found.high));
}

/// The key chain of Les Clefs du Trésor: cycles, and the long run of payouts and openings.
fn regenerative(case: &Case) {
    const WHOLE: u64 = 100_000_000;
    let law = |chances: &str, amounts: &str| {
        let weights = case.list(chances, |p| {
            let (top, bottom) = ratio(p);
            assert_eq!(WHOLE % bottom, 0);
            (top * (WHOLE / bottom)).into()
        });
        let cents = case.list(amounts, |v| {
            let (top, bottom) = ratio(v);
            Cents((100 * top / bottom).try_into().expect("small"))
        });
        exact::Law::of(cents.into_iter().zip(weights)).expect("a law")
    };
    let keys = case.list("key_den", |n| {
        exact::ratio(1, n.as_u64().expect("a number"))
    });
    let keys: [exact::Ratio; 3] = keys.try_into().expect("three keys");
    let (game1, chest) = (law("p", "v"), law("treasure_p", "treasure_v"));
    let cycle = cycle(&game1, &chest, &keys, KeyDraw::OnLosingPlay).expect("a cycle");
    let (mean, variance) = cycle.length();
    case.agrees("mean_cycle_length", to_f64(&mean));
    case.agrees("var_cycle_length", to_f64(&variance));
    let euros = |cents: Cents| exact::ratio(cents.0, 100);
    let payout = cycle
        .long_run(|_, _, payout| euros(payout))
        .expect("a chain");
    case.agrees("payout_per_play", to_f64(&payout.mean));
    case.agrees("rtp", to_f64(&payout.mean) / case.f64("stake"));
    case.agrees("asymptotic_var", to_f64(&payout.asymptotic));
    case.agrees("marginal_var", to_f64(&payout.marginal));
    let opened = |held: usize, moves: bool| i32::from(held == 2 && moves);
    let openings = cycle.long_run(|held, moves, _| exact::ratio(opened(held, moves), 1));
    let openings = openings.expect("a chain");
    let over = openings.asymptotic / openings.marginal;
    case.agrees("openings_var_over_binomial", to_f64(&over));
}

/// The stratified tail, which must find the jackpot on its own, and the normal test beside it.
fn rtp_test(case: &Case) {
    let (weights, _) = case.weights();
    let payouts = case.payouts();
    let rows = payouts
        .iter()
        .copied()
        .zip(weights.into_iter().map(Into::into));
    let law = exact::Law::of(rows).expect("a law");
    let total = 100 * i128::from(case.u64("total_payout"));
    let found = audit::rtp_test(&law, case.u64("n"), total).expect("tested");
    let jackpot = payouts[case.u64("jackpot_index") as usize];
    assert_eq!(found.one_by_one, [jackpot]);
    case.agrees("p_upper", found.ln_upper.exp());
    case.agrees("p_lower", found.ln_lower.exp());
    case.agrees("p_two_sided", found.ln_p().exp());
    case.agrees("z_exact_variance", found.z);
    case.agrees("p_z_two_sided", 2.0 * special::normal_sf(found.z.abs()));
}
