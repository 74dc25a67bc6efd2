//! Strict readers of the formats for programs.

use roxmltree::{Document, Node};
use tirage::report::{Lang, ReportModel};

use crate::{file, files, model::model};

/// Parses a report as the schema that Jenkins publishes and Surefire follow: elements, their order of nesting, the
/// attributes each must and may have, and counts that agree.
pub(crate) fn read_junit(xml: &str) -> Document<'_> {
    let document = Document::parse(xml).expect("well-formed XML");
    let root = document.root_element();
    element(
        root,
        "testsuites",
        &["name", "tests", "failures"],
        &["time", "errors", "disabled"],
    );
    let suites: Vec<Node<'_, '_>> = root.children().filter(Node::is_element).collect();
    for suite in &suites {
        element(
            *suite,
            "testsuite",
            &["name", "tests"],
            &[
                "failures",
                "errors",
                "time",
                "disabled",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
            ],
        );
        let timestamp = suite.attribute("timestamp").unwrap();
        let shape: String = timestamp
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00T00:00:00", "a moment without a zone");
        let cases: Vec<Node<'_, '_>> = suite.children().filter(Node::is_element).collect();
        for case in &cases {
            element(
                *case,
                "testcase",
                &["name", "classname"],
                &["assertions", "time", "status"],
            );
            let outcomes: Vec<_> = case.children().filter(Node::is_element).collect();
            assert!(outcomes.len() <= 1);
            for outcome in outcomes {
                assert!(["failure", "error", "skipped"].contains(&outcome.tag_name().name()));
                element(outcome, outcome.tag_name().name(), &["message"], &["type"]);
            }
        }
        let has = |name: &str| {
            cases
                .iter()
                .filter(|case| case.children().any(|c| c.has_tag_name(name)))
                .count()
        };
        assert_eq!(number(*suite, "tests"), cases.len());
        assert_eq!(number(*suite, "failures"), has("failure"));
        assert_eq!(number(*suite, "errors"), has("error"));
        assert_eq!(number(*suite, "skipped"), has("skipped"));
        let mut names: Vec<_> = cases
            .iter()
            .map(|c| (c.attribute("classname"), c.attribute("name")))
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            cases.len(),
            "a case is known by its class and name"
        );
    }
    let sum = |name: &str| {
        suites
            .iter()
            .map(|suite| number(*suite, name))
            .sum::<usize>()
    };
    assert_eq!(number(root, "tests"), sum("tests"));
    assert_eq!(number(root, "failures"), sum("failures"));
    document
}

fn element(node: Node<'_, '_>, name: &str, must: &[&str], may: &[&str]) {
    assert!(node.has_tag_name(name), "{node:?}");
    for key in must {
        assert!(node.has_attribute(*key), "{name} lacks {key}");
    }
    for attribute in node.attributes() {
        let known = must.iter().chain(may).any(|key| *key == attribute.name());
        assert!(known, "{name} has {}", attribute.name());
        if ["time", "tests", "failures", "errors", "skipped"].contains(&attribute.name()) {
            let value: f64 = attribute.value().parse().expect("a number");
            assert!(value >= 0.0);
        }
    }
    let text = node.children().filter(Node::is_text);
    let holds_text = ["failure", "error", "skipped"].contains(&name);
    assert!(
        holds_text
            || text
                .into_iter()
                .all(|t| t.text().unwrap_or("").trim().is_empty())
    );
}

fn number(node: Node<'_, '_>, key: &str) -> usize {
    node.attribute(key).unwrap().parse().unwrap()
}

/// The records of a file in the form of RFC 4180: UTF-8 without a mark, lines that end in CR LF, all of the length of
/// the header.
pub(crate) fn read_csv(text: &str) -> Vec<csv::StringRecord> {
    assert!(!text.starts_with('\u{feff}') && text.ends_with("\r\n"));
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '\n' if !quoted => assert_eq!(text.as_bytes()[at - 1], b'\r', "a bare line feed"),
            _ => {}
        }
    }
    assert!(!quoted, "a quote is left open");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .collect::<Result<_, _>>()
        .expect("records of equal length")
}

/// What a build server is told: a failure fails, what was not decided is skipped.
#[test]
fn build_servers_accept_the_junit_report() {
    let xml = file(&model(Lang::En), "junit");
    let document = read_junit(&xml);
    let outcome = |name: &str| {
        let case = document
            .descendants()
            .find(|node| node.attribute("name") == Some(name));
        let child = case.unwrap().children().find(Node::is_element);
        child.map(|child| child.tag_name().name().to_owned())
    };
    assert_eq!(outcome("fit:dice/table").as_deref(), Some("failure"));
    assert_eq!(outcome("fit:dice/other").as_deref(), Some("skipped"));
    assert_eq!(outcome("rtp:dice"), None);
    assert_eq!(outcome("rtp:tickets").as_deref(), Some("skipped"));
    // Nothing but the last point divides package and class.
    let class = document
        .descendants()
        .find_map(|node| node.attribute("classname"));
    assert_eq!(class, Some("dice.stop 100 cents"));
    // A strategy stands there as it is typed.
    let mut typed = model(Lang::En);
    typed.runs[0].strategy = "threshold:2.00:cumul".to_owned();
    let class = "classname=\"dice.threshold:2.00:cumul 100 cents\"";
    assert!(file(&typed, "junit").contains(class));
}

#[test]
fn spreadsheets_accept_the_csv_files() {
    let model = model(Lang::En);
    let runs: usize = model.runs.len();
    for (name, text) in files(&model, "csv") {
        let records = read_csv(&text);
        let header: Vec<&str> = records[0].iter().take(4).collect();
        assert_eq!(
            header,
            ["game", "strategy", "stake_cents", "variant"],
            "{name}"
        );
        let lines = records.len() - 1;
        let expected = match name.as_str() {
            "runs.csv" => runs,
            "checks.csv" => 5,
            "tables.csv" => 4,
            "payouts.csv" => 3,
            "counters.csv" => 1,
            "convergence.csv" => 0,
            other => panic!("{other}"),
        };
        assert_eq!(lines, expected, "{name}");
    }
}

/// Nothing to report is no reason for a broken file.
#[test]
fn an_empty_report_is_accepted_too() {
    let empty = ReportModel::default();
    read_junit(&file(&empty, "junit"));
    for (_, text) in files(&empty, "csv") {
        assert_eq!(read_csv(&text).len(), 1);
    }
    for format in ["text", "html", "md"] {
        assert!(!file(&empty, format).is_empty());
    }
}
