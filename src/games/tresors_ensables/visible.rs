//! Best and worst play on a board that the player sees.
//!
//! Each board has a best play of its own. As a strategy it is found when a board is first asked about,
//! and kept for the decisions to come on the same board: correct, but some tens of microseconds per
//! round. What it earns is averaged over random boards, with a standard error. Strategies that do not
//! look at the board, and whose exact worth is known, serve as controls.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::{BigUint, Bounds, Law, Ratio, to_f64};
use crate::game::{Readings, Sampled, Solution, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::board::{Layout, SERIES};
use crate::games::tresors_ensables::boards::{Averages, CONTROLS, Controls, Sums};
use crate::games::tresors_ensables::exact::{Aim, BoardCells, Desk, Plan, Sight, Solver};
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::rng::{Categorical, Draw, Family, Generator, StreamKey};
use crate::units::{Cents, Stake};

/// Boards in a stretch with its own generator.
const STRETCH: usize = 1 << 11;
/// Stretches sampled between two looks at the standard error.
const BATCH: u64 = 1 << 3;
/// Stretches that are sampled at most.
const MOST: u64 = 1 << 9;
/// The standard error of the RTP that is enough.
const ENOUGH: f64 = 0.0003;
/// Root seed of the boards.
const SEED: u64 = 20_191_216;

/// Numbers for strategies, so that a plan is never taken for one of another strategy.
static NUMBER: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The last board that this thread was asked about, and by which strategy.
    static LAST: RefCell<Option<Remembered>> = const { RefCell::new(None) };
    /// Room to work in.
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

struct Remembered {
    strategy: u64,
    board: [Layout; SERIES],
    plan: Plan,
}

/// The best or the worst play on every board.
pub(super) struct Visible {
    number: u64,
    aim: Aim,
    sight: Sight,
    /// What it earns, once that was asked.
    pub(super) solution: OnceLock<Solution>,
}

impl Visible {
    /// The play under the rules of `solver`.
    pub(super) fn new(solver: &Solver<'_>, aim: Aim) -> Self {
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            aim,
            sight: Sight::new(solver, aim),
            solution: OnceLock::new(),
        }
    }
}

/// Whether `plan` stops here.
fn stops(plan: &Plan, view: &View<'_>) -> bool {
    let rule = plan[view.cell()][view.lives() - 1];
    (i64::from(rule.from)..=i64::from(rule.to)).contains(&view.gain().0)
}

impl Strategy<TresorsEnsables> for Visible {
    fn decide(&self, view: &View<'_>) -> Action {
        let Some(board) = view.layouts().filter(|_| view.chests() > 0) else {
            return Action::Roll;
        };
        let stop = LAST.with_borrow_mut(|last| {
            if let Some(known) = last
                .as_ref()
                .filter(|known| known.strategy == self.number && known.board == *board)
            {
                return stops(&known.plan, view);
            }
            let mut cells: BoardCells = [0; 60];
            for (cell, effect) in (1..).zip(&mut cells) {
                *effect = view.board(cell).unwrap_or_default();
            }
            let plan = DESK.with_borrow_mut(|desk| {
                if !desk.as_ref().is_some_and(|desk| self.sight.fits(desk)) {
                    *desk = None;
                }
                let desk = desk.get_or_insert_with(|| self.sight.desk());
                self.sight.plan(&cells, desk).0
            });
            let stop = stops(&plan, view);
            *last = Some(Remembered {
                strategy: self.number,
                board: *board,
                plan,
            });
            stop
        });
        if stop { Action::Stop } else { Action::Roll }
    }
}

/// Stops at the first decision with at most so many lives.
struct AtLives(usize);

impl Strategy<TresorsEnsables> for AtLives {
    fn decide(&self, view: &View<'_>) -> Action {
        if view.lives() <= self.0 {
            Action::Stop
        } else {
            Action::Roll
        }
    }
}

/// What the strategies whose worth on a board is its controls earn over all boards, in EUR per stake.
fn known(solver: &Solver<'_>, stake: Stake) -> Result<Controls> {
    let mut known = [0.0; CONTROLS];
    for (lives, known) in known.iter_mut().enumerate() {
        *known = to_f64(&solver.solve(&AtLives(lives))?.rtp(stake));
    }
    Ok(known)
}

/// What the play earns, averaged over random boards.
pub(super) fn solve(
    solver: &Solver<'_>,
    stake: Stake,
    readings: &Readings,
    play: &Visible,
) -> Result<Solution> {
    let known = known(solver, stake)?;
    let mut sums = Sums::default();
    let mut sampled = 0;
    // Looked at after fixed numbers of boards: the bytes do not depend on threads.
    loop {
        let batch = sampled..sampled + BATCH;
        sums.merge(&sample(solver, stake, readings, play, batch)?);
        sampled += BATCH;
        let averages = sums.averages(&known)?;
        if averages.value[1] <= ENOUGH || sampled >= MOST {
            return answer(solver, stake, play, sampled * STRETCH as u64, &averages);
        }
    }
}

/// The sums over stretches of boards, each with its own generator.
fn sample(
    solver: &Solver<'_>,
    stake: Stake,
    readings: &Readings,
    play: &Visible,
    stretches: Range<u64>,
) -> Result<Sums> {
    let layouts = Sight::layouts(solver);
    let weights: Vec<u64> = layouts.iter().map(|(_, weight)| *weight).collect();
    let chances = Categorical::new(&weights)?;
    let key = StreamKey {
        seed: SEED,
        game: "tresors-ensables".to_owned(),
        stake_cents: stake.cents(),
        strategy: format!("{:?}", play.aim),
        readings: readings.names().clone(),
        kernel: "boards".to_owned(),
    };
    let boards = |draw: &mut dyn FnMut(u64) -> u64| {
        let (mut sums, mut desk) = (Sums::default(), play.sight.desk());
        let price = stake.cents() as f64;
        for _ in 0..STRETCH {
            let series = (0..SERIES).map(|_| layouts[chances.row(draw(chances.total()))].0);
            let board = Sight::board(series);
            let (plan, cents) = play.sight.plan(&board, &mut desk);
            let earned = play.sight.earn(&board, &plan, &mut desk);
            let controls = play.sight.at_lives(&board).map(|cents| cents / price);
            let law = [earned.stops, earned.gold].concat();
            sums.add(&controls, cents / price, law.iter().sum(), &law);
        }
        sums
    };
    let stretch = |number: u64| match key.generator(Family::Pcg64Dxsm, number) {
        Generator::Pcg64Dxsm(mut rng) => boards(&mut |bound| rng.below(bound)),
        Generator::ChaCha8(mut rng) => boards(&mut |bound| rng.below(bound)),
    };
    let parts: Vec<Sums> = stretches.into_par_iter().map(stretch).collect();
    // Added up in order, whichever thread made them.
    let mut sums = Sums::default();
    parts.iter().for_each(|part| sums.merge(part));
    Ok(sums)
}

fn answer(
    solver: &Solver<'_>,
    stake: Stake,
    play: &Visible,
    boards: u64,
    averages: &Averages,
) -> Result<Solution> {
    let ([mean, error], [_, hit_error]) = (averages.value, averages.hit);
    let law = law(solver, play, &averages.law)?;
    let [low, high] = solver.ratios();
    let number = |value: f64| {
        Ratio::from_float(value).ok_or_else(|| Error::internal("an average that is no number"))
    };
    // No odds make a play pay more than the most there is.
    let most = law.maximum().0 as f64 / stake.cents() as f64;
    Ok(Solution {
        chain: None,
        player: None,
        rtp_bounds: Bounds {
            low: number(mean * low)?,
            high: number((mean * high).min(most))?,
        },
        law,
        findings: vec![
            format!(
                "Averaged over {boards} random boards, each solved exactly, with what four fixed strategies earn on \
                 them as controls; the standard error of the RTP is {error:.6}."
            ),
            "The range of the RTP over all odds that round to the printed ones is a wide outer bound: all draws of \
             a round at the most favourable end of what is printed, for this estimate."
                .to_owned(),
        ],
        sampled: Some(Sampled {
            rtp: error,
            hit_frequency: hit_error,
        }),
        error_bound: None,
        independent: true,
        ends: None,
        decisions: Vec::new(),
        facts: Vec::new(),
    })
}

/// The average law as integers over about 2^53.
fn law(solver: &Solver<'_>, play: &Visible, average: &[f64]) -> Result<Law> {
    const WHOLE: f64 = (1_u64 << 53) as f64;
    let weight = |p: &f64| (p * WHOLE).round() as u64;
    let contents = solver.gold();
    let total: u64 = contents.iter().map(|(_, weight)| weight).sum();
    let (stops, gold) = average.split_at(average.len() / 2);
    let mut rows = Vec::new();
    for (gain, p) in stops.iter().enumerate() {
        rows.push((play.sight.cents(gain), BigUint::from(weight(p)) * total));
    }
    for (gain, p) in gold.iter().enumerate() {
        let gain = play.sight.cents(gain);
        let row = |(amount, share): &(Cents, u64)| {
            (gain + *amount, BigUint::from(weight(p)) * *share)
        };
        rows.extend(contents.iter().map(row));
    }
    let paid: u64 = average.iter().map(weight).sum();
    let lost = (1_u64 << 53).saturating_sub(paid);
    rows.push((Cents::ZERO, BigUint::from(lost) * total));
    Law::of(rows)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::Game;

    /// The controls of 2048 boards average to what the hidden board's solver makes of the same strategies, by
    /// chi-square on four degrees of freedom at a false-alarm rate of 1e-6 per set of readings; and the law
    /// of a board has the mean that backward induction found.
    #[test]
    fn controls_are_what_they_are_known_to_be() {
        let game = TresorsEnsables::new().expect("the tables");
        let stake = Stake::from_cents(100);
        for answers in [
            &[][..],
            &[("decisions", "chest-cell"), ("overshoot", "lost-roll")],
            &[("starting-lives", "1"), ("life-cap", "refused")],
        ] {
            let names = answers.iter().map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
            let names: BTreeMap<_, _> = names.chain([("board".to_owned(), "visible".to_owned())]).collect();
            let readings = Readings::resolve(&game.card().questions, &names).expect("answers");
            let solver = Solver::new(&game, stake, &readings).expect("a solver");
            let play = Visible::new(&solver, Aim::Best);
            let sums = sample(&solver, stake, &readings, &play, 0..1).expect("boards");
            let averages = sums.averages(&known(&solver, stake).expect("exact")).expect("enough");
            assert!(averages.distance < 33.38, "{answers:?}: {}", averages.distance);
            let law = law(&solver, &play, &averages.law).expect("a law");
            let mean = to_f64(&law.mean()) / 100.0;
            assert!((mean - averages.value[0]).abs() < 1e-9, "{mean} {}", averages.value[0]);
            assert!((to_f64(&law.hit_frequency()) - averages.hit[0]).abs() < 1e-9);
        }
    }
}
