//! Stage 1 but for the amount: one die, thrown until it decides (article 2.3.3).

use crate::error::Result;
use crate::exact::{BigUint, Ratio, ratio};
use crate::game::GameCard;
use crate::games::happy_des::exact::prize::die;

/// How stage 1 ends.
pub(super) struct FirstDie {
    /// Weight of the faces that win.
    pub(super) won: BigUint,
    /// Weight of the face that loses.
    pub(super) lost: BigUint,
    /// Mean number of rolls.
    pub(super) rolls: Ratio,
}

impl FirstDie {
    pub(super) fn new(card: &GameCard) -> Result<Self> {
        let [one, two, three, four, five, six] = die(card, "stage-1-die")?;
        // 2.3.3.5: a 5 or a 6 wins; 2.3.3.4: a 1 loses.
        let (won, lost) = (five + six, one);
        // 2.3.3.3: after a 2, a 3 or a 4 the die is rolled again, until a 1, a 5 or a 6 comes: what
        // ends the rolls has the law of one roll given that it ends them, and the number of rolls is
        // geometric.
        let ends = &won + &lost;
        let all = &ends + two + three + four;
        Ok(Self {
            won,
            lost,
            rolls: ratio(all, ends),
        })
    }

    /// The chance to win stage 1.
    pub(super) fn chance(&self) -> Ratio {
        ratio(self.won.clone(), &self.won + &self.lost)
    }
}
