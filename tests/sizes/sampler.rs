//! Multinomial counts of up to 1e12 draws: a chain of binomial draws.

use rand_pcg::Pcg64Dxsm;
use tirage::audit::special::ln_binomial_pmf;
use tirage::rng::Draw;

/// Counts of `n` draws of the law `p`.
pub(crate) fn multinomial(n: u64, p: &[f64], rng: &mut Pcg64Dxsm) -> Vec<u64> {
    let (mut left, mut rest) = (n, 1.0);
    let mut counts: Vec<u64> = Vec::with_capacity(p.len());
    for &p in &p[..p.len() - 1] {
        let count = binomial(left, (p / rest).min(1.0), rng);
        counts.push(count);
        left -= count;
        rest -= p;
    }
    counts.push(left);
    counts
}

fn uniform(rng: &mut Pcg64Dxsm) -> f64 {
    ((rng.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// One binomial count: by inversion where few are expected, otherwise by transformed rejection
/// (W. Hörmann, J. Stat. Comput. Simul. 46, 1993, algorithm BTRS) with probabilities to full precision.
pub(crate) fn binomial(n: u64, p: f64, rng: &mut Pcg64Dxsm) -> u64 {
    if n == 0 || p <= 0.0 {
        return 0;
    }
    if p > 0.5 {
        return n - binomial(n, 1.0 - p, rng);
    }
    let trials = n as f64;
    if trials * p < 10.0 {
        return inversion(n, p, rng);
    }
    let spread = (trials * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * spread;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let center = trials * p + 0.5;
    let v_r = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * spread;
    let mode = ((trials + 1.0) * p).floor() as u64;
    let ln_mode = ln_binomial_pmf(mode, n, p);
    loop {
        let v = uniform(rng);
        let u = uniform(rng) - 0.5;
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + center).floor();
        if us >= 0.07 && v <= v_r {
            return k as u64;
        }
        if k < 0.0 || k > trials {
            continue;
        }
        let bound = (v * alpha / (a / (us * us) + b)).ln();
        if bound <= ln_binomial_pmf(k as u64, n, p) - ln_mode {
            return k as u64;
        }
    }
}

fn inversion(n: u64, p: f64, rng: &mut Pcg64Dxsm) -> u64 {
    let odds = p / (1.0 - p);
    let start = (n as f64 * (-p).ln_1p()).exp();
    'again: loop {
        let (mut mass, mut u, mut k) = (start, uniform(rng), 0_u64);
        while u > mass {
            u -= mass;
            k += 1;
            if k > n.min(1000) {
                continue 'again;
            }
            mass *= odds * (n - k + 1) as f64 / k as f64;
        }
        return k;
    }
}
