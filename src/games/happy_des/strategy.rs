//! What a player of Happy Dés sees, may do, and the ways to play on offer.

use std::marker::PhantomData;

use crate::error::{Error, Result, unknown};
use crate::game::{Family, Make, Named, Strategy};
use crate::games::happy_des::{HappyDes, policy};
use crate::units::{Cents, Stake};

/// What a player knows when the first die has won (articles 2.3.4 and 2.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The stage-1 amount as printed, for a stake of 1 EUR.
    pub amount: Cents,
    /// The stake.
    pub stake: Stake,
}

/// One of the three games of stage 2 (article 2.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Universe {
    /// Happy Cumul: the sum of seven dice.
    Cumul,
    /// Happy Figures: five dice.
    Figures,
    /// Happy Identiques: three dice, fifteen throws.
    Identiques,
}

/// What a player may do with a winning stage 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Take the amount.
    Stop,
    /// Give it up for stage 2.
    Play(Universe),
}

impl Action {
    /// The name of the strategy that always does this.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Play(Universe::Cumul) => "cumul",
            Self::Play(Universe::Figures) => "figures",
            Self::Play(Universe::Identiques) => "identiques",
        }
    }
}

/// A universe known to the compiler, so that a kernel is built for it alone.
pub trait Destination: Send + Sync + 'static {
    /// The universe.
    const UNIVERSE: Universe;
}

/// See [`Universe::Cumul`].
pub struct ToCumul;
/// See [`Universe::Figures`].
pub struct ToFigures;
/// See [`Universe::Identiques`].
pub struct ToIdentiques;

impl Destination for ToCumul {
    const UNIVERSE: Universe = Universe::Cumul;
}

impl Destination for ToFigures {
    const UNIVERSE: Universe = Universe::Figures;
}

impl Destination for ToIdentiques {
    const UNIVERSE: Universe = Universe::Identiques;
}

/// Always takes the amount.
pub struct Stop;

impl Strategy<HappyDes> for Stop {
    #[inline(always)]
    fn decide(&self, _: &View) -> Action {
        Action::Stop
    }
}

/// Always goes on to one universe.
pub struct Enter<To>(PhantomData<To>);

impl<To> Default for Enter<To> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<To: Destination> Strategy<HappyDes> for Enter<To> {
    #[inline(always)]
    fn decide(&self, _: &View) -> Action {
        Action::Play(To::UNIVERSE)
    }
}

/// Takes an amount of at least `at_least` (at a stake of 1 EUR), else goes on to one universe.
pub struct Threshold<To> {
    at_least: Cents,
    to: PhantomData<To>,
}

impl<To: Destination> Strategy<HappyDes> for Threshold<To> {
    #[inline(always)]
    fn decide(&self, view: &View) -> Action {
        if view.amount >= self.at_least {
            Action::Stop
        } else {
            Action::Play(To::UNIVERSE)
        }
    }
}

/// All families, in the order of lists.
pub(super) const FAMILIES: &[Family<HappyDes>] = &[
    Family {
        pattern: "stop",
        about: "keeps the stage-1 amount",
        make: Make::Fixed(|| Box::new(Stop)),
    },
    Family {
        pattern: "cumul",
        about: "always goes on to Happy Cumul",
        make: Make::Fixed(|| Box::new(Enter(PhantomData::<ToCumul>))),
    },
    Family {
        pattern: "figures",
        about: "always goes on to Happy Figures",
        make: Make::Fixed(|| Box::new(Enter(PhantomData::<ToFigures>))),
    },
    Family {
        pattern: "identiques",
        about: "always goes on to Happy Identiques",
        make: Make::Fixed(|| Box::new(Enter(PhantomData::<ToIdentiques>))),
    },
    Family {
        pattern: "threshold:EUR:UNIVERSE",
        about: "keeps a stage-1 amount of at least EUR (at a stake of 1 EUR), else plays UNIVERSE",
        make: Make::Argument(threshold),
    },
    Family {
        pattern: "optimal",
        about: "takes at every amount the action worth most on average under the model weights",
        make: Make::Solved(policy::best),
    },
    Family {
        pattern: "worst",
        about: "takes at every amount the action worth least on average under the model weights",
        make: Make::Solved(policy::worst),
    },
];

/// Reads `EUR:UNIVERSE`.
fn threshold(argument: &str) -> Result<Named<HappyDes>> {
    let Some((amount, universe)) = argument.split_once(':') else {
        return Err(Error::input(format!(
            "`{argument}` lacks its universe: write it as EUR:UNIVERSE, e.g. 2.00:cumul"
        )));
    };
    let at_least = Cents::parse(amount)?;
    let make: fn(Cents, &str) -> Named<HappyDes> = match universe {
        "cumul" => named::<ToCumul>,
        "figures" => named::<ToFigures>,
        "identiques" => named::<ToIdentiques>,
        _ => {
            let valid = ["cumul", "figures", "identiques"];
            return Err(unknown("universe", universe, valid));
        }
    };
    Ok(make(at_least, universe))
}

fn named<To: Destination>(at_least: Cents, universe: &str) -> Named<HappyDes> {
    Named {
        name: format!("threshold:{at_least}:{universe}"),
        player: Box::new(Threshold::<To> {
            at_least,
            to: PhantomData,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str) -> std::result::Result<String, String> {
        Family::find(FAMILIES, "happy-des", name)
            .map(|named| named.name)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn names_are_canonical() {
        for name in ["stop", "cumul", "figures", "identiques"] {
            assert_eq!(find(name).as_deref(), Ok(name));
        }
        assert_eq!(
            find("threshold:2:cumul").as_deref(),
            Ok("threshold:2.00:cumul")
        );
        assert_eq!(
            find("threshold:0,5:identiques").as_deref(),
            Ok("threshold:0.50:identiques")
        );
    }

    #[test]
    fn errors_say_what_is_wrong_with_the_argument() {
        let error = |name| find(name).expect_err("invalid");
        assert_eq!(
            error("threshold:2"),
            "strategy `threshold:2` of happy-des: `2` lacks its universe: write it as \
             EUR:UNIVERSE, e.g. 2.00:cumul"
        );
        assert_eq!(
            error("threshold:2:cumuls"),
            "strategy `threshold:2:cumuls` of happy-des: unknown universe `cumuls`; did you mean \
             `cumul`? (valid: cumul, figures, identiques)"
        );
        assert_eq!(
            error("threshold:two:cumul"),
            "strategy `threshold:two:cumul` of happy-des: `two` is not an amount in euros such as \
             2.00"
        );
        assert!(error("threshold").contains("write it as threshold:EUR:UNIVERSE"));
    }
}
