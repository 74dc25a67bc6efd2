use super::*;
use crate::audit::{Method, rtp_check, rtp_test, special};

fn law(rows: &[(i64, u32)]) -> Law {
    Law::of(
        rows.iter()
            .map(|&(cents, weight)| (Cents(cents), weight.into())),
    )
    .expect("a law")
}

/// The law of the total of `n` rounds, by adding one round at a time.
fn total(law: &Law, n: u64) -> Law {
    (0..n).fold(Law::certain(Cents::ZERO), |sum, _| {
        sum.plus(law).expect("a law")
    })
}

/// With few rounds everything but the least payout is counted one by one, so the tails are exact.
#[test]
fn few_rounds_are_exact() {
    for rows in [
        &[(0, 90), (100, 9), (500, 1)][..],
        &[(50, 7), (200, 3)],
        &[(0, 1), (30, 2), (70, 1)],
    ] {
        let law = law(rows);
        let n = 40;
        let sums = total(&law, n);
        for (amount, _) in sums.weights().step_by(3) {
            let test = rtp_test(&law, n, amount.0.into()).expect("tested");
            let upper: f64 = sums
                .probabilities()
                .filter(|(v, _)| *v >= amount)
                .map(|(_, p)| to_f64(&p))
                .sum();
            let lower: f64 = sums
                .probabilities()
                .filter(|(v, _)| *v <= amount)
                .map(|(_, p)| to_f64(&p))
                .sum();
            assert!(
                (libm::exp(test.ln_upper) - upper).abs() < 1e-11 + 1e-9 * upper,
                "{amount} {upper}"
            );
            assert!(
                (libm::exp(test.ln_lower) - lower).abs() < 1e-11 + 1e-9 * lower,
                "{amount} {lower}"
            );
        }
    }
}

/// Between the two extremes the normal part errs by less than its skewness allows.
#[test]
fn a_jackpot_among_many_rounds() {
    // Half the rounds pay 1 EUR; one in 1000 pays 100 EUR.
    let law = law(&[(0, 499), (100, 500), (10_000, 1)]);
    let n = 1500;
    let test = |amount: i64| rtp_test(&law, n, amount.into()).expect("tested");
    assert_eq!(test(0).one_by_one, [Cents(10_000)]);
    for euros in [750_u32, 900, 1050, 1550] {
        // Given the number of jackpots, how many other rounds pay their euro is binomial.
        // The lattice of whole euros, cut in the middle.
        let found = libm::exp(test(100 * i64::from(euros) - 50).ln_upper);
        let euros = u64::from(euros);
        let jackpots = 0..=euros / 100;
        let terms = jackpots.map(|j| {
            let needed = euros - 100 * j;
            if needed > n - j {
                return 0.0;
            }
            let rest = special::ln_binomial_sf(needed, n - j, 500.0 / 999.0);
            libm::exp(special::ln_binomial_pmf(j, n, 0.001) + rest)
        });
        let more = special::ln_binomial_sf(euros / 100 + 1, n, 0.001);
        let upper = terms.sum::<f64>() + libm::exp(more);
        assert!((found - upper).abs() < 2e-4, "{euros} {found} {upper}");
    }
}

#[test]
fn nothing_to_test() {
    assert_eq!(rtp_test(&Law::certain(Cents(5)), 10, 50), None);
    assert_eq!(rtp_test(&law(&[(0, 1), (1, 1)]), 0, 0), None);
    let untested = rtp_check("rtp:x", &Law::certain(Cents(5)), 10, 50);
    assert_eq!(untested.method, Method::Untested);
}

#[test]
fn far_tails_are_small_and_never_zero() {
    let law = law(&[(0, 5), (100, 5)]);
    let test = rtp_test(&law, 1_000_000, 60_000_000).expect("tested");
    assert!(test.one_by_one.is_empty() && test.ln_p() < -10_000.0 && test.ln_p().is_finite());
    assert!((test.z - 200.0).abs() < 1e-9);
}

/// A law like that of a long play: gains in steps of 50 cents, alone or on top of a jackpot.
fn gains_and_jackpots() -> Law {
    let rows = (0..16).flat_map(|gain| {
        [(0, 994_u32), (5000, 5), (25_000, 1)]
            .map(|(jackpot, weight)| (Cents(50 * gain + jackpot), weight.into()))
    });
    Law::of(rows).expect("a law")
}

/// The chances of every total of `n` rounds, in steps of 50 cents up to `cells` of them, by squaring.
fn convolved(law: &Law, n: u64, cells: usize) -> Vec<f64> {
    let times = |a: &[f64], b: &[f64]| {
        let mut product = vec![0.0; cells];
        for (at, p) in a.iter().enumerate().filter(|(_, p)| **p > 1e-30) {
            let sums = product[at..].iter_mut().zip(b);
            sums.for_each(|(sum, q)| *sum += p * q);
        }
        product
    };
    let mut power = vec![0.0; cells];
    for (payout, p) in law.probabilities() {
        power[usize::try_from(payout.0 / 50).expect("small")] = to_f64(&p);
    }
    let mut sums = vec![0.0; cells];
    sums[0] = 1.0;
    let mut left = n;
    while left > 0 {
        if left % 2 == 1 {
            sums = times(&sums, &power);
        }
        power = times(&power, &power);
        left /= 2;
    }
    sums
}

/// On a grid as coarse as may be the tails stay those of the convolution, within what the skewness
/// allows and the lattice, which is cut in the middle.
#[test]
fn a_coarse_grid_against_convolution() {
    let law = gains_and_jackpots();
    let n = 1000;
    // On average 375 000 cents and six jackpots: what is beyond has no weight.
    let sums = convolved(&law, n, 24_000);
    assert!((sums.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let exact = TotalLaw::of(&law, n).expect("tested");
    assert_eq!((exact.cell, exact.one_by_one.len()), (None, 32));
    for (coarse, cell) in [(2e5, Cents(100)), (7e4, Cents(200))] {
        let coarse = TotalLaw::spread(&law, n, [1e3, coarse], &|_| Some(1.0)).expect("tested");
        assert_eq!((coarse.cell, coarse.one_by_one.len()), (Some(cell), 32));
        let mut upper = 0.0;
        for at in (0..sums.len()).rev() {
            upper += sums[at];
            if at % 50 != 0 || !(1e-9..0.999).contains(&upper) {
                continue;
            }
            let total = 50 * at as i128 - 25;
            let [coarse, exact] = [&coarse, &exact].map(|law| law.test(total));
            let [found, fine] = [&coarse, &exact].map(|test| libm::exp(test.ln_upper));
            assert!(
                (found / upper - 1.0).abs() < 0.02,
                "{cell} {at}: {found} {upper}"
            );
            assert!(
                (found / fine - 1.0).abs() < 1e-3,
                "{cell} {at}: {found} {fine}"
            );
            let lower = libm::exp(coarse.ln_lower);
            assert!((lower + found - 1.0).abs() < 1e-9, "{cell} {at}");
        }
    }
}
