//! The written rules of articles 4.4 to 4.6, applied to what a ticket shows: every claim a player
//! could make is tried, the dearest first, and the first that the symbols bear is paid.
//!
//! Nothing here is shared with what chose the reveal but the printed table and the symbols.

use crate::error::Result;
use crate::games::piece_dor::combinations::{COMBINATIONS, ROWS, gains};
use crate::games::piece_dor::readings::{Clover, Combining, Listed, Reads};
use crate::games::piece_dor::symbol::{FORMING, Reveal, SHOWN, Symbol};
use crate::units::{Cents, Stake};

/// A set of combinations: how often each row of the table is formed, and what they pay together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// How often each row of the table of article 4.4 is formed.
    pub formed: [u8; ROWS],
    /// Clovers that stand for a symbol (article 4.5).
    pub clovers: u8,
    /// The sum of the gains (article 4.6).
    pub pays: Cents,
}

impl Claim {
    /// Combinations formed.
    pub fn combinations(&self) -> u8 {
        self.formed.iter().sum()
    }
}

/// The rules at a stake under one set of readings.
pub struct Replay {
    reads: Reads,
    /// The claims that need at most nine symbols, the dearest first, then the shortest; where
    /// symbols serve several rows there are too many to list, and they are searched.
    claims: Vec<Claim>,
    gains: [Cents; ROWS],
}

impl Replay {
    /// The rules at one of the game's stakes.
    ///
    /// # Errors
    /// (Internal) another stake.
    pub fn at(stake: Stake, reads: Reads) -> Result<Self> {
        Ok(Self::new(gains(stake)?, reads))
    }

    pub(super) fn new(gains: [Cents; ROWS], reads: Reads) -> Self {
        let most = match reads.combining {
            Combining::BestTotal => SHOWN as u8,
            Combining::EachLineOnce => 1,
            Combining::Reuse => 0,
        };
        let mut claims = Vec::new();
        list(&gains, most, 0, SHOWN as u8, Claim::default(), &mut claims);
        claims.sort_by_key(|claim| (-claim.pays.0, claim.combinations()));
        Self {
            reads,
            claims,
            gains,
        }
    }

    /// What is paid for `shown`; none where such a ticket cannot be.
    pub fn pay(&self, shown: Reveal) -> Option<Claim> {
        let clovers = shown.count(Symbol::Trefle);
        let (may_appear, help) = match self.reads.clover {
            Clover::NoneOrOne => (clovers <= 1, clovers),
            Clover::SeveralOneUsable => (true, u8::from(clovers >= 1)),
            Clover::SeveralEachUsable => (true, clovers),
        };
        let is_listed = shown.count(Symbol::Blank) == 0;
        if !may_appear || !(is_listed || self.reads.listed == Listed::WithBlanks) {
            return None;
        }
        if self.reads.combining == Combining::Reuse {
            return Some(self.search(shown, help, 0));
        }
        // 4.4: a symbol is used once, so what a claim asks for is asked for all at once.
        self.claims.iter().find_map(|claim| {
            let mut asked = [0; FORMING];
            for (row, &formed) in COMBINATIONS.iter().zip(&claim.formed) {
                for (asked, need) in asked.iter_mut().zip(row.needs) {
                    *asked += need * formed;
                }
            }
            let clovers = missing(asked, shown);
            (clovers <= help).then(|| Claim {
                clovers,
                ..claim.clone()
            })
        })
    }

    /// The best claim on the rows from `row` on where every row may use all symbols: so many times
    /// each, a clover making up for each symbol that is missing (article 4.5).
    fn search(&self, shown: Reveal, help: u8, row: usize) -> Claim {
        let Some(printed) = COMBINATIONS.get(row) else {
            return Claim::default();
        };
        let mut best = Claim::default();
        for times in 0.. {
            let short = missing(printed.needs.map(|need| need * times), shown);
            if short > help {
                break;
            }
            let mut claim = self.search(shown, help - short, row + 1);
            claim.formed[row] = times;
            claim.clovers += short;
            claim.pays = claim.pays + Cents(self.gains[row].0 * i64::from(times));
            if claim.pays > best.pays {
                best = claim;
            }
        }
        best
    }
}

/// How many symbols `shown` lacks of those asked for.
fn missing(asked: [u8; FORMING], shown: Reveal) -> u8 {
    let held = [
        Symbol::Or,
        Symbol::Couronne,
        Symbol::Croix,
        Symbol::Etoile,
        Symbol::PieceTrouee,
    ];
    asked
        .iter()
        .zip(held)
        .map(|(&asked, symbol)| asked.saturating_sub(shown.count(symbol)))
        .sum()
}

/// Lists `claim` with up to `most` of each row from `row` on, of `room` symbols together.
fn list(
    gains: &[Cents; ROWS],
    most: u8,
    row: usize,
    room: u8,
    claim: Claim,
    found: &mut Vec<Claim>,
) {
    let Some(printed) = COMBINATIONS.get(row) else {
        found.push(claim);
        return;
    };
    let size: u8 = printed.needs.iter().sum();
    for times in 0..=most.min(room / size) {
        let mut claim = claim.clone();
        claim.formed[row] = times;
        claim.pays = claim.pays + Cents(gains[row].0 * i64::from(times));
        list(gains, most, row + 1, room - times * size, claim, found);
    }
}
