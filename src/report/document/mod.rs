//! The report as a document in either language, before it is HTML or Markdown.

mod blocks;
mod build;
mod checks;
mod ends;
mod french;
mod game;
mod method;
mod par;
mod provenance;
mod rows;
mod runs;
mod settling;
mod sight;
mod strategies;
mod verdict;

pub use blocks::{Block, Cell, Column, Detail, Document, Table, Tone, numbers, words};
pub use build::document;
pub use french::translate;
pub(crate) use sight::{bluntest_rtp, is_weak};
