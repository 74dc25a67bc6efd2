//! The kernel of many rounds: for which runs, and what one of its rounds draws.

use std::num::NonZeroU64;

use crate::error::Result;
use crate::game::{Lanes, Strategy};
use crate::games::happy_des::dice::number;
use crate::games::happy_des::lanes::chunk::{Chunk, Goal};
use crate::games::happy_des::lanes::{cumul, figures, identiques, opening};
use crate::games::happy_des::strategy::{Action, Universe};
use crate::games::happy_des::tables::{AMOUNTS, Rules};
use crate::games::happy_des::{HappyDes, stage1};
use crate::rng::{Below, Generator, Script, fastest};
use crate::tally::Tally;

/// What a strategy does at each amount, and the laws of the stages that it leads to.
pub(in crate::games::happy_des) struct Fast {
    pub(super) actions: [Action; AMOUNTS],
    pub(super) opening: opening::Laws,
    pub(super) cumul: Option<Below>,
    pub(super) figures: Option<figures::Laws>,
    pub(super) identiques: identiques::Laws,
}

impl Fast {
    /// The kernel for a run, unless a reading asks for draws that it does not make: 27 thrown again not or
    /// once, figures that also pay those they contain.
    pub(in crate::games::happy_des) fn new<S: Strategy<HappyDes>>(
        rules: &Rules,
        strategy: &S,
        session: Option<NonZeroU64>,
    ) -> Option<Self> {
        let actions = std::array::from_fn(|amount| strategy.decide(rules.stage1.view(amount)));
        match session {
            Some(_) => None,
            None => Self::laws(rules, actions).ok(),
        }
    }

    fn laws(rules: &Rules, actions: [Action; AMOUNTS]) -> Result<Self> {
        let plays = |universe| actions.contains(&Action::Play(universe));
        let cumul = plays(Universe::Cumul).then(|| cumul::law(&rules.cumul));
        let figures = plays(Universe::Figures).then(|| figures::Laws::new(&rules.figures));
        Ok(Self {
            actions,
            opening: opening::Laws::new(&rules.stage1)?,
            cumul: cumul.transpose()?,
            figures: figures.transpose()?,
            identiques: identiques::Laws::new(&rules.identiques)?,
        })
    }
}

impl Lanes<HappyDes> for Fast {
    fn play(&self, rules: &Rules, generator: Generator, rounds: u64, tally: &mut Tally) {
        let mut chunk = Chunk::new(rules, self, generator, rounds, false);
        fastest(&mut chunk);
        chunk.unfold(tally);
    }

    fn draws(&self, rules: &Rules, generator: Generator, index: u64) -> ((), Script) {
        // The last round of a chunk of so many is the last in every stage it comes to.
        let mut chunk = Chunk::new(rules, self, generator, index + 1, true);
        fastest(&mut chunk);
        let (draw, set) = self.opening.read(chunk.opening.last());
        let amount = rules.stage1.amounts.row(draw);
        let again = chunk.again[amount].last();
        let (rolls, won) = opening::rolls(&self.opening, set, again);
        let is_first = self.opening.is_decided(set);
        let winners = &mut chunk.winners[amount];
        let goal = if is_first { &mut winners.first } else { &mut winners.again };

        // The readable kernel takes five rolls at once, and the first throw of seven or five dice from
        // the first word.
        let sets = rolls.chunks(stage1::ROLLS).map(|rolls| {
            let mut set = [0; stage1::ROLLS];
            set[..rolls.len()].copy_from_slice(rolls);
            (number(&set), stage1::OUTCOMES)
        });
        let sets: Vec<(u64, u64)> = sets.collect();
        let mut first = vec![(draw, rules.stage1.amounts.total()), sets[0]];
        let mut later: Vec<Vec<(u64, u64)>> = sets[1..].iter().map(|&set| vec![set]).collect();
        match (goal, &self.figures) {
            (Goal::Cumul(cumul), _) if won => {
                let (throws, prize) = cumul.last(&rules.cumul);
                let mut throws = throws.into_iter().map(cumul::dice);
                first.extend(throws.next().into_iter().flatten());
                later.extend(throws.map(Vec::from));
                later.extend(prize.map(|prize| vec![prize]));
            }
            (Goal::Figures(figures), Some(laws)) if won => {
                first.extend(figures.last(&rules.figures, laws));
            }
            (Goal::Identiques(identiques), _) if won => {
                for (throw, draws) in identiques.last(&self.identiques).into_iter().enumerate() {
                    if rules.identiques.begins_word(throw) {
                        later.push(Vec::new());
                    }
                    later.last_mut().into_iter().for_each(|word| word.extend(draws));
                }
            }
            _ => {}
        }
        let mut script = Script::default();
        script.word(&first);
        later.iter().for_each(|word| script.word(word));
        ((), script)
    }
}
