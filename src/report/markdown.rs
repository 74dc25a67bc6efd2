//! Documents as Markdown (`CommonMark` with pipe tables).

use crate::report::document::{Block, Detail, Document, Table, Tone};
use crate::report::harmless::harmless;

/// The document; figures become their captions, as Markdown has no drawings of its own.
pub(super) fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n", inline(&document.title));
    if !document.subtitle.is_empty() {
        text += &format!("{}\n\n", paragraph(&document.subtitle));
    }
    blocks(&document.blocks, &mut text);
    text
}

fn blocks(blocks_: &[Block], text: &mut String) {
    for block in blocks_ {
        match block {
            Block::Heading {
                level,
                text: heading,
                ..
            } => {
                let hashes = "#".repeat(usize::from(*level));
                *text += &format!("{hashes} {}\n\n", inline(heading));
            }
            Block::Paragraph(paragraph) => *text += &format!("{}\n\n", self::paragraph(paragraph)),
            Block::Banner {
                text: sentence,
                details,
                ..
            } => {
                *text += &format!("**{}**\n\n", inline(sentence));
                for Detail { lead, text: rest } in details {
                    *text += &format!("- **{}** {}\n", inline(lead), inline(rest));
                }
                text.push('\n');
            }
            Block::List(items) => list(items, text),
            Block::Table(shown) => table(shown, text),
            Block::Figure(figure) => {
                *text += &format!(
                    "*{}* {}\n\n",
                    inline(&figure.title),
                    inline(&figure.caption)
                );
            }
            Block::Folded {
                title,
                blocks: inner,
            } => {
                *text += &format!("**{}**\n\n", inline(title));
                blocks(inner, text);
            }
        }
    }
}

fn list(items: &[String], text: &mut String) {
    for item in items {
        *text += &format!("- {}\n", paragraph(item));
    }
    if !items.is_empty() {
        text.push('\n');
    }
}

fn table(table: &Table, text: &mut String) {
    if !table.caption.is_empty() {
        *text += &format!("{}\n\n", paragraph(&table.caption));
    }
    let titles: Vec<String> = table.columns.iter().map(|c| inline(&c.title)).collect();
    *text += &format!("| {} |\n|", titles.join(" | "));
    for column in &table.columns {
        *text += if column.is_number {
            " ---: |"
        } else {
            " --- |"
        };
    }
    text.push('\n');
    for row in &table.rows {
        let cells = row.iter().map(|cell| match cell.tone {
            Tone::Bad => format!("**{}**", inline(&cell.text)),
            _ => inline(&cell.text),
        });
        *text += &format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text.push('\n');
}

/// [`inline`] text at the beginning of a line, where it could begin a list, a rule or code.
fn paragraph(text: &str) -> String {
    let text = inline(text);
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    match rest.chars().next() {
        Some('.' | ')') if digits > 0 => format!("{number}\\{rest}"),
        Some('-' | '+' | '=' | ':') if digits == 0 => format!("\\{rest}"),
        _ => text.to_owned(),
    }
}

/// Text that Markdown shows as it is: on one line, its marks escaped.
fn inline(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' => {
                safe.push('\\');
                safe.push(c);
            }
            '&' => safe += "&amp;",
            c => safe.push(harmless(c)),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::{numbers, words};
    use crate::report::lang::Lang;

    #[test]
    fn nothing_begins_a_list_by_itself() {
        for (text, shown) in [
            ("- a", "\\- a"),
            ("12. a", "12\\. a"),
            ("3) a", "3\\) a"),
            ("    a", "a"),
            ("12 a", "12 a"),
        ] {
            assert_eq!(paragraph(text), shown);
        }
    }

    #[test]
    fn tables_and_text_from_users() {
        let columns = [words(["row"]), numbers(["n"])].concat();
        let rows = vec![vec!["a|b".into(), "1".into()]];
        let document = Document {
            lang: Lang::En,
            title: "T <b>\nx".to_owned(),
            subtitle: String::new(),
            blocks: vec![Block::Table(Table {
                caption: String::new(),
                columns,
                rows,
            })],
        };
        let expected = "# T \\<b\\> x\n\n| row | n |\n| --- | ---: |\n| a\\|b | 1 |\n\n";
        assert_eq!(markdown(&document), expected);
    }
}
