//! Counts of tables and blocks, and single rows.

use serde_json::Value;
use tirage::audit::special::{Hypergeometric, ln_binomial_pmf, ln_poisson_mass};
use tirage::audit::{self, Dependence, GofOutcome, Interval, Projection, TableOutcome, Tails};
use tirage::tally::Blocks;
use tirage::units::{Odds, Probability, RoundingInterval};

use super::{Case, Topic, decimal, ratio};

/// The topics of this file.
pub(super) const COVERED: [Topic; 12] = [
    ("gof", gof),
    ("hypergeometric_chi2", hypergeometric_chi2),
    ("polytope", polytope),
    ("binomial_test", binomial_test),
    ("poisson_test", poisson_test),
    ("poisson_ci", poisson_ci),
    ("midp_binomial_ci", midp_binomial_ci),
    ("exact_multinomial", exact_multinomial),
    ("mc_pvalue", mc_pvalue),
    ("bh", bh),
    ("by", by),
    ("hypergeometric_exact", hypergeometric_exact),
];

/// The reference values pool nothing.
fn gof(case: &Case) {
    let (weights, denominator) = case.weights();
    let outcome = audit::goodness_of_fit_pooling(&case.counts(), &weights, denominator, 0);
    let Ok(GofOutcome::Tested(gof)) = outcome else {
        panic!("not tested: {outcome:?}");
    };
    case.agrees("n", gof.n as f64);
    case.agrees("df", f64::from(gof.df));
    case.agrees("chi2", gof.statistic);
    case.agrees_p(gof.ln_p);
    // G, which the file does not hold for exact laws: from its definition, where the counts are so few and
    // far from their expectations that floats suffice.
    if gof.n <= 1000 {
        let counts = case.counts();
        let definition = counts.iter().zip(&weights).map(|(&count, &weight)| {
            let (o, e) = (
                count as f64,
                gof.n as f64 * weight as f64 / denominator as f64,
            );
            if count == 0 {
                0.0
            } else {
                2.0 * o * (o / e).ln()
            }
        });
        let definition: f64 = definition.sum();
        assert!(
            (gof.g / definition - 1.0).abs() < 1e-11,
            "{} {definition}",
            gof.g
        );
    }
}

/// The reference values pool nothing, and count a block sold out as a partial one.
fn hypergeometric_chi2(case: &Case) {
    let [sold, lots] =
        ["drawn", "block"].map(|name| case.list(name, |v| v.as_u64().expect("a count")));
    let [drawn, tickets]: [u64; 2] = [sold.iter().sum(), lots.iter().sum()];
    let raw = audit::goodness_of_fit_pooling(&sold, &lots, tickets, 0);
    let blocks = Blocks {
        partial: 1,
        sold,
        spread: u128::from(drawn) * u128::from(tickets - drawn),
        ..Blocks::default()
    };
    let outcome = audit::block_fit_pooling(&blocks, &lots, 0);
    let (Ok(GofOutcome::Tested(raw)), Ok(GofOutcome::Tested(gof))) = (raw, outcome) else {
        panic!("not tested");
    };
    case.agrees("raw", raw.statistic);
    case.agrees("chi2", gof.statistic);
    case.agrees("df", f64::from(gof.df));
    case.agrees("p", gof.ln_p.exp());
}

/// The box of a case, and the same in floats.
fn boxes(case: &Case) -> (Vec<RoundingInterval>, Vec<Interval>) {
    let end = |v: &Value| {
        let (top, bottom) = ratio(v);
        Probability::new(top.into(), bottom.into())
    };
    let exact = case.list("box", |ends| RoundingInterval {
        low: end(&ends[0]),
        high: end(&ends[1]),
    });
    let float = |p: Probability| *p.numer() as f64 / *p.denom() as f64;
    let floats = exact.iter().map(|ends| Interval {
        low: float(ends.low),
        high: float(ends.high),
    });
    let floats = floats.collect();
    (exact, floats)
}

/// The projection of all cells, and the table's test wherever that merges none of them.
fn polytope(case: &Case) {
    let (exact, floats) = boxes(case);
    let counts = case.counts();
    let found = Projection::of(&counts, &floats).expect("a law in the box");
    let expected = &case.0["expected"];
    for (got, expected) in found
        .p_hat
        .iter()
        .zip(expected["p_hat"].as_array().expect("a law"))
    {
        case.close("p_hat", *got, decimal(expected));
    }
    let active: Vec<i64> = found.active.iter().map(|&side| side.into()).collect();
    let expected_active = expected["active"].as_array().expect("sides");
    assert_eq!(
        active,
        expected_active
            .iter()
            .map(|v| v.as_i64().expect("a side"))
            .collect::<Vec<_>>()
    );
    let all = |statistic: f64, g: f64, df: u32, ln_p: f64, ln_p_conservative: f64| {
        case.agrees("chi2_min", statistic);
        case.agrees("g_min", g);
        case.agrees("df_active", df.into());
        case.agrees("ln_p_conditional", ln_p);
        case.agrees("p_conditional", ln_p.exp());
        case.agrees("ln_p_conservative", ln_p_conservative);
        case.agrees("p_conservative_df_k1", ln_p_conservative.exp());
    };
    all(
        found.statistic,
        found.g,
        found.df,
        found.ln_p(),
        found.ln_p_conservative(),
    );
    let outcome = audit::composite_fit(&counts, &exact).expect("valid");
    let TableOutcome::Tested(test) = outcome else {
        panic!("not tested: {outcome:?}");
    };
    let fit = test.fit.expect("chi-square");
    if fit.pooled.is_empty() {
        let (_, conservative) = fit.conservative.expect("a composite null");
        all(
            fit.statistic,
            fit.g.expect("G"),
            fit.df,
            fit.ln_p,
            conservative,
        );
    }
}

/// A point, or the box of printed odds.
fn binomial_test(case: &Case) {
    let (x, n) = (case.u64("x"), case.u64("n"));
    if case.has("N") {
        let printed = case.0["inputs"]["N"]
            .as_str()
            .expect("odds")
            .replace('.', ",");
        let ends = Odds::rounded(&printed).expect("odds").interval();
        let float = |p: Probability| *p.numer() as f64 / *p.denom() as f64;
        let chance = Interval {
            low: float(ends.low),
            high: float(ends.high),
        };
        case.agrees("p_lo", chance.low);
        case.agrees("p_hi", chance.high);
        case.agrees("p", Tails::binomial(x, n, chance).ln_two_sided().exp());
        return;
    }
    let p = case.f64("p");
    let tails = Tails::binomial(x, n, Interval { low: p, high: p });
    agrees_tails(case, &tails, ln_binomial_pmf(x, n, p));
}

fn poisson_test(case: &Case) {
    let (x, mu) = (case.u64("x"), case.f64("mu"));
    let ln_mass = ln_poisson_mass(x, mu);
    case.agrees("pmf", ln_mass.exp());
    agrees_tails(case, &Tails::poisson(x, mu), ln_mass);
}

fn agrees_tails(case: &Case, tails: &Tails, ln_mass: f64) {
    case.agrees("upper", tails.ln_upper.exp());
    case.agrees("lower", tails.ln_lower.exp());
    case.agrees("two_sided_doubling", tails.ln_two_sided().exp());
    case.agrees("two_sided_midp", tails.ln_mid_p(ln_mass).exp());
}

fn poisson_ci(case: &Case) {
    let ends = audit::poisson_interval(case.u64("x"), case.f64("alpha")).expect("valid");
    case.agrees("lo", ends.low);
    case.agrees("hi", ends.high);
}

fn midp_binomial_ci(case: &Case) {
    let ends = audit::mid_p_binomial(case.u64("x"), case.u64("n"), case.f64("alpha"));
    let ends = ends.expect("valid");
    case.agrees("lo", ends.low);
    case.agrees("hi", ends.high);
}

/// Ordered by probability; the order by chi-square, which the file holds too, is not offered.
fn exact_multinomial(case: &Case) {
    let (weights, denominator) = case.weights();
    let counts = case.counts();
    let ln_p = audit::exact_multinomial(&counts, &weights, denominator).expect("valid");
    case.agrees("p_prob_order", ln_p.expect("few outcomes").exp());
    let seen = audit::ln_multinomial(&counts, &weights, denominator).expect("valid");
    case.agrees("prob_obs", seen.exp());
}

fn mc_pvalue(case: &Case) {
    case.agrees("", audit::plus_one(case.u64("exceed"), case.u64("B")));
}

fn bh(case: &Case) {
    agrees_adjusted(case, Dependence::Benign);
}

fn by(case: &Case) {
    agrees_adjusted(case, Dependence::Any);
}

fn agrees_adjusted(case: &Case, dependence: Dependence) {
    let ln_p = case.list("p", |p| decimal(p).ln());
    let expected = case.0["expected"].as_array().expect("a list");
    let adjusted = audit::false_discoveries(&ln_p, dependence);
    assert_eq!(adjusted.len(), expected.len());
    for (got, expected) in adjusted.iter().zip(expected) {
        case.close("", got.exp(), decimal(expected));
    }
}

fn hypergeometric_exact(case: &Case) {
    let law = Hypergeometric {
        tickets: case.u64("N"),
        kind: case.u64("K"),
        sold: case.u64("n"),
    };
    let tails = Tails::hypergeometric(case.u64("x"), &law);
    case.agrees("upper", tails.ln_upper.exp());
    case.agrees("lower", tails.ln_lower.exp());
    case.agrees("two_sided_doubling", tails.ln_two_sided().exp());
}
