//! Text that users wrote comes out as text: in titles, which are theirs, and in labels, which a game of
//! their own may have.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use tirage::report::{Lang, ReportModel};

use crate::model::{document, model};
use crate::strict::{read_csv, read_junit};
use crate::{file, files};

/// Pieces that mean something to some format.
const PIECES: [&str; 28] = [
    "<script>alert(1)</script>",
    "</title>",
    "<!--",
    "]]>",
    "&amp;",
    "&#x202e;",
    "\"",
    "'",
    "`",
    "|",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{1b}[31m",
    "\u{9b}",
    "\u{202e}",
    "\u{2067}",
    "\u{2028}",
    "\u{feff}",
    "\u{ffff}",
    "- ",
    "1. ",
    "===",
    "[a](b)",
    "**",
    "=1+1",
];

fn nasty() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z =+@-]{1,4}",
    ];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

/// Characters that no reader of a document must ever get.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
        || c as u32 & 0xfffe == 0xfffe
        || matches!(c, '\u{fdd0}'..='\u{fdef}')
}

/// `text` as documents show it.
fn shown(text: &str) -> String {
    text.chars()
        .map(|c| if is_harmful(c) { ' ' } else { c })
        .collect()
}

fn titled(mut model: ReportModel, title: &str) -> ReportModel {
    model.titles = vec![title.to_owned()];
    model
}

/// A model whose own names and labels are `text` too.
fn labelled(text: &str) -> ReportModel {
    let mut model = titled(model(Lang::En), text);
    for run in &mut model.runs {
        text.clone_into(&mut run.title);
        for table in &mut run.tables {
            text.clone_into(&mut table.rows[0].label);
        }
        for check in &mut run.checks {
            check.note = Some(text.to_owned());
        }
    }
    model
}

/// The names of the tags of a page in order, without those inside drawings' text.
fn tags(page: &str) -> Vec<&str> {
    let names = page.split('<').skip(1);
    names
        .map(|tag| tag.split([' ', '>', '\n']).next().unwrap())
        .collect()
}

/// What an element of HTML shows.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

fn html_is_safe(title: &str) {
    let page = file(&titled(document(Lang::En), title), "html");
    assert_eq!(
        tags(&page),
        tags(&file(&titled(document(Lang::En), "x"), "html"))
    );
    let (_, rest) = page
        .split_once("<p class=\"subtitle\" dir=\"auto\">")
        .unwrap();
    let (subtitle, _) = rest.split_once("</p>").unwrap();
    assert_eq!(unescaped(subtitle), shown(title));
    assert!(!page.chars().any(|c| is_harmful(c) && c != '\n'));
}

/// What GitHub reads beside `CommonMark`.
fn github() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

fn markdown_is_safe(title: &str) {
    let text = file(&titled(document(Lang::En), title), "md");
    assert!(!text.chars().any(|c| is_harmful(c) && c != '\n'));
    let parsed: Vec<Event<'_>> = Parser::new_ext(&text, github()).collect();
    let plain = Parser::new_ext(&file(&titled(document(Lang::En), "x"), "md"), github())
        .filter(|event| !matches!(event, Event::Text(_)))
        .map(Event::into_static)
        .collect::<Vec<_>>();
    let marks: Vec<Event<'_>> = parsed
        .iter()
        .filter(|event| !matches!(event, Event::Text(_)))
        .cloned()
        .collect();
    if !shown(title).trim().is_empty() {
        assert_eq!(marks, plain, "the same structure: {title:?}");
    }
    // The first paragraph is the title.
    let after = parsed
        .iter()
        .skip_while(|event| !matches!(event, Event::Start(Tag::Paragraph)));
    let words = after.skip(1).map_while(|event| match event {
        Event::Text(text) => Some(text.to_string()),
        _ => None,
    });
    let written: String = words.collect();
    if !shown(title).trim().is_empty() {
        assert_eq!(written.trim(), shown(title).trim());
    }
}

fn text_is_safe(title: &str) {
    let text = file(&labelled(title), "text");
    assert!(
        !text.chars().any(|c| is_harmful(c) && c != '\n'),
        "{title:?}"
    );
    let first: String = shown(title).chars().take(199).collect();
    assert!(text.lines().next().unwrap().contains(&first));
    let one = file(&titled(model(Lang::En), title), "text");
    let lines = file(&model(Lang::En), "text").lines().count();
    assert_eq!(one.lines().count(), lines);
    assert!(one.lines().next().unwrap().chars().count() < 220);
}

fn junit_is_safe(title: &str) {
    let xml = file(&labelled(title), "junit");
    let document = read_junit(&xml);
    let name = document.root_element().attribute("name");
    assert_eq!(name, Some(format!("tirage: {}", shown(title)).as_str()));
    let failure = document
        .descendants()
        .find(|node| node.has_tag_name("failure"));
    assert_eq!(failure.unwrap().text().unwrap_or_default(), shown(title));
}

fn csv_is_safe(label: &str) {
    for (name, text) in files(&labelled(label), "csv") {
        let records = read_csv(&text);
        for field in records.iter().flatten() {
            let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
            assert!(
                !is_formula || field.parse::<f64>().is_ok(),
                "{name}: {field:?}"
            );
        }
        if name == "tables.csv" {
            let kept = &records[1][6];
            assert!(
                kept == label || kept.strip_prefix('\'') == Some(label),
                "{kept:?}"
            );
        }
    }
}

#[test]
fn pieces_and_long_titles() {
    let long = "x".repeat(10_000);
    let words = "mot ".repeat(2_500);
    let texts = PIECES.iter().copied().chain([
        &*long,
        &*words,
        "=cmd|' /C calc'!A0",
        "    code",
        "---",
        "+ a",
        "a: b",
        "שלום \u{200f}x",
    ]);
    for text in texts {
        html_is_safe(text);
        markdown_is_safe(text);
        text_is_safe(text);
        junit_is_safe(text);
        csv_is_safe(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_stays_text(text in nasty()) {
        html_is_safe(&text);
        markdown_is_safe(&text);
        text_is_safe(&text);
        junit_is_safe(&text);
        csv_is_safe(&text);
    }
}
