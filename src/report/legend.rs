//! What checks mean, for readers without statistics.

use serde::Serialize;

use crate::audit::{Check, Method, Null};
use crate::report::wrap::wrapped;

/// Every kind of check with two sentences about it, and everything that counts are held against: for `--help`.
pub fn glossary() -> String {
    kinds(&Method::ALL) + "\n" + &hypotheses(&Null::ALL)
}

/// Those that occur in `checks`.
pub(super) fn legend(checks: &[Check]) -> String {
    let methods = Method::ALL.into_iter();
    let methods = methods.filter(|kind| checks.iter().any(|check| check.method == *kind));
    let nulls = Null::ALL.into_iter();
    let nulls = nulls.filter(|null| checks.iter().any(|check| check.null == *null));
    format!(
        "\n{}{}",
        kinds(&methods.collect::<Vec<_>>()),
        hypotheses(&nulls.collect::<Vec<_>>())
    )
}

fn kinds(methods: &[Method]) -> String {
    let mut text = "What the checks mean (`method` in JSON)\n".to_owned();
    for kind in methods {
        text += &entry(kind, kind.title(), kind.explanation());
    }
    text
}

fn hypotheses(nulls: &[Null]) -> String {
    let mut text = "What they hold the counts against (`null` in JSON)\n".to_owned();
    for null in nulls {
        text += &entry(null, null.title(), null.explanation());
    }
    text
}

fn entry(kind: &impl Serialize, title: &str, explanation: &str) -> String {
    let name = serde_json::to_value(kind).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    wrapped(&format!("  {title}, `{name}`: {explanation}"), 4)
}
