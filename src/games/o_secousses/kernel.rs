//! One ticket, in the order of the articles.

use crate::game::Witness;
use crate::games::o_secousses::readings::Order;
use crate::games::o_secousses::replay::Ticket;
use crate::games::o_secousses::tables::{BLOCK, ROWS, Rules};
use crate::games::o_secousses::tree::{Beside, Reveal, SHAKEN, TREES, describe};
use crate::rng::{Draw, Urn};
use crate::tally::{Faults, Tally};
use crate::units::Cents;

/// The counts of a chunk: tickets per row, and reveals that do not pay their lot.
#[derive(Default)]
pub struct Sheet {
    rows: [u64; ROWS],
    faults: Faults,
}

#[inline(always)]
pub(super) fn round<D: Draw, W: Witness>(
    rules: &Rules,
    draw: &mut D,
    urn: &mut Urn<8>,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    // 3: the lot, dealt from the block. An urn of nine rows gives no other.
    let row = urn.deal(draw).min(ROWS - 1);
    let prize = rules.prizes[row];
    sheet.rows[row] += 1;
    witness.drew("3", BLOCK, row, || {
        let place = rules.urn.left() - urn.left();
        format!("ticket {place} of the block: a lot of {prize} EUR")
    });
    // 4.3: the trees that show it.
    let mut reveal = rules.reveals.draw(row, draw);
    if rules.readings.order == Order::ByTree {
        reveal = shaken(reveal, rules.replay.kinds(), draw);
    }
    // 4.5 to 4.10: what they pay by the written rules.
    let paid = rules.replay.pays(reveal);
    if paid != Some(prize) {
        fault(rules, prize, paid, reveal, &mut sheet.faults);
    }
    if W::WATCHES {
        tell(rules, reveal, witness);
    }
    prize
}

/// 4.4: the player shakes the trees in an order of his choice, any of the 720.
#[cold]
fn shaken<D: Draw>(reveal: Reveal, kinds: usize, draw: &mut D) -> Reveal {
    const ORDERS: u64 = 720;
    let mut trees = reveal.trees(kinds);
    let mut order = draw.mixed(ORDERS);
    for left in (2..=SHAKEN).rev() {
        trees.swap(left - 1, order.take(left as u64) as usize);
    }
    Reveal::new(trees, kinds)
}

/// A reveal that does not pay its lot.
#[cold]
#[inline(never)]
pub(super) fn fault(
    rules: &Rules,
    lot: Cents,
    paid: Option<Cents>,
    reveal: Reveal,
    faults: &mut Faults,
) {
    let paid = paid.map_or_else(
        || "cannot exist".to_owned(),
        |paid| format!("pays {paid} EUR"),
    );
    faults.add(format!(
        "lot of {lot} EUR, but by the rules the reveal {paid}: {}",
        describe(reveal, rules.replay.kinds())
    ));
}

/// The trees one by one, and the payment.
fn tell<W: Witness>(rules: &Rules, reveal: Reveal, witness: &mut W) {
    let readings = &rules.readings;
    let mut ticket = Ticket::default();
    for (place, code) in (1..).zip(reveal.trees(rules.replay.kinds())) {
        let tree = TREES[usize::from(code)];
        ticket = ticket.shake(tree, readings);
        let article = match tree.beside {
            Beside::Golden => "4.7",
            Beside::Monkey => "4.6",
            Beside::Nothing if tree.coconuts > 0 => "4.5",
            Beside::Nothing => "4.4",
        };
        witness.note(article, || {
            format!("shake {place}: {tree}; the gauge is at {}", ticket.cursor)
        });
    }
    let kept = ticket.golden_fallen - ticket.golden_taken;
    witness.note("4.8", || {
        format!(
            "all trees shaken: gauge at {}, highest {}, golden coconuts {kept}",
            ticket.cursor, ticket.summit
        )
    });
    match ticket.pays(readings) {
        Some(Cents::ZERO) => witness.note("4.10", || "the ticket loses".to_owned()),
        Some(paid) => witness.note("4.9", || format!("the ticket wins {paid} EUR")),
        None => witness.note("4.7", || "no such reveal can exist".to_owned()),
    }
}

/// Adds `sheet` to `tally`.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
    for (row, (&count, &prize)) in sheet.rows.iter().zip(&rules.prizes).enumerate() {
        tally.tables[BLOCK][row] += count;
        tally.pay(prize, count);
    }
    tally.faults.merge(&sheet.faults);
}
