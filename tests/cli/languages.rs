//! Reports in several languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::tirage;

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    entries
        .map(|entry| name(entry).into_string().expect("UTF-8"))
        .collect()
}

/// Whether a file is of a kind, by the ending of its name.
fn is(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|e| e == ending)
}

/// Rounds that were played once, written in one language, in the other and in both: the bytes are the same, and
/// the first language named has the usual file names.
#[test]
fn both_languages_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let ran = tirage(&format!(
        "run --game happy-des --strategy stop --rounds 20000 --shard 1/1 --out {}",
        place("parts")
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    for lang in ["en", "fr", "en,fr", "fr,en,fr"] {
        let ran = tirage(&format!(
            "merge {} --lang {lang} --format text,md,html,json --out {}",
            place("parts"),
            place(lang)
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let read = |place: &str, name: &str| {
        let path = folder.path().join(place).join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{place}/{name}: {error}"))
    };
    for (stem, ending) in [("report", "html"), ("report", "md"), ("report", "txt")] {
        let name = format!("{stem}.{ending}");
        let (english, french) = (read("en", &name), read("fr", &name));
        assert_ne!(english, french, "{name}");
        assert_eq!(read("en,fr", &name), english, "{name}");
        assert_eq!(
            read("en,fr", &format!("{stem}.fr.{ending}")),
            french,
            "{name}"
        );
        assert_eq!(read("fr,en,fr", &name), french, "{name}");
        assert_eq!(
            read("fr,en,fr", &format!("{stem}.en.{ending}")),
            english,
            "{name}"
        );
    }
    assert_eq!(read("en", "report.json"), read("fr,en,fr", "report.json"));
    assert_eq!(names(&folder.path().join("en,fr")).len(), 7);
    assert_eq!(names(&folder.path().join("en")).len(), 4);
}

/// `run` does it as well; the summary is in the first language, and figures are drawn once.
#[test]
fn one_run_writes_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_string_lossy().into_owned();
    let ran = tirage(&format!(
        "run --game happy-des --strategy stop --rounds 20000 --lang fr,en --format html,png,csv --out {place}"
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("graine"), "{}", ran.out);
    let names = names(folder.path());
    let html: Vec<&String> = names.iter().filter(|name| is(name, "html")).collect();
    assert_eq!(html, ["report.en.html", "report.html"]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("HTML");
    assert!(read("report.html").contains("<html lang=\"fr\""));
    let english = read("report.en.html");
    assert!(english.contains("<html lang=\"en\""));
    let pngs = names.iter().filter(|name| is(name, "png")).count();
    assert_eq!(pngs, english.matches("<figure id=\"").count());
    assert_eq!(names.iter().filter(|name| is(name, "csv")).count(), 6);
}

#[test]
fn several_languages_need_a_folder() {
    for command in ["run --game happy-des --rounds 100", "run --format html"] {
        let ran = tirage(&format!("{command} --lang en,fr"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(
            ran.err.contains("--out DIR, or one language"),
            "{}",
            ran.err
        );
    }
    // A document for programs has no language.
    let ran =
        tirage("run --game happy-des --strategy stop --rounds 100 --format json --lang en,fr");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    // A file that could not be written is found before anything is played.
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("report.fr.html")).expect("a folder in the way");
    let place = folder.path().to_string_lossy().into_owned();
    let ran = tirage(&format!(
        "run --rounds 1e12 --lang en,fr --format html --out {place}"
    ));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("report.fr.html"), "{}", ran.err);
}

/// The command in `reports/README.md` makes what is said there; here of fewer rounds.
#[test]
fn the_command_of_the_reference_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_string_lossy().into_owned();
    let text = fs::read_to_string("reports/README.md").expect("the text");
    let command = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("cargo run --release -- "));
    let command = command.expect("a command");
    let ran = tirage(&format!(
        "{} --rounds 1000",
        command.replace("reports/standard", &place)
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let names = names(folder.path());
    for stem in ["report.html", "report.md", "report.txt"] {
        assert!(names.contains(stem), "{names:?}");
        let french = stem.replace('.', ".fr.");
        assert!(names.contains(&french), "{names:?}");
    }
    assert!(names.contains("report.json") && names.contains("junit.xml"));
    let html = fs::read_to_string(folder.path().join("report.html")).expect("HTML");
    let figures = names.iter().filter(|name| is(name, "png"));
    assert_eq!(figures.count(), html.matches("<figure id=\"").count());
}
