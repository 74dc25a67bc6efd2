//! Invalid input: exit status 2, one message that names the thing and the valid values, nothing on
//! standard output.

use std::fs;

use crate::support::{Ran, tirage, tirage_with, write};

/// Asserts that the input was refused in words that hold all of `said`.
fn refused(ran: &Ran, said: &[&str]) {
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(ran.out, "", "nothing on standard output");
    for part in said {
        assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[test]
fn unknown_names() {
    let game = tirage("run --game hapy-des --strategy stop");
    refused(
        &game,
        &["unknown game `hapy-des`", "`happy-des`", "tresors-ensables"],
    );
    let strategy = tirage("run --game happy-des --strategy stopp");
    refused(
        &strategy,
        &["`stopp`", "did you mean `stop`", "threshold:EUR:UNIVERSE"],
    );
    let foreign = tirage("run --game happy-des --strategy gold");
    refused(&foreign, &["unknown strategy of happy-des `gold`"]);
    let reading = tirage("run --game happy-des --strategy stop --reading board=hidden");
    refused(&reading, &["unknown reading `board`", "reroll-27"]);
    let answer = tirage("run --game happy-des --strategy stop --reading reroll-27=twice");
    refused(&answer, &["`twice`", "unlimited, once, never"]);
    let stake = tirage("run --game happy-des --strategy stop --stake 3");
    refused(&stake, &["stake of happy-des", "3.00", "1.00, 2.00"]);
    refused(
        &tirage("run --game happy-des --strategy stop --stake -1"),
        &["-1"],
    );
    refused(&tirage("games --game hapy"), &["unknown game `hapy`"]);
    refused(
        &tirage("trace --game happy-des --strategy x"),
        &["unknown strategy"],
    );
    refused(&tirage("frobnicate"), &["frobnicate"]);
    refused(&tirage("run --format pdf"), &["pdf", "json"]);
    refused(&tirage("run --reading board=hidden"), &["--game"]);
}

#[test]
fn strategy_arguments_out_of_range() {
    let strategy = |name| {
        tirage(&format!(
            "run --game tresors-ensables --rounds 10 --strategy {name}"
        ))
    };
    refused(&strategy("chests:0"), &["chests:0", "1", "10"]);
    refused(&strategy("chests:11"), &["chests:11", "10"]);
    refused(&strategy("chests:1.5"), &["chests:1.5"]);
    refused(&strategy("chests"), &["chests", "chests:K"]);
    refused(&strategy("gain:-1"), &["gain:-1"]);
    refused(&strategy("gain:abc"), &["gain:abc", "abc"]);
    refused(&strategy("gain:0"), &["gain:0"]);
    refused(&strategy("lives:3"), &["lives:3", "1", "2"]);
    refused(&strategy("lives:0"), &["lives:0"]);
    refused(&strategy("gold:1"), &["gold", "no argument"]);
    let threshold = |name| {
        tirage(&format!(
            "run --game happy-des --rounds 10 --strategy {name}"
        ))
    };
    refused(&threshold("threshold:2.00"), &["threshold:2.00"]);
    refused(&threshold("threshold:2.00:gold"), &["gold", "cumul"]);
    refused(&threshold("threshold:x:cumul"), &["x"]);
}

#[test]
fn rounds_and_seeds_out_of_range() {
    for rounds in [
        "0",
        "-5",
        "1.5",
        "1e16",
        "1000000000000001",
        "many",
        "",
        "1e-3",
    ] {
        let ran = tirage_with(&["run", "--rounds", rounds]);
        refused(&ran, &["--rounds"]);
    }
    for seed in ["-1", "1.5", "9007199254740992", "x", ""] {
        refused(&tirage_with(&["run", "--seed", seed]), &["--seed"]);
    }
    for threads in ["0", "-1", "1000000", "x"] {
        refused(
            &tirage_with(&["run", "--rounds", "10", "--threads", threads]),
            &["threads"],
        );
    }
    for alpha in ["0", "1", "-0.1", "nan", "x"] {
        refused(
            &tirage_with(&["run", "--rounds", "10", "--alpha", alpha]),
            &["--alpha"],
        );
    }
    refused(&tirage("run --rounds 10 --format text,json"), &["--out"]);
    for tickets in ["0", "-1", "1.5", "x"] {
        let ran = tirage_with(&["run", "--game", "o-secousses", "--tickets", tickets]);
        refused(
            &ran,
            &["--tickets", "no number of plays or tickets", "from 1 to"],
        );
    }
}

/// An unknown name would else be played with whatever there is, and nobody would know.
#[test]
fn instructions_that_are_none() {
    for (value, status) in [
        ("bogus", 2),
        ("AVX2", 2),
        ("", 0),
        ("avx512", 0),
        ("portable", 0),
    ] {
        let output = assert_cmd::Command::cargo_bin("tirage")
            .expect("the program")
            .args(["run", "--game", "happy-des", "--rounds", "10"])
            .env("TIRAGE_SIMD", value)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(status), "{value}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            said.contains("write portable, avx2 or avx512"),
            status == 2,
            "{said}"
        );
    }
}

#[test]
fn scenarios_that_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing.toml");
    refused(
        &tirage_with(&["run", &missing.to_string_lossy()]),
        &["missing.toml", "No such file"],
    );
    let directory = folder.path().to_string_lossy().into_owned();
    refused(&tirage_with(&["run", &directory]), &["is a directory"]);
    let file = |name, bytes: &[u8]| tirage_with(&["run", &write(folder.path(), name, bytes)]);
    refused(&file("empty.toml", b""), &["empty.toml", "is empty"]);
    refused(&file("blank.toml", b" \n\n"), &["is empty"]);
    refused(
        &file("bytes.toml", b"title = \"\xff\""),
        &["bytes.toml", "not UTF-8", "byte 10"],
    );
    refused(&file("nothing.toml", b"title = \"x\""), &["no [[run]]"]);
    refused(
        &file("wrong.toml", b"title = \n[[run]]"),
        &["wrong.toml:1:", "TOML"],
    );
    refused(
        &file("twice.toml", b"seed = 1\nseed = 2"),
        &["twice.toml:2:1", "TOML"],
    );
    let large = vec![b'#'; (1 << 20) + 1];
    refused(&file("large.toml", &large), &["large.toml", "larger"]);
}

/// What unreadable means: no permission. Root reads everything, so the test then has no subject.
#[cfg(unix)]
#[test]
fn a_scenario_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "secret.toml", "[[run]]");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("mode");
    let readable = fs::File::open(&path).is_ok();
    let said: &[&str] = if readable {
        &["lacks `game`"]
    } else {
        &["secret.toml", "ermission"]
    };
    refused(&tirage_with(&["run", &path]), said);
}

#[test]
fn scenarios_that_say_something_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = "[[run]]\ngame = \"happy-des\"\nstrategy = \"stop\"\n";
    let scenario = |text: String| tirage_with(&["run", &write(folder.path(), "s.toml", text)]);
    let unknown_key = scenario(format!("sede = 5\n{run}"));
    refused(
        &unknown_key,
        &["s.toml:1:1", "unknown key in the scenario `sede`", "`seed`"],
    );
    let unknown_run_key = scenario(format!("{run}round = 5\n"));
    refused(
        &unknown_run_key,
        &["s.toml:4:1", "`round`", "did you mean `rounds`?"],
    );
    let wrong_type = scenario(format!("seed = true\n{run}"));
    refused(&wrong_type, &["s.toml:1:8", "must be a number", "boolean"]);
    refused(
        &scenario(format!("rounds = 0\n{run}")),
        &["s.toml:1:10", "zero"],
    );
    refused(
        &scenario(format!("rounds = \"1.5\"\n{run}")),
        &["not whole"],
    );
    refused(&scenario(format!("rounds = -3\n{run}")), &["negative"]);
    refused(&scenario(format!("rounds = 1e16\n{run}")), &["too large"]);
    refused(
        &scenario(format!("seed = 9007199254740992\n{run}")),
        &["2^53"],
    );
    refused(
        &scenario(format!("[verdict]\nalpha = 2\n{run}")),
        &["s.toml:2:9", "error rate"],
    );
    refused(&scenario("run = 5\n".into()), &["[[run]]", "integer"]);
    refused(
        &scenario("[[run]]\nstrategy = \"stop\"\n".into()),
        &["s.toml:1:1", "lacks `game`"],
    );
    refused(
        &scenario(format!("{run}stake = 2\n")),
        &["s.toml:4:9", "must be a string"],
    );
    refused(
        &scenario(format!("{run}stake = \"abc\"\n")),
        &["s.toml:4:9", "abc"],
    );
    refused(
        &scenario(format!("{run}stake = \"3.00\"\n")),
        &["s.toml:4:9", "3.00", "1.00, 2.00"],
    );
    let reading = scenario(format!("{run}[run.readings]\nboard = \"hidden\"\n"));
    refused(&reading, &["unknown reading `board`", "reroll-27"]);
    let common = scenario(format!("[readings]\nboard = \"hidden\"\n{run}"));
    refused(&common, &["s.toml:2:9", "unknown reading `board`"]);
    let game = scenario("[[run]]\ngame = \"x\"\nstrategy = \"y\"\n".into());
    refused(&game, &["s.toml:2:8", "unknown game `x`"]);
}

#[test]
fn the_same_run_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = "[[run]]\ngame = \"tresors-ensables\"\nstrategy = \"gain:2\"\n";
    let again = run.replace("gain:2", "gain:2.00");
    let path = write(folder.path(), "twice.toml", format!("{run}\n{again}"));
    refused(
        &tirage_with(&["run", &path]),
        &[
            "twice.toml:5:1",
            "the same run twice",
            "gain:2.00",
            "run 1 and run 2",
        ],
    );
    let one = write(folder.path(), "one.toml", run);
    refused(
        &tirage_with(&["run", &one, &one]),
        &["one.toml:1:1", "the same run twice"],
    );
}

#[test]
fn scenarios_that_disagree() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |seed, strategy| {
        format!(
            "seed = {seed}\nrounds = 10\n[[run]]\ngame = \"happy-des\"\nstrategy = \"{strategy}\"\n"
        )
    };
    let one = write(folder.path(), "one.toml", run(1, "stop"));
    let two = write(folder.path(), "two.toml", run(2, "cumul"));
    refused(
        &tirage_with(&["run", &one, &two]),
        &["two.toml:1:8", "--seed"],
    );
    assert_eq!(tirage_with(&["run", &one, &two, "--seed", "3"]).status, 0);
}

#[test]
fn an_output_place_that_cannot_be_written_ends_before_any_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "file", "");
    for place in [file.as_str(), "/proc/tirage"] {
        // So many rounds take days: the test ends only if none is played.
        let ran = tirage_with(&["run", "--rounds", "1e15", "--out", place]);
        assert_eq!(ran.status, 2, "no attempt will mend it: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains("cannot write reports there") && ran.err.contains(place));
    }
}

/// Help that nobody could read has not been given; a reader who has seen enough is no failure.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written() {
    for argument in ["--help", "--version", "help"] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tirage"))
            .arg(argument)
            .stdout(full.expect("a full device"))
            .output()
            .expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{argument}: {told}");
        assert!(told.contains("cannot write to standard output"), "{told}");
        assert_eq!(tirage(argument).status, 0);
    }
    assert_eq!(tirage_with(&["--no-such-option"]).status, 2);
}
