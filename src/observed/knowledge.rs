//! What the rules say of a group of plays under given readings, worked out once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::error::{ErrorKind, Result};
use crate::exact::{Bounds, Ratio, ratio, to_f64};
use crate::game::{GameEntry, Sessions};
use crate::observed::log::Group;
use crate::units::{Cents, Stake};

/// Question to answer, as typed.
pub type Answers = BTreeMap<String, String>;

/// Best and worst play, in games where the player decides.
const BEST: &str = "optimal";
const WORST: &str = "worst";

/// What is known of the players before their plays, in a game where something is carried from play to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// Nothing: each may hold anything at any play.
    #[default]
    Any,
    /// They have played for so long that what they hold is as in the long run.
    LongRun,
    /// Each made exactly so many plays, from nothing held, and all of these are in the log.
    Each(Sessions),
}

/// Bounds of the payouts of a group; none where they are not computed.
pub(super) type PayoutBounds = Option<BTreeMap<Cents, Bounds>>;

/// The amounts that can be paid at all; none where the game does not list them.
pub(super) type Payable = Option<BTreeSet<Cents>>;

/// What was found out, by what it is about and under which answers.
type Kept<K, T> = RefCell<BTreeMap<(K, Answers), Known<T>>>;

/// The return to player that the rules allow.
#[derive(Clone, Debug)]
pub(super) struct Return {
    /// Of the RTP, over all odds that round to the printed ones.
    pub(super) bounds: Bounds,
    /// Standard deviation of a payout over its mean.
    pub(super) relative_sd: Option<f64>,
    /// Whose plays the bounds are about.
    pub(super) of: Who,
}

/// Whose plays an RTP is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who {
    /// Those of a strategy.
    Strategy,
    /// Anything from worst play to best, both searched for.
    Searched,
    /// Whoever plays, where nobody has searched for best play.
    Anyone,
}

/// What solvers said, by stake, strategy and readings. An answer that the game refuses (best play under some
/// readings) is kept as the reason.
pub(super) struct Knowledge<'a> {
    game: &'a dyn GameEntry,
    players: Players,
    bounds: Kept<Group, Rc<PayoutBounds>>,
    payable: Kept<Stake, Rc<Payable>>,
    anyone: Kept<Stake, Option<Bounds>>,
    returns: Kept<Group, Option<Return>>,
    /// By strategy, the questions that matter nothing to it.
    idle: RefCell<BTreeMap<String, Vec<&'static str>>>,
}

/// What is known, or why it is not.
pub(super) type Known<T> = std::result::Result<T, String>;

/// Refusals are kept, other errors are passed on.
fn known<T>(found: Result<T>) -> Result<Known<T>> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(error) if error.kind() == ErrorKind::Input => Ok(Err(error.message().to_owned())),
        Err(error) => Err(error),
    }
}

impl<'a> Knowledge<'a> {
    pub(super) fn new(game: &'a dyn GameEntry, players: Players) -> Self {
        Self {
            game,
            players,
            bounds: RefCell::default(),
            payable: RefCell::default(),
            anyone: RefCell::default(),
            returns: RefCell::default(),
            idle: RefCell::default(),
        }
    }

    /// Whether what players held before their plays matters and is not known.
    pub(super) fn is_past_unknown(&self) -> bool {
        let offer = self.game.card().sessions;
        offer.is_some_and(|offer| offer.carries) && self.players == Players::Any
    }

    /// What is taken for known of the players, where it matters.
    pub(super) fn assumed(&self) -> Option<String> {
        let carries = self.game.card().sessions.is_some_and(|offer| offer.carries);
        carries.then(|| match &self.players {
            Players::Any => "What players held before their plays is not in the log: payouts are held against those of \
                             players who may have held anything, which says little of what comes after several plays. \
                             --plays N (each player made N plays, from none held) and --long-run (they have played \
                             for long) say more, and draws of tables need neither."
                .to_owned(),
            Players::LongRun => "Taken for granted: players have played for so long that what they hold is as in the \
                                 long run."
                .to_owned(),
            Players::Each(sessions) => format!(
                "Taken for granted: each player made {} plays, from nothing held, and all of them are in the log.",
                sessions.rounds
            ),
        })
    }

    /// What is said of the players.
    pub(super) fn players(&self) -> &Players {
        &self.players
    }

    fn sessions(&self) -> Option<&Sessions> {
        match &self.players {
            Players::Each(sessions) => Some(sessions),
            Players::Any | Players::LongRun => None,
        }
    }

    /// What the solver is asked about under `answers`: those to questions that matter nothing to the group's
    /// strategy are left out.
    fn asked(&self, group: &Group, answers: &Answers) -> Result<(Group, Answers)> {
        let mut answers = answers.clone();
        if let Some(strategy) = &group.strategy {
            for question in self.idle(strategy)? {
                answers.remove(question);
            }
        }
        Ok((group.clone(), answers))
    }

    /// Questions that matter nothing to a strategy.
    fn idle(&self, strategy: &str) -> Result<Vec<&'static str>> {
        if let Some(idle) = self.idle.borrow().get(strategy) {
            return Ok(idle.clone());
        }
        let idle = self.game.idle_questions(strategy)?;
        self.idle
            .borrow_mut()
            .insert(strategy.to_owned(), idle.clone());
        Ok(idle)
    }

    /// The RTP of whoever plays, where nobody can search for best and worst play.
    fn anyone(&self, stake: Stake, answers: &Answers) -> Result<Known<Option<Bounds>>> {
        let key = (stake, answers.clone());
        if let Some(found) = self.anyone.borrow().get(&key) {
            return Ok(found.clone());
        }
        let found = known(self.game.any_rtp_bounds(stake, answers))?;
        self.anyone.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    /// The strategy whose law is asked for. None where it is not known, or is a play that nobody can search for under
    /// these answers: all that is known then is what holds of whoever plays.
    fn strategy<'b>(&self, group: &'b Group, answers: &Answers) -> Result<Option<&'b str>> {
        let Some(strategy) = &group.strategy else {
            return Ok(None);
        };
        let is_searched_for = strategy == BEST || strategy == WORST;
        let is_out_of_reach =
            is_searched_for && matches!(self.anyone(group.stake, answers)?, Ok(Some(_)));
        Ok((!is_out_of_reach).then_some(strategy))
    }

    /// Whether what is known of `group` is what holds of whoever plays.
    pub(super) fn is_of_anyone(&self, group: &Group, answers: &Answers) -> Result<bool> {
        Ok(self.strategy(group, answers)?.is_none())
    }

    /// Bounds of the payouts of `group`; where its strategy or the players' past is not known, of all there are.
    pub(super) fn bounds(
        &self,
        group: &Group,
        answers: &Answers,
    ) -> Result<Known<Rc<PayoutBounds>>> {
        let key = self.asked(group, answers)?;
        if let Some(found) = self.bounds.borrow().get(&key) {
            return Ok(found.clone());
        }
        let strategy = self.strategy(group, answers)?;
        let strategy = strategy.filter(|_| !self.is_past_unknown());
        let found = known(match strategy {
            Some(strategy) => {
                let sessions = self.sessions();
                self.game
                    .payout_bounds(strategy, group.stake, answers, sessions)
            }
            None => self.game.any_payout_bounds(group.stake, answers),
        })?
        .map(Rc::new);
        self.bounds.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    /// The amounts that can be paid at all.
    pub(super) fn payable(&self, stake: Stake, answers: &Answers) -> Result<Known<Rc<Payable>>> {
        let key = (stake, answers.clone());
        if let Some(found) = self.payable.borrow().get(&key) {
            return Ok(found.clone());
        }
        let found = known(self.game.payable(stake, answers))?.map(Rc::new);
        self.payable.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    /// The RTP of `group`; where its strategy is not known, anything from worst play to best. None where it
    /// depends on a past that is not known.
    pub(super) fn rtp(&self, group: &Group, answers: &Answers) -> Result<Known<Option<Return>>> {
        let key = self.asked(group, answers)?;
        if let Some(found) = self.returns.borrow().get(&key) {
            return Ok(found.clone());
        }
        let found = match self.strategy(group, answers)? {
            _ if self.is_past_unknown() => Ok(None),
            Some(strategy) => self.of(strategy, group.stake, answers)?,
            None => self.of_any(group.stake, answers)?,
        };
        self.returns.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    fn of(&self, strategy: &str, stake: Stake, answers: &Answers) -> Result<Known<Option<Return>>> {
        let solved = known(self.game.solve(strategy, stake, answers, self.sessions()))?;
        Ok(solved.map(|(_, solution)| {
            let solution = solution.filter(|solution| solution.sampled.is_none())?;
            let mean = to_f64(&solution.law.mean());
            Some(Return {
                relative_sd: (mean > 0.0).then(|| solution.law.standard_deviation() / mean),
                bounds: solution.rtp_bounds,
                of: Who::Strategy,
            })
        }))
    }

    /// Best and worst play are those under the model weights. Under other odds that round to the same
    /// printed ones another play may be better, by no more than these odds move what either earns; so
    /// each end is moved out by the width of its own range.
    fn of_any(&self, stake: Stake, answers: &Answers) -> Result<Known<Option<Return>>> {
        if let Ok(Some(bounds)) = self.anyone(stake, answers)? {
            return Ok(Ok(Some(Return {
                bounds,
                relative_sd: None,
                of: Who::Anyone,
            })));
        }
        let offered = self.game.families();
        let is_offered = |name: &str| offered.iter().any(|family| family.pattern == name);
        if !is_offered(BEST) || !is_offered(WORST) {
            return Ok(Ok(None));
        }
        let (best, worst) = (
            self.of(BEST, stake, answers)?,
            self.of(WORST, stake, answers)?,
        );
        let (best, worst) = match (best, worst) {
            (Ok(Some(best)), Ok(Some(worst))) => (best.bounds, worst.bounds),
            (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
            _ => return Ok(Ok(None)),
        };
        let two: Ratio = ratio(2, 1);
        Ok(Ok(Some(Return {
            bounds: Bounds {
                low: (&two * &worst.low - &worst.high).max(Ratio::default()),
                high: &two * &best.high - &best.low,
            },
            relative_sd: None,
            of: Who::Searched,
        })))
    }
}
