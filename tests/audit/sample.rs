//! Logs drawn from exact laws: multinomial counts, as a chain of binomials.

use std::collections::BTreeMap;
use std::fmt::Write;

use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tirage::exact::{Law, to_f64};
use tirage::game::GameEntry;
use tirage::games::registry;
use tirage::observed::{Log, read_from};
use tirage::units::{Cents, Stake};

pub(crate) type Counts = BTreeMap<Cents, u64>;

pub(crate) fn games() -> Vec<Box<dyn GameEntry>> {
    registry().expect("the games")
}

pub(crate) fn game<'a>(games: &'a [Box<dyn GameEntry>], id: &str) -> &'a dyn GameEntry {
    games
        .iter()
        .find(|game| game.card().id == id)
        .expect("a game")
        .as_ref()
}

pub(crate) fn answers(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|&(q, a)| (q.to_owned(), a.to_owned()))
        .collect()
}

/// All questions at their defaults.
pub(crate) fn defaults(game: &dyn GameEntry) -> BTreeMap<String, String> {
    let questions = game.card().questions.iter();
    questions
        .map(|question| (question.id.to_owned(), question.answers[0].id.to_owned()))
        .collect()
}

pub(crate) fn law(
    game: &dyn GameEntry,
    strategy: &str,
    stake: Stake,
    pairs: &[(&str, &str)],
) -> Law {
    let solved = game
        .solve(strategy, stake, &answers(pairs), None)
        .expect("a lawful run");
    solved.1.expect("a solver").law
}

fn uniform(rng: &mut Pcg64Dxsm) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A binomial count by inversion, outwards from the mode: as many steps as standard deviations are wide.
pub(crate) fn binomial(rng: &mut Pcg64Dxsm, n: u64, p: f64) -> u64 {
    if p <= 0.0 || n == 0 {
        return 0;
    }
    if p >= 1.0 {
        return n;
    }
    let mode = (((n + 1) as f64 * p) as u64).min(n);
    let ln_choose = |k: u64| {
        libm::lgamma(n as f64 + 1.0)
            - libm::lgamma(k as f64 + 1.0)
            - libm::lgamma((n - k) as f64 + 1.0)
    };
    let at_mode = libm::exp(
        ln_choose(mode) + mode as f64 * libm::log(p) + (n - mode) as f64 * libm::log1p(-p),
    );
    let up = |k: u64| (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
    let mut left = uniform(rng) - at_mode;
    let (mut high, mut low) = (mode, mode);
    let (mut above, mut below) = (at_mode, at_mode);
    let mut last = mode;
    while left > 0.0 && (high < n || low > 0) {
        if high < n {
            above *= up(high);
            high += 1;
            left -= above;
            last = high;
        }
        if left > 0.0 && low > 0 {
            below /= up(low - 1);
            low -= 1;
            left -= below;
            last = low;
        }
        if above < 1e-300 && below < 1e-300 {
            break;
        }
    }
    last
}

/// Counts of `n` plays under `law`.
pub(crate) fn multinomial(law: &Law, n: u64, seed: u64) -> Counts {
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    let mut counts = Counts::new();
    let (mut left, mut mass) = (n, 1.0);
    let mut rows: Vec<(Cents, f64)> = law
        .probabilities()
        .map(|(amount, p)| (amount, to_f64(&p)))
        .collect();
    // The likeliest last: it takes what is left.
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let last = rows.pop().expect("a law").0;
    for (amount, p) in rows {
        let count = binomial(&mut rng, left, (p / mass).min(1.0));
        left -= count;
        mass -= p;
        counts.insert(amount, count);
    }
    counts.insert(last, left);
    counts
}

/// A file of payouts, aggregated.
pub(crate) fn file(game: &str, stake: Stake, strategy: Option<&str>, counts: &Counts) -> String {
    let mut text = "game,stake_cents,payout_cents,count,strategy\n".to_owned();
    for (amount, count) in counts.iter().filter(|(_, count)| **count > 0) {
        let strategy = strategy.unwrap_or_default();
        writeln!(
            text,
            "{game},{},{},{count},{strategy}",
            stake.cents(),
            amount.0
        )
        .expect("a string");
    }
    text
}

pub(crate) fn log(
    game: &dyn GameEntry,
    stake: Stake,
    strategy: Option<&str>,
    counts: &Counts,
) -> Log {
    let text = file(&game.card().id, stake, strategy, counts);
    let log = read_from(text.as_bytes(), game).expect("a file");
    assert_eq!(log.bad, 0, "{:?}", log.faults);
    log
}
