//! What few plays say, and how numbers and tables look.

use serde_json::Value;

use crate::cli::{audit, json, plain};
use crate::sample::{file, game, games, law, multinomial};

const HEAD: &str = "game,stake_cents,payout_cents,count,strategy\n";

/// Relative changes of rows, smallest first, of a check; rows that no change shows in are left out.
fn seen(report: &Value, check: &str) -> Vec<f64> {
    let checks = report["checks"].as_array().expect("checks");
    let rows = checks.iter().filter(|one| one["id"] == check);
    let rows = rows.flat_map(|one| one["rows"].as_array().expect("rows"));
    let mut sizes: Vec<f64> = rows
        .filter_map(|row| row["smallest_detectable"].as_f64())
        .collect();
    sizes.sort_by(f64::total_cmp);
    sizes
}

/// Ten plays, 0.80 EUR each on average, tell nobody anything.
#[test]
fn a_log_of_a_few_plays_says_little() {
    let few = HEAD.to_owned() + "happy-des,100,50,4,stop\nhappy-des,100,100,6,stop\n";
    let out = audit(&few, &["--game", "happy-des", "--format", "json"]);
    let report = json(&out);
    assert_eq!(
        (out.status, &report["verdict"]),
        (0, &"pass".into()),
        "{}",
        out.stderr
    );
    assert_eq!(report["says_little"], true);
    let sight = report["sight"].as_str().expect("a sentence");
    // One standard deviation of the likeliest row, 0.36 of ten plays, is 0.42 of it: no test sees a change by half.
    assert!(
        seen(&report, "payouts:happy-des")
            .iter()
            .all(|size| *size > 0.5),
        "{report}"
    );
    assert!(
        sight.starts_with("So few plays or draws say little."),
        "{sight}"
    );
    let out = audit(&few, &["--game", "happy-des"]);
    let text = plain(&out.stdout);
    let (verdict, said) = (
        text.find("COMPATIBLE"),
        text.find("So few plays or draws say little."),
    );
    assert!(verdict.is_some() && verdict < said, "{}", out.stdout);
}

/// A hundred thousand times as many are shown to say more, with the sizes that the checks have.
#[test]
fn a_larger_log_tells_what_it_would_have_found() {
    let games = games();
    let game = game(&games, "happy-des");
    let stake = game.card().stakes[0];
    let counts = multinomial(&law(game, "stop", stake, &[]), 1_000_000, 3);
    let text = file("happy-des", stake, Some("stop"), &counts);
    let out = audit(&text, &["--game", "happy-des", "--format", "json"]);
    let report = json(&out);
    assert_eq!(report["says_little"], false, "{report}");
    let sizes = seen(&report, "payouts:happy-des");
    // A third of 1e6 plays is paid nothing, whatever the odds: a standard deviation is 1.414e-3 of that, and a test at a
    // level between 1e-3 and 1e-3/20 (two tests, two parts, five rows) with power 0.9 needs 4.5 to 5.4 of them.
    assert!(
        (4.5 * 1.414e-3..5.4 * 1.414e-3).contains(&sizes[0]),
        "{sizes:?}"
    );
    let sight = report["sight"]
        .as_str()
        .expect("a sentence")
        .replace('\u{a0}', " ");
    assert!(
        sight.starts_with("The smallest relative deviations"),
        "{sight}"
    );
    for said in [
        format!("{:.4} % in the chance of 0.00 EUR", 100.0 * sizes[0]),
        format!("{:.2} % in that of any row", 100.0 * sizes[sizes.len() - 1]),
    ] {
        assert!(sight.contains(&said), "{said}: {sight}");
    }
    assert!(sight.contains("in the RTP"), "{sight}");
}

/// A failure needs no such sentence.
#[test]
fn a_rejected_log_says_enough() {
    let text = HEAD.to_owned() + "happy-des,100,400,1000,stop\n";
    let out = audit(&text, &["--game", "happy-des", "--format", "json"]);
    let report = json(&out);
    assert_eq!((out.status, &report["verdict"]), (3, &"fail".into()));
    assert_eq!(
        (&report["says_little"], &report["sight"]),
        (&false.into(), &Value::Null)
    );
}

/// Nothing was won: both intervals begin at 0, which has no sign.
#[test]
fn zero_has_no_sign() {
    for (name, rows, strategy) in [
        ("clefs-du-tresor", "clefs-du-tresor,50,0,12,\n", &[][..]),
        (
            "tresors-ensables",
            "tresors-ensables,100,0,9,\n",
            &[
                "--strategy",
                "lives:1",
                "--reading",
                "layout=ten-draws",
                "--reading",
                "starting-lives=3",
            ],
        ),
    ] {
        let text = HEAD.to_owned() + rows;
        let arguments =
            |format: &'static str| [&["--game", name, "--format", format], strategy].concat();
        let out = audit(&text, &arguments("text"));
        assert_eq!(out.status, 0, "{}", out.stderr);
        assert!(out.stdout.contains("0.0000 to "), "{}", out.stdout);
        let is_signed = |text: &str| {
            let zeros = text.match_indices("-0").map(|(at, _)| &text[at + 2..]);
            zeros.into_iter().any(|rest| {
                let rest = rest.trim_start_matches(['.', '0']);
                rest.starts_with([' ', ',', '\n', '}', '\r'])
            })
        };
        for format in ["text", "json", "csv"] {
            let out = audit(&text, &arguments(format));
            assert!(!is_signed(&out.stdout), "{format}: {}", out.stdout);
        }
        assert!(is_signed("-0.0000 %") && is_signed("-0.0,") && !is_signed("-0.01 %"));
        let report = json(&audit(&text, &arguments("json")));
        let low = report["groups"][0]["rtp_guaranteed_low"]
            .as_f64()
            .expect("a number");
        assert!(low.is_sign_positive() && low == 0.0);
    }
}

/// What the checks are called does not make lines longer than a terminal of 80 columns shows.
#[test]
fn no_line_is_wider_than_78_columns() {
    let tresors = HEAD.to_owned()
        + "tresors-ensables,100,0,999999,chests:3\ntresors-ensables,100,30,1000,gain:2.00\n\
           tresors-ensables,100,250,500000,gain:2.00\n";
    let draws = "game,stake_cents,table,label,count\n\
                 tresors-ensables,100,tresors-ensables/gold,\"1,00 EUR\",600000\n\
                 tresors-ensables,100,tresors-ensables/gold,\"10 000,00 EUR\",6000\n";
    let block = "game,stake_cents,payout_cents,count,block\npiece-dor,200,0,1000000,A\npiece-dor,200,500,9000,B\n\
                 piece-dor,50,0,10000,\n";
    for (text, name) in [
        (&*tresors, "tresors-ensables"),
        (draws, "tresors-ensables"),
        (block, "piece-dor"),
    ] {
        let one = ["--game", name, "--reading", "layout=ten-draws"];
        let out = audit(text, if name == "piece-dor" { &one[..2] } else { &one });
        assert_eq!(out.status, 3, "{}{}", out.stdout, out.stderr);
        assert!(
            out.stdout.contains("Rows worth looking at"),
            "{}",
            out.stdout
        );
        for line in out.stdout.lines() {
            assert!(line.chars().count() <= 78, "{line}");
        }
    }
    // A name that does not fit beside its figures stands above them.
    let one = [
        "--game",
        "tresors-ensables",
        "--reading",
        "layout=ten-draws",
    ];
    let out = audit(&tresors, &one);
    let mut lines = out.stdout.lines();
    lines
        .find(|line| *line == "  impossible-outcome:tresors-ensables@1.00/chests:3")
        .expect("a name alone");
    let figures = lines.next().expect("figures");
    assert!(
        figures.starts_with("    ") && figures.ends_with("pass"),
        "{figures}"
    );
}

/// Every reading can be judged, with a strategy that nobody can search for under some of them and without any.
#[test]
fn no_reading_is_left_open() {
    let log = "game,stake_cents,payout_cents,count\ntresors-ensables,100,200,500000\ntresors-ensables,100,0,500000\n";
    for more in [
        &[][..],
        &["--strategy", "optimal"],
        &["--strategy", "worst"],
    ] {
        let out = audit(log, &[&["--game", "tresors-ensables"], more].concat());
        let said = plain(&out.stdout);
        assert!(
            said.contains("NON-COMPLIANT Rejected under each of the"),
            "{said}"
        );
        assert!(!said.contains("not judged"), "{said}");
    }
}
