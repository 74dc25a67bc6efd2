//! JSON documents against their published schemas, by a validator that knows nothing of the program.

use std::collections::BTreeMap;

use assert_cmd::Command;
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use tirage::report::SCHEMAS;

/// A published schema, ready to validate. Compiling it also holds it against the draft's own schema.
struct Published {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Published {
    fn of(name: &str) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let place = format!("{name}.json");
        let added = compiler.add_resource(&place, parsed(name));
        added.expect("a schema to add");
        let index = compiler.compile(&place, &mut schemas);
        Self {
            index: index.expect("a valid schema"),
            schemas,
        }
    }

    fn check(&self, document: &Value, what: &str) {
        if let Err(error) = self.schemas.validate(document, self.index) {
            panic!("{what}: {error:#}");
        }
    }

    fn refuses(&self, document: &Value) -> bool {
        self.schemas.validate(document, self.index).is_err()
    }
}

fn parsed(name: &str) -> Value {
    let (_, text) = SCHEMAS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a schema");
    serde_json::from_str(text).expect("JSON")
}

/// What the program prints for these arguments, with `--format json` added.
fn printed(arguments: &str) -> Value {
    let mut program = Command::cargo_bin("tirage").expect("the program");
    let output = program
        .args(arguments.split(' '))
        .args(["--format", "json"])
        .output();
    let output = output.expect("an answer");
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments}: {said}"))
}

const GAMES: [&str; 5] = [
    "tresors-ensables",
    "happy-des",
    "clefs-du-tresor",
    "o-secousses",
    "piece-dor",
];

/// Every game, players of both kinds, blocks sold in whole and in part, a run that time cut short, one with
/// a precision, tests that cannot be made, an inconclusive one and one chunk as well as several.
#[test]
fn reports_of_runs() {
    let published = Published::of("run");
    let more = [
        "run --game clefs-du-tresor --strategy play --plays 10 --rounds 20000",
        "run --game o-secousses --tickets 5 --rounds 10000",
        "run --game o-secousses --rounds 1600000",
        "run --game happy-des --strategy stop --rounds 1e12 --max-time 200ms",
        "run --game happy-des --strategy cumul --rtp-half-width 0.01",
        "run --game tresors-ensables --strategy gold --rounds 1",
        "run --game tresors-ensables --strategy gold --rounds 3e6 --cell-tolerance 0.001 --rtp-tolerance 0.001",
        "run --game happy-des --strategy stop --rounds 3000 --reading suite=throw-order",
    ];
    let all = GAMES.map(|game| format!("run --game {game} --rounds 50000"));
    let documents: Vec<(String, Value)> = all
        .into_iter()
        .chain(more.map(str::to_owned))
        .map(|arguments| {
            let document = printed(&arguments);
            published.check(&document, &arguments);
            (arguments, document)
        })
        .collect();
    // The cases are what they are named for.
    let of = |words: &str| {
        let found = documents.iter().find(|(name, _)| name.contains(words));
        &found.expect("a document").1
    };
    assert_eq!(of("--max-time")["partial"], true);
    assert!(of("--plays")["runs"][0]["player"]["exact"].is_object());
    assert!(of("--tickets")["runs"][0]["tickets"].is_u64());
    assert!(of("--rtp-half-width")["runs"][0]["precision"].is_object());
    assert_eq!(of("--cell-tolerance")["verdict"], "inconclusive");
    let points = &of("--cell-tolerance")["runs"][0]["convergence"]["points"];
    assert_eq!(points.as_array().expect("points").len(), 3);
    assert!(of("--rounds 1600000")["runs"][0]["convergence"]["note"].is_string());
}

/// The other documents.
#[test]
fn other_answers() {
    let cases = [
        ("audit", "audit --game happy-des tests/audit/example.csv"),
        ("exact", "exact --game tresors-ensables --strategy chests:3"),
        (
            "exact",
            "exact --game happy-des --strategy figures --stake 2",
        ),
        ("exact", "exact --game clefs-du-tresor --strategy play"),
        (
            "exact",
            "exact --game clefs-du-tresor --strategy play --plays 3000",
        ),
        (
            "exact",
            "exact --game piece-dor --strategy buy --tickets 10",
        ),
        ("compare", "compare --game happy-des --rounds 10000"),
        ("compare", "compare --game clefs-du-tresor --rounds 1"),
        ("policy", "policy --game happy-des"),
        ("policy", "policy --game tresors-ensables"),
        ("readings", "readings --game happy-des"),
        ("readings", "readings --game clefs-du-tresor"),
        ("games", "games"),
        (
            "power",
            "power --game tresors-ensables --strategy gold --rounds 1e9",
        ),
        (
            "power",
            "power --game happy-des --deviation 5% --table stage-1",
        ),
        (
            "power",
            "power --game clefs-du-tresor --strategy play --plays 10 --rounds 1e6",
        ),
        (
            "power",
            "power --game piece-dor --strategy buy --stake 2 --tickets 3 --rounds 3e6",
        ),
        (
            "power",
            "power --game o-secousses --strategy buy --rounds 1500000",
        ),
        (
            "power",
            "power --game o-secousses --strategy buy --deviation 0.5",
        ),
        ("selftest", "selftest --list"),
        ("selftest", "selftest --fault tresors-no-life-cap"),
        ("cluster-plan", "cluster plan --shards 3"),
        (
            "cluster-plan",
            "cluster plan --shards 40 --rounds 1000000 --seed 0",
        ),
    ];
    let traces = [
        "tresors-ensables --strategy gold --round 41",
        "tresors-ensables --strategy first-chest --round 2",
        "happy-des --strategy identiques --round 7 --stake 2",
        "clefs-du-tresor --strategy play --round 5 --plays 3",
        "o-secousses --strategy buy --round 0 --kernel reference",
        "piece-dor --strategy buy --round 12 --tickets 2 --stake 1",
    ];
    let traces = traces.map(|trace| ("trace", format!("trace --game {trace}")));
    let cases = cases.map(|(name, arguments)| (name, arguments.to_owned()));
    let mut published = BTreeMap::new();
    for (name, arguments) in cases.into_iter().chain(traces) {
        let schema = published.entry(name).or_insert_with(|| Published::of(name));
        schema.check(&printed(&arguments), &arguments);
    }
    // All but those of runs, which have a test of their own.
    assert_eq!(published.len() + 1, SCHEMAS.len());
}

/// All seeds and faults: minutes of play, so `cargo test --release --test schemas -- --ignored`.
#[test]
#[ignore = "plays the whole selftest"]
fn the_whole_selftest() {
    let document = printed("selftest");
    assert!(document["faultless"].is_object());
    Published::of("selftest").check(&document, "selftest");
}

/// A change to a document.
type Change = fn(&mut Value);

/// The same for the smaller documents: what is said of one question, one draw or one fault hangs together.
#[test]
fn changed_answers_are_refused() {
    let cases: [(&str, &str, &[Change]); 5] = [
        (
            "games",
            "games --game clefs-du-tresor",
            &[
                |d| d["games"] = json!([]),
                |d| d["methods"][0]["id"] = json!("guess"),
                |d| d["games"][0]["tables"][0]["rows"][0]["low"] = json!(0.2),
                |d| remove(&mut d["games"][0], "findings"),
            ],
        ),
        (
            "power",
            "power --game happy-des --deviation 5% --table stage-1",
            &[
                |d| d["rounds"] = json!(1000),
                |d| d["deviation"] = json!(null),
                |d| d["tables"][0]["rows"] = json!([]),
                |d| d["players"] = json!(null),
            ],
        ),
        (
            "trace",
            "trace --game happy-des --strategy stop --round 0",
            &[
                |d| d["steps"][0]["draw"] = json!(null),
                |d| d["round"] = json!(-1),
                |d| d["rounds"] = json!(1),
                |d| d["kernel"] = json!("slow"),
            ],
        ),
        (
            "selftest",
            "selftest --list",
            &[
                |d| d["faults"][0]["caught"] = json!(true),
                |d| d["faults"][0]["check"] = json!("x"),
                |d| d["seed"] = json!(1),
                |d| d["verdict"] = json!("pass"),
            ],
        ),
        (
            "cluster-plan",
            "cluster plan --shards 2",
            &[
                |d| d["scenario_sha256"] = json!("abc"),
                |d| d["shards"][0]["file"] = json!("part-1"),
                |d| d["shards"][1]["chunks"][0]["to"] = json!(null),
                |d| remove(&mut d["runs"][0], "chunks"),
            ],
        ),
    ];
    for (name, arguments, changes) in cases {
        let (published, document) = (Published::of(name), printed(arguments));
        published.check(&document, arguments);
        for (number, change) in changes.iter().enumerate() {
            let mut changed = document.clone();
            change(&mut changed);
            assert_ne!(changed, document, "{name} {number}");
            assert!(published.refuses(&changed), "{name} {number}");
        }
    }
}

/// A document changed in one place is no longer one: fields missing, renamed, added, of another type, outside their
/// range or against each other.
#[test]
fn changed_documents_are_refused() {
    let published = Published::of("run");
    let document = printed("run --game clefs-du-tresor --strategy play --plays 10 --rounds 20000");
    published.check(&document, "unchanged");
    let changes: [(&str, Change); 14] = [
        ("schema", |d| d["schema"] = json!("tirage/2")),
        ("no verdict", |d| remove(d, "verdict")),
        ("verdict", |d| d["verdict"] = json!("passed")),
        ("seed", |d| d["seed"] = json!(-1)),
        ("unknown", |d| d["elapsed"] = json!(1.5)),
        ("partial", |d| d["partial"] = json!(true)),
        ("no runs", |d| d["runs"] = json!([])),
        ("rounds", |d| d["runs"][0]["rounds"] = json!("20000")),
        ("p", |d| d["runs"][0]["checks"][0]["p"] = json!(1.5)),
        ("count", |d| {
            d["runs"][0]["payouts"][0]["count"] = json!(0.5);
        }),
        ("row", |d| {
            remove(&mut d["runs"][0]["tables"][0]["rows"][0], "weight");
        }),
        ("player", |d| remove(&mut d["runs"][0], "player")),
        ("both", |d| d["runs"][0]["tickets"] = json!(10)),
        ("rules", |d| d["provenance"]["rules_sha256"] = json!("0X")),
    ];
    for (what, change) in changes {
        let mut changed = document.clone();
        change(&mut changed);
        assert_ne!(changed, document, "{what}");
        assert!(published.refuses(&changed), "{what}");
    }
}

fn remove(object: &mut Value, key: &str) {
    let fields = object.as_object_mut().expect("an object");
    fields.remove(key).expect("the field");
}

/// What several documents have in common is said once; every object says what it needs and allows nothing
/// else, but for maps whose keys are names.
#[test]
fn schemas_are_strict_and_agree() {
    fn walk(schema: &Value, place: &str, maps: &mut usize) {
        if schema["type"] == "object" && schema.get("additionalProperties") != Some(&json!(false)) {
            assert_eq!(schema["additionalProperties"]["type"], "string", "{place}");
            *maps += 1;
        }
        match schema {
            Value::Object(fields) => fields
                .iter()
                .for_each(|(key, value)| walk(value, &format!("{place}/{key}"), maps)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, place, maps)),
            _ => {}
        }
    }
    let mut common: BTreeMap<String, (Value, &str)> = BTreeMap::new();
    let shared = [
        "check",
        "check_row",
        "check_part",
        "estimate",
        "quantity",
        "row",
        "verdict",
        "count",
        "cents",
    ];
    for (name, _) in SCHEMAS {
        let schema = parsed(name);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        let mut maps = 0;
        walk(&schema, name, &mut maps);
        let readings = usize::from(schema["$defs"].get("readings").is_some());
        assert_eq!(
            maps, readings,
            "{name}: the readings in force alone are a map"
        );
        for (key, definition) in schema["$defs"].as_object().expect("definitions") {
            if shared.contains(&key.as_str()) {
                let (first, of) = common
                    .entry(key.clone())
                    .or_insert_with(|| (definition.clone(), name));
                assert_eq!(first, definition, "{key} of {name} and of {of}");
            }
        }
    }
    let mut program = Command::cargo_bin("tirage").expect("the program");
    let output = program
        .args(["schema", "audit"])
        .output()
        .expect("a schema");
    assert_eq!(output.stdout, SCHEMAS[1].1.as_bytes());
}
