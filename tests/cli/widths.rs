//! What people read at a terminal of 80 columns.

use crate::support::tirage;

/// No line of these answers is wider than a terminal of 80 columns.
#[test]
fn answers_fit_a_terminal_of_80_columns() {
    for command in [
        "--rounds 1000",
        "--rounds 1000 --lang fr",
        // Some checks fail at this level, and their word is the longest.
        "run --rounds 1e6 --alpha 0.5 --lang fr",
        "run --game happy-des --rounds 1000",
        "run --game happy-des --strategy stop --rounds 1000 --lang fr",
        "run --game piece-dor --rounds 9999 --tickets 3 --lang fr",
        "run scenarios/strict-readings.toml --rounds 1000",
        "run scenarios/strict-readings.toml --rounds 1000 --lang fr",
        "run --game o-secousses --reading above-ten=loses --rounds 1000",
        "exact --game happy-des --strategy optimal",
        "exact --game tresors-ensables --strategy optimal",
        "exact --game clefs-du-tresor --strategy play",
        "exact --game piece-dor --strategy buy",
        "compare --game happy-des --rounds 1e5",
        "compare --game piece-dor --rounds 1000",
        "exact --game tresors-ensables --strategy gold",
        "policy --game tresors-ensables",
        "readings --game happy-des",
        "readings --game o-secousses",
        "power --game clefs-du-tresor",
        "games",
        "selftest --list",
    ] {
        let text = tirage(command).out;
        assert!(text.lines().count() > 5, "{command}");
        let wide: Vec<&str> = text
            .lines()
            .filter(|line| line.chars().count() > 80)
            .collect();
        assert!(wide.is_empty(), "{command}: {wide:#?}");
    }
}
