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
