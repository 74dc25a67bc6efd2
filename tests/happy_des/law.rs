//! The exact laws of Happy Dés, by enumeration, written from the articles and apart from the kernel.

use std::collections::BTreeMap;

use tirage::game::GameCard;
use tirage::published::Table;

/// Probability of every payout, in cents.
pub(crate) type Payouts = BTreeMap<i64, f64>;

/// What a run assumes: the readings by name, and the stake in cents.
pub(crate) struct Assumed<'a> {
    pub(crate) card: &'a GameCard,
    pub(crate) stake: i64,
    pub(crate) readings: &'a BTreeMap<String, String>,
}

impl Assumed<'_> {
    pub(crate) fn table(&self, id: &str) -> &Table {
        let full = format!("happy-des/{id}");
        let found = self.card.tables.iter().find(|table| table.id == full);
        found.unwrap_or_else(|| panic!("no table {full}"))
    }

    pub(crate) fn answer(&self, question: &str) -> &str {
        &self.readings[question]
    }

    /// Amounts in cents and probabilities of the rows of a table.
    pub(crate) fn rows(&self, id: &str) -> Vec<(i64, f64)> {
        let table = self.table(id);
        let amounts = table
            .rows
            .iter()
            .map(|row| row.amount.expect("an amount").0);
        let total = table.weights.denominator as f64;
        let weights = table.weights.values.iter();
        amounts.zip(weights.map(|&w| w as f64 / total)).collect()
    }

    /// The law of the payout of a player who goes on to `universe` when the stage-1 amount at 1 EUR is
    /// below `below` cents, and stops otherwise.
    pub(crate) fn payouts(&self, universe: &Universe, below: i64) -> Payouts {
        let mut law = Payouts::new();
        // A one loses, a five or a six wins: the others are rolled again.
        add(&mut law, 0, 1.0 / 3.0);
        for (amount, chance) in self.rows("stage-1") {
            let won = chance * 2.0 / 3.0;
            let at_stake = amount * self.stake / 100;
            if amount >= below {
                add(&mut law, at_stake, won);
                continue;
            }
            let coefficient = match self.answer("coefficient") {
                "stake-scaled" => at_stake,
                _ => amount,
            };
            for (&prize, &chance) in &universe.prizes {
                assert_eq!(prize * coefficient % 100, 0);
                add(&mut law, prize * coefficient / 100, won * chance);
            }
        }
        law
    }
}

fn add(law: &mut Payouts, cents: i64, chance: f64) {
    *law.entry(cents).or_default() += chance;
}

/// A universe of stage 2 as a player with a coefficient of 1 meets it.
#[derive(Default)]
pub(crate) struct Universe {
    /// The law of the prize.
    pub(crate) prizes: Payouts,
    /// Mean and variance of the number of throws.
    pub(crate) throws: (f64, f64),
    /// Chances of the counters that count a round once at most.
    pub(crate) counters: Vec<(&'static str, f64)>,
}

/// The number of outcomes of seven dice with each sum, by going through all of them.
pub(crate) fn seven_dice() -> [u64; 43] {
    let mut counts = [0; 43];
    for mut outcome in 0..6_usize.pow(7) {
        let mut score = 7;
        for _ in 0..7 {
            score += outcome % 6;
            outcome /= 6;
        }
        counts[score] += 1;
    }
    counts
}

/// The short id of a table of scores and the scores that draw from it, read from its id:
/// `happy-des/cumul-40-41`.
pub(crate) fn scores(id: &str) -> Option<(&str, usize, usize)> {
    let id = id.strip_prefix("happy-des/")?;
    let mut scores = id.strip_prefix("cumul-")?.split('-').map(str::parse);
    let low = scores.next()?.ok()?;
    let high = scores.next().unwrap_or(Ok(low)).ok()?;
    Some((id, low, high))
}

/// Happy Cumul.
pub(crate) fn cumul(assumed: &Assumed<'_>) -> Universe {
    let counts = seven_dice();
    let total = 279_936.0;
    let again = counts[27] as f64 / total;
    // The expected number of times a winning score gets its chance, and the law of throws.
    let (chances, throws) = match assumed.answer("reroll-27") {
        "unlimited" => {
            let mean = 1.0 / (1.0 - again);
            (mean, (mean, again * mean * mean))
        }
        "once" => (1.0 + again, (1.0 + again, again * (1.0 - again))),
        _ => (1.0, (1.0, 0.0)),
    };
    let mut universe = Universe {
        throws,
        ..Universe::default()
    };
    let mut won = 0.0;
    for table in &assumed.card.tables {
        let Some((id, low, high)) = scores(&table.id) else {
            continue;
        };
        let ways: u64 = counts[low..=high].iter().sum();
        let chance = ways as f64 / total * chances;
        won += chance;
        for (prize, share) in assumed.rows(id) {
            add(&mut universe.prizes, prize, chance * share);
        }
    }
    add(&mut universe.prizes, 0, 1.0 - won);
    universe.counters = vec![("cumul-won", won)];
    universe
}

/// The hands of five dice, best first.
const HANDS: [&str; 6] = ["five", "carre", "suite", "full-house", "brelan", "none"];

/// The hand of five dice (0 to 5 for one to six), as a place in `HANDS`.
fn hand(assumed: &Assumed<'_>, dice: [usize; 5]) -> usize {
    let mut sorted = dice;
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b).map(<[usize]>::len);
    let mut runs: Vec<usize> = runs.collect();
    runs.sort_unstable();
    let any_order = assumed.answer("suite") == "any-order";
    let candidate = if any_order { sorted } else { dice };
    let suite = candidate == [0, 1, 2, 3, 4] || candidate == [1, 2, 3, 4, 5];
    match runs[..] {
        [5] => 0,
        [1, 4] => 1,
        _ if suite => 2,
        [2, 3] => 3,
        [1, 1, 3] => 4,
        _ => 5,
    }
}

/// The tables that a hand draws prizes from.
fn paying(assumed: &Assumed<'_>, hand: usize) -> &'static [&'static str] {
    let cumulated = assumed.answer("figures") == "cumulated";
    match HANDS[hand] {
        "five" if cumulated => &["figures-five", "figures-carre", "figures-brelan"],
        "carre" if cumulated => &["figures-carre", "figures-brelan"],
        "five" => &["figures-five"],
        "carre" => &["figures-carre"],
        "suite" => &["figures-suite"],
        "brelan" => &["figures-brelan"],
        "full-house" if assumed.answer("full-house") == "pays-as-brelan" => &["figures-brelan"],
        _ => &[],
    }
}

/// The tables that five dice draw prizes from.
pub(crate) fn figures_paid(assumed: &Assumed<'_>, dice: [usize; 5]) -> &'static [&'static str] {
    paying(assumed, hand(assumed, dice))
}

/// Happy Figures, hand by hand over all 7 776 outcomes.
pub(crate) fn figures(assumed: &Assumed<'_>) -> Universe {
    let mut counts = [0_u32; 6];
    for outcome in 0..7776_usize {
        counts[hand(
            assumed,
            [1, 6, 36, 216, 1296].map(|place| outcome / place % 6),
        )] += 1;
    }
    let mut universe = Universe {
        throws: (1.0, 0.0),
        ..Universe::default()
    };
    for (place, count) in counts.into_iter().enumerate() {
        // The sum of independent prizes.
        let mut law = Payouts::from([(0, f64::from(count) / 7776.0)]);
        for id in paying(assumed, place) {
            let mut sum = Payouts::new();
            for (&paid, &chance) in &law {
                for (prize, share) in assumed.rows(id) {
                    add(&mut sum, paid + prize, chance * share);
                }
            }
            law = sum;
        }
        for (prize, chance) in law {
            add(&mut universe.prizes, prize, chance);
        }
    }
    let ids = [
        "figures-five",
        "figures-carre",
        "figures-suite",
        "figures-full-house",
        "figures-brelan",
    ];
    let chances = counts.map(|count| f64::from(count) / 7776.0);
    universe.counters = ids.into_iter().zip(chances).collect();
    universe
}

/// Happy Identiques: each of fifteen throws wins with probability 6 / 216.
pub(crate) fn identiques(assumed: &Assumed<'_>) -> Universe {
    let win = 1.0 / 36.0;
    let mut universe = Universe::default();
    let (mut reached, mut mean, mut square) = (1.0, 0.0, 0.0);
    for throw in 1..=15_i32 {
        for (prize, share) in assumed.rows(&format!("identiques-{throw}")) {
            add(&mut universe.prizes, prize, reached * win * share);
        }
        let last = if throw == 15 { reached } else { reached * win };
        mean += f64::from(throw) * last;
        square += f64::from(throw * throw) * last;
        reached *= 1.0 - win;
    }
    add(&mut universe.prizes, 0, reached);
    universe.throws = (mean, square - mean * mean);
    universe.counters = vec![("identiques-won", 1.0 - reached)];
    universe
}
