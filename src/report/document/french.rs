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
                let found = found.get(number - 1).copied().unwrap_or_default();
                // What stands there may be a sentence of its own.
                written += &french(found).unwrap_or_else(|| number_in_french(found));
            }
            written += part;
        }
        Some(written)
    })
}

/// A text that the catalogue has word for word.
fn whole(text: &str) -> Option<String> {
    let is_it = |entry: &&Entry| matches!(&entry.english[..], [only] if only == text);
    let entry = catalogue().iter().find(is_it)?;
    Some(entry.french.concat())
}

/// The title of a scenario: those that come with the program in the language, those of users as they are.
pub(super) fn title(text: &str, lang: Lang) -> String {
    let french = if lang == Lang::Fr { whole(text) } else { None };
    french.unwrap_or_else(|| text.to_owned())
}

/// What stands at the placeholders of a template that `text` fits; never more than a clause.
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
        if left[..at].contains("; ") {
            return None;
        }
        found.push(&left[..at]);
        left = &left[at + part.len()..];
    }
    left.is_empty().then_some(found)
}

/// Numbers with a decimal comma and their digits in groups; names, amounts as published and ranges of numbers
/// otherwise as they are.
fn number_in_french(text: &str) -> String {
    let words = text.split(' ').map(|word| match word {
        "to" => "à".to_owned(),
        word => number(word, Lang::Fr).unwrap_or_else(|| word.to_owned()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// [`translate`] for documents, which write long numbers in groups in English too.
pub(super) fn note(text: &str, lang: Lang) -> String {
    match lang {
        Lang::En => grouped(text),
        Lang::Fr => translate(text, lang),
    }
}

/// Long numbers of an English sentence with their digits in groups.
fn grouped(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let long = number(word, Lang::En).filter(|written| written.contains(','));
        long.unwrap_or_else(|| word.to_owned())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A plain number, perhaps in brackets or before a comma, as a language writes it: grouped from five digits on,
/// as fewer may be a year or a name. None of any other word.
fn number(word: &str, lang: Lang) -> Option<String> {
    let open = word.len() - word.trim_start_matches(['(', '+', '-', '−']).len();
    let (before, rest) = word.split_at(open);
    let plain = rest.trim_end_matches(['%', ')', ',', ':']);
    let after = &rest[plain.len()..];
    let (whole, decimals) = plain
        .split_once('.')
        .map_or((plain, None), |(w, d)| (w, Some(d)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // A power of ten may follow the decimals, as in 2.9e-6.
    let is_plain = is_digits(whole) && (decimals.is_none() || plain.parse::<f64>().is_ok());
    if !is_plain || decimals.is_none() && whole.len() < 5 {
        return None;
    }
    let whole = match whole.parse() {
        Ok(count) if whole.len() >= 5 => lang.count(count),
        _ => whole.to_owned(),
    };
    let point = lang.pick('.', ',');
    let decimals = decimals.map_or(String::new(), |decimals| format!("{point}{decimals}"));
    Some(format!("{before}{whole}{decimals}{after}"))
}

/// French text whose lines break where French lets them: not before `:`, `;`, `%` and the like, not inside
/// quotation marks nor between a number and what belongs to it.
pub(super) fn set(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let around = |at: usize| {
        (
            at.checked_sub(1).and_then(|at| letters.get(at)),
            letters.get(at + 1),
        )
    };
    let mut written = String::with_capacity(text.len());
    for (at, &letter) in letters.iter().enumerate() {
        let is_tied = letter == ' '
            && match around(at) {
                (Some('«'), _) | (_, Some(':' | ';' | '!' | '?' | '%' | '»')) => true,
                (Some(before), Some(after)) if before.is_ascii_digit() => {
                    let group = letters[at + 1..].iter().take(4);
                    let digits = group.take_while(|c| c.is_ascii_digit()).count();
                    digits == 3 || *after == 'E' && letters[at + 1..].starts_with(&['E', 'U', 'R'])
                }
                _ => false,
            };
        written.push(if is_tied { '\u{a0}' } else { letter });
    }
    written
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
        let expected = "plus grand écart : 4,00 EUR (15\u{202f}070 tirages, 15\u{202f}000,5 attendus, p 0,5621 à lui seul) ; \
                        regroupés car trop rares : a + b";
        assert_eq!(translate(note, Lang::Fr), expected);
        assert_eq!(translate(note, Lang::En), note);
        assert_eq!(translate("quite unknown", Lang::Fr), "quite unknown");
    }

    /// A placeholder never swallows a clause, a sentence inside one is said in French, articles keep their
    /// points and long numbers are grouped.
    #[test]
    fn clauses_and_numbers() {
        let note = "chunks counted: 20 of 20, of 1048576 rounds each; 0 of them played from draws played before; \
                    20000000 rounds counted, 20000000 payouts";
        let expected = "tranches comptées : 20 sur 20, de 1\u{202f}048\u{202f}576 parties chacune ; 0 jouées avec des tirages déjà joués ; \
                        20\u{202f}000\u{202f}000 parties comptées, 20\u{202f}000\u{202f}000 gains";
        assert_eq!(translate(note, Lang::Fr), expected);
        let note = "what a ticket shows pays its prize by articles 4.4 to 4.6: not so in 0 of 20000 rounds";
        let expected = "ce que montre un ticket paie son gain selon les articles 4.4 à 4.6 : faux dans 0 parties \
                        sur 20\u{202f}000";
        assert_eq!(translate(note, Lang::Fr), expected);
        assert_eq!(
            grouped("p 2.9e-6 (12345 drawn, 9999.5 expected)"),
            "p 2.9e-6 (12,345 drawn, 9999.5 expected)"
        );
        assert_eq!(
            number("-12345.50", Lang::Fr).as_deref(),
            Some("-12\u{202f}345,50")
        );
        assert_eq!(number("3.2.6", Lang::Fr), None);
        assert_eq!(number("2015", Lang::Fr), None);
    }

    #[test]
    fn lines_break_where_french_lets_them() {
        let hard = '\u{a0}';
        assert_eq!(
            set("« vu » : 5 % ; oui"),
            format!("«{hard}vu{hard}»{hard}: 5{hard}%{hard}; oui")
        );
        assert_eq!(
            set("1 500 000 tickets à 10 EUR"),
            format!("1{hard}500{hard}000 tickets à 10{hard}EUR")
        );
        assert_eq!(set("en 18 séries"), "en 18 séries");
    }
}
