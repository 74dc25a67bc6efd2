//! Tickets sold many at a time: what kernels of many rounds of games in blocks have in common.

use std::num::NonZeroU64;

use crate::game::traits::Game;
use crate::rng::{Dealer, Urn};
use crate::tally::{BlockLots, Blocks, Players, Session, Tally};
use crate::units::{Cents, Stake};

/// How the tickets of a chunk are sold: one block to all comers, or a fresh block to every player.
///
/// Rows are counted by what is left of a block when its tickets are dealt. A block has one row more
/// than `LANES` at most.
pub struct Sale<'a, const LANES: usize> {
    full: Urn<LANES>,
    lots: BlockLots<'a>,
    stake: Stake,
    /// Tickets of each player; none where one block is sold to all.
    each: Option<NonZeroU64>,
    /// By how much each row pays more than the next, in cents; by how much more often it pays at all; by
    /// how much more often the top prize.
    steps: [[i64; LANES]; 3],
}

/// What was sold.
pub struct Sold {
    /// Tickets per row.
    pub rows: Vec<u64>,
    blocks: Blocks,
    players: Players,
}

/// A ticket about to be sold.
pub struct Next<const LANES: usize> {
    /// What is left of its block.
    pub urn: Urn<LANES>,
    /// The player, counted from 0; 0 where there are none.
    pub player: u64,
    /// Which of the tickets left it is.
    pub ticket: u64,
    /// Its row.
    pub row: usize,
    /// Tickets of this row sold before.
    pub before: u64,
}

impl<'a, const LANES: usize> Sale<'a, LANES> {
    /// Sells blocks that are dealt from `full`, whose rows pay `prizes`; none in a game without blocks.
    pub fn new<G: Game>(
        rules: &'a G::Rules,
        full: Urn<LANES>,
        prizes: &[Cents],
        each: Option<NonZeroU64>,
    ) -> Option<Self> {
        let top = G::top_prize(rules);
        let steps = |value: &dyn Fn(Cents) -> i64| {
            let of = |row: usize| prizes.get(row).map_or(0, |&prize| value(prize));
            std::array::from_fn(|row| of(row) - of(row + 1))
        };
        Some(Self {
            full,
            lots: G::block(rules)?,
            stake: G::stake(rules),
            each,
            steps: [
                steps(&|prize| prize.0),
                steps(&|prize| i64::from(prize > Cents::ZERO)),
                steps(&|prize| i64::from(prize >= top)),
            ],
        })
    }

    /// Tickets of a block that are sold, of so many `rounds` in all, and to how many players.
    fn shares(&self, rounds: u64) -> (u64, u64) {
        let each = self.each.map_or(rounds, NonZeroU64::get);
        (each, rounds.checked_div(each).unwrap_or_default())
    }

    /// Sells the first `rounds` tickets of a chunk.
    #[inline(always)]
    pub fn sell(&self, dealer: &mut Dealer, rounds: u64) -> Sold {
        let (each, players) = self.shares(rounds);
        let is_whole = each == self.lots.tickets();
        let mut sold = Sold {
            rows: vec![0; LANES + 1],
            blocks: Blocks::default(),
            players: Players::default(),
        };
        let mut sums = [0; LANES];
        for _ in 0..players {
            let mut urn = self.full;
            dealer.deal(&mut urn, each);
            let dealt = urn.dealt_since(&self.full);
            for (sum, dealt) in sums.iter_mut().zip(dealt) {
                *sum += u64::from(dealt);
            }
            if let Some(length) = self.each {
                sold.players.add(self.session(dealt), self.stake, length);
            }
            if is_whole {
                // Blocks sold out are checked one by one.
                self.close(&mut sold.blocks, &rows(dealt.map(u64::from), each), 1, each);
            }
        }
        sold.rows = rows(sums, each * players);
        if !is_whole {
            self.close(&mut sold.blocks, &sold.rows, players, each);
        }
        sold
    }

    #[inline(never)]
    fn close(&self, blocks: &mut Blocks, rows: &[u64], number: u64, each: u64) {
        let lots = self.lots.lots;
        blocks.add(lots, &rows[..lots.len().min(rows.len())], number, each);
    }

    /// What a player lived through. A row that is reached by so many more tickets than the one before pays
    /// for them what the rows from it on step down by.
    #[inline(always)]
    fn session(&self, dealt: [u32; LANES]) -> Session {
        let [paid, won, top] = self.steps.map(|steps| {
            let each = steps.iter().zip(dealt);
            each.map(|(&step, dealt)| step * i64::from(dealt)).sum()
        });
        Session::of(Cents(paid), won, top)
    }

    /// Ticket number `index` of a chunk, after those before it.
    pub fn next(&self, mut dealer: Dealer, index: u64) -> Next<LANES> {
        let each = self.each.map_or(u64::MAX, NonZeroU64::get);
        let (player, place) = (index / each, index % each);
        let rows = self.sell(&mut dealer, index - place).rows;
        let mut urn = self.full;
        dealer.deal(&mut urn, place);
        let more = self::rows(urn.dealt_since(&self.full).map(u64::from), place);
        let (ticket, row) = dealer.next(&urn);
        Next {
            urn,
            player,
            ticket,
            row,
            before: rows[row] + more[row],
        }
    }
}

/// Tickets per row, of those of the first row, the first two and so on, and of all.
fn rows<const LANES: usize>(dealt: [u64; LANES], all: u64) -> Vec<u64> {
    let mut before = 0;
    let dealt = dealt.into_iter().chain([all]);
    dealt
        .map(|dealt| dealt - std::mem::replace(&mut before, dealt))
        .collect()
}

impl Sold {
    /// Adds blocks and players to `tally`; the rows are the game's to add.
    pub fn unfold(&self, tally: &mut Tally) {
        tally.blocks.merge(&self.blocks);
        tally.players.merge(self.players);
    }
}
