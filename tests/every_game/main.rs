//! What every game must satisfy: the built-in ones, and a toy game that comes in by the public API
//! alone. A new game is checked without further code.

mod players;
mod suite;
mod toy;

use tirage::game::GameEntry;

/// All built-in games and the toy.
fn games() -> Vec<Box<dyn GameEntry>> {
    let mut games = tirage::games::registry().expect("the built-in tables");
    games.push(Box::new(toy::Toy::new().expect("the toy's tables")));
    games
}

#[test]
fn the_registry_has_the_games_of_this_release() {
    let ids: Vec<String> = games().iter().map(|game| game.card().id.clone()).collect();
    assert_eq!(
        ids,
        [
            "tresors-ensables",
            "happy-des",
            "clefs-du-tresor",
            "o-secousses",
            "piece-dor",
            "toy"
        ]
    );
}

#[test]
fn names_are_unique_and_documented() {
    games().iter().for_each(|game| suite::names(&**game));
}

#[test]
fn weights_lie_in_the_printed_intervals_and_sum_to_one() {
    games().iter().for_each(|game| suite::weights(&**game));
}

#[test]
fn chunks_are_reproducible_and_differ() {
    games().iter().for_each(|game| suite::streams(&**game));
}

#[test]
fn a_tally_is_consistent_with_itself() {
    games().iter().for_each(|game| suite::sums(&**game));
}

#[test]
fn joined_parts_are_the_whole() {
    games().iter().for_each(|game| suite::merge(&**game));
}

#[test]
fn told_rounds_add_up_to_the_tally() {
    games().iter().for_each(|game| suite::transcripts(&**game));
}

#[test]
fn blocks_are_whole_or_partial() {
    games().iter().for_each(|game| suite::blocks(&**game));
}

#[test]
fn threads_do_not_show_in_the_report() {
    games().into_iter().for_each(suite::threads);
}

#[test]
fn a_fair_run_passes_the_audit() {
    games().into_iter().for_each(suite::audit);
}

#[test]
fn solvers_and_kernels_agree() {
    games().iter().for_each(|game| suite::solvers(&**game));
}

#[test]
fn unknown_names_are_refused_with_the_valid_ones() {
    games().iter().for_each(|game| suite::refusals(&**game));
}
