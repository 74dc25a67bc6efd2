//! What games say is there in French.

use tirage::report::Lang;
use tirage::report::document::translate;

#[test]
fn everything_a_game_says_is_there_in_french() {
    let mut missing = Vec::new();
    let mut check = |text: &str| {
        assert_eq!(translate(text, Lang::En), text);
        if translate(text, Lang::Fr) == text {
            missing.push(text.to_owned());
        }
    };
    for entry in tirage::games::registry().expect("the built-in tables") {
        let card = entry.card();
        // A source already in French stays as it is.
        if !card.source.starts_with("Règlement") {
            check(&card.source);
        }
        card.tables.iter().for_each(|table| check(&table.title));
        entry
            .families()
            .iter()
            .for_each(|family| check(family.about));
        if let Some(certainty) = &card.certainty {
            check(certainty.about);
        }
        card.counters
            .iter()
            .for_each(|counter| check(counter.about));
        for question in &card.questions {
            check(question.about);
            question
                .answers
                .iter()
                .for_each(|answer| check(answer.about));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every kind of check and everything that counts are held against, title and sentences.
#[test]
fn what_checks_mean_is_there_in_french() {
    use tirage::audit::{Method, Null};
    let methods = Method::ALL.map(|kind| [kind.title(), kind.explanation()]);
    let nulls = Null::ALL.map(|null| [null.title(), null.explanation()]);
    for text in methods.into_iter().chain(nulls).flatten() {
        assert_ne!(translate(text, Lang::Fr), text);
    }
}

/// Notes as checks write them: no English is left, and numbers are written as in French.
#[test]
fn notes_of_checks_are_there_in_french() {
    for (note, french) in [
        (
            "7 payouts from 200.00 to 40000.00 EUR counted one by one, their sum in cells of 0.50 EUR",
            "7 gains de 200,00 à 40\u{202f}000,00 EUR comptés un par un, leur somme par pas de 0,50 EUR",
        ),
        (
            "1657029 in 20000000 rounds, 1656788.123 expected; rounds depend on each other",
            "1\u{202f}657\u{202f}029 en 20\u{202f}000\u{202f}000 parties, 1\u{202f}656\u{202f}788,123 attendus ; les parties \
             dépendent les unes des autres",
        ),
        (
            "chunks counted: 20 of 21, of 1048576 rounds each; 1 of them played from draws played before; 19000000 rounds \
             counted, 19000000 payouts, but 20000000 rounds planned",
            "tranches comptées : 20 sur 21, de 1\u{202f}048\u{202f}576 parties chacune ; 1 jouées avec des tirages déjà joués ; \
             19\u{202f}000\u{202f}000 parties comptées, 19\u{202f}000\u{202f}000 gains, mais 20\u{202f}000\u{202f}000 parties prévues",
        ),
        (
            "2 tickets paid otherwise than their rows say; 10.00 EUR: due 3 times, paid 1 times",
            "2 tickets payés autrement que leur ligne ne le dit ; 10,00 EUR : dû 3 fois, payé 1 fois",
        ),
        (
            "every reveal, replayed by the written rules, pays its lot: not so in 1 of 10 rounds; lot of 2.00 \
             EUR, but by the rules the reveal pays 1.00 EUR: 3 | 1",
            "chaque révélation, relue selon les règles écrites, paie son lot : faux dans 1 parties sur 10 ; lot \
             de 2,00 EUR, mais selon les règles la révélation paie 1,00 EUR : 3 | 1",
        ),
    ] {
        assert_eq!(translate(note, Lang::Fr), french);
    }
}
