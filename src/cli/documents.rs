//! The documents of a report: which are asked for, and where they go.

use std::borrow::Cow;
use std::path::Path;

use crate::cli::choices::Format;
use crate::cli::document_args::DocumentOptions;
use crate::cli::output::{self, Folder};
use crate::error::{Error, Result};
use crate::game::GameEntry;
use crate::report::{self, EXPORTERS, Exporter, File, Lang, ReportModel, in_language};

/// Formats and languages, each once.
pub(super) struct Documents {
    formats: Vec<Exporter>,
    /// The first is that of the usual file names.
    langs: Vec<Lang>,
}

impl Documents {
    /// What is asked for; several files need a folder.
    ///
    /// # Errors
    /// There are several, and no folder.
    pub(super) fn new(asked: &DocumentOptions) -> Result<Self> {
        let out = asked.out.as_deref();
        let formats = formats(&asked.format, out)?;
        let mut langs: Vec<Lang> = Vec::new();
        for &lang in &asked.lang {
            if !langs.contains(&lang.into()) {
                langs.push(lang.into());
            }
        }
        let is_translated = formats.iter().any(|format| format.is_translated);
        if out.is_none() && is_translated && langs.len() > 1 {
            return Err(Error::input(
                "several languages need a folder: give --out DIR, or one language",
            ));
        }
        Ok(Self { formats, langs })
    }

    /// The names of the files, but for those that the report decides.
    pub(super) fn file_names(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (number, lang) in self.langs.iter().enumerate() {
            for format in self.formats_in(number) {
                let names = format.names.iter();
                all.extend(names.map(|name| match number {
                    0 => (*name).to_owned(),
                    _ => in_language(name, *lang),
                }));
            }
        }
        all
    }

    /// Shows the one document, or writes all files and shows the summary. A file that cannot be written
    /// does not keep the others from being written, nor the summary from being shown.
    ///
    /// # Errors
    /// What documents show beside the counts cannot be solved, or the disk refuses.
    pub(super) fn write(
        &self,
        model: &mut ReportModel,
        registry: &[Box<dyn GameEntry>],
        folder: Option<&Folder>,
    ) -> Result<()> {
        if self.formats.iter().any(|format| format.is_document) {
            model.games = report::sheets(registry, &model.runs)?;
        }
        let Some(folder) = folder else {
            let files = self.files(model, 0)?;
            return show(&files);
        };
        let mut written = Vec::new();
        let mut failed = None;
        // The first language comes last: it is that of the summary.
        for number in (0..self.langs.len()).rev() {
            for file in self.files(model, number)? {
                match folder.write(&file) {
                    Ok(()) => written.push(file.name),
                    Err(error) => {
                        output::note(&format!("tirage: {error}"));
                        failed.get_or_insert(error);
                    }
                }
            }
        }
        output::note(&format!(
            "wrote {} to {}",
            listed(&written),
            folder.path().display()
        ));
        output::show(&report::summary(model)?.bytes)?;
        failed.map_or(Ok(()), Err)
    }

    /// The formats that are written in language number `number`.
    fn formats_in(&self, number: usize) -> impl Iterator<Item = &Exporter> {
        let formats = self.formats.iter();
        formats.filter(move |format| number == 0 || format.is_translated)
    }

    /// The files in language number `number`.
    fn files(&self, model: &mut ReportModel, number: usize) -> Result<Vec<File>> {
        let lang = self.langs.get(number).copied().unwrap_or_default();
        model.lang = lang;
        let mut files = Vec::new();
        for format in self.formats_in(number) {
            let exported = (format.export)(model)?.into_iter();
            files.extend(exported.map(|file| match number {
                0 => file,
                _ => file.in_language(lang),
            }));
        }
        Ok(files)
    }
}

/// Shows the first of `files`, and says what others there are.
fn show(files: &[File]) -> Result<()> {
    let Some((first, others)) = files.split_first() else {
        return Ok(());
    };
    if !others.is_empty() {
        let others: Vec<&str> = others.iter().map(|file| &*file.name).collect();
        output::note(&format!(
            "shown is {}; for {} too give --out DIR",
            first.name,
            others.join(", ")
        ));
    }
    output::show(&first.bytes)
}

/// The exporters asked for, each once.
fn formats(format: &[Format], out: Option<&Path>) -> Result<Vec<Exporter>> {
    let wanted: Vec<&str> = match (format, out) {
        ([], None) => vec![Format::Text.name()],
        ([], Some(_)) => EXPORTERS
            .iter()
            .filter(|format| !format.names.is_empty())
            .map(|format| format.name)
            .collect(),
        ([Format::Png], None) => {
            return Err(Error::input(
                "png is a file for each figure: give --out DIR for them",
            ));
        }
        ([_, _, ..], None) => {
            return Err(Error::input(
                "several formats need a folder: give --out DIR, or one format",
            ));
        }
        (formats, _) => formats.iter().map(|format| format.name()).collect(),
    };
    let chosen = EXPORTERS
        .iter()
        .filter(|format| wanted.contains(&format.name));
    Ok(chosen.copied().collect())
}

/// The names of files in a line; figures are counted.
fn listed(names: &[Cow<'static, str>]) -> String {
    let is_figure = |name: &&Cow<'_, str>| name.ends_with(".png");
    let figures = names.iter().filter(is_figure).count();
    let others = names.iter().filter(|name| !is_figure(name));
    let mut parts: Vec<String> = others.map(ToString::to_string).collect();
    if figures > 0 {
        parts.push(format!("{figures} figures (*.png)"));
    }
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    parts.join(", ")
}
