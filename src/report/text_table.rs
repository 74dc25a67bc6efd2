//! Tables of text for a terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width};

use crate::report::harmless::harmless;
use crate::report::wrap::{WIDTH, wrapped};

/// A column of text wider than this may be broken.
const SENTENCE: usize = 24;

/// Before the first cell of a row that is no row of columns but a line of its own below the one before, as wide as
/// the terminal: [`below`].
const BELOW: char = '\u{1}';

/// Blanks before what stands below a row, and before what is left of it on further lines.
const INDENT: usize = 4;

/// A row of a [`table`] that holds nothing but `text`, below the row before it. Readings are parted at blanks.
pub(super) fn below<const N: usize>(text: &str) -> [String; N] {
    let mut cells = std::array::from_fn(|_| String::new());
    if let Some(first) = cells.first_mut() {
        *first = format!("{BELOW}{}", text.replace(';', "; "));
    }
    cells
}

/// A table without lines, its first `left` columns flush left, the others flush right. Where it would be wider than
/// [`WIDTH`], sentences among the first columns are broken at blanks; numbers and names stay whole.
pub(super) fn table<R: AsRef<[String]>>(
    header: impl Into<Row>,
    left: usize,
    rows: Vec<R>,
) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(header);
    let mut words = vec![0; left];
    let mut lines_below = Vec::new();
    for row in rows {
        if let Some(line) = row
            .as_ref()
            .first()
            .and_then(|cell| cell.strip_prefix(BELOW))
        {
            let plain: String = line.chars().map(harmless).collect();
            lines_below.push(plain);
            table.add_row([BELOW]);
            continue;
        }
        let cells = row.as_ref().iter();
        for (longest, cell) in words.iter_mut().zip(cells.clone()) {
            if cell.starts_with(' ') {
                // Laid out by hand.
                *longest = usize::from(u16::MAX);
            }
            let lengths = cell.split(' ').map(|word| word.chars().count());
            *longest = lengths.fold(*longest, usize::max);
        }
        table.add_row(cells.map(|cell| cell.chars().map(harmless).collect::<String>()));
    }
    let widths = table.column_max_content_widths();
    let total = widths
        .iter()
        .map(|&width| usize::from(width) + 2)
        .sum::<usize>();
    // The least width of a column that may be broken; none of another.
    let least = |number: usize| {
        let word = (*words.get(number)?).max(SENTENCE);
        let width = usize::from(*widths.get(number)?);
        (width > word).then(|| Width::Fixed(word as u16 + 2))
    };
    let is_wide = total > WIDTH && (0..left).any(|number| least(number).is_some());
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if number >= left {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if is_wide {
            let constraint = least(number).map(ColumnConstraint::LowerBoundary);
            column.set_constraint(constraint.unwrap_or(ColumnConstraint::ContentWidth));
        }
    }
    if is_wide {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(WIDTH as u16);
    }
    let mut text = String::new();
    let mut lines_below = lines_below.into_iter();
    for line in table.to_string().lines() {
        if line.contains(BELOW) {
            let line = lines_below.next().unwrap_or_default();
            text += &wrapped(&format!("{:INDENT$}{line}", ""), INDENT + 2);
            continue;
        }
        text += "  ";
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A [`table`] whose rows have names in the first column: where it would be wider than [`WIDTH`], each
/// name stands on a line of its own, above the rest of its row.
pub(super) fn named_table<const N: usize>(
    header: [&str; N],
    left: usize,
    rows: Vec<[String; N]>,
) -> String {
    let whole = table(header, left, rows.clone());
    if whole.lines().all(|line| line.chars().count() <= WIDTH) {
        return whole;
    }
    let names: Vec<String> = rows
        .iter()
        .map(|row| row[0].chars().map(harmless).collect())
        .collect();
    let unnamed = rows.into_iter().map(|mut row| {
        row[0].clear();
        row
    });
    let whole = table(header, 1, unnamed.collect());
    // What is broken over several lines is the header alone.
    let heads = whole.lines().count().saturating_sub(names.len());
    let mut text = String::new();
    for (number, line) in whole.lines().enumerate() {
        if let Some(name) = number
            .checked_sub(heads)
            .and_then(|number| names.get(number))
        {
            text += &wrapped(&format!("  {name}"), 4);
        }
        text += line;
        text.push('\n');
    }
    text
}
