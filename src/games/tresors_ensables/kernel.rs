//! One round in the order of the articles: the readable reference.
//!
//! One branch per roll is hard to predict, the one that ends the round; everything else that depends
//! on luck is a table look-up or a conditional move. To that end each roll takes its share of a
//! word as if it needed all it may reveal (the face, the series entered, the chest opened); what it
//! does not reveal is never looked at and never counted.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, and these would be mispredicted"
)]

use std::hint::select_unpredictable;

use crate::game::{Strategy, Witness};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::board::{Chest, LAST, Layout, PLACEMENTS, SERIES};
use crate::games::tresors_ensables::sheet::{End, NOWHERE, Sheet};
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::games::tresors_ensables::tables::{CASES, Dealing, GAUGE, GOLD_DRAWS, Purse, Rules};
use crate::games::tresors_ensables::tell;
use crate::rng::{Draw, Mixed};
use crate::units::Cents;

/// Bound of a draw of a series (3.2.2): 60 placements, 1000 equal cases of the three rules.
const DEAL_DRAWS: u64 = PLACEMENTS as u64 * CASES;
/// Product of the bounds of what a roll takes.
const CAST_DRAWS: u64 = DEAL_DRAWS * 6;

/// What a roll takes.
#[derive(Clone, Copy)]
struct Cast {
    /// One of [`CASES`].
    case: usize,
    /// The number of the deal of a series (3.2.2).
    deal: usize,
    /// The face of the die, from 0 (3.2.4).
    face: usize,
    /// The layout of the deal.
    layout: Layout,
}

impl Cast {
    #[inline(always)]
    fn new<D: Draw>(rules: &Rules, draw: &mut D) -> Self {
        let mut word = draw.mixed(CAST_DRAWS);
        let case = word.take(CASES) as usize;
        let deal = deal(rules, case, &mut word);
        Self {
            case,
            deal,
            face: word.take(6) as usize,
            layout: rules.layouts[deal & 2047],
        }
    }
}

/// The number of the deal (3.2.2) of a case of the rules and a placement from `word`.
#[inline(always)]
fn deal(rules: &Rules, case: usize, word: &mut Mixed) -> usize {
    usize::from(rules.outcomes[case & 1023]) | word.take(PLACEMENTS as u64) as usize
}

/// What the next roll takes, drawn while the present one is played: a round then starts without
/// waiting for the generator.
#[derive(Default)]
pub struct Ahead(Option<Cast>);

/// The series of a play whose layouts are not drawn one by one as they are entered.
struct Board {
    series: [Layout; SERIES],
    /// Whether they are drawn.
    drawn: bool,
}

impl Board {
    /// Nothing drawn yet.
    const HIDDEN: Self = Self {
        series: [Layout::BLANK; SERIES],
        drawn: false,
    };

    /// The board at the start: drawn ahead where the player sees it.
    fn new<D: Draw, W: Witness>(
        rules: &Rules,
        draw: &mut D,
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Self {
        let mut board = Self {
            drawn: rules.dealing.ahead,
            ..Self::HIDDEN
        };
        if rules.dealing.ahead && rules.dealing.once {
            let deal = Self::deal(rules, &mut draw.mixed(DEAL_DRAWS));
            board.fill(rules, deal, sheet, witness);
        } else if rules.dealing.ahead {
            for pair in 0..SERIES / 2 {
                let mut word = draw.mixed(DEAL_DRAWS * DEAL_DRAWS);
                for series in [2 * pair, 2 * pair + 1] {
                    let deal = Self::deal(rules, &mut word);
                    sheet.dealt(deal, true);
                    tell::series(rules, witness, Some(series), deal);
                    board.series[series] = rules.layouts[deal & 2047];
                }
            }
        }
        board
    }

    /// Takes a series from a word.
    fn deal(rules: &Rules, word: &mut Mixed) -> usize {
        let case = word.take(CASES) as usize;
        deal(rules, case, word)
    }

    /// Gives all ten series the layout of `deal`.
    fn fill<W: Witness>(&mut self, rules: &Rules, deal: usize, sheet: &mut Sheet, witness: &mut W) {
        sheet.dealt(deal, true);
        tell::series(rules, witness, None, deal);
        self.series = [rules.layouts[deal & 2047]; SERIES];
        self.drawn = true;
    }
}

/// Plays one round.
#[inline(always)]
pub(super) fn round<S: Strategy<TresorsEnsables>, D: Draw, W: Witness>(
    rules: &Rules,
    strategy: &S,
    draw: &mut D,
    ahead: &mut Ahead,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    if rules.is_plain() {
        play::<true, _, _, _>(rules, strategy, draw, ahead, sheet, witness)
    } else {
        play::<false, _, _, _>(rules, strategy, draw, ahead, sheet, witness)
    }
}

/// Plays one round; `PLAIN` spares what only readings other than the defaults need.
#[inline(always)]
fn play<const PLAIN: bool, S: Strategy<TresorsEnsables>, D: Draw, W: Witness>(
    rules: &Rules,
    strategy: &S,
    draw: &mut D,
    ahead: &mut Ahead,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let mut board = if PLAIN { Board::HIDDEN } else { Board::new(rules, draw, sheet, witness) };
    let (mut cell, mut lives) = (0, rules.lives);
    let mut purse = Purse::default();
    let mut square = rules.squares[cell];
    // The series the player is in, and the bits of its cells that were landed on.
    let (mut layout, mut seen) = (Layout::BLANK, 0);
    let mut next = match ahead.0 {
        Some(cast) => cast,
        None => Cast::new(rules, draw),
    };
    let end = loop {
        let Cast { case, deal, face, layout: dealt } = next;
        next = Cast::new(rules, draw);

        // 3.2.4: the roll.
        tell::roll(rules, witness, face);
        let target = cell + face + 1;
        if !PLAIN && target > rules.reach {
            // 3.2.7, lost-roll: the player stays, and the cell does not act again.
            sheet.landed(NOWHERE, face);
            tell::lost_roll(witness, cell);
        } else {
            // 3.2.7, reaches-gold: cells past the gold chest are the gold chest.
            cell = target;
            sheet.landed(cell, face);
            let left = square.series;
            square = rules.squares[cell & 127];

            // 3.2.2: the series entered.
            let blind = square.chest == Chest::None;
            let entered = (square.series != left) & blind;
            if PLAIN || rules.dealing == Dealing::default() {
                sheet.dealt(deal, entered);
                if W::WATCHES && entered {
                    tell::series(rules, witness, Some(cell / 6), deal);
                }
                layout = select_unpredictable(entered, dealt, layout);
            } else {
                if !board.drawn && blind {
                    board.fill(rules, deal, sheet, witness);
                }
                // On a chest any series will do: all have the same chest.
                layout = board.series[usize::from(square.series) % SERIES];
            }
            // A chest closes its series: what was seen of it no longer matters.
            let forget = (entered | !blind) & !rules.dealing.once;
            seen = select_unpredictable(forget, 0, seen) | Layout::mask(square.shift);

            // 3.1.3: life points; none at a chest.
            let code = layout.code(square.shift);
            lives = usize::from(rules.lives_after[lives % GAUGE][code]);
            tell::landing(rules, witness, cell, code, lives);

            // 3.2.5: the content of a bronze or silver chest, by the draw that no series needs here.
            let found = rules.contents[square.chest as usize][case & 1023];
            purse = purse.with(found);
            tell::content(rules, witness, square.chest, found.row());
        }

        // 3.2.8: death; 3.3.5: the gold chest.
        if (lives == 0) | (cell >= LAST) {
            break if lives == 0 { End::Death } else { End::Gold };
        }

        // 3.2.6: a decision. The strategy is asked even where none is due: that is cheaper than a
        // branch on whether a gain is held, and being pure it cannot tell.
        let view = View {
            cell,
            lives,
            purse,
            layout,
            seen,
            board: (!PLAIN && rules.dealing.ahead).then_some(&board.series),
        };
        let due = (purse.steps() > 0) & (PLAIN | rules.anywhere | (square.chest != Chest::None));
        let action = strategy.decide(&view);
        if W::WATCHES && due {
            tell::decision(witness, &view, action);
        }
        if select_unpredictable(due, action == Action::Stop, false) {
            break End::Stop;
        }
    };
    ahead.0 = Some(next);

    // 3.3.5: what is held is paid, with the gold chest's content if it was reached; 3.2.8: the
    // dead get nothing.
    let gold = if end == End::Gold {
        let row = rules.gold_row(draw.below(GOLD_DRAWS));
        tell::gold(rules, witness, row);
        row + 1
    } else {
        0
    };
    let chests = purse.chests() + usize::from(gold > 0);
    let held = if end == End::Death { 0 } else { purse.steps() };
    sheet.ended(end, chests, purse, held, gold);
    let payout = rules.payout(held, gold);
    tell::end(witness, end, chests, payout);
    payout
}
