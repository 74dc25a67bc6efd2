//! What games and tests say in English, in French.
//!
//! Their sentences are written once, in English; the catalogue `french.toml` has them in French. `{}` in
//! an entry stands for whatever is found there.

use std::sync::OnceLock;

use crate::report::lang::Lang;

/// An entry, cut at its placeholders.
struct Entry {
    english: Vec<String>,
    french: Vec<String>,
}

/// Whole sentences and clauses, those with the most fixed text first.
fn catalogue() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let table: toml::Table = include_str!("french.toml").parse().unwrap_or_default();
        let cut = |text: &str| text.split("{}").map(str::to_owned).collect();
        let entry = |(english, french): (&String, &toml::Value)| {
            Some(Entry {
                english: cut(english),
                french: cut(french.as_str()?),
            })
        };
        let mut entries: Vec<Entry> = table.iter().filter_map(entry).collect();
        let fixed = |entry: &Entry| entry.english.iter().map(String::len).sum::<usize>();
        entries.sort_by_key(|entry| std::cmp::Reverse(fixed(entry)));
        entries
    })
}

/// A sentence of a game or a test in a language; clauses that the catalogue lacks stay in English.
pub fn translate(text: &str, lang: Lang) -> String {
    match lang {
        Lang::En => text.to_owned(),
        Lang::Fr => french(text).unwrap_or_else(|| {
            let clauses = text.split("; ");
            let clause = |clause: &str| french(clause).unwrap_or_else(|| clause.to_owned());
            clauses.map(clause).collect::<Vec<_>>().join(" ; ")
        }),
    }
}

fn french(text: &str) -> Option<String> {
    catalogue().iter().find_map(|entry| {
        let found = fill(&entry.english, text)?;
        let mut written = String::new();
        for (number, part) in entry.french.iter().enumerate() {
            if number > 0 {
                written += &number_in_french(found.get(number - 1).copied().unwrap_or_default());
            }
            written += part;
        }
        Some(written)
    })
}

/// What stands at the placeholders of a template that `text` fits.
fn fill<'a>(template: &[String], text: &'a str) -> Option<Vec<&'a str>> {
    let (first, rest) = template.split_first()?;
    let mut left = text.strip_prefix(first.as_str())?;
    let mut found = Vec::new();
    for (number, part) in rest.iter().enumerate() {
        let is_last = number + 1 == rest.len();
        let at = if is_last && part.is_empty() {
            left.len()
        } else if is_last {
            left.len()
                .checked_sub(part.len())
                .filter(|&at| left.get(at..) == Some(part))?
        } else {
            left.find(part.as_str())?
        };
        found.push(&left[..at]);
        left = &left[at + part.len()..];
    }
    left.is_empty().then_some(found)
}

/// A decimal number with a comma; names, amounts as published and ranges of numbers otherwise as they
/// are.
fn number_in_french(text: &str) -> String {
    let is_number = |word: &str| {
        let plain = word
            .trim_start_matches(['+', '-', '−'])
            .trim_end_matches('%');
        plain.contains('.') && plain.parse::<f64>().is_ok()
    };
    let words = text.split(' ').map(|word| match word {
        "to" => "à".to_owned(),
        word if is_number(word) => word.replace('.', ","),
        word => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_read_whole() {
        let table: toml::Table = include_str!("french.toml").parse().expect("TOML");
        assert_eq!(table.len(), catalogue().len());
        for entry in catalogue() {
            assert_eq!(
                entry.english.len(),
                entry.french.len(),
                "{:?}",
                entry.english
            );
        }
    }

    #[test]
    fn placeholders_are_carried_over() {
        let note = "largest deviation: 4,00 EUR (15070 drawn, 15000.5 expected, p 0.5621 on its own); \
                    pooled as too rare: a + b";
        let expected = "plus grand écart : 4,00 EUR (15070 tirages, 15000,5 attendus, p 0,5621 à lui seul) ; \
                        regroupés car trop rares : a + b";
        assert_eq!(translate(note, Lang::Fr), expected);
        assert_eq!(translate(note, Lang::En), note);
        assert_eq!(translate("quite unknown", Lang::Fr), "quite unknown");
    }
}
