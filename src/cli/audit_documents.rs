//! The documents of an audit: which are asked for, and where they go.

use crate::cli::args::AuditFormat;
use crate::cli::audit_args::AuditArguments;
use crate::cli::output::{self, Folder};
use crate::error::{Error, Result};
use crate::report::{AuditReport, File};

/// What is written with `--out` where no format is named.
const ALL: [AuditFormat; 4] = [
    AuditFormat::Text,
    AuditFormat::Json,
    AuditFormat::Csv,
    AuditFormat::Junit,
];

/// Formats, each once, and the folder they go to; without one the only format is shown.
pub(super) struct AuditDocuments {
    formats: Vec<AuditFormat>,
    folder: Option<Folder>,
}

impl AuditDocuments {
    /// What is asked for. The folder is tried before hours of work depend on it.
    ///
    /// # Errors
    /// Several formats without a folder, or a folder that cannot be written to.
    pub(super) fn new(arguments: &AuditArguments) -> Result<Self> {
        let asked = |format: &AuditFormat| arguments.format.contains(format);
        let formats: Vec<AuditFormat> = match (&arguments.format[..], &arguments.out) {
            ([], None) => vec![AuditFormat::Text],
            ([], Some(_)) => ALL.to_vec(),
            _ => ALL.into_iter().filter(asked).collect(),
        };
        if formats.len() > 1 && arguments.out.is_none() {
            return Err(Error::input(
                "several formats need a folder: give --out DIR, or one format",
            ));
        }
        let folder = arguments.out.as_deref().map(Folder::open).transpose()?;
        if let Some(folder) = &folder {
            let names: Vec<String> = formats
                .iter()
                .map(|format| name(*format).to_owned())
                .collect();
            folder.check_names(&names)?;
        }
        Ok(Self { formats, folder })
    }

    /// Shows the one document, or writes all of them and shows the text.
    ///
    /// # Errors
    /// The disk refuses.
    pub(super) fn write(&self, report: &AuditReport) -> Result<()> {
        let Some(folder) = &self.folder else {
            let format = self.formats.first().copied().unwrap_or(AuditFormat::Text);
            return output::show(&bytes(report, format)?);
        };
        for &format in &self.formats {
            folder.write(&File {
                name: name(format).into(),
                bytes: bytes(report, format)?,
            })?;
        }
        let names: Vec<&str> = self.formats.iter().map(|format| name(*format)).collect();
        output::note(&format!(
            "wrote {} to {}",
            names.join(", "),
            folder.path().display()
        ));
        output::show(report.text().as_bytes())
    }
}

/// The name of a format's file.
fn name(format: AuditFormat) -> &'static str {
    match format {
        AuditFormat::Text => "audit.txt",
        AuditFormat::Json => "audit.json",
        AuditFormat::Csv => "audit.csv",
        AuditFormat::Junit => "audit-junit.xml",
    }
}

fn bytes(report: &AuditReport, format: AuditFormat) -> Result<Vec<u8>> {
    Ok(match format {
        AuditFormat::Text => report.text().into_bytes(),
        AuditFormat::Json => super::games::json(report)?,
        AuditFormat::Csv => report.csv()?,
        AuditFormat::Junit => report.junit().into_bytes(),
    })
}
