//! The HTML report as a browser shows and prints it.
//!
//! Needs Chromium, so the test itself runs only when asked for (see the README). With `TIRAGE_SCREENS=DIR` it leaves there what
//! it saw.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a wrong step fails the test"
)]

mod chromium;
mod pdf;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use chromium::{Chromium, Page};
use pdf::Pdf;
use serde_json::Value;

/// A title that would act if it were not escaped: it would fetch, log, close what is open or run out
/// of the page.
const TITLE: &str = "</p><img src='http://example.com/x' onerror='console.error(1)'>\"</style></script> & \u{202e}x";

/// A desk and a telephone.
const SIZES: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// What is wider than the screen, but for what scrolls in a box of its own. The width is that of the
/// screen: `innerWidth` grows with what does not fit.
const OVERFLOWING: &str = "[document.documentElement, ...document.querySelectorAll('body *')]
    .filter(e => !e.closest('.wide table') && !e.closest('svg *'))
    .filter(e => e.localName !== 'svg' || getComputedStyle(e.parentElement).overflowX !== 'auto')
    .filter(e => e.getBoundingClientRect().right > WIDTH + .5 || e === document.documentElement && e.scrollWidth > WIDTH)
    .map(e => e.outerHTML.slice(0, 80))";

/// Widths of telephones, tablets and desks.
const WIDTHS: [u32; 6] = [360, 390, 768, 896, 1024, 1280];

/// Tables that scroll sideways, and verdicts that are not whole on the screen.
const OUT_OF_SIGHT: &str = "[...document.querySelectorAll('.wide, td:is(.good, .open, .bad)')]
    .filter(e => { const r = e.getBoundingClientRect(); return r.width === 0 || r.left < 0 || r.right > WIDTH + .5 || e.scrollWidth > e.clientWidth; }).map(e => e.textContent.slice(0, 80))";

/// Identifiers of checks of which a word is cut: each part between its breaks stands on one line.
const CUT_WORDS: &str = "[...document.querySelectorAll('#checks ~ .wide td > span')]
    .filter(e => e.getClientRects().length > 1).map(e => e.textContent)";

/// Cells and figures that paper would cut at its right edge.
const OFF_PAPER: &str = "[...document.querySelectorAll('td, th, p, li, figure, svg, caption')]
    .filter(e => !e.parentElement.closest('svg'))
    .filter(e => e.getBoundingClientRect().right > WIDTH + .5 || e.localName.startsWith('t') && e.scrollWidth > e.clientWidth + 1)
    .map(e => e.outerHTML.slice(0, 80))";

#[test]
#[ignore = "needs Chromium"]
fn the_report_in_a_browser_and_on_paper() {
    for lang in ["en", "fr"] {
        let folder = tempfile::tempdir().unwrap();
        let report = report(folder.path(), lang);
        let url = format!("file://{}", folder.path().join("report.html").display());
        let mut browser = Chromium::start(Duration::from_secs(150));
        let mut page = browser.open(&url, SIZES[0]);
        is_whole(&mut page, &report, lang);
        for size in SIZES {
            fits(&mut page, size, lang);
        }
        for width in WIDTHS {
            is_in_sight(&mut page, width, lang);
        }
        sorts(&mut page);
        filters(&mut page);
        prints(&mut page, lang);
        assert_eq!(page.troubles(&url), Vec::<String>::new());
    }
}

/// Plays the standard scenario, short and under another title, and returns its JSON report.
fn report(folder: &Path, lang: &str) -> Value {
    let standard = std::fs::read_to_string("scenarios/standard.toml").unwrap();
    let line = standard
        .lines()
        .find(|line| line.starts_with("title"))
        .unwrap();
    let title = format!("{TITLE} {}", "m".repeat(10_000));
    let title = serde_json::to_string(&title).unwrap();
    let scenario = folder.join("scenario.toml");
    std::fs::write(
        &scenario,
        standard.replace(line, &format!("title = {title}")),
    )
    .unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_tirage"))
        .args([
            "run",
            "--rounds",
            "2e5",
            "--format",
            "html,json",
            "--lang",
            lang,
            "--out",
        ])
        .args([folder, &scenario])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let json = std::fs::read(folder.join("report.json")).unwrap();
    serde_json::from_slice(&json).unwrap()
}

/// Every section and figure is there, in the right language, under the title as written.
fn is_whole(page: &mut Page<'_>, report: &Value, lang: &str) {
    assert_eq!(page.value("document.documentElement.lang"), lang);
    let shown = page.value("document.querySelector('.subtitle').textContent");
    let shown = shown.as_str().unwrap();
    assert!(
        shown.starts_with(&TITLE.replace('\u{202e}', " ")),
        "{}",
        &shown[..200]
    );
    assert!(shown.ends_with(&"m".repeat(10_000)));

    let ids = page.value("[...document.querySelectorAll('[id]')].map(e => e.id)");
    let ids: Vec<&str> = ids
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an id twice");
    let missing: Vec<String> = expected(report)
        .into_iter()
        .filter(|id| !unique.contains(id.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");

    page.value("document.querySelectorAll('details').forEach(d => d.open = true)");
    let bad = page.value(
        "[...document.querySelectorAll('figure')].filter(f => {
            const svg = f.querySelector('svg'), box = svg && svg.getBoundingClientRect();
            return !box || box.width < 200 || box.height < 80 || !svg.querySelector('text')
                || !f.querySelector('figcaption').textContent.trim();
        }).map(f => f.id)",
    );
    assert_eq!(
        bad,
        Value::from(Vec::<String>::new()),
        "figures that show nothing"
    );
    let links = "[...document.querySelectorAll('nav a')].filter(a => !document.querySelector(a.hash)).length";
    assert_eq!(page.value(links), 0);
}

/// The identifiers that a report of these runs has.
fn expected(report: &Value) -> Vec<String> {
    let mut ids: Vec<String> = [
        "verdict",
        "runs",
        "checks",
        "untested",
        "p-values",
        "method",
        "provenance",
    ]
    .map(str::to_owned)
    .to_vec();
    let games = [
        "tresors-ensables",
        "happy-des",
        "clefs-du-tresor",
        "o-secousses",
        "piece-dor",
    ];
    for game in games {
        ids.extend(["game", "tables", "readings"].map(|part| format!("{part}-{game}")));
    }
    // Several strategies, or stakes, side by side.
    for game in ["tresors-ensables", "happy-des", "piece-dor"] {
        ids.extend(["strategies", "risk"].map(|part| format!("{part}-{game}")));
    }
    ids.extend(
        [
            "stopping-tresors-ensables",
            "cycle-clefs-du-tresor",
            "block-o-secousses-100",
        ]
        .map(str::to_owned),
    );
    ids.extend([50, 100, 200].map(|stake| format!("block-piece-dor-{stake}")));
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 18);
    for run in runs {
        let text = |key: &str| run[key].as_str().unwrap();
        let (game, stake) = (text("game"), &run["stake_cents"]);
        let strategy = text("strategy").replace([':', '.'], "-");
        ids.extend(["par", "payouts"].map(|part| format!("{part}-{game}-{strategy}-{stake}")));
        for table in run["tables"].as_array().unwrap() {
            let rows = table["rows"].as_array().unwrap();
            let possible = rows.iter().filter(|row| row["weight"] != 0).count();
            // Lots of blocks are certain: there is nothing to draw.
            if table["trials"] != 0 && table["block"] == false && possible > 1 {
                let table = table["id"].as_str().unwrap().replace('/', "-");
                ids.push(format!("rows-{table}-{strategy}-{stake}"));
            }
        }
    }
    ids
}

/// Nothing is wider than the screen, and the verdict with what it rests on is on the first one.
fn fits(page: &mut Page<'_>, size: (u32, u32), lang: &str) {
    page.resize(size.0, size.1);
    page.value("scrollTo(0, 0)");
    let bottom = page.value("document.querySelector('#verdict').getBoundingClientRect().bottom");
    assert!(
        bottom.as_f64().unwrap() <= f64::from(size.1),
        "{size:?}: the verdict ends at {bottom}"
    );
    let overflowing = OVERFLOWING.replace("WIDTH", &size.0.to_string());
    page.value("document.body.append(Object.assign(document.createElement('hr'), {style: 'width: 200vw'}))");
    assert_ne!(
        page.value(&overflowing),
        Value::from(Vec::<String>::new()),
        "the check below would see nothing"
    );
    page.value("document.querySelector('hr').remove()");
    assert_eq!(
        page.value(&overflowing),
        Value::from(Vec::<String>::new()),
        "{size:?}"
    );
    keep(&format!("{lang}-{}.png", size.0), || page.screen());
}

/// Of no table a column is off the screen: every verdict is seen without scrolling sideways.
fn is_in_sight(page: &mut Page<'_>, width: u32, lang: &str) {
    page.resize(width, 800);
    page.value("document.querySelectorAll('details').forEach(d => d.open = true)");
    let verdicts = page.value("document.querySelectorAll('td:is(.good, .open, .bad)').length");
    assert!(verdicts.as_u64().unwrap() > 300, "{verdicts} verdicts");
    let hidden = OUT_OF_SIGHT.replace("WIDTH", &width.to_string());
    page.value("document.head.append(Object.assign(document.createElement('style'), {id: 'wider', textContent: '.wide td { min-width: 120vw }'}))");
    assert_ne!(
        page.value(&hidden),
        Value::from(Vec::<String>::new()),
        "the check below would see nothing"
    );
    page.value("document.querySelector('#wider').remove()");
    assert_eq!(
        page.value(&hidden),
        Value::from(Vec::<String>::new()),
        "{lang}, {width} pixels"
    );
    let parts = page.value("document.querySelectorAll('#checks ~ .wide td > span').length");
    assert!(
        parts.as_u64().unwrap() > 600,
        "{parts} parts of identifiers"
    );
    assert_eq!(
        page.value(CUT_WORDS),
        Value::from(Vec::<String>::new()),
        "{lang}, {width} pixels"
    );
}

/// A click on a header sorts by its column, another the other way; no row is lost.
fn sorts(page: &mut Page<'_>) {
    const TABLE: &str = "document.querySelector('#runs ~ .wide table')";
    page.resize(SIZES[0].0, SIZES[0].1);

    let column = |at: usize| {
        format!(
            "[...{TABLE}.tBodies[0].rows].map(r => r.cells[{at}].dataset.k ?? r.cells[{at}].textContent)"
        )
    };
    let rows = format!("[...{TABLE}.tBodies[0].rows].map(r => r.textContent).sort()");
    let all = page.value(&rows);
    let numbers = |page: &mut Page<'_>| -> Vec<f64> {
        let shown = page.value(&column(5));
        let shown = shown.as_array().unwrap().iter();
        shown
            .map(|value| value.as_str().unwrap().parse().unwrap())
            .collect()
    };
    let before = numbers(page);
    assert!(!before.is_sorted(), "the check below would see nothing");
    let header =
        |at: usize| format!("{TABLE}.tHead.rows[0].cells[{at}].querySelector('[role=button]')");
    page.click(&header(5));
    let up = numbers(page);
    assert!(up.is_sorted(), "{up:?}");
    assert_eq!(
        page.value(&format!("{TABLE}.tHead.rows[0].cells[5].ariaSort")),
        "ascending"
    );
    page.click(&header(5));
    let down = numbers(page);
    assert!(down.iter().rev().is_sorted(), "{down:?}");
    page.click(&header(1));
    let names = page.value(&column(1));
    let names = names.as_array().unwrap();
    assert_eq!((&names[0], &names[17]), (&"buy".into(), &"stop".into()));
    assert_eq!(page.value(&rows), all);
}

/// Typing in the box above a long table leaves the rows that have what was typed.
fn filters(page: &mut Page<'_>) {
    page.click("document.querySelector('#runs ~ .filter input')");
    page.call("Input.insertText", serde_json::json!({"text": "Cumul"}));
    let visible = "[...document.querySelector('#runs ~ .wide table').tBodies[0].rows].filter(r => r.offsetHeight > 0).length";
    assert_eq!(page.value(visible), 2, "two stakes");
    page.value("(i => { i.value = ''; i.dispatchEvent(new Event('input')); })(document.querySelector('#runs ~ .filter input'))");
    assert_eq!(page.value(visible), 18);
}

/// On A4 nothing is cut: neither at the right edge nor, in a row or a figure or a short table, between
/// pages; what is folded on the screen is there, with and without the script.
fn prints(page: &mut Page<'_>, lang: &str) {
    page.value("document.querySelectorAll('details').forEach(d => d.open = false)");
    let rows = page
        .value("document.querySelectorAll('tr').length")
        .as_u64()
        .unwrap() as usize;
    let figures = page
        .value("document.querySelectorAll('figure').length")
        .as_u64()
        .unwrap() as usize;
    for script in [true, false] {
        page.call(
            "Emulation.setScriptExecutionDisabled",
            serde_json::json!({"value": !script}),
        );
        let bytes = page.pdf();
        keep(&format!("{lang}-{script}.pdf"), || bytes.clone());
        let pdf = Pdf::read(&bytes);
        assert!(pdf.pages.len() > 20, "{} pages", pdf.pages.len());
        let a4 = |size: &String| size.starts_with("0 0 59") && size.contains(" 841");
        assert!(pdf.pages.iter().all(a4), "{:?}", pdf.pages);
        let drawn = pdf.pages_of("Figure");
        assert!(
            drawn.len() >= figures && drawn.iter().all(|pages| pages.len() <= 1),
            "a figure is cut"
        );
        let tables = pdf.tables();
        let printed: usize = tables.iter().map(|table| 1 + table.rows.len()).sum();
        assert_eq!(printed, rows, "script: {script}");
        let mut long = 0;
        for table in &tables {
            let whole = table.rows.iter().all(|pages| pages.len() == 1);
            assert!(whole, "a row is cut: {table:?}");
            let pages: BTreeSet<u32> = table.rows.iter().flatten().copied().collect();
            assert!(
                table.rows.len() > 20 || pages.len() == 1,
                "a short table is cut: {table:?}"
            );
            assert_eq!(table.header, pages, "a header on every page");
            long += usize::from(pages.len() > 1);
        }
        assert!(long > 0, "the check above would see nothing");
    }
    page.call(
        "Emulation.setScriptExecutionDisabled",
        serde_json::json!({"value": false}),
    );
    assert_eq!(
        page.value("document.querySelectorAll('details[open]').length"),
        0,
        "folded again"
    );
    page.call(
        "Emulation.setEmulatedMedia",
        serde_json::json!({"media": "print"}),
    );
    // 210 mm less the margins of 13 mm, at 96 pixels an inch.
    let mut off_paper = |width: u32| {
        page.resize(width, 1000);
        page.value(&OFF_PAPER.replace("WIDTH", &width.to_string()))
    };
    assert_eq!(off_paper(695), Value::from(Vec::<String>::new()));
    assert_ne!(
        off_paper(350),
        Value::from(Vec::<String>::new()),
        "the check above would see nothing"
    );
}

/// Leaves bytes in the folder that `TIRAGE_SCREENS` names.
fn keep(name: &str, bytes: impl FnOnce() -> Vec<u8>) {
    if let Some(folder) = std::env::var_os("TIRAGE_SCREENS") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(Path::new(&folder).join(name), bytes()).unwrap();
    }
}
