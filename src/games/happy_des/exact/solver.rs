//! The stages put together for a strategy.

use crate::error::Result;
use crate::exact::{BigUint, Bounds, Law, Ratio, range, ratio};
use crate::game::{Decision, GameCard, Readings, Solution, Strategy};
use crate::games::happy_des::exact::first_die::FirstDie;
use crate::games::happy_des::exact::prize::{amounts, boxes, table};
use crate::games::happy_des::exact::universe::Universe;
use crate::games::happy_des::exact::{brelan, facts, figure, score};
use crate::games::happy_des::{self as game, Action, Coefficient, HappyDes, View};
use crate::units::{Cents, RoundingInterval, Stake};

/// What a strategy may do at a decision.
pub(in crate::games::happy_des) const ACTIONS: [Action; 4] = [
    Action::Stop,
    Action::Play(game::Universe::Cumul),
    Action::Play(game::Universe::Figures),
    Action::Play(game::Universe::Identiques),
];

/// One row of the table of 2.3.1.
pub(super) struct Amount {
    /// The amount, at a stake of 1 EUR.
    pub(super) printed: Cents,
    /// Its weight.
    pub(super) weight: BigUint,
    /// Its probabilities that agree with the printed odds.
    pub(super) interval: RoundingInterval,
}

/// Happy Dés at a stake and under readings, ready to be solved for any strategy.
pub(in crate::games::happy_des) struct Solver<'a> {
    pub(super) card: &'a GameCard,
    pub(super) stake: Stake,
    coefficient: Coefficient,
    pub(super) first_die: FirstDie,
    pub(super) amounts: Vec<Amount>,
    pub(super) cumul: Universe,
    pub(super) figures: Universe,
    pub(super) identiques: Universe,
}

impl<'a> Solver<'a> {
    /// Reads the tables of `card`.
    ///
    /// # Errors
    /// A table that is not there, or not of the kind expected.
    pub(in crate::games::happy_des) fn new(
        card: &'a GameCard,
        stake: Stake,
        readings: &Readings,
    ) -> Result<Self> {
        let stage1 = table(card, "stage-1")?;
        let rows = amounts(stage1)?.into_iter().zip(boxes(stage1));
        let rows = rows.zip(&stage1.weights.values);
        Ok(Self {
            card,
            stake,
            coefficient: readings.choice(),
            first_die: FirstDie::new(card)?,
            amounts: rows
                .map(|((printed, interval), &weight)| Amount {
                    printed,
                    weight: weight.into(),
                    interval,
                })
                .collect(),
            cumul: score::universe(card, readings.choice())?,
            figures: figure::universe(card, readings)?,
            identiques: brelan::universe(card)?,
        })
    }

    pub(super) fn universe(&self, which: game::Universe) -> &Universe {
        match which {
            game::Universe::Cumul => &self.cumul,
            game::Universe::Figures => &self.figures,
            game::Universe::Identiques => &self.identiques,
        }
    }

    /// What `action` pays at `amount`.
    fn law(&self, amount: Cents, action: Action) -> Result<Law> {
        match action {
            // 2.3.4: the amount is won; 2.3.2: doubled at a stake of 2 EUR.
            Action::Stop => Law::certain(amount).times(self.stake.cents(), 100),
            // 2.3.5: the amount is lost and multiplies the prize of stage 2.
            Action::Play(which) => {
                let (factor, divisor) = self.coefficient(amount);
                self.universe(which).law.times(factor, divisor)
            }
        }
    }

    /// What stage-2 prizes are multiplied by, as a numerator and a denominator: the amount in EUR.
    pub(super) fn coefficient(&self, amount: Cents) -> (i64, i64) {
        match self.coefficient {
            Coefficient::StakeScaled => (amount.0 * self.stake.cents(), 100 * 100),
            Coefficient::Table => (amount.0, 100),
        }
    }

    /// The mean of what `action` pays at `amount`, in cents, under the model weights.
    fn mean(&self, amount: Cents, action: Action) -> Ratio {
        match action {
            Action::Stop => ratio(amount.0 * self.stake.cents(), 100),
            Action::Play(which) => {
                let (factor, divisor) = self.coefficient(amount);
                &self.universe(which).mean * ratio(factor, divisor)
            }
        }
    }

    /// The mean of what `action` pays at `amount`, in cents, over all odds that round to the printed
    /// ones.
    fn mean_bounds(&self, amount: Cents, action: Action) -> Bounds {
        match action {
            Action::Stop => Bounds::point(ratio(amount.0 * self.stake.cents(), 100)),
            Action::Play(which) => {
                let (factor, divisor) = self.coefficient(amount);
                self.universe(which).mean_bounds.times(&ratio(factor, divisor))
            }
        }
    }

    /// The printed amounts with what each action is worth there, in the order of [`ACTIONS`].
    pub(in crate::games::happy_des) fn choices(&self) -> Vec<Choice> {
        let choice = |amount: &Amount| {
            let option = |action| {
                Worth {
                    action,
                    mean: self.mean(amount.printed, action),
                    bounds: self.mean_bounds(amount.printed, action),
                }
            };
            Choice {
                amount: amount.printed,
                options: ACTIONS.into_iter().map(option).collect(),
            }
        };
        self.amounts.iter().map(choice).collect()
    }

    /// The chance that a round comes to a decision about `amount`.
    pub(super) fn reach(&self, amount: &Amount) -> Ratio {
        let all: BigUint = self.amounts.iter().map(|other| &other.weight).sum();
        self.first_die.chance() * ratio(amount.weight.clone(), all)
    }

    /// The law of a round, and what else there is to say.
    ///
    /// # Errors
    /// A payout that is no whole number of cents.
    pub(in crate::games::happy_des) fn solve<S: Strategy<HappyDes>>(
        &self,
        strategy: &S,
    ) -> Result<Solution> {
        let decide = |amount: &Amount| {
            let view = View {
                amount: amount.printed,
                stake: self.stake,
            };
            strategy.decide(&view)
        };
        let actions: Vec<Action> = self.amounts.iter().map(decide).collect();
        let decisions = self.amounts.iter().zip(&actions);
        let decisions = decisions.map(|(amount, action)| Decision {
            view: format!("{} EUR at a stake of 1 EUR", amount.printed),
            action: action.name().to_owned(),
            probability: self.reach(amount),
        });
        Ok(Solution {
            law: self.round(&actions)?,
            sampled: None,
            error_bound: None,
            independent: true,
            chain: None,
            player: None,
            rtp_bounds: self.rtp_bounds(&actions)?,
            ends: None,
            decisions: decisions.collect(),
            facts: facts::all(self, &actions)?,
            findings: Vec::new(),
        })
    }

    /// The law of a round's payout; `actions` are those taken at each amount.
    fn round(&self, actions: &[Action]) -> Result<Law> {
        // 2.3.1 and 2.3.3: the amount and the die are drawn independently of each other.
        let all: BigUint = self.amounts.iter().map(|amount| &amount.weight).sum();
        let lost = (&self.first_die.lost * all, Law::certain(Cents::ZERO));
        let mut parts = vec![lost];
        for (amount, &action) in self.amounts.iter().zip(actions) {
            let weight = &amount.weight * &self.first_die.won;
            parts.push((weight, self.law(amount.printed, action)?));
        }
        Law::mixture(&parts)
    }

    /// The least and the greatest RTP over all odds that round to the printed ones; both are attained.
    ///
    /// The RTP is `c Σ p_a v_a`, with c fixed by the die, p the law of stage 1, and `v_a >= 0` the
    /// worth of the action taken at amount a. A strategy sees the amount and not the odds, so its actions
    /// do not move with them, those of a threshold included. Whatever p is, all `v_a` are greatest
    /// together when every prize table has its greatest mean: each enters every `v_a` with a factor of
    /// at least 0, and the tables are free of each other and of p. What remains is linear in p. So the
    /// greedy optimum per prize table, then over stage 1, is the optimum over all tables jointly.
    fn rtp_bounds(&self, actions: &[Action]) -> Result<Bounds> {
        let worth = self.amounts.iter().zip(actions);
        let worth: Vec<Bounds> = worth
            .map(|(amount, &action)| self.mean_bounds(amount.printed, action))
            .collect();
        let boxes: Vec<_> = self.amounts.iter().map(|amount| amount.interval).collect();
        let over = |end: fn(&Bounds) -> &Ratio| {
            let values: Vec<Ratio> = worth.iter().map(|bounds| end(bounds).clone()).collect();
            range(&values, &boxes)
        };
        let cents = Bounds {
            low: over(|bounds| &bounds.low)?.low,
            high: over(|bounds| &bounds.high)?.high,
        };
        Ok(cents.times(&(self.first_die.chance() / ratio(self.stake.cents(), 1))))
    }
}

/// What an action is worth at an amount.
pub(in crate::games::happy_des) struct Worth {
    /// The action.
    pub(in crate::games::happy_des) action: Action,
    /// The mean payout in cents under the model weights.
    pub(in crate::games::happy_des) mean: Ratio,
    /// The same over all odds that round to the printed ones.
    pub(in crate::games::happy_des) bounds: Bounds,
}

/// A decision with the worth of every action.
pub(in crate::games::happy_des) struct Choice {
    /// The printed amount.
    pub(in crate::games::happy_des) amount: Cents,
    /// The actions, in the order of [`ACTIONS`].
    pub(in crate::games::happy_des) options: Vec<Worth>,
}
