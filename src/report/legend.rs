//! What checks mean, for readers without statistics.

use serde::Serialize;

use crate::audit::{Check, Method, Null};
use crate::report::lang::Lang;
use crate::report::wrap::wrapped;

/// Every kind of check with two sentences about it, and everything that counts are held against: for `--help`.
pub fn glossary() -> String {
    kinds(&Method::ALL, Lang::En) + "\n" + &hypotheses(&Null::ALL, Lang::En)
}

/// Those that occur in `checks`.
pub(super) fn legend<'a, I: Iterator<Item = &'a Check>>(
    checks: impl Fn() -> I,
    lang: Lang,
) -> String {
    let methods = Method::ALL.into_iter();
    let methods = methods.filter(|kind| checks().any(|check| check.method == *kind));
    let nulls = nulls(checks()).into_iter();
    format!(
        "\n{}{}",
        kinds(&methods.collect::<Vec<_>>(), lang),
        hypotheses(&nulls.collect::<Vec<_>>(), lang)
    )
}

/// What the `checks` that were made hold their counts against.
pub(super) fn nulls<'a>(checks: impl Iterator<Item = &'a Check>) -> Vec<Null> {
    let made = checks.filter(|check| check.method != Method::Untested);
    let found: Vec<Null> = made.map(|check| check.null).collect();
    let all = Null::ALL.into_iter();
    all.filter(|null| found.contains(null)).collect()
}

fn kinds(methods: &[Method], lang: Lang) -> String {
    let mut text = lang
        .pick(
            "What the checks mean (`method` in JSON)\n",
            "Ce que signifient les contrôles (`method` en JSON)\n",
        )
        .to_owned();
    for kind in methods {
        text += &entry(kind, kind.title(), kind.explanation(), lang);
    }
    text
}

fn hypotheses(nulls: &[Null], lang: Lang) -> String {
    if nulls.is_empty() {
        return String::new();
    }
    let mut text = lang
        .pick(
            "What they hold the counts against (`null` in JSON)\n",
            "Ce à quoi ils comparent les nombres (`null` en JSON)\n",
        )
        .to_owned();
    for null in nulls {
        text += &entry(null, null.title(), null.explanation(), lang);
    }
    text
}

fn entry(kind: &impl Serialize, title: &str, explanation: &str, lang: Lang) -> String {
    let name = serde_json::to_value(kind).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    let (title, explanation) = (lang.say(title), lang.say(explanation));
    let colon = lang.pick(":", " :");
    wrapped(&format!("  {title}, `{name}`{colon} {explanation}"), 4)
}
