//! What judges observed plays, nights and generators, against reference values computed elsewhere at high
//! precision.
//!
//! Each case brings its own tolerance: |got - expected| <= atol + rtol |expected|.

use std::collections::BTreeMap;

use serde_json::Value;
use tirage::audit::evidence::{
    alpha_on_night, e_benjamini_hochberg, g_against, ln_e_of_composite, ln_e_value, ln_mean,
};
use tirage::audit::onset::{
    draws_until_seen, modulo_chances, naive_chances, noncentrality_per_draw, threshold_chance,
};
use tirage::audit::rtp_interval::{Observed, likelihood_interval};
use tirage::audit::two_samples::{homogeneity, rare_difference};
use tirage::units::Cents;

const GOLDEN: &str = include_str!("golden/statistics.json");

type Topic = (&'static str, fn(&Case));

/// The topics tested here.
const COVERED: [Topic; 7] = [
    ("e_process", e_process),
    ("rtp_ci", rtp_ci),
    ("homogeneity", two_rows),
    ("poisson_two_sample", poisson_two_sample),
    ("naive_onset", naive_onset),
    ("rng_bias", rng_bias),
    ("alpha_spending", alpha_spending),
];

#[test]
fn every_covered_topic_agrees_with_its_reference_values() {
    let golden: Value = serde_json::from_str(GOLDEN).expect("golden JSON");
    let cases = golden["cases"].as_array().expect("cases");
    for (topic, test) in COVERED {
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
    fn input(&self, name: &str) -> &Value {
        let value = &self.0["inputs"][name];
        assert!(!value.is_null(), "{} has no input {name}", self.0["id"]);
        value
    }

    fn f64(&self, name: &str) -> f64 {
        decimal(self.input(name))
    }

    fn list<T>(&self, name: &str, read: impl Fn(&Value) -> T) -> Vec<T> {
        let list = self.input(name).as_array().expect("a list");
        list.iter().map(read).collect()
    }

    fn counts(&self, name: &str) -> Vec<u64> {
        self.list(name, count)
    }

    /// The rationals of `name` over their common denominator.
    fn weights(&self, name: &str) -> (Vec<u64>, u64) {
        let ratios = self.list(name, ratio);
        let denominator = ratios.iter().fold(1, |d, r| d / gcd(d, r.1) * r.1);
        let weights = ratios.iter().map(|r| r.0 * (denominator / r.1)).collect();
        (weights, denominator)
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
}

fn decimal(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a decimal"),
        _ => value.as_f64().expect("a number"),
    }
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a count")
}

fn ratio(value: &Value) -> (u64, u64) {
    let text = value.as_str().expect("a fraction");
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    let part = |text: &str| text.parse().expect("a whole number");
    (part(top), part(bottom))
}

fn quotient(value: &Value) -> f64 {
    let (top, bottom) = ratio(value);
    top as f64 / bottom as f64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Against one law, against all laws in a box, or many e-values together.
fn e_process(case: &Case) {
    if !case.0["inputs"]["e"].is_null() {
        let ln_e = case.list("e", |e| decimal(e).ln());
        let expected = &case.0["expected"]["rejected_indices"];
        let expected = expected.as_array().expect("indices").iter().map(count);
        let rejected = e_benjamini_hochberg(&ln_e, case.f64("alpha"));
        assert!(rejected.iter().map(|&at| at as u64).eq(expected));
        case.agrees("mean_e", ln_mean(&ln_e).exp());
        return;
    }
    let counts = case.counts("counts");
    let kappas = case.list("kappas", decimal);
    assert_eq!(kappas, tirage::audit::evidence::CONCENTRATIONS);
    if case.0["inputs"]["box"].is_null() {
        let (weights, denominator) = case.weights("p");
        case.agrees(
            "",
            ln_e_value(&counts, &weights, denominator).expect("valid"),
        );
        return;
    }
    let (weights, denominator) = case.weights("centre");
    let centre: Vec<f64> = weights
        .iter()
        .map(|&w| w as f64 / denominator as f64)
        .collect();
    let ends = case.list("box", |ends| (quotient(&ends[0]), quotient(&ends[1])));
    let best = projection(&counts, &ends);
    let got = ln_e_of_composite(
        ln_e_value(&counts, &weights, denominator).expect("valid"),
        g_against(&counts, &centre),
        g_against(&counts, &best),
    );
    case.agrees("", got);
}

/// The likeliest law in a box: frequencies times a constant, clipped, the constant by halving.
fn projection(counts: &[u64], ends: &[(f64, f64)]) -> Vec<f64> {
    let n = counts.iter().sum::<u64>() as f64;
    let law = |c: f64| -> Vec<f64> {
        let rows = counts.iter().zip(ends);
        rows.map(|(&o, &(low, high))| (c * o as f64 / n).clamp(low, high))
            .collect()
    };
    let (mut low, mut high) = (0.0, 2.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if law(middle).iter().sum::<f64>() < 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    law(low)
}

fn rtp_ci(case: &Case) {
    let amounts = case.list("v", |v| {
        let (euros, parts) = ratio(v);
        Cents((100 * euros / parts).try_into().expect("small"))
    });
    let counts: BTreeMap<Cents, u64> = amounts.iter().copied().zip(case.counts("counts")).collect();
    let plays = Observed::new(amounts, &counts).expect("plays");
    let ends = likelihood_interval(&plays, case.f64("alpha")).expect("a level");
    case.agrees("mean", plays.mean() / 100.0);
    case.agrees("lo", ends.low / 100.0);
    case.agrees("hi", ends.high / 100.0);
}

fn two_rows(case: &Case) {
    let found = homogeneity(&case.counts("a"), &case.counts("b")).expect("valid");
    let found = found.expect("tested");
    assert_eq!(found.pooled, 0);
    case.agrees("chi2", found.chi2);
    case.agrees("g", found.g);
    case.agrees("df", f64::from(found.df));
    case.agrees("ln_p", found.ln_p);
    case.agrees("p", found.ln_p.exp());
}

fn poisson_two_sample(case: &Case) {
    let sample = |x: &str, n: &str| (count(case.input(x)), count(case.input(n)));
    let found = rare_difference(sample("x1", "n1"), sample("x2", "n2")).expect("tested");
    case.agrees("upper", found.ln_upper.exp());
    case.agrees("lower", found.ln_lower.exp());
    case.agrees("two_sided_doubling", found.ln_p.exp());
    case.agrees("two_sided_midp", found.ln_mid_p.exp());
}

fn naive_onset(case: &Case) {
    let truth = case.list("true_p", quotient);
    let complement = case.input("complement").as_bool().expect("yes or no");
    let naive = naive_chances(&case.list("printed", decimal), complement);
    let (df, alpha) = (truth.len() as u32 - 1, case.f64("alpha"));
    let per_draw = noncentrality_per_draw(&truth, &naive);
    case.agrees("lambda1", per_draw);
    case.agrees("df", f64::from(df));
    case.agrees("n_power50", draws_until_seen(per_draw, df, alpha, 0.5));
    case.agrees("n_power99", draws_until_seen(per_draw, df, alpha, 0.99));
}

fn rng_bias(case: &Case) {
    if !case.0["inputs"]["weights"].is_null() {
        let weights = case.counts("weights");
        let whole = weights.iter().sum::<u64>();
        assert_eq!(whole, count(case.input("D")));
        let drawn = modulo_chances(&weights, 32).expect("valid");
        let expected = case.0["expected"]["actual"].as_array().expect("a list");
        assert_eq!(drawn.len(), expected.len());
        for (got, expected) in drawn.iter().zip(expected) {
            case.close("actual", *got, decimal(expected));
        }
        let meant: Vec<f64> = weights.iter().map(|&w| w as f64 / whole as f64).collect();
        seen(case, &drawn, &meant);
        return;
    }
    let (top, bottom) = ratio(case.input("p"));
    let bits = count(case.input("bits")) as u32;
    let drawn = threshold_chance(top, bottom, bits).expect("valid");
    let meant = top as f64 / bottom as f64;
    case.agrees("actual", drawn);
    case.agrees("rel", drawn / meant - 1.0);
    seen(case, &[drawn, 1.0 - drawn], &[meant, 1.0 - meant]);
}

fn seen(case: &Case, drawn: &[f64], meant: &[f64]) {
    let per_draw = noncentrality_per_draw(drawn, meant);
    case.agrees("lambda1", per_draw);
    let df = drawn.len() as u32 - 1;
    case.agrees(
        "n_power50_alpha01",
        draws_until_seen(per_draw, df, 0.01, 0.5),
    );
}

fn alpha_spending(case: &Case) {
    let nights = case.counts("nights");
    let expected = case.0["expected"].as_array().expect("a list");
    assert_eq!(nights.len(), expected.len());
    for (night, expected) in nights.into_iter().zip(expected) {
        let got = alpha_on_night(case.f64("alpha"), night);
        case.close("", got, decimal(expected));
    }
}
