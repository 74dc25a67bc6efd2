//! The exact law of Les Clefs du Trésor, written from the articles alone: it shares the printed tables,
//! the reading and the strategy with the simulation, and no rule.
//!
//! A player goes round a cycle of three states, the keys held. What a play pays in each state, and how
//! likely it brings the next key, makes a [`Cycle`]; all the rest follows from that.

mod outer;

use num_traits::{One, Zero};

use crate::error::{Error, Result};
use crate::exact::{Bounds, Cycle, EXACT_ROUNDS, Law, OCCUPANCY_ERROR, Ratio, Stage, range, ratio};
use crate::game::{CountSpread, Fact, GameCard, Sessions, Solution};
use crate::games::clefs_du_tresor::KeyDraw;
use crate::published::Table;
use crate::units::{Cents, RoundingInterval, Stake};

/// Plays by the keys held before them.
///
/// `game1` is the law of the prize of game 1, 0 for a losing play; `chest` that of the treasure; `keys`
/// the printed chances of a key for a player who holds none, one and two.
///
/// # Errors
/// The chances of a key and of a losing play contradict each other.
pub fn cycle(game1: &Law, chest: &Law, keys: &[Ratio; 3], reading: KeyDraw) -> Result<Cycle> {
    let mut stages = vec![Stage::default(); keys.len()];
    for (held, (stage, key)) in stages.iter_mut().zip(keys).enumerate() {
        for (prize, p) in game1.probabilities() {
            // 3.1.4: a losing play may bring a key, and one at most; 3.1.2.3: a winning one is not
            // said to. `key` is the chance given that the play lost, that of the play, or free of it.
            let found = match (reading, prize == Cents::ZERO) {
                (KeyDraw::OnLosingPlay, true) | (KeyDraw::Independent, _) => &p * key,
                (KeyDraw::PerPlay, true) => key.clone(),
                (KeyDraw::OnLosingPlay | KeyDraw::PerPlay, false) => Ratio::zero(),
            };
            *stage.stays.entry(prize).or_default() += p - &found;
            if held + 1 < keys.len() {
                *stage.moves.entry(prize).or_default() += found;
                continue;
            }
            // 3.1.4 and 3.2: the third key opens the chest at once, which always pays; the counter
            // goes back to 0.
            for (treasure, share) in chest.probabilities() {
                *stage.moves.entry(prize + treasure).or_default() += &found * share;
            }
        }
        let possible = |_: &Cents, p: &mut Ratio| !p.is_zero();
        stage.stays.retain(possible);
        stage.moves.retain(possible);
    }
    Cycle::new(stages)
}

/// A printed table of prizes.
struct Prizes {
    amounts: Vec<Cents>,
    boxes: Vec<RoundingInterval>,
    law: Law,
}

impl Prizes {
    /// A row without an amount is that of the losing plays (3.1.4).
    fn of(table: &Table) -> Result<Self> {
        let amounts = table.rows.iter().map(|row| row.amount.unwrap_or_default());
        let amounts: Vec<Cents> = amounts.collect();
        let printed = table.rows.iter().map(|row| &row.printed);
        let weights = table.weights.values.iter().map(|&weight| weight.into());
        Ok(Self {
            law: Law::of(amounts.iter().copied().zip(weights))?,
            boxes: printed.map(|row| row.interval(table.weights.denominator)).collect(),
            amounts,
        })
    }

    /// The least and the greatest mean of `value` over all odds that round to the printed ones.
    fn mean(&self, value: impl Fn(Cents) -> Ratio) -> Result<Bounds> {
        let values: Vec<Ratio> = self.amounts.iter().map(|&amount| value(amount)).collect();
        range(&values, &self.boxes)
    }
}

/// The game under a reading, ready to be solved.
pub(super) struct Solver<'a> {
    card: &'a GameCard,
    stake: Stake,
    game1: Prizes,
    chest: Prizes,
    keys: [Ratio; 3],
    reading: KeyDraw,
    cycle: Cycle,
}

impl<'a> Solver<'a> {
    /// Reads the tables of `card`.
    pub(super) fn new(card: &'a GameCard, stake: Stake, reading: KeyDraw) -> Result<Self> {
        let table = |id: &str| {
            let wanted = format!("{}/{id}", card.id);
            let found = card.tables.iter().find(|table| table.id == wanted);
            found.ok_or_else(|| Error::internal(format!("table {wanted} is missing")))
        };
        let key = |held: u32| {
            // The first row is the key.
            let weights = &table(&format!("clef-{held}"))?.weights;
            let key = weights.values.first().copied().unwrap_or_default();
            Ok(ratio(key, weights.denominator))
        };
        let (game1, chest) = (Prizes::of(table("jeu-1")?)?, Prizes::of(table("tresor")?)?);
        let keys = [key(0)?, key(1)?, key(2)?];
        Ok(Self {
            cycle: cycle(&game1.law, &chest.law, &keys, reading)?,
            card,
            stake,
            game1,
            chest,
            keys,
            reading,
        })
    }

    /// The law of a play in the long run, or of the average play of a player of so many.
    pub(super) fn solve(&self, sessions: Option<&Sessions>) -> Result<Solution> {
        let plays = sessions.map(|sessions| sessions.rounds.get());
        let occupancy = plays.map_or_else(|| self.cycle.stationary(), |n| self.cycle.occupancy(n))?;
        let top = self.game1.law.maximum().max(self.chest.law.maximum());
        let player = plays.map(|plays| self.cycle.player(plays, self.stake, top));
        let mut findings = Vec::new();
        if !occupancy.is_exact {
            findings.push(format!(
                "Averages over more than {EXACT_ROUNDS} plays are computed to 40 digits, not as fractions, whose parts \
                 would have nine digits per play."
            ));
        }
        if player.is_some_and(|player| player.net_profit.is_none()) {
            let said = "The chance of a net profit over so many plays is not computed: floats might err by more \
                        than 1e-9, or it would take more than a second.";
            findings.push(said.to_owned());
        }
        Ok(Solution {
            law: self.cycle.law(&occupancy)?,
            sampled: None,
            error_bound: (!occupancy.is_exact).then_some(OCCUPANCY_ERROR),
            // The keys are carried from play to play (3.1.4).
            independent: false,
            chain: plays.is_none().then(|| self.cycle.clone()),
            rtp_bounds: self.rtp_bounds(plays)?,
            player,
            ends: None,
            decisions: Vec::new(),
            facts: self.facts(&occupancy.shares(), plays)?,
            findings,
        })
    }

    /// The least and the greatest RTP over all odds that round to the printed ones.
    ///
    /// A play is worth M + R T: the mean M of game 1, the chests R opened per play, the mean T of one.
    /// In the long run R is 1 / Σ 1/k, k the printed odds of a key, times the chance to lose where keys are
    /// drawn on losing plays. So M + R T is linear in the odds of game 1, the losing row being worth T / Σ 1/k,
    /// and rises with T, whose table is free of the other: the ends are exact, and both attained.
    ///
    /// Over `plays` plays from no key R is no multiple of the chance to lose, but it rises with it: a
    /// player more likely to find each key opens no later. The sum of the extremes of M and of R T bounds the
    /// RTP from outside; it need not be attained, unless R does not depend on the odds.
    fn rtp_bounds(&self, plays: Option<u64>) -> Result<Bounds> {
        let treasure = self.chest.mean(|amount| ratio(amount.0, 1))?;
        let cents = if let Some(plays) = plays {
            let game1 = self.game1.mean(|amount| ratio(amount.0, 1))?;
            let lost = self.lost()?;
            let opened = self.opened_bounds(&lost, plays)?;
            let chests = Bounds {
                low: opened.low * treasure.low,
                high: opened.high * treasure.high,
            };
            game1.plus(&chests)
        } else {
            let cycle: Ratio = self.keys.iter().map(Ratio::recip).sum();
            let with = |treasure: Ratio| {
                let share = treasure / &cycle;
                let (lost, always) = match self.reading {
                    KeyDraw::OnLosingPlay => (share, Ratio::zero()),
                    KeyDraw::PerPlay | KeyDraw::Independent => (Ratio::zero(), share),
                };
                let value = |amount: Cents| {
                    let lost = if amount == Cents::ZERO { &lost } else { &Ratio::zero() };
                    ratio(amount.0, 1) + lost + &always
                };
                self.game1.mean(value)
            };
            Bounds {
                low: with(treasure.low)?.low,
                high: with(treasure.high)?.high,
            }
        };
        Ok(cents.times(&ratio(1, self.stake.cents())))
    }

    /// The chance of a losing play over all odds that round to the printed ones.
    fn lost(&self) -> Result<Bounds> {
        let lost = |amount| if amount == Cents::ZERO { Ratio::one() } else { Ratio::zero() };
        self.game1.mean(lost)
    }

    /// The cycle where a play loses with the chance `lost`, whatever else it pays.
    fn losing(&self, lost: &Ratio) -> Result<Cycle> {
        let natural = |number: &num_bigint::BigInt| number.magnitude().clone();
        let won = lost.denom() - lost.numer();
        let rows = [(Cents::ZERO, natural(lost.numer())), (Cents(1), natural(&won))];
        cycle(&Law::of(rows)?, &self.chest.law, &self.keys, self.reading)
    }

    /// Chests opened per play over `plays` plays, where a play loses with the chance `lost`; within
    /// [`OCCUPANCY_ERROR`]: as a fraction it would have dozens of digits per play.
    fn opened(&self, lost: &Ratio, plays: u64) -> Result<Ratio> {
        let cycle = self.losing(lost)?;
        let shares = cycle.occupancy_in_digits(plays).shares();
        let last = shares.last().zip(cycle.stages().last());
        Ok(last.map_or_else(Ratio::zero, |(share, stage)| share * stage.advance()))
    }

    /// The same over a range of that chance, with room for the digits that are left out.
    fn opened_bounds(&self, lost: &Bounds, plays: u64) -> Result<Bounds> {
        let room = Ratio::from_float(OCCUPANCY_ERROR).unwrap_or_default();
        Ok(Bounds {
            low: self.opened(&lost.low, plays)? - &room,
            high: self.opened(&lost.high, plays)? + room,
        })
    }

    /// Mean counts per play under the ids of the card's counters, and what is known of the cycle.
    fn facts(&self, shares: &[Ratio], plays: Option<u64>) -> Result<Vec<Fact>> {
        let found = |(share, stage): (&Ratio, &Stage)| share * stage.advance();
        let mut found = shares.iter().zip(self.cycle.stages()).map(found);
        let keys: Ratio = found.clone().sum();
        let opened = found.next_back().unwrap_or_default();
        let held = ["plays-with-0-keys", "plays-with-1-key", "plays-with-2-keys"];
        let counts = [("keys", keys), ("chests-opened", opened)];
        let counts = counts.into_iter().chain(held.into_iter().zip(shares.iter().cloned()));
        let mut facts = Vec::new();
        for (id, value) in counts {
            let counter = self.card.counters.iter().find(|counter| counter.id == id);
            let counter = counter.ok_or_else(|| Error::internal(format!("no counter {id}")))?;
            facts.push(fact(id, &format!("{}, per play", counter.about), value));
        }
        if plays.is_none() {
            // What each of them counts, in the same order; the last three are plays begun in a state.
            let last = self.keys.len() - 1;
            let is_counted: [&dyn Fn(usize, bool) -> bool; 5] = [
                &|_, found| found,
                &|held, found| found && held == last,
                &|held, _| held == 0,
                &|held, _| held == 1,
                &|held, _| held == 2,
            ];
            for (fact, is_counted) in facts.iter_mut().zip(is_counted) {
                let one = |counted: bool| if counted { Ratio::one() } else { Ratio::zero() };
                let run = self.cycle.long_run(|held, found, _| one(is_counted(held, found)))?;
                fact.spread = Some(CountSpread::LongRun {
                    variance: run.asymptotic,
                    edge: run.edge,
                });
            }
        }
        let lost = self.lost()?;
        if let Some(plays) = plays {
            facts[1].bounds = Some(self.opened_bounds(&lost, plays)?);
        }
        // The likelier a loss, the shorter the cycle.
        let ends = (self.losing(&lost.high)?.length(), self.losing(&lost.low)?.length());
        let span = |low: Ratio, high: Ratio| Some(Bounds { low, high });
        let (mean, variance) = self.cycle.length();
        let cycle = "plays-per-treasure";
        facts.push(Fact {
            bounds: span(ends.0.0, ends.1.0),
            ..fact(cycle, "mean number of plays from no key to a treasure", mean)
        });
        facts.push(Fact {
            bounds: span(ends.0.1, ends.1.1),
            ..fact(&format!("{cycle}-variance"), "variance of that number", variance)
        });
        for percent in [5, 50, 95] {
            let quantile = self.cycle.length_quantile(&ratio(percent, 100));
            let about = format!("plays within which {percent} % of the treasures are reached");
            facts.push(fact(&format!("{cycle}-{percent}"), &about, ratio(quantile, 1)));
        }
        let payout = self.cycle.long_run(|_, _, payout| ratio(payout.0, 100))?;
        let last = self.keys.len() - 1;
        let chest = self.cycle.long_run(|held, found, _| {
            if found && held == last { Ratio::one() } else { Ratio::zero() }
        })?;
        facts.extend([
            fact(
                "long-run-variance",
                "n times the variance of the mean payout of n plays in EUR, n large",
                payout.asymptotic.clone(),
            ),
            fact(
                "long-run-variance-ratio",
                "the same over the variance of one play's payout",
                payout.asymptotic / payout.marginal,
            ),
            fact(
                "openings-variance-ratio",
                "variance of the number of chests opened over that of as many independent plays",
                chest.asymptotic / chest.marginal,
            ),
        ]);
        Ok(facts)
    }
}

fn fact(id: &str, about: &str, value: Ratio) -> Fact {
    Fact {
        id: id.to_owned(),
        about: about.to_owned(),
        value,
        bounds: None,
        spread: None,
    }
}
