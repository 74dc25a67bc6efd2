//! A referee who reads the draws of a transcript and says what the round must pay.

use tirage::game::Transcript;

use crate::law::{Assumed, figures_paid, scores};

/// What `transcript` must pay; panics where its draws break a rule. The player stops when the stage-1
/// amount at 1 EUR is at least `below` cents.
pub(crate) fn payout(assumed: &Assumed<'_>, transcript: &Transcript, below: i64) -> i64 {
    let tables = &assumed.card.tables;
    let draws = transcript.steps.iter().filter_map(|step| step.draw);
    let mut draws = draws.map(|drawn| (&tables[drawn.table].id["happy-des/".len()..], drawn.row));

    let (id, row) = draws.next().expect("an amount");
    assert_eq!(id, "stage-1");
    let amount = assumed.rows(id)[row].0;
    let die = loop {
        let (id, face) = draws.next().expect("a die");
        assert_eq!(id, "stage-1-die");
        if ![1, 2, 3].contains(&face) {
            break face;
        }
    };
    let rest: Vec<(&str, usize)> = draws.collect();
    if die == 0 || amount >= below {
        assert_eq!(rest, [], "nothing is drawn after the end");
        return if die == 0 {
            0
        } else {
            amount * assumed.stake / 100
        };
    }
    let prizes = match rest[0].0 {
        "cumul-dice" => cumul(assumed, &rest),
        "figures-dice" => figures(assumed, &rest),
        _ => identiques(&rest),
    };
    let coefficient = match assumed.answer("coefficient") {
        "table" => amount,
        _ => amount * assumed.stake / 100,
    };
    let sum: i64 = prizes
        .iter()
        .map(|&(id, row)| assumed.rows(id)[row].0)
        .sum();
    sum * coefficient / 100
}

/// The faces of the dice in `draws`, all from table `id`.
fn faces<const N: usize>(draws: &[(&str, usize)], id: &str) -> [usize; N] {
    let faces = draws.iter().map(|&(table, face)| {
        assert_eq!(table, id);
        face
    });
    let faces: Vec<usize> = faces.collect();
    faces.try_into().expect("a whole throw")
}

type Prizes<'a> = Vec<(&'a str, usize)>;

fn cumul<'a>(assumed: &Assumed<'_>, draws: &[(&'a str, usize)]) -> Prizes<'a> {
    let dice = draws
        .iter()
        .take_while(|(id, _)| *id == "cumul-dice")
        .count();
    let (dice, prizes) = draws.split_at(dice);
    let throws = dice.chunks(7).map(|throw| faces::<7>(throw, "cumul-dice"));
    let mut sums: Vec<usize> = throws
        .map(|throw| throw.iter().sum::<usize>() + 7)
        .collect();
    let last = sums.pop().expect("a throw");
    assert!(sums.iter().all(|&sum| sum == 27));
    let most = match assumed.answer("reroll-27") {
        "unlimited" => usize::MAX,
        "once" => 1,
        _ => 0,
    };
    assert!(sums.len() <= most);
    assert!(last != 27 || sums.len() == most, "27 is thrown again");
    let tables = assumed
        .card
        .tables
        .iter()
        .filter_map(|table| scores(&table.id));
    let wins = tables.filter(|&(_, low, high)| (low..=high).contains(&last));
    let drawn = prizes.iter().map(|prize| prize.0);
    assert!(wins.map(|table| table.0).eq(drawn), "a score of {last}");
    prizes.to_vec()
}

fn figures<'a>(assumed: &Assumed<'_>, draws: &[(&'a str, usize)]) -> Prizes<'a> {
    let (dice, prizes) = draws.split_at(5);
    let dice = faces(dice, "figures-dice");
    let drawn: Vec<&str> = prizes.iter().map(|prize| prize.0).collect();
    assert_eq!(drawn, figures_paid(assumed, dice), "{dice:?}");
    prizes.to_vec()
}

fn identiques<'a>(draws: &[(&'a str, usize)]) -> Prizes<'a> {
    let mut throws = (1..=15).zip(draws.chunks(4));
    let won = throws.by_ref().find_map(|(number, throw)| {
        assert_eq!(throw[0].0, format!("identiques-{number}"));
        let dice = faces::<3>(&throw[1..], "identiques-dice");
        (dice[0] == dice[1] && dice[1] == dice[2]).then_some((number, throw[0]))
    });
    let made = won.map_or(15, |(number, _)| number);
    assert_eq!(
        draws.len(),
        4 * made,
        "the round ends with the first brelan"
    );
    won.map(|(_, prize)| prize).into_iter().collect()
}
