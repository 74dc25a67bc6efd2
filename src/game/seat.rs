//! A player seated at a game: from names to a run that can be played.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use crate::error::Result;
use crate::game::card::Sessions;
use crate::game::entry::{Prepared, RunSpec};
use crate::game::lanes::{AnyLanes, Kernel};
use crate::game::reading::Readings;
use crate::game::strategy::{Family, Named};
use crate::game::traits::{CHUNK_ROUNDS, Game};
use crate::game::witness::Transcript;
use crate::rng::{Family as Generators, Generator};
use crate::tally::Tally;
use crate::units::Stake;

/// [`GameEntry::prepare_with`](crate::game::GameEntry::prepare_with) with `change` made to the rules that will be played: how a check of the checks
/// plays a game by rules that are not its own.
///
/// # Errors
/// As [`GameEntry::prepare`](crate::game::GameEntry::prepare).
pub fn prepare_changed<G: Game>(
    game: &G,
    kernel: Kernel,
    strategy: &str,
    stake: Stake,
    readings: &BTreeMap<String, String>,
    sessions: Option<&Sessions>,
    change: impl FnOnce(&mut G::Rules),
) -> Result<Arc<dyn Prepared>> {
    let (spec, readings, named) = look_up(game, strategy, stake, readings, sessions)?;
    let mut rules = game.rules(stake, &readings)?;
    change(&mut rules);
    let lanes = match kernel {
        Kernel::Fast => {
            let session = sessions.map(|sessions| sessions.rounds);
            named.player.lanes(&rules, session)
        }
        Kernel::Reference => None,
    };
    Ok(Arc::new(Seat {
        spec,
        rules,
        empty: Game::card(game).empty_tally(),
        named,
        lanes,
    }))
}

/// Names to values, each checked.
pub(super) fn look_up<G: Game>(
    game: &G,
    strategy: &str,
    stake: Stake,
    readings: &BTreeMap<String, String>,
    sessions: Option<&Sessions>,
) -> Result<(RunSpec, Readings, Named<G>)> {
    let card = game.card();
    let choice = Family::choose(G::strategies(), &card.id, strategy)?;
    card.check_stake(stake)?;
    if let Some(sessions) = sessions {
        card.check_sessions(sessions)?;
    }
    let readings = Readings::resolve(&card.questions, readings)?;
    let named = choice.seat(game, stake, &readings)?;
    let spec = RunSpec {
        game: card.id.clone(),
        strategy: named.name.clone(),
        stake,
        readings: readings.names().clone(),
        sessions: sessions.cloned(),
    };
    Ok((spec, readings, named))
}

/// A player seated at a game.
struct Seat<G: Game> {
    spec: RunSpec,
    rules: G::Rules,
    named: Named<G>,
    empty: Tally,
    /// The kernel of many rounds, where it is to play.
    lanes: AnyLanes<G>,
}

impl<G: Game> Seat<G> {
    fn session(&self) -> Option<NonZeroU64> {
        self.spec.sessions.as_ref().map(|sessions| sessions.rounds)
    }
}

impl<G: Game> Prepared for Seat<G> {
    fn spec(&self) -> &RunSpec {
        &self.spec
    }

    fn kernel(&self) -> &'static str {
        self.lanes
            .as_ref()
            .map_or(Kernel::REFERENCE, |lanes| lanes.name())
    }

    fn generators(&self, family: Generators) -> &'static str {
        match self.lanes {
            Some(_) => family.of_streams(),
            None => family.name(),
        }
    }

    fn chunk_rounds(&self) -> u64 {
        match self.session() {
            None => G::chunk_rounds(&self.rules),
            Some(length) => (CHUNK_ROUNDS / length * length.get()).max(length.get()),
        }
    }

    fn stretches(&self) -> u64 {
        self.lanes.as_ref().map_or(1, |lanes| lanes.stretches())
    }

    fn empty_tally(&self) -> Tally {
        self.empty.clone()
    }

    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally) {
        tally.streams.add(generator.print());
        if let Some(lanes) = &self.lanes {
            return lanes.play(&self.rules, generator, rounds, tally);
        }
        self.named
            .player
            .play(&self.rules, self.session(), generator, rounds, tally);
    }

    fn tell(&self, generator: Generator, index: u64) -> Transcript {
        if let Some(lanes) = &self.lanes {
            let (carry, script) = lanes.draws(&self.rules, generator, index);
            return self.named.player.retell(&self.rules, carry, script);
        }
        self.named
            .player
            .tell(&self.rules, self.session(), generator, index)
    }
}
