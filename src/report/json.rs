//! The report as one JSON document.

use crate::error::{Error, Result};
use crate::report::exporter::File;
use crate::report::model::ReportModel;

/// `report.json`: the model itself.
///
/// # Errors
/// Never for a model that [`crate::report::build()`] made.
pub(super) fn export(model: &ReportModel) -> Result<Vec<File>> {
    let mut bytes = serde_json::to_vec_pretty(model)
        .map_err(|error| Error::internal(format!("cannot write JSON: {error}")))?;
    bytes.push(b'\n');
    Ok(vec![File {
        name: "report.json".into(),
        bytes,
    }])
}
