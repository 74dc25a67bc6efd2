//! The exporters of documents.

use crate::error::Result;
use crate::report::document::document;
use crate::report::exporter::File;
use crate::report::model::ReportModel;

/// `report.html`: one file that needs nothing else.
///
/// # Errors
/// (Internal) a figure that cannot be drawn.
pub(super) fn html(model: &ReportModel) -> Result<Vec<File>> {
    let page = crate::report::html::html(&document(model, model.lang))?;
    Ok(vec![File {
        name: "report.html",
        bytes: page.into_bytes(),
    }])
}

/// `report.md`: the same without figures.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "an exporter may fail")]
pub(super) fn markdown(model: &ReportModel) -> Result<Vec<File>> {
    let text = crate::report::markdown::markdown(&document(model, model.lang));
    Ok(vec![File {
        name: "report.md",
        bytes: text.into_bytes(),
    }])
}
