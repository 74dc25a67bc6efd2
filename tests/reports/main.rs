//! Reports made from a model written by hand: their layout, and what strict readers make of them.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a wrong step fails the test"
)]

mod escaping;
mod headlines;
mod model;
mod snapshots;
mod strict;

use tirage::report::{EXPORTERS, ReportModel};

/// The files of a format, by name.
fn files(model: &ReportModel, format: &str) -> Vec<(String, String)> {
    let exporter = EXPORTERS.iter().find(|one| one.name == format).unwrap();
    let files = (exporter.export)(model).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    files
        .into_iter()
        .map(|file| (file.name.into_owned(), text(file.bytes)))
        .collect()
}

/// The first file of a format.
fn file(model: &ReportModel, format: &str) -> String {
    files(model, format).remove(0).1
}
