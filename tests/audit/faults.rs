//! Each fault is found, and the row it is in is named.

use tirage::audit::{Check, Method, Rules, Verdict};
use tirage::exact::{Law, Ratio, to_f64};
use tirage::game::GameEntry;
use tirage::observed::{Answers, Auditor, Judgement, Log, Players, read_from};
use tirage::units::{Cents, Stake};

use crate::lawful::strategies;
use crate::sample::{Counts, answers, defaults, game, games, law, log, multinomial};
use crate::toy::Toy;

const SEED: u64 = 42;

/// Who knows that players of Clefs have played for long, as the laws below have it.
fn auditor(game: &dyn GameEntry) -> Auditor<'_> {
    let carries = game.card().sessions.is_some_and(|offer| offer.carries);
    let players = if carries {
        Players::LongRun
    } else {
        Players::Any
    };
    Auditor::of(game, players)
}

fn judge(
    auditor: &Auditor<'_>,
    game: &dyn GameEntry,
    stake: Stake,
    strategy: Option<&str>,
    counts: &Counts,
) -> Judgement {
    let log = log(game, stake, strategy, counts);
    auditor
        .judge(&log, &defaults(game), &Rules::default())
        .expect("an audit")
}

/// The failed checks whose id begins with `prefix`.
fn failed<'a>(found: &'a Judgement, prefix: &'a str) -> Vec<&'a Check> {
    let checks = found.alternatives[found.shown].checks.iter();
    checks
        .filter(|check| check.verdict == Verdict::Fail && check.id.starts_with(prefix))
        .collect()
}

/// Whether a failed check names `row`: in its note, or among its rows as rejected on its own.
fn names(checks: &[&Check], row: &str) -> bool {
    checks.iter().any(|check| {
        let rows = check.rows.len() as f64;
        check.note.as_ref().is_some_and(|note| note.contains(row))
            || check
                .rows
                .iter()
                .any(|found| found.label == row && found.log10_p + libm::log10(rows) < -3.0)
    })
}

/// Plays and prefix of the check that names a payout: 1e6 plays, of Trésors 2e7; half a block.
fn size(game: &dyn GameEntry) -> (u64, &'static str) {
    match game.card().id.as_str() {
        "tresors-ensables" => (20_000_000, "payouts:"),
        "happy-des" | "clefs-du-tresor" => (1_000_000, "payouts:"),
        _ => (1_000_000, "fit:"),
    }
}

/// The label that a check gives a payout.
fn label(game: &dyn GameEntry, stake: Stake, amount: Cents) -> String {
    let table = game.block_table(stake).expect("a stake");
    let row = table.and_then(|number| {
        let rows = &game.card().tables[number].rows;
        rows.iter()
            .find(|row| row.amount == Some(amount))
            .map(|row| row.label.clone())
    });
    row.unwrap_or_else(|| format!("{amount} EUR"))
}

/// Every strategy of every game: a lawful log that `change` changes is rejected, and the payout it gives is
/// named.
fn is_found_and_named(change: impl Fn(&Law, u64, &mut Counts) -> Cents) {
    for game in &games() {
        let game = game.as_ref();
        let (auditor, stake) = (auditor(game), game.card().stakes[0]);
        let (plays, prefix) = size(game);
        for strategy in strategies(game) {
            let law = law(game, strategy, stake, &[]);
            let mut counts = multinomial(&law, plays, SEED);
            let row = label(game, stake, change(&law, plays, &mut counts));
            let found = judge(&auditor, game, stake, Some(strategy), &counts);
            let what = format!("{} {strategy}", game.card().id);
            assert_eq!(found.verdict, Verdict::Fail, "{what}");
            let checks = failed(&found, prefix);
            assert!(names(&checks, &row), "{what}: {row} in {checks:#?}");
        }
    }
}

/// The prizes of a law with their chances.
fn prizes(law: &Law) -> impl Iterator<Item = (Cents, Ratio)> + '_ {
    law.probabilities()
        .filter(|(amount, _)| *amount > Cents::ZERO)
}

#[test]
fn a_common_payout_five_per_cent_too_frequent_is_found_and_named() {
    is_found_and_named(|law, _, counts| {
        // The likeliest payout above 0, at the expense of the losses.
        let (common, _) = prizes(law).max_by(|a, b| a.1.cmp(&b.1)).expect("a payout");
        let more = counts[&common] / 20;
        *counts.get_mut(&common).expect("a payout") += more;
        *counts.get_mut(&Cents::ZERO).expect("a loss") -= more;
        common
    });
}

#[test]
fn a_prize_that_never_appears_is_found_and_named() {
    is_found_and_named(|law, plays, counts| {
        // The rarest prize that is expected a hundred times: nothing is paid in its place.
        let often = prizes(law).filter(|(_, p)| to_f64(p) * plays as f64 >= 100.0);
        let (missing, _) = often.min_by(|a, b| a.1.cmp(&b.1)).expect("a prize");
        let count = counts.remove(&missing).expect("a count");
        *counts.get_mut(&Cents::ZERO).expect("a loss") += count;
        missing
    });
}

#[test]
fn a_payout_that_nobody_can_win_is_found_and_named() {
    for game in &games() {
        let game = game.as_ref();
        let (auditor, stake) = (auditor(game), game.card().stakes[0]);
        let all = [None]
            .into_iter()
            .chain(strategies(game).iter().take(1).copied().map(Some));
        for strategy in all {
            let law = law(game, strategies(game)[0], stake, &[]);
            let mut counts = multinomial(&law, 10_000, SEED);
            counts.insert(Cents(12_345), 1);
            let found = judge(&auditor, game, stake, strategy, &counts);
            assert_eq!(
                found.verdict,
                Verdict::Fail,
                "{} {strategy:?}",
                game.card().id
            );
            let checks = failed(&found, "impossible-outcome:");
            assert!(names(&checks, "123.45 EUR"), "{checks:#?}");
            assert_eq!(checks[0].method, Method::ImpossibleOutcome);
        }
    }
}

/// Without a strategy payouts follow no one law, but nobody plays better than best play.
#[test]
fn nobody_beats_best_play() {
    let games = games();
    let game = game(&games, "happy-des");
    let (auditor, stake) = (Auditor::new(game), Stake::from_cents(100));
    for (strategy, fails) in [
        ("optimal", false),
        ("worst", false),
        ("stop", false),
        ("figures", false),
    ] {
        let counts = multinomial(&law(game, strategy, stake, &[]), 1_000_000, SEED);
        let found = judge(&auditor, game, stake, None, &counts);
        assert_eq!(found.verdict == Verdict::Fail, fails, "{strategy}");
    }
    // A tenth of the losses paid 2 EUR.
    let mut counts = multinomial(&law(game, "optimal", stake, &[]), 1_000_000, SEED);
    let lost = counts[&Cents::ZERO] / 10;
    *counts.get_mut(&Cents::ZERO).expect("losses") -= lost;
    *counts.entry(Cents(200)).or_default() += lost;
    let found = judge(&auditor, game, stake, None, &counts);
    assert_eq!(found.verdict, Verdict::Fail);
    assert_eq!(failed(&found, "rtp:").len(), 1);
}

/// Whatever players decide, they neither always lose nor are always paid the same, and jackpots stay rare.
#[test]
fn no_decisions_explain_these() {
    let games = games();
    let game = game(&games, "happy-des");
    let (auditor, stake) = (Auditor::new(game), Stake::from_cents(100));
    for (amount, count, others) in [
        (Cents::ZERO, 1_000_000, 0),
        (Cents(50), 1_000_000, 0),
        (Cents(4_000_000), 100, 100_000_000),
    ] {
        let mut counts = multinomial(&law(game, "cumul", stake, &[]), others, SEED);
        *counts.entry(amount).or_default() += count;
        let found = judge(&auditor, game, stake, None, &counts);
        assert_eq!(found.verdict, Verdict::Fail, "{amount}");
        let checks = failed(&found, "payouts:");
        assert!(names(&checks, &format!("{amount} EUR")), "{checks:#?}");
    }
}

fn judge_under(auditor: &Auditor<'_>, plays: &Log, given: &Answers) -> Judgement {
    let found = auditor.judge(plays, given, &Rules::default());
    found.expect("an audit")
}

/// Where neither payouts nor RTP can be tested, nothing speaks for the plays: a game that nobody has solved, nor listed
/// what it can pay.
#[test]
fn what_no_test_reaches_is_no_pass() {
    let toy = Toy::new().expect("tables");
    let (auditor, stake) = (auditor(&toy), Stake::from_cents(100));
    let plays = log(
        &toy,
        stake,
        None,
        &Counts::from([(Cents::ZERO, 100), (Cents(300), 100)]),
    );
    let found = judge_under(&auditor, &plays, &answers(&[("bonus", "none")]));
    assert_eq!(found.verdict, Verdict::Inconclusive);
    assert!(found.alternatives[0].untested.is_some());
    let checks = &found.alternatives[0].checks;
    assert!(
        checks.iter().all(|check| check.method == Method::Untested),
        "{checks:#?}"
    );
}

/// An amount that nobody can win needs no law.
#[test]
fn what_nobody_can_win_is_found_without_a_strategy() {
    let games = games();
    let game = game(&games, "tresors-ensables");
    let (auditor, stake) = (auditor(game), game.card().stakes[0]);
    let impossible = Counts::from([(Cents::ZERO, 100), (Cents(12_345), 1)]);
    let given = answers(&[("board", "visible")]);
    let found = judge_under(&auditor, &log(game, stake, None, &impossible), &given);
    assert_eq!(found.verdict, Verdict::Fail);
    assert_eq!(failed(&found, "impossible-outcome:").len(), 1);
}

#[test]
fn draws_are_the_primary_evidence() {
    let games = games();
    let game = game(&games, "happy-des");
    let auditor = Auditor::new(game);
    let file = |rows: [u64; 4]| {
        let labels = ["4,00 EUR", "2,00 EUR", "1,00 EUR", "0,50 EUR"];
        let mut text = "\u{feff}game;stake_cents;table;label;count\r\n".to_owned();
        for (label, count) in labels.iter().zip(rows) {
            text += &format!("happy-des;100;happy-des/stage-1;\"{label}\";{count}\r\n");
        }
        read_from(text.as_bytes(), game).expect("a file")
    };
    // 0.015, 0.15, 0.545 and 0.29 of 1e9: a test against 1/N would reject these.
    let lawful = file([15_000_000, 150_000_000, 545_000_000, 290_000_000]);
    let found = auditor
        .judge(&lawful, &answers(&[]), &Rules::default())
        .expect("an audit");
    assert_eq!(found.verdict, Verdict::Pass);
    assert_eq!(found.alternatives.len(), 1, "no reading changes the tables");
    // A row 5 % too frequent, in 1e6 draws.
    let shifted = file([15_750, 149_886, 544_585, 289_779]);
    let found = auditor
        .judge(&shifted, &answers(&[]), &Rules::default())
        .expect("an audit");
    let checks = failed(&found, "fit:happy-des/stage-1");
    assert_eq!(found.verdict, Verdict::Fail);
    assert!(names(&checks, "4,00 EUR"), "{checks:#?}");
}

/// Blocks of Ô Secousses: sold out, they must give their lots; named, no block may exceed them.
#[test]
fn blocks_are_judged_one_by_one() {
    let games = games();
    let game = game(&games, "o-secousses");
    let (auditor, stake) = (auditor(game), game.card().stakes[0]);
    let number = game.block_table(stake).expect("a stake").expect("a block");
    let table = &game.card().tables[number];
    let block = |name: &str, change: &dyn Fn(usize, u64) -> u64| {
        let mut text = String::new();
        for (row, lots) in table.weights.values.iter().enumerate() {
            let payout = table.rows[row].amount.unwrap_or_default().0;
            text += &format!(
                "o-secousses,{},{payout},{},{name}\n",
                stake.cents(),
                change(row, *lots)
            );
        }
        text
    };
    let judge = |blocks: &[String]| {
        let text = "game,stake_cents,payout_cents,count,block\n".to_owned() + &blocks.concat();
        let log = read_from(text.as_bytes(), game).expect("a file");
        assert_eq!(log.bad, 0, "{:?}", log.faults);
        auditor
            .judge(&log, &answers(&[]), &Rules::default())
            .expect("an audit")
    };
    let whole = |_: usize, lots: u64| lots;
    let found = judge(&[block("A", &whole), block("B", &whole)]);
    assert_eq!(found.verdict, Verdict::Pass);
    assert_eq!(found.alternatives.len(), 1);
    // A lot moved from one block to the next: together they are right.
    let moved = |by: i64| {
        move |row: usize, lots: u64| match row {
            1 => lots.saturating_add_signed(by),
            2 => lots.saturating_add_signed(-by),
            _ => lots,
        }
    };
    let found = judge(&[block("A", &moved(1)), block("B", &moved(-1))]);
    let checks = failed(&found, "whole:");
    assert_eq!(found.verdict, Verdict::Fail);
    assert!(names(&checks, "A, B"), "{checks:#?}");
    // Half a block that holds more top prizes than the whole.
    let half = |row: usize, lots: u64| if row == 0 { lots + 1 } else { lots / 2 };
    let found = judge(&[block("C", &half)]);
    let checks = failed(&found, "lots:");
    assert!(names(&checks, "block C"), "{checks:#?}");
    // Half a block in proportion is too even to be chance, but no failure.
    let found = judge(&[block("D", &|_, lots| lots / 2)]);
    assert_eq!(found.verdict, Verdict::Pass);
    assert!(
        found.alternatives[0]
            .checks
            .iter()
            .any(|check| check.too_even),
        "{:#?}",
        found.alternatives[0].checks
    );
}
