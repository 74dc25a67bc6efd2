//! Logs drawn from exact laws: multinomial counts.

use std::collections::BTreeMap;
use std::fmt::Write;

use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::SeedableRng;
use tirage::exact::{Law, to_f64};
use tirage::game::GameEntry;
use tirage::games::registry;
use tirage::observed::{Log, read_from};
use tirage::units::{Cents, Stake};

use crate::sampler;

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

/// Counts of `n` plays under `law`.
pub(crate) fn multinomial(law: &Law, n: u64, seed: u64) -> Counts {
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    let mut rows: Vec<(Cents, f64)> = law
        .probabilities()
        .map(|(amount, p)| (amount, to_f64(&p)))
        .collect();
    // The likeliest last: it takes what is left.
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (amounts, chances): (Vec<Cents>, Vec<f64>) = rows.into_iter().unzip();
    let counts = sampler::multinomial(n, &chances, &mut rng);
    amounts.into_iter().zip(counts).collect()
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
