//! A document as plain data: what HTML and Markdown both show.

use crate::report::lang::Lang;
use crate::report::plot::Figure;

/// How a cell is to be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Passed.
    Good,
    /// Neither passed nor failed.
    Open,
    /// Failed.
    Bad,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What it shows.
    pub text: String,
    /// What it sorts by, where that is not the text.
    pub key: Option<f64>,
    /// How it is to be taken.
    pub tone: Tone,
}

impl Cell {
    /// A number: what it shows and what it sorts by.
    pub fn number(text: String, key: f64) -> Self {
        Self {
            text,
            key: Some(key),
            tone: Tone::Plain,
        }
    }

    /// A text with a tone.
    pub fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self {
            text: text.into(),
            key: None,
            tone,
        }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// Whether it holds numbers, which stand flush right.
    pub is_number: bool,
}

/// Titles of columns of text.
pub fn words<const N: usize>(titles: [&str; N]) -> Vec<Column> {
    titles.map(|title| column(title, false)).to_vec()
}

/// Titles of columns of numbers.
pub fn numbers<const N: usize>(titles: [&str; N]) -> Vec<Column> {
    titles.map(|title| column(title, true)).to_vec()
}

fn column(title: &str, is_number: bool) -> Column {
    Column {
        title: title.to_owned(),
        is_number,
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// A sentence that begins with what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What it is about, with its colon.
    pub lead: String,
    /// The sentence.
    pub text: String,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading; level 2 begins a section, level 3 a part of one. The identifier is unique.
    Heading {
        /// 2 or 3.
        level: u8,
        /// Identifier, for links.
        id: String,
        /// The heading.
        text: String,
    },
    /// A paragraph.
    Paragraph(String),
    /// The outcome of the whole, in a sentence that stands out, and what it rests on.
    Banner {
        /// How it is to be taken.
        tone: Tone,
        /// The sentence.
        text: String,
        /// What it rests on.
        details: Vec<Detail>,
    },
    /// A list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
    /// Blocks that may be folded away on a screen.
    Folded {
        /// What is folded.
        title: String,
        /// The blocks.
        blocks: Vec<Block>,
    },
}

impl Block {
    /// Puts `change` of every text in its place; identifiers and drawings stay.
    pub(super) fn each_text(&mut self, change: &dyn Fn(&str) -> String) {
        let put = |text: &mut String| *text = change(text);
        match self {
            Self::Heading { text, .. } | Self::Paragraph(text) => put(text),
            Self::Banner { text, details, .. } => {
                put(text);
                for detail in details {
                    put(&mut detail.lead);
                    put(&mut detail.text);
                }
            }
            Self::List(items) => items.iter_mut().for_each(put),
            Self::Table(table) => {
                put(&mut table.caption);
                table
                    .columns
                    .iter_mut()
                    .for_each(|column| put(&mut column.title));
                let cells = table.rows.iter_mut().flatten();
                cells.for_each(|cell| put(&mut cell.text));
            }
            Self::Figure(figure) => put(&mut figure.caption),
            Self::Folded { title, blocks } => {
                put(title);
                blocks.iter_mut().for_each(|block| block.each_text(change));
            }
        }
    }
}

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its language.
    pub lang: Lang,
    /// Its title.
    pub title: String,
    /// What stands under the title: scenario titles, as users wrote them.
    pub subtitle: String,
    /// Its parts in order.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Every figure, folded or not, in order.
    pub fn figures(&self) -> Vec<&Figure> {
        fn collect<'a>(blocks: &'a [Block], found: &mut Vec<&'a Figure>) {
            for block in blocks {
                match block {
                    Block::Figure(figure) => found.push(figure),
                    Block::Folded { blocks, .. } => collect(blocks, found),
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.blocks, &mut found);
        found
    }
}
