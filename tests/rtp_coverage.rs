//! How often the intervals for an observed mean hold the truth.
//!
//! Laws, numbers of plays, replicates and seed are fixed beforehand. Run with
//! `cargo test --release --test rtp_coverage -- --ignored --nocapture`; it prints the table that the
//! documentation of `audit::rtp_interval` quotes.

#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::collections::BTreeMap;

use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::SeedableRng;
use tirage::audit::rtp_interval::{Observed, betting_interval, likelihood_interval, mean_interval};
use tirage::audit::special::ln_binomial_pmf;
use tirage::rng::Draw;
use tirage::units::Cents;

const REPLICATES: u32 = 20_000;
const BETTING: u32 = 2_000;
const SEED: [u8; 32] = [24; 32];
const ALPHA: f64 = 0.05;

/// Amounts in cents with their chances.
type Prizes = [(i64, f64)];

/// The gold chest of Trésors Ensablés.
const GOLD: [(i64, f64); 6] = [
    (100, 0.7),
    (200, 0.15),
    (500, 0.1),
    (1_000, 0.048_99),
    (10_000, 0.001),
    (1_000_000, 0.000_01),
];

/// Three rare prizes of unlike size that carry about as much variance each, over a losing round.
const THREE: [(i64, f64); 5] = [
    (0, 0.799_898_99),
    (100, 0.2),
    (100_000, 1e-4),
    (1_000_000, 1e-6),
    (10_000_000, 1e-8),
];

fn uniform(rng: &mut Pcg64Dxsm) -> f64 {
    (rng.bits() >> 11) as f64 * 2.0_f64.powi(-53)
}

/// By inversion outwards from the mode: some standard deviations of steps.
fn binomial(n: u64, p: f64, rng: &mut Pcg64Dxsm) -> u64 {
    if n == 0 || p <= 0.0 {
        return 0;
    }
    if p >= 1.0 {
        return n;
    }
    let trials = n as f64;
    let mode = ((trials + 1.0) * p).floor().min(trials);
    let odds = p / (1.0 - p);
    let mut left = uniform(rng);
    let mut here = ln_binomial_pmf(mode as u64, n, p).exp();
    left -= here;
    let (mut up, mut above) = (mode, here);
    let mut down = mode;
    while left >= 0.0 && (above > 0.0 || here > 0.0) {
        above *= (trials - up) / (up + 1.0) * odds;
        up += 1.0;
        left -= above;
        if left < 0.0 {
            return up as u64;
        }
        here *= down / (trials - down + 1.0) / odds;
        down -= 1.0;
        left -= here;
        if left < 0.0 {
            return down as u64;
        }
    }
    mode as u64
}

/// Multinomial counts as a chain of binomial ones.
fn sample(law: &Prizes, n: u64, rng: &mut Pcg64Dxsm) -> BTreeMap<Cents, u64> {
    let (mut plays, mut chance) = (n, law.iter().map(|(_, p)| p).sum::<f64>());
    let mut counts = BTreeMap::new();
    // Rare amounts first: what is left for the last is the common one.
    for &(amount, p) in law.iter().rev() {
        let count = binomial(plays, (p / chance).min(1.0), rng);
        counts.insert(Cents(amount), count);
        plays -= count;
        chance -= p;
    }
    *counts.entry(Cents(law[0].0)).or_default() += plays;
    counts
}

#[derive(Default)]
struct Score {
    held: u32,
    of: u32,
    widths: Vec<f64>,
}

impl Score {
    fn add(&mut self, low: f64, high: f64, truth: f64) {
        self.of += 1;
        self.held += u32::from(low <= truth && truth <= high);
        self.widths.push((high - low) / 100.0);
    }

    fn share(&self) -> f64 {
        f64::from(self.held) / f64::from(self.of)
    }

    fn told(&mut self) -> String {
        self.widths.sort_by(f64::total_cmp);
        let median = self.widths[self.widths.len() / 2];
        format!("{:.2} % ({median:.3})", 100.0 * self.share())
    }
}

/// Coverage at one number of plays: printed, and that of the combined rule returned.
fn coverage(law: &Prizes, n: u64, rng: &mut Pcg64Dxsm) -> (f64, f64) {
    let truth = law.iter().map(|&(v, p)| v as f64 * p).sum::<f64>()
        / law.iter().map(|(_, p)| p).sum::<f64>();
    let [mut likely, mut combined, mut bets]: [Score; 3] = Default::default();
    for replicate in 0..REPLICATES {
        let counts = sample(law, n, rng);
        let plays = Observed::new(law.iter().map(|&(v, _)| Cents(v)), &counts).expect("plays");
        let ends = likelihood_interval(&plays, ALPHA).expect("a level");
        likely.add(ends.low, ends.high, truth);
        let ends = mean_interval(&plays, ALPHA).expect("a level");
        combined.add(ends.low, ends.high, truth);
        if replicate < BETTING {
            let ends = betting_interval(&plays, ALPHA).expect("a level");
            bets.add(ends.low, ends.high, truth);
        }
    }
    println!(
        "| {:.0e} | {} | {} | {} |",
        n as f64,
        combined.told(),
        likely.told(),
        bets.told()
    );
    (combined.share(), bets.share())
}

/// The combined rule holds 94.8 % or more, the betting interval 95 %, less three standard errors of
/// the simulation: a correct rule fails one of the twelve rows with a chance of 1.6 % at most.
#[test]
#[ignore = "minutes"]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let error = |share: f64, of: u32| (share * (1.0 - share) / f64::from(of)).sqrt();
    let mut rng = Pcg64Dxsm::from_seed(SEED);
    for (name, law) in [("gold chest", &GOLD[..]), ("three rare prizes", &THREE[..])] {
        println!("{name}\n| n | combined | likelihood | betting |");
        for n in [10_000, 100_000, 200_000, 1_000_000, 10_000_000, 100_000_000] {
            let (combined, bets) = coverage(law, n, &mut rng);
            assert!(combined >= 0.948 - 3.0 * error(0.948, REPLICATES), "{n}");
            assert!(bets >= 0.95 - 3.0 * error(0.95, BETTING), "{n}");
        }
    }
}

/// The sampler behind the table: mean and variance of its counts, within five standard errors.
#[test]
fn the_sampler_samples() {
    let mut rng = Pcg64Dxsm::from_seed([7; 32]);
    for (n, p) in [(10_u64, 0.3), (100_000, 1e-5), (1_000_000, 0.7)] {
        let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
        let draws: Vec<f64> = (0..4_000)
            .map(|_| binomial(n, p, &mut rng) as f64)
            .collect();
        let size = draws.len() as f64;
        let found = draws.iter().sum::<f64>() / size;
        assert!(
            (found - mean).abs() < 5.0 * (variance / size).sqrt(),
            "{n} {p}"
        );
        let spread = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / size;
        let kurtosis = 3.0 + 1.0 / variance;
        assert!(
            (spread / variance - 1.0).abs() < 5.0 * (kurtosis / size).sqrt(),
            "{n} {p}"
        );
    }
}
