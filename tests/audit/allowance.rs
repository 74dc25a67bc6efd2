//! What an audit allows players whose strategy is not known: no play at all earns more, or less, whatever the odds
//! behind the printed ones.
//!
//! The allowance is argued from best and worst play under the model weights. Here best and worst play are solved
//! again under the odds that pay most and those that pay least, and every strategy on offer is bounded by
//! itself.

use tirage::audit::Rules;
use tirage::error::Result;
use tirage::exact::{Ratio, to_f64};
use tirage::game::GameEntry;
use tirage::games::happy_des::HappyDes;
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::observed::Auditor;
use tirage::published::{Published, Table};
use tirage::units::{Cents, Probability};

use crate::lawful::strategies;
use crate::sample::{Counts, answers, defaults, log};

/// Fills the rows of a table of amounts up to the ends of their intervals, the largest amounts first or last, in
/// parts of `whole`; 0 leaves it alone.
fn extreme(table: &mut Table, whole: u64, is_rich: bool) {
    let printed = table.weights.denominator;
    if whole == 0 {
        return;
    }
    let scaled = |p: Probability| *p.numer() * i128::from(whole) / *p.denom();
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for row in &table.rows {
        let ends = row.printed.interval(printed);
        if row.amount.is_none() || ends.low == ends.high {
            return;
        }
        low.push(u64::try_from(scaled(ends.low)).expect("a weight") + 1);
        high.push(u64::try_from(scaled(ends.high)).expect("a weight"));
    }
    let mut order: Vec<usize> = (0..low.len()).collect();
    order.sort_by_key(|&row| table.rows[row].amount);
    if is_rich {
        order.reverse();
    }
    let mut left = whole - low.iter().sum::<u64>();
    let mut weights = low;
    for row in order {
        let more = left.min(high[row] - weights[row]);
        weights[row] += more;
        left -= more;
    }
    assert_eq!(left, 0, "{} has an extreme law", table.id);
    table.weights.values = weights;
    table.weights.denominator = whole;
}

fn rtp(game: &dyn GameEntry, strategy: &str) -> Ratio {
    let stake = game.card().stakes[0];
    let solved = game.solve(strategy, stake, &answers(&[]), None);
    solved.expect("a run").1.expect("a solver").rtp(stake)
}

fn is_allowed<G: GameEntry>(
    published: fn() -> Result<Published>,
    with: fn(Published) -> Result<G>,
    whole: fn(&str) -> u64,
) {
    let game = with(published().expect("tables")).expect("a game");
    let stake = game.card().stakes[0];
    let plays = log(&game, stake, None, &Counts::from([(Cents::ZERO, 1)]));
    let found = Auditor::new(&game)
        .judge(&plays, &defaults(&game), &Rules::default())
        .expect("an audit");
    let allowed = found.groups[0].allowed.clone().expect("an allowance");
    for strategy in strategies(&game) {
        let solved = game.solve(strategy, stake, &answers(&[]), None);
        let own = solved.expect("a run").1.expect("a solver").rtp_bounds;
        assert!(own.low >= allowed.low, "{strategy}");
        assert!(own.high <= allowed.high, "{strategy}");
    }
    let (mut ends, mut changed) = (Vec::new(), false);
    for is_rich in [true, false] {
        let mut tables = published().expect("tables");
        for table in &mut tables.tables {
            let before = table.weights.values.clone();
            let parts = whole(&table.id);
            extreme(table, parts, is_rich);
            changed |= before != table.weights.values;
        }
        let other = with(tables).expect("a game");
        let (best, worst) = (rtp(&other, "optimal"), rtp(&other, "worst"));
        assert!(best <= allowed.high, "best play, rich: {is_rich}");
        assert!(worst >= allowed.low, "worst play, rich: {is_rich}");
        ends.extend([best, worst]);
    }
    assert!(changed);
    // The allowance is not merely anything: within a point of RTP of what can be reached there.
    let (most, least) = (ends.iter().max(), ends.iter().min());
    let spare = [
        to_f64(&(&allowed.high - most.expect("an end"))),
        to_f64(&(least.expect("an end") - &allowed.low)),
    ];
    assert!(spare.iter().all(|spare| *spare < 0.01), "{spare:?}");
}

#[test]
fn nobody_earns_more_or_less_in_happy_des() {
    is_allowed(HappyDes::published, HappyDes::with, |_| 1_000_000_000_000);
}

#[test]
fn nobody_earns_more_or_less_in_tresors_ensables() {
    // The solver's integers hold finer parts of the gold chest only; what the others can do to a strategy is
    // in the bounds of its own RTP.
    is_allowed(TresorsEnsables::published, TresorsEnsables::with, |id| {
        if id.ends_with("/gold") { 10_000_000 } else { 0 }
    });
}
