//! Counts of tables and blocks, and single rows.

use tirage::audit::{self, GofOutcome};
use tirage::tally::Blocks;

use super::{Case, Topic};

/// The topics of this file.
pub(super) const COVERED: [Topic; 2] = [
    ("gof", gof),
    ("hypergeometric_chi2", hypergeometric_chi2),
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
