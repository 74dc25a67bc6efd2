//! What the first lines of a report say: which game failed, where and by how much, and how much a pass means.

use tirage::audit::{CheckRow, Method, Verdict};
use tirage::report::{Lang, ReportModel, RunReport};

use crate::file;
use crate::model::model;
use crate::strict::read_junit;

/// The text report as one line.
fn said(model: &ReportModel) -> String {
    let text = file(model, "text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The banner of the HTML, without its marks.
fn banner(model: &ReportModel) -> String {
    let page = file(model, "html");
    let (_, rest) = page.split_once("id=\"verdict\">").unwrap();
    let (banner, _) = rest.split_once("</section>").unwrap();
    let mut text = String::new();
    for part in banner.split('<') {
        text += part.split_once('>').map_or(part, |(_, text)| text);
    }
    text
}

/// The dice fail in their table: of 1 000 draws 290 of a row of chance 1/4, 710 of the other.
fn failed(lang: Lang) -> ReportModel {
    let mut model = model(lang);
    let row = |label: &str, observed, log10_p| CheckRow {
        label: label.to_owned(),
        observed,
        log10_p,
        smallest_detectable: None,
    };
    model.runs[0].checks[0].rows = vec![row("2,00 EUR", 290, -2.5), row("perdant", 710, -2.4)];
    model
}

#[test]
fn a_failed_table_is_named_with_its_article_and_its_row() {
    let english = "Dés & Cie · stop · 1.00 EUR: die of stage 1 (article 3.1); row \"2,00 EUR\" stands out most, drawn 290 \
                   times, 250 expected (check fit:dice/table).";
    assert!(
        said(&failed(Lang::En)).contains(english),
        "{}",
        said(&failed(Lang::En))
    );
    let in_html = english.replace('&', "&amp;").replace('"', "&quot;");
    let found = banner(&failed(Lang::En)).replace('\u{a0}', " ");
    assert!(found.contains(&in_html), "{found}");
    let french = "Dés & Cie · stop · 1,00 EUR : dé de l'étape 1 (article 3.1) ; la ligne « 2,00 EUR » ressort le plus, 290 \
                  tirages pour 250 attendus (contrôle fit:dice/table).";
    let found = said(&failed(Lang::Fr));
    assert!(found.contains(french), "{found}");
}

#[test]
fn failures_come_once_each_and_the_least_likely_first() {
    let mut model = failed(Lang::En);
    let mut again = model.runs[0].clone();
    again.strategy = "cumul".to_owned();
    again.checks[0].log10_p = -20.0;
    let rtp = &mut again.checks[2];
    (rtp.verdict, rtp.log10_p) = (Verdict::Fail, -30.0);
    model.runs.push(again);
    let found = said(&model);
    let at = |text: &str| {
        found
            .find(text)
            .unwrap_or_else(|| panic!("{text} is not in {found}"))
    };
    let rtp = at(
        "Dés & Cie · cumul · 1.00 EUR: return to player; 94.3700% of the stakes was paid back, 95.0000% expected \
         (check rtp:dice).",
    );
    let table = at("(check fit:dice/table, which failed in 1 other run too).");
    assert!(rtp < table && table < at("game, strategy"));
    assert_eq!(found.matches("stands out most, drawn").count(), 1);
}

#[test]
fn every_game_has_its_line() {
    let found = banner(&model(Lang::En));
    assert!(
        found.contains("Dés &amp; Cie: not compliant, 1 of 2 checks failed."),
        "{found}"
    );
    assert!(
        found.contains("Tickets: undecided, none of 2 checks failed."),
        "{found}"
    );
    let mut passed = model(Lang::En);
    passed
        .runs
        .iter_mut()
        .for_each(|run| run.verdict = Verdict::Pass);
    assert!(
        !banner(&passed).contains("Tickets:"),
        "nor do games that all passed"
    );
    let mut one = model(Lang::En);
    one.runs.truncate(1);
    assert!(
        !banner(&one).contains("1 of 2 checks failed."),
        "the sentence says it already"
    );
}

/// Both reports say it by the same measure: half of the return to player, unseen.
#[test]
fn a_pass_of_few_rounds_is_told_as_such() {
    for (size, is_weak) in [(0.49, false), (0.5, true), (4.0, true)] {
        for lang in [Lang::En, Lang::Fr] {
            let mut model = model(lang);
            model.verdict = Verdict::Pass;
            for run in &mut model.runs {
                run.verdict = Verdict::Pass;
                run.checks
                    .retain(|check| check.method == Method::StratifiedTail);
                for check in &mut run.checks {
                    check.verdict = Verdict::Pass;
                    check.smallest_detectable = Some(size);
                }
            }
            let (text, html) = lang.pick(
                ("TOO FEW ROUNDS", "too few rounds"),
                ("TROP PEU DE PARTIES", "trop peu de parties"),
            );
            assert_eq!(said(&model).contains(text), is_weak, "{size}");
            assert_eq!(banner(&model).contains(html), is_weak, "{size}");
        }
    }
}

/// What blocks sold out pay is a count; the note is there where there are such blocks, and only there.
#[test]
fn intervals_of_whole_blocks_are_told_as_such() {
    for (lang, note) in [
        (Lang::En, "is a count, certain and not estimated"),
        (Lang::Fr, "est un compte, certain et non estimé"),
    ] {
        let mut model = model(lang);
        assert!(said(&model).contains(note), "{}", said(&model));
        assert!(file(&model, "html").contains(note));
        let tickets = model.runs.last_mut().unwrap();
        tickets
            .checks
            .retain(|check| check.method != Method::BlockEquality);
        assert!(!said(&model).contains(note));
        assert!(!file(&model, "html").contains(note));
    }
}

/// A build server that reads nothing else sees that rounds are missing, and whether that was asked for.
#[test]
fn junit_tells_a_part_from_the_whole() {
    let mut model = model(Lang::En);
    assert!(!file(&model, "junit").contains("all planned"));
    model.partial = true;
    model.runs[0].planned_rounds = model.runs[0].rounds + 500;
    let sum = |of: fn(&RunReport) -> u64| model.runs.iter().map(of).sum::<u64>();
    let (played, planned) = (sum(|run| run.rounds), sum(|run| run.planned_rounds));
    for (stopped, kind, errors) in [("max-time", "skipped", 0), ("interrupted", "error", 1)] {
        model.stopped = Some(stopped);
        let xml = file(&model, "junit");
        let document = read_junit(&xml);
        let root = document.root_element();
        let count = |name: &str| root.attribute(name).and_then(|count| count.parse().ok());
        assert_eq!(count("errors"), Some(errors));
        let cases = document
            .descendants()
            .filter(|node| node.has_tag_name("testcase"));
        assert_eq!(count("tests"), Some(cases.clone().count()));
        let case = cases
            .clone()
            .find(|case| case.attribute("name") == Some("all planned"));
        let case = case.expect("a case for the rounds");
        let outcome = case.first_element_child().expect("an outcome");
        assert!(outcome.has_tag_name(kind), "{xml}");
        let expected = format!("partial: {stopped}, {played} of {planned} rounds were played");
        assert_eq!(outcome.attribute("message"), Some(&*expected));
    }
}

/// Without a tolerance nothing is said of one.
#[test]
fn runs_that_were_not_begun_are_no_missed_deviation() {
    let mut model = model(Lang::En);
    for run in &mut model.runs {
        run.checks
            .iter_mut()
            .for_each(|check| check.verdict = Verdict::Pass);
        run.verdict = Verdict::Pass;
    }
    model.runs[1].verdict = Verdict::Inconclusive;
    model.verdict = Verdict::Inconclusive;
    let found = banner(&model).replace('\u{a0}', " ");
    assert!(
        found.contains("but nothing of 1 run could be tested"),
        "{found}"
    );
    assert!(!found.contains("tolerance."), "{found}");
}
