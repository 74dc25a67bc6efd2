//! Best and worst play on a hidden board, as a table that a kernel can look up.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::error::{Error, Result};
use crate::exact::{Ratio, ratio};
use crate::game::{Fact, PayoutLaw, Player, Readings, Solution, StopRow, StoppingTable, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::{Aim, Found, Rule, Solver};
use crate::games::tresors_ensables::searched::Play;
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::games::tresors_ensables::visible::{self, Visible};
use crate::units::{Cents, Stake};

/// Views of the five cells of a series, three bits each.
const VIEWS: usize = 1 << 15;
/// Lives from 0.
const GAUGE: usize = 4;

/// Gains to stop with: those at most `width` above `from`, both in cents.
#[derive(Clone, Copy)]
struct Band {
    from: u16,
    width: u16,
}

impl Band {
    /// No gain is so large without having reached the gold chest.
    const NEVER: Self = Self {
        from: u16::MAX,
        width: 0,
    };

    fn new(rule: Rule) -> Self {
        match (u16::try_from(rule.from), u16::try_from(rule.to)) {
            (Ok(from), Ok(to)) if from <= to => Self {
                from,
                width: to - from,
            },
            _ => Self::NEVER,
        }
    }
}

/// A strategy as a table from cell, lives and what was seen of the series to the gains to stop with.
pub(super) struct Policy {
    /// The states that a play can come to.
    found: Vec<Found>,
    /// What a view knows, as a number: 0 on a chest and for what cannot be seen.
    kinds: Vec<u8>,
    /// By series, kind and lives.
    bands: Vec<Band>,
    /// Kinds, 0 included.
    width: usize,
    /// What it earns, once that was asked.
    pub(super) solution: OnceLock<Solution>,
}

impl Policy {
    /// The table of what was found.
    ///
    /// # Errors
    /// (Internal) more kinds of views than there are.
    pub(super) fn new(found: Vec<Found>) -> Result<Self> {
        let mut collections: Vec<u32> = found.iter().map(|state| state.collection).collect();
        collections.push(0);
        collections.sort_unstable();
        collections.dedup();
        let kind = |collection: u32| collections.binary_search(&collection).unwrap_or(0);
        let width = collections.len();
        // The cell is a function of the view: the last cell seen. Cells of a series with the same
        // collection still have rules of their own.
        let mut policy = Self {
            kinds: vec![0; VIEWS],
            bands: vec![Band::NEVER; 61 * width * GAUGE],
            found: Vec::new(),
            width,
            solution: OnceLock::new(),
        };
        for state in &found {
            let number = kind(state.collection);
            let small = u8::try_from(number)
                .map_err(|_| Error::internal("more kinds of views than a byte counts"))?;
            for &seen in &state.seen {
                policy.kinds[seen as usize] = small;
            }
            let place = policy.place(state.cell, number, state.lives);
            policy.bands[place] = Band::new(state.rule);
        }
        policy.found = found;
        Ok(policy)
    }

    #[inline(always)]
    fn place(&self, cell: usize, kind: usize, lives: usize) -> usize {
        (cell * self.width + kind) * GAUGE + lives
    }

    /// What the view [`View::seen`] knows, as a number.
    pub(super) fn kind(&self, seen: usize) -> u8 {
        self.kinds.get(seen).copied().unwrap_or(0)
    }

    /// The gains to stop with on a cell with so many lives, in cents: the least, and how much more the most is.
    pub(super) fn gains(&self, cell: usize, kind: usize, lives: usize) -> (u16, u16) {
        let is_known = kind < self.width && lives < GAUGE;
        let band = self.bands.get(self.place(cell, kind, lives)).filter(|_| is_known);
        let band = band.copied().unwrap_or(Band::NEVER);
        (band.from, band.width)
    }

    /// The state whose decision is closest, with its margin in cents.
    fn closest(&self) -> Option<&Found> {
        self.found
            .iter()
            .min_by(|a, b| a.margin.least.total_cmp(&b.margin.least))
    }
}

impl Strategy<TresorsEnsables> for Policy {
    #[inline(always)]
    fn decide(&self, view: &View<'_>) -> Action {
        let kind = self.kinds[view.seen() as usize % VIEWS];
        let place = self.place(view.cell(), usize::from(kind), view.lives());
        let band = self.bands.get(place).copied().unwrap_or(Band::NEVER);
        let above = (view.gain().0 as u16).wrapping_sub(band.from);
        if above <= band.width {
            Action::Stop
        } else {
            Action::Roll
        }
    }
}

/// The best play for the player.
pub(super) fn best(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
) -> Result<Box<dyn Player<TresorsEnsables>>> {
    player(game, stake, readings, Aim::Best)
}

/// The worst play for the player.
pub(super) fn worst(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
) -> Result<Box<dyn Player<TresorsEnsables>>> {
    player(game, stake, readings, Aim::Worst)
}

fn player(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
    aim: Aim,
) -> Result<Box<dyn Player<TresorsEnsables>>> {
    Ok(match game.searched.find(game, stake, readings, aim)? {
        Play::Hidden(policy) => Box::new(Shared(policy)),
        Play::Visible(visible) => Box::new(Shared(visible)),
    })
}

/// A strategy with several owners.
struct Shared<S>(Arc<S>);

impl<S: Strategy<TresorsEnsables>> Strategy<TresorsEnsables> for Shared<S> {
    #[inline(always)]
    fn decide(&self, view: &View<'_>) -> Action {
        self.0.decide(view)
    }
}

/// The table of a strategy, if it is a policy.
pub(super) fn table_of(strategy: &dyn Any) -> Option<&Policy> {
    strategy.downcast_ref::<Shared<Policy>>().map(|Shared(policy)| &**policy)
}

/// Whether a strategy looks at a board in sight.
pub(super) fn is_visible(strategy: &dyn Any) -> bool {
    strategy.is::<Shared<Visible>>()
}

/// What was found before, or is found now.
fn once(known: &OnceLock<Solution>, find: impl FnOnce() -> Result<Solution>) -> Result<Solution> {
    // Found twice if two threads ask at once; neither waits for the other, who may wait for threads.
    if let Some(solution) = known.get() {
        return Ok(solution.clone());
    }
    let solution = find()?;
    Ok(known.get_or_init(|| solution).clone())
}

/// The exact law of a strategy, and what there is to say of it.
pub(super) fn solve<S: Strategy<TresorsEnsables>>(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
    strategy: &S,
) -> Result<Solution> {
    let solver = Solver::new(game, stake, readings)?;
    let any: &dyn Any = strategy;
    if let Some(Shared(visible)) = any.downcast_ref::<Shared<Visible>>() {
        return once(&visible.solution, || {
            visible::solve(&solver, stake, readings, visible)
        });
    }
    if let Some(Shared(policy)) = any.downcast_ref::<Shared<Policy>>() {
        return once(&policy.solution, || {
            Ok(with_margin(solver.solve(strategy)?, policy))
        });
    }
    solver.solve(strategy)
}

/// The exact law of a strategy, and nothing else where that is sooner found.
pub(super) fn law<S: Strategy<TresorsEnsables>>(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
    strategy: &S,
) -> Result<PayoutLaw> {
    let any: &dyn Any = strategy;
    let known = match any.downcast_ref::<Shared<Policy>>() {
        Some(Shared(policy)) => policy.solution.get().map(PayoutLaw::from),
        None if is_visible(any) => Some((&solve(game, stake, readings, strategy)?).into()),
        None => None,
    };
    known.map_or_else(|| Solver::new(game, stake, readings)?.law(strategy), Ok)
}

/// Adds how close the decisions of a policy are.
fn with_margin(mut solution: Solution, policy: &Policy) -> Solution {
    if let Some(closest) = policy.closest() {
        let least = closest.margin.least;
        let ties: usize = policy.found.iter().map(|state| state.margin.ties).sum();
        solution.facts.push(Fact {
            id: "decision-margin".to_owned(),
            about:
                "smallest difference between stopping and going on at any decision but ties, in EUR"
                    .to_owned(),
            value: Ratio::from_float(least).unwrap_or_default() / ratio(100, 1),
            bounds: None,
            spread: None,
        });
        solution.findings.push(format!(
            "The policy was searched in floats, its value computed exactly. In {ties} states stopping and going on \
             are worth the same, and it stops; of all others the closest decision, on cell {} with lives {}, is \
             worth {:.3e} EUR, far more than floats err.",
            closest.cell,
            closest.lives,
            least / 100.0
        ));
    }
    solution
}

/// Best or worst play as a table.
pub(super) fn table(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
    worst: bool,
) -> Result<StoppingTable> {
    let aim = if worst { Aim::Worst } else { Aim::Best };
    let Play::Hidden(policy) = game.searched.find(game, stake, readings, aim)? else {
        return Err(Error::input(
            "best and worst play have no table under board=visible: they depend on all sixty cells of the \
             board at hand",
        ));
    };
    let found = &policy.found;
    let margin = found
        .iter()
        .map(|state| state.margin.least)
        .fold(f64::INFINITY, f64::min);
    let row = |state: &Found| StopRow {
        cell: state.cell,
        lives: state.lives,
        seen: effects(state.collection),
        gains: state.gains.clone(),
        stops: state
            .gains
            .iter()
            .copied()
            .filter(|gain| stops(state.rule, *gain))
            .collect(),
    };
    let mut rows: Vec<StopRow> = found
        .iter()
        .filter(|state| !state.gains.is_empty())
        .map(row)
        .collect();
    rows.sort_by(|a, b| (a.cell, b.lives, &a.seen).cmp(&(b.cell, a.lives, &b.seen)));
    let ties = found.iter().map(|state| state.margin.ties).sum();
    Ok(StoppingTable {
        worst,
        margin: margin / 100.0,
        ties,
        rows,
    })
}

fn stops(rule: Rule, gain: Cents) -> bool {
    (i64::from(rule.from)..=i64::from(rule.to)).contains(&gain.0)
}

/// The effects that a view shows, in its order.
fn effects(seen: u32) -> Vec<i8> {
    let codes = (0..5).map(|cell| seen >> (3 * cell) & 7);
    codes
        .filter(|code| *code != 0)
        .map(|code| code as i8 - 4)
        .collect()
}
