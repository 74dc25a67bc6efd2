//! Best and worst play on a board that the player sees: optimal stopping on the given board, and the law
//! of what it earns there.

use crate::games::tresors_ensables::exact::graph::Effects;
use crate::games::tresors_ensables::exact::search::amounts;
use crate::games::tresors_ensables::exact::solver::Solver;
use crate::games::tresors_ensables::exact::states::{Aim, Rule};
use crate::games::tresors_ensables::exact::way::{
    CAP, CELLS, LAST, Move, SERIES, STRETCH, Terms, place,
};
use crate::units::Cents;

/// Cells that a roll leads from or to.
const NEAR: usize = STRETCH + 1;

/// Effects on the cells of a board, from cell 1.
pub(in crate::games::tresors_ensables) type BoardCells = [i8; LAST];
/// When to stop, by cell (the start being 0) and lives from 1.
pub(in crate::games::tresors_ensables) type Plan = Vec<[Rule; CAP]>;

/// The game on visible boards.
pub(in crate::games::tresors_ensables) struct Sight {
    aim: Aim,
    terms: Terms,
    moves: Vec<Vec<Move>>,
    /// Contents of the chest that ends each series, in units; not the gold one.
    rows: Vec<Vec<(usize, f64)>>,
    /// Mean content of the gold chest, in units.
    gold: f64,
    unit: u32,
    /// The most that can be held before the chest of a series is opened, in units.
    caps: Vec<usize>,
}

/// What a board earns.
pub(in crate::games::tresors_ensables) struct Earned {
    /// Probability to stop with each gain, in units.
    pub(in crate::games::tresors_ensables) stops: Vec<f64>,
    /// Probability to reach the gold chest with each gain, in units.
    pub(in crate::games::tresors_ensables) gold: Vec<f64>,
}

/// Room to work in, kept from board to board.
pub(in crate::games::tresors_ensables) struct Desk {
    /// By cell, of which as many are kept as a roll can reach, lives and gain.
    cells: Vec<f64>,
    /// By lives and gain.
    values: [Vec<f64>; CAP],
    /// By gain.
    standing: Vec<f64>,
}

impl Sight {
    /// The game of `solver`.
    pub(in crate::games::tresors_ensables) fn new(solver: &Solver<'_>, aim: Aim) -> Self {
        let rows: Vec<_> = (0..SERIES - 1)
            .map(|series| amounts(solver, series))
            .collect();
        let mut caps = vec![0];
        for rows in &rows {
            let most = rows.iter().map(|row| row.0).max().unwrap_or(0);
            caps.push(caps.last().map_or(0, |cap| cap + most));
        }
        Self {
            aim,
            terms: solver.terms,
            moves: solver.way.moves.clone(),
            rows,
            gold: solver.odds.gold.average() / f64::from(solver.odds.unit),
            unit: solver.odds.unit,
            caps,
        }
    }

    /// Gains that may be held, and 0.
    fn width(&self) -> usize {
        self.caps[SERIES - 1] + 1
    }

    /// Room to work in.
    pub(in crate::games::tresors_ensables) fn desk(&self) -> Desk {
        Desk {
            cells: vec![0.0; NEAR * CAP * self.width()],
            values: [0; CAP].map(|_| vec![0.0; self.width()]),
            standing: vec![0.0; self.width()],
        }
    }

    /// Whether `desk` is as large as this game needs.
    pub(in crate::games::tresors_ensables) fn fits(&self, desk: &Desk) -> bool {
        desk.standing.len() == self.width()
    }

    /// An amount in cents.
    pub(in crate::games::tresors_ensables) fn cents(&self, units: usize) -> Cents {
        Cents(i64::from(units as u32 * self.unit))
    }

    /// The layouts of a series with their weights.
    pub(in crate::games::tresors_ensables) fn layouts(solver: &Solver<'_>) -> Vec<(Effects, u64)> {
        let deals = solver.deals().iter();
        deals.map(|deal| (deal.effects, deal.weight)).collect()
    }

    /// The series as one board.
    pub(in crate::games::tresors_ensables) fn board(
        series: impl Iterator<Item = Effects>,
    ) -> BoardCells {
        let mut cells = [0; LAST];
        for (number, effects) in series.enumerate() {
            cells[STRETCH * number..][..CELLS].copy_from_slice(&effects);
        }
        cells
    }

    /// Gains that may be held when leaving `cell`, and 0.
    fn gains(&self, cell: usize) -> usize {
        let (series, offset) = place(cell);
        self.caps[series + usize::from(offset == CELLS)] + 1
    }

    /// When to stop on this board, by backward induction, and what a play is worth in cents.
    pub(in crate::games::tresors_ensables) fn plan(
        &self,
        board: &BoardCells,
        desk: &mut Desk,
    ) -> (Plan, f64) {
        let width = self.width();
        let Desk {
            cells: arrive,
            values,
            ..
        } = desk;
        let at = |cell: usize, lives: usize| (CAP * (cell % NEAR) + lives - 1) * width;
        for lives in 1..=CAP {
            let gold = arrive[at(LAST, lives)..][..width].iter_mut().enumerate();
            gold.for_each(|(gain, value)| *value = gain as f64 + self.gold);
        }
        let mut plan = vec![[Rule::NEVER; CAP]; LAST];
        for cell in (1..LAST).rev() {
            let (series, offset) = place(cell);
            let gains = self.gains(cell);
            for lives in 1..=CAP {
                let value = &mut values[lives - 1][..gains];
                self.leave(cell, value, |to| &arrive[at(to, lives)..][..gains]);
                if self.terms.anywhere || offset == CELLS {
                    plan[cell][lives - 1] = self.decide(value);
                }
            }
            for lives in 1..=CAP {
                let into = &mut arrive[at(cell, lives)..][..gains];
                if offset == CELLS {
                    let value = &values[lives - 1];
                    for (gain, worth) in into.iter_mut().enumerate().take(self.caps[series] + 1) {
                        let opened = self.rows[series]
                            .iter()
                            .map(|(more, p)| p * value[gain + more]);
                        *worth = opened.sum();
                    }
                } else {
                    match self.terms.after(lives, board[cell - 1]) {
                        0 => into.fill(0.0),
                        after => into.copy_from_slice(&values[after - 1][..gains]),
                    }
                }
            }
        }
        let starts = self.moves[0]
            .iter()
            .map(|step| step.share * arrive[at(step.to, self.terms.lives)]);
        (plan, starts.sum::<f64>() * f64::from(self.unit))
    }

    /// What leaving `cell` is worth, gain by gain.
    fn leave<'b>(&self, cell: usize, value: &mut [f64], arrive: impl Fn(usize) -> &'b [f64]) {
        if let ([a, b, c, d, e, f], true) = (&self.moves[cell][..], cell + STRETCH < LAST) {
            // Far from the end all six are equally likely: one loop in place of six.
            let [b, c, d, e, f] = [b, c, d, e, f].map(|step| arrive(step.to));
            let rest = b.iter().zip(c).zip(d).zip(e).zip(f);
            for ((value, first), ((((b, c), d), e), f)) in
                value.iter_mut().zip(arrive(a.to)).zip(rest)
            {
                *value = a.share * (first + b + c + d + e + f);
            }
            return;
        }
        value.fill(0.0);
        for step in &self.moves[cell] {
            let worth = arrive(step.to).iter();
            value
                .iter_mut()
                .zip(worth)
                .for_each(|(sum, worth)| *sum += step.share * worth);
        }
    }

    /// Turns what going on is worth into what the decision is worth.
    fn decide(&self, value: &mut [f64]) -> Rule {
        // A loop for each aim, without branches, takes a third of the time.
        match self.aim {
            Aim::Best => choose(value, |gain, value| Aim::Best.stops(gain, value)),
            Aim::Worst => choose(value, |gain, value| Aim::Worst.stops(gain, value)),
        }
        let stops = |gain: &usize| value[*gain].to_bits() == (*gain as f64).to_bits();
        let cents = |gain: usize| gain as u32 * self.unit;
        let mut gains = 1..value.len();
        match (gains.clone().find(stops), gains.rfind(stops)) {
            (Some(from), Some(to)) => Rule {
                from: cents(from),
                to: cents(to),
            },
            _ => Rule::NEVER,
        }
    }

    /// The law of what `plan` earns on this board.
    pub(in crate::games::tresors_ensables) fn earn(
        &self,
        board: &BoardCells,
        plan: &Plan,
        desk: &mut Desk,
    ) -> Earned {
        let width = self.width();
        let at = |cell: usize, lives: usize| (CAP * (cell % NEAR) + lives - 1) * width;
        let Desk {
            cells: arrived,
            standing,
            ..
        } = desk;
        arrived.fill(0.0);
        let mut earned = Earned {
            stops: vec![0.0; width],
            gold: vec![0.0; width],
        };
        for step in &self.moves[0] {
            arrived[at(step.to, self.terms.lives)] += step.share;
        }
        for cell in 1..LAST {
            let (series, offset) = place(cell);
            let gains = self.gains(cell);
            let before = self.caps[series] + 1;
            for after in 1..=CAP {
                standing[..gains].fill(0.0);
                for lives in 1..=CAP {
                    let from = &arrived[at(cell, lives)..][..before];
                    if offset == CELLS && lives == after {
                        for (gain, p) in from.iter().enumerate() {
                            self.rows[series]
                                .iter()
                                .for_each(|(more, share)| standing[gain + more] += p * share);
                        }
                    } else if offset < CELLS && self.terms.after(lives, board[cell - 1]) == after {
                        standing.iter_mut().zip(from).for_each(|(sum, p)| *sum += p);
                    }
                }
                let rule = plan[cell][after - 1];
                for (gain, p) in standing.iter_mut().enumerate().take(gains).skip(1) {
                    let cents = gain as u32 * self.unit;
                    if (rule.from..=rule.to).contains(&cents) {
                        earned.stops[gain] += *p;
                        *p = 0.0;
                    }
                }
                if standing[..gains].iter().all(|p| *p == 0.0) {
                    continue;
                }
                for step in &self.moves[cell] {
                    let into = &mut arrived[at(step.to, after)..][..gains];
                    into.iter_mut()
                        .zip(&*standing)
                        .for_each(|(sum, p)| *sum += step.share * p);
                }
            }
            arrived[at(cell, 1)..][..CAP * width].fill(0.0);
        }
        for lives in 1..=CAP {
            let gold = &arrived[at(LAST, lives)..][..width];
            earned
                .gold
                .iter_mut()
                .zip(gold)
                .for_each(|(sum, p)| *sum += p);
        }
        earned
    }

    /// What stopping at the first decision with at most 0, 1, 2 and 3 lives is worth on this board, in
    /// cents.
    ///
    /// These strategies do not look at the gain, so that what a play is worth is linear in it.
    pub(in crate::games::tresors_ensables) fn at_lives(&self, board: &BoardCells) -> [f64; CAP + 1] {
        let gold = Worth {
            share: [1.0; CAP + 1],
            rest: [self.gold; CAP + 1],
            without: [self.gold; CAP + 1],
        };
        let mut arrive = [[gold; CAP]; NEAR];
        for cell in (1..LAST).rev() {
            let (series, offset) = place(cell);
            let near = |to: usize, lives: usize| arrive[to % (NEAR)][lives - 1];
            let standing: [Worth; CAP] = std::array::from_fn(|lives| {
                let mut worth = Worth::NOTHING;
                for step in &self.moves[cell] {
                    worth.add(&near(step.to, lives + 1), step.share);
                }
                if self.terms.anywhere || offset == CELLS {
                    worth.share[lives + 1..].fill(1.0);
                    worth.rest[lives + 1..].fill(0.0);
                }
                worth
            });
            let rows = self.rows.get(series).filter(|_| offset == CELLS);
            arrive[cell % (NEAR)] = std::array::from_fn(|lives| match rows {
                Some(rows) => standing[lives].opened(rows),
                None => match self.terms.after(lives + 1, board[cell - 1]) {
                    0 => Worth::NOTHING,
                    after => standing[after - 1],
                },
            });
        }
        let mut sum = Worth::NOTHING;
        for step in &self.moves[0] {
            sum.add(&arrive[step.to % (NEAR)][self.terms.lives - 1], step.share);
        }
        sum.without.map(|units| units * f64::from(self.unit))
    }
}

/// The value of each gain but 0 that `stops` is the gain itself.
fn choose(value: &mut [f64], stops: impl Fn(f64, f64) -> bool) {
    for (gain, value) in value.iter_mut().enumerate().skip(1) {
        let gain = f64::from(gain as u32);
        *value = if stops(gain, *value) { gain } else { *value };
    }
}

/// What a play is worth, in units, under each of the strategies of [`Sight::at_lives`].
#[derive(Clone, Copy)]
struct Worth {
    /// The factor of the gain held.
    share: [f64; CAP + 1],
    /// What is added to that.
    rest: [f64; CAP + 1],
    /// The worth where no gain is held, and so no decision is due (3.2.6).
    without: [f64; CAP + 1],
}

impl Worth {
    const NOTHING: Self = Self {
        share: [0.0; CAP + 1],
        rest: [0.0; CAP + 1],
        without: [0.0; CAP + 1],
    };

    fn add(&mut self, other: &Self, share: f64) {
        for number in 0..=CAP {
            self.share[number] += share * other.share[number];
            self.rest[number] += share * other.rest[number];
            self.without[number] += share * other.without[number];
        }
    }

    /// The same before a chest is opened.
    fn opened(mut self, rows: &[(usize, f64)]) -> Self {
        let mean: f64 = rows.iter().map(|(amount, p)| *amount as f64 * p).sum();
        for number in 0..=CAP {
            self.rest[number] += self.share[number] * mean;
        }
        self.without = self.rest;
        self
    }
}
