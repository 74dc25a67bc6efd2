//! Best and worst play on a board that the player sees.
//!
//! Each board has a best play of its own. As a strategy it is found when a board is first asked about,
//! and kept for the decisions to come on the same board: correct, but some tens of microseconds per
//! round. What it earns is averaged over random boards, with a standard error.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::{BigUint, Bounds, Law, Ratio};
use crate::game::{Readings, Sampled, Solution, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::board::{Layout, SERIES};
use crate::games::tresors_ensables::exact::{Aim, BoardCells, Desk, Plan, Sight, Solver};
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::rng::{Categorical, Draw, Family, Generator, StreamKey};
use crate::units::{Cents, Stake};

/// Boards in a stretch with its own generator.
const STRETCH: usize = 1 << 12;
/// Stretches sampled between two looks at the standard error.
const BATCH: u64 = 1 << 3;
/// Stretches that are sampled at most.
const MOST: u64 = 1 << 8;
/// The standard error of the RTP that is enough.
const ENOUGH: f64 = 0.0003;
/// Root seed of the boards.
const SEED: u64 = 20_191_216;

/// Numbers for strategies, so that a plan is never taken for one of another strategy.
static NUMBER: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The last board that this thread was asked about, and by which strategy.
    static LAST: RefCell<Option<Remembered>> = const { RefCell::new(None) };
    /// Room to work in, which fits every strategy: all play the same board.
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
}

impl Visible {
    /// The play under the rules of `solver`.
    pub(super) fn new(solver: &Solver<'_>, aim: Aim) -> Self {
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            aim,
            sight: Sight::new(solver, aim),
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
                self.sight
                    .plan(&cells, desk.get_or_insert_with(|| self.sight.desk()))
                    .0
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

/// Sums over boards, in units of gain.
#[derive(Default)]
struct Sums {
    stops: Vec<f64>,
    gold: Vec<f64>,
    /// Values in EUR, and their squares.
    value: [f64; 2],
    /// Chances to be paid, and their squares.
    hit: [f64; 2],
    /// Boards.
    boards: f64,
}

impl Sums {
    fn merge(&mut self, other: &Self) {
        let join = |sums: &mut Vec<f64>, more: &[f64]| {
            sums.resize(more.len(), 0.0);
            sums.iter_mut()
                .zip(more)
                .for_each(|(sum, more)| *sum += more);
        };
        join(&mut self.stops, &other.stops);
        join(&mut self.gold, &other.gold);
        (0..2).for_each(|power| self.value[power] += other.value[power]);
        (0..2).for_each(|power| self.hit[power] += other.hit[power]);
        self.boards += other.boards;
    }

    /// The standard error of a mean.
    fn error(&self, [sum, squares]: [f64; 2]) -> f64 {
        let mean = sum / self.boards;
        ((squares / self.boards - mean * mean).max(0.0) / (self.boards - 1.0)).sqrt()
    }
}

/// What the play earns, averaged over random boards.
pub(super) fn solve(
    solver: &Solver<'_>,
    stake: Stake,
    readings: &Readings,
    play: &Visible,
) -> Result<Solution> {
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
        for _ in 0..STRETCH {
            let series = (0..SERIES).map(|_| layouts[chances.row(draw(chances.total()))].0);
            let board = Sight::board(series);
            let (plan, cents) = play.sight.plan(&board, &mut desk);
            let earned = play.sight.earn(&board, &plan, &mut desk);
            let value = cents / stake.cents() as f64;
            let hit = earned.stops.iter().sum::<f64>() + earned.gold.iter().sum::<f64>();
            sums.merge(&Sums {
                stops: earned.stops,
                gold: earned.gold,
                value: [value, value * value],
                hit: [hit, hit * hit],
                boards: 1.0,
            });
        }
        sums
    };
    let stretch = |number: u64| match key.generator(Family::Pcg64Dxsm, number) {
        Generator::Pcg64Dxsm(mut rng) => boards(&mut |bound| rng.below(bound)),
        Generator::ChaCha8(mut rng) => boards(&mut |bound| rng.below(bound)),
    };
    let mut sums = Sums::default();
    let mut sampled = 0;
    // Looked at after fixed numbers of boards, and added up in order: the bytes do not depend on threads.
    while sampled < MOST && (sampled == 0 || sums.error(sums.value) > ENOUGH) {
        let parts: Vec<Sums> = (sampled..sampled + BATCH)
            .into_par_iter()
            .map(stretch)
            .collect();
        parts.iter().for_each(|part| sums.merge(part));
        sampled += BATCH;
    }
    answer(solver, play, &sums)
}

fn answer(solver: &Solver<'_>, play: &Visible, sums: &Sums) -> Result<Solution> {
    let count = sums.boards;
    let sampled = Sampled {
        rtp: sums.error(sums.value),
        hit_frequency: sums.error(sums.hit),
    };
    let law = law(solver, play, sums, count)?;
    let mean = sums.value[0] / count;
    let [low, high] = solver.ratios();
    let number = |value: f64| {
        Ratio::from_float(value).ok_or_else(|| Error::internal("an average that is no number"))
    };
    Ok(Solution {
 chain: None, player: None,
        law,
        rtp_bounds: Bounds { low: number(mean * low)?, high: number(mean * high)? },
        findings: vec![
            format!(
                "Averaged over {count} random boards, each solved exactly; the standard error of the RTP is {:.6}.",
                sampled.rtp
            ),
            "The range of the RTP over all odds that round to the printed ones is a wide outer bound: all draws of \
             a round at the most favourable end of what is printed, for this estimate."
                .to_owned(),
        ],
        sampled: Some(sampled),
        error_bound: None,
        independent: true,
        decisions: Vec::new(),
        facts: Vec::new(),
    })
}

/// The average law as integers over about 2^53.
fn law(solver: &Solver<'_>, play: &Visible, sums: &Sums, count: f64) -> Result<Law> {
    const WHOLE: f64 = (1_u64 << 53) as f64;
    let weight = |p: f64| (p / count * WHOLE).round() as u64;
    let contents = solver.gold();
    let total: u64 = contents.iter().map(|(_, weight)| weight).sum();
    let mut rows = Vec::new();
    let mut paid = 0_u64;
    for (gain, p) in sums.stops.iter().enumerate() {
        paid += weight(*p);
        rows.push((play.sight.cents(gain), BigUint::from(weight(*p)) * total));
    }
    for (gain, p) in sums.gold.iter().enumerate() {
        paid += weight(*p);
        let gain = play.sight.cents(gain);
        rows.extend(
            contents
                .iter()
                .map(|(amount, share)| (gain + *amount, BigUint::from(weight(*p)) * *share)),
        );
    }
    let lost = (1_u64 << 53).saturating_sub(paid);
    rows.push((Cents::ZERO, BigUint::from(lost) * total));
    Law::of(rows)
}
