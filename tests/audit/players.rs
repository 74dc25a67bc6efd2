//! What is said of the players is held against the log.

use crate::cli::{audit, json};

/// Rows of Clefs: payout, count and player.
fn clefs(rows: &[(u64, u64, &str)]) -> String {
    let lines = rows
        .iter()
        .map(|(payout, count, player)| format!("clefs-du-tresor,50,{payout},{count},{player}\n"));
    "game,stake_cents,payout_cents,count,player\n".to_owned() + &lines.collect::<String>()
}

const TEN: [&str; 4] = ["--game", "clefs-du-tresor", "--plays", "10"];

#[test]
fn plays_must_make_up_whole_players() {
    let out = audit(&clefs(&[(0, 6, ""), (50, 1, "")]), &TEN);
    assert_eq!(out.status, 2, "{}", out.stdout);
    for said in [
        "plays.csv",
        "the file has 7 plays",
        "exactly 10",
        "no multiple of 10",
        "leave --plays out",
    ] {
        assert!(out.stderr.contains(said), "{said}: {}", out.stderr);
    }
    assert!(out.stdout.is_empty());
    for plays in [10, 20, 1000] {
        let out = audit(
            &clefs(&[(0, plays, "")]),
            &[&TEN[..], &["--format", "json"]].concat(),
        );
        assert_ne!(out.status, 2, "{plays}: {}", out.stderr);
        assert_eq!(json(&out)["file"]["total"], plays);
    }
    // Nothing was said of the players.
    assert_eq!(audit(&clefs(&[(0, 7, "")]), &TEN[..2]).status, 0);
}

#[test]
fn each_player_that_is_named_must_have_played_so_often() {
    // 20 plays in all, and neither player made ten.
    let out = audit(
        &clefs(&[(0, 9, "anna"), (50, 3, "anna"), (0, 8, "bert")]),
        &TEN,
    );
    assert_eq!(out.status, 2, "{}", out.stdout);
    for said in ["2 of the 2 players", "player anna: 12, player bert: 8"] {
        assert!(out.stderr.contains(said), "{said}: {}", out.stderr);
    }
    // One of five is one too many; the first three strange ones are named.
    let out = audit(
        &clefs(&[
            (0, 10, "a"),
            (0, 11, "b"),
            (0, 9, "c"),
            (0, 5, "d"),
            (0, 15, "e"),
        ]),
        &TEN,
    );
    let said =
        "4 of the 5 players in the file did not (player b: 11, player c: 9, player d: 5, ...)";
    assert!(out.stderr.contains(said), "{}", out.stderr);
    // Whole players, in several rows, and a row that counts nothing.
    let whole = clefs(&[
        (0, 7, "anna"),
        (50, 3, "anna"),
        (0, 10, "bert"),
        (100, 0, "carl"),
    ]);
    let out = audit(&whole, &TEN);
    assert_eq!(out.status, 0, "{}", out.stderr);
    // Some rows do not say who played: what they hold must be whole players too.
    let out = audit(&clefs(&[(0, 10, "anna"), (0, 4, "")]), &TEN);
    assert_eq!(out.status, 2, "{}", out.stdout);
    assert!(
        out.stderr.contains("the file has 14 plays"),
        "{}",
        out.stderr
    );
}

/// The library holds them too.
#[test]
fn an_auditor_refuses_other_players() {
    use tirage::audit::Rules;
    use tirage::game::Sessions;
    use tirage::observed::{Auditor, Players, read_from};
    let games = crate::sample::games();
    let game = crate::sample::game(&games, "clefs-du-tresor");
    let sessions = Sessions {
        option: "plays".to_owned(),
        rounds: 10.try_into().expect("plays"),
    };
    let judged = |text: &str| {
        let log = read_from(text.as_bytes(), game).expect("a file");
        Auditor::of(game, Players::Each(sessions.clone())).judge(
            &log,
            &tirage::observed::Answers::default(),
            &Rules::default(),
        )
    };
    let refused = judged(&clefs(&[(0, 7, "")])).expect_err("seven plays");
    assert_eq!(refused.kind(), tirage::error::ErrorKind::Input);
    assert!(judged(&clefs(&[(0, 10, "")])).is_ok());
}
