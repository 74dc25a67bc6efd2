//! Documents as one HTML file that needs nothing else.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::error::Result;
use crate::report::document::{Block, Detail, Document, Table, Tone};
use crate::report::escape::escape;
use crate::report::plot::{Figure, svg};

const CSS: &str = include_str!("templates/page.css");
const SCRIPT: &str = include_str!("templates/page.js");

/// Text of a cell is a sentence from this many characters on.
const SENTENCE: usize = 40;

/// Tables of so many columns are cards on a telephone; the style sheet names as many.
const CARDS: RangeInclusive<usize> = 3..=14;

/// An identifier is long from this many characters on.
const IDENTIFIER: usize = 12;

/// The document. Style, script and figures are inside; nothing is fetched.
///
/// # Errors
/// (Internal) a figure that cannot be drawn.
pub(super) fn html(document: &Document) -> Result<String> {
    let lang = document.lang;
    let title = escape(&document.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{CSS}</style>\n</head>\n\
         <body data-filter=\"{}\">\n<header>\n<h1>{title}</h1>\n",
        lang.code(),
        lang.pick("Filter rows", "Filtrer les lignes"),
    );
    if !document.subtitle.is_empty() {
        let _ = writeln!(
            page,
            "<p class=\"subtitle\" dir=\"auto\">{}</p>",
            escape(&document.subtitle)
        );
    }
    page += "</header>\n";
    let mut body = String::new();
    blocks(&document.blocks, &mut body)?;
    // The first screen is the verdict: the contents come after it.
    let contents = contents(document);
    match body.find("<h2") {
        Some(at) => body.insert_str(at, &contents),
        None => body += &contents,
    }
    let _ = write!(
        page,
        "<main>\n{body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    Ok(page)
}

fn contents(document: &Document) -> String {
    let mut nav = format!(
        "<nav aria-label=\"{}\">\n<ul>\n",
        document.lang.pick("Contents", "Sommaire")
    );
    for block in &document.blocks {
        if let Block::Heading { level: 2, id, text } = block {
            let _ = writeln!(
                nav,
                "<li><a href=\"#{}\">{}</a></li>",
                escape(id),
                escape(text)
            );
        }
    }
    nav + "</ul>\n</nav>\n"
}

fn blocks(parts: &[Block], page: &mut String) -> Result<()> {
    for block in parts {
        match block {
            Block::Heading { level, id, text } => {
                let class = if id.starts_with("game-") {
                    " class=\"game\""
                } else {
                    ""
                };
                let _ = writeln!(
                    page,
                    "<h{level} id=\"{}\"{class}>{}</h{level}>",
                    escape(id),
                    escape(text)
                );
            }
            Block::Paragraph(text) => {
                let _ = writeln!(page, "<p>{}</p>", escape(text));
            }
            Block::Banner {
                tone,
                text,
                details,
            } => {
                let class = tone_class(*tone);
                let _ = writeln!(
                    page,
                    "<section class=\"banner {class}\" id=\"verdict\"><strong>{}</strong>",
                    escape(text)
                );
                *page += "<ul>\n";
                for Detail { lead, text } in details {
                    let (lead, text) = (escape(lead), escape(text));
                    let _ = writeln!(page, "<li><b>{lead}</b> {text}</li>");
                }
                *page += "</ul>\n</section>\n";
            }
            Block::List(items) => list(items, page),
            Block::Table(shown) => table(shown, page),
            Block::Figure(shown) => figure(shown, page)?,
            Block::Folded {
                title,
                blocks: inner,
            } => {
                let _ = writeln!(page, "<details><summary>{}</summary>", escape(title));
                blocks(inner, page)?;
                *page += "</details>\n";
            }
        }
    }
    Ok(())
}

fn list(items: &[String], page: &mut String) {
    if items.is_empty() {
        return;
    }
    *page += "<ul>\n";
    for item in items {
        let _ = writeln!(page, "<li>{}</li>", escape(item));
    }
    *page += "</ul>\n";
}

fn table(table: &Table, page: &mut String) {
    let (mut class, mut titles) = ("sort", String::new());
    // Rows of more cells than a telephone is wide become cards there, each value under its column's title.
    if CARDS.contains(&table.columns.len()) {
        class = "sort cards";
        for (number, column) in table.columns.iter().enumerate() {
            let _ = write!(titles, "--c{number}:'{}';", css_string(&column.title));
        }
        titles = format!(" style=\"{}\"", escape(&titles));
    }
    let _ = write!(
        page,
        "<div class=\"wide\"><table class=\"{class}\"{titles}>"
    );
    if !table.caption.is_empty() {
        let _ = write!(page, "<caption>{}</caption>", escape(&table.caption));
    }
    *page += "\n<thead><tr>";
    for column in &table.columns {
        let class = if column.is_number { " class=\"n\"" } else { "" };
        let _ = write!(
            page,
            "<th scope=\"col\"{class}>{}</th>",
            escape(&column.title)
        );
    }
    *page += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        *page += "<tr>";
        for (cell, column) in row.iter().zip(&table.columns) {
            let mut classes = Vec::new();
            if column.is_number {
                classes.push("n");
            }
            // A sentence: its column is not squeezed to the width of a word.
            if !column.is_number && cell.text.chars().nth(SENTENCE).is_some() {
                classes.push("w");
            }
            if cell.tone != Tone::Plain {
                classes.push(tone_class(cell.tone));
            }
            if cell.text.is_empty() {
                classes.push("e");
            }
            *page += "<td";
            if !classes.is_empty() {
                let _ = write!(page, " class=\"{}\"", classes.join(" "));
            }
            if let Some(key) = cell.key.filter(|key| key.is_finite()) {
                let _ = write!(page, " data-k=\"{key}\"");
            }
            let _ = write!(page, ">{}</td>", breakable(&cell.text));
        }
        *page += "</tr>\n";
    }
    *page += "</tbody></table></div>\n";
}

/// The text of a cell. A long identifier breaks behind its colons and slashes, not within a word.
fn breakable(text: &str) -> String {
    let is_identifier = text.chars().nth(IDENTIFIER).is_some()
        && text.contains([':', '/', '='])
        && !text.contains(char::is_whitespace);
    if !is_identifier {
        return escape(text);
    }
    let parts = text.split_inclusive([':', '/', '=']);
    let part = |part| format!("<span>{}</span>", escape(part));
    parts.map(part).collect::<Vec<_>>().join("<wbr>")
}

/// The inside of a string of CSS in single quotes.
fn css_string(text: &str) -> String {
    let mut written = String::new();
    for character in text.chars() {
        // Code points in base 16 end at a space; letters and spaces need none.
        if character.is_alphanumeric() || character == ' ' {
            written.push(character);
        } else {
            let _ = write!(written, "\\{:x} ", u32::from(character));
        }
    }
    written
}

fn figure(figure: &Figure, page: &mut String) -> Result<()> {
    let drawing = svg(
        &figure.scene,
        &format!("{}. {}", figure.title, figure.caption),
    )?;
    let _ = writeln!(
        page,
        "<figure id=\"{}\">\n{}\n<figcaption>{}</figcaption></figure>",
        escape(&figure.id),
        drawing.trim(),
        escape(&figure.caption)
    );
    Ok(())
}

fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Good => "good",
        Tone::Open => "open",
        Tone::Bad => "bad",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::lang::Lang;

    #[test]
    fn nothing_a_user_writes_becomes_markup() {
        let nasty = "<script>alert(\"1\")</script>' &amp;\n\u{0}";
        let document = Document {
            lang: Lang::En,
            title: nasty.to_owned(),
            subtitle: nasty.to_owned(),
            blocks: vec![
                Block::Paragraph(nasty.to_owned()),
                Block::Folded {
                    title: nasty.to_owned(),
                    blocks: vec![Block::List(vec![nasty.to_owned()])],
                },
            ],
        };
        let page = html(&document).expect("html");
        let expected = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp;amp;  ";
        assert_eq!(page.matches(expected).count(), 6);
        assert_eq!(page.matches("<script>").count(), 1);
    }

    #[test]
    fn titles_of_columns_stay_inside_their_strings() {
        assert_eq!(css_string("intervalle à 99 %"), "intervalle à 99 \\25 ");
        assert_eq!(css_string("a'b\\\n}"), "a\\27 b\\5c \\a \\7d ");
    }

    #[test]
    fn identifiers_break_behind_colons_and_slashes() {
        assert_eq!(
            breakable("fit:happy-des/stage-1"),
            "<span>fit:</span><wbr><span>happy-des/</span><wbr><span>stage-1</span>"
        );
        assert_eq!(
            breakable("Ce n'est pas si / long"),
            "Ce n&#39;est pas si / long"
        );
    }
}
