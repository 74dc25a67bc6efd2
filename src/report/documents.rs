//! The exporters of documents.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::engine::store::hex;
use crate::error::Result;
use crate::report::document::document;
use crate::report::exporter::File;
use crate::report::model::ReportModel;
use crate::report::plot::{Figure, png};

/// Pixels of a bitmap to one of the drawing: sharp on paper 12 cm wide.
const SCALE: u32 = 2;

/// The longest file name without its ending; longer ones are cut.
const MOST: usize = 120;

/// `report.html`: one file that needs nothing else.
///
/// # Errors
/// (Internal) a figure that cannot be drawn.
pub(super) fn html(model: &ReportModel) -> Result<Vec<File>> {
    let page = crate::report::html::html(&document(model, model.lang))?;
    Ok(vec![File {
        name: "report.html".into(),
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
        name: "report.md".into(),
        bytes: text.into_bytes(),
    }])
}

/// A PNG file for each figure of the HTML document, under the figure's identifier.
///
/// # Errors
/// (Internal) a figure that cannot be drawn.
pub(super) fn figures(model: &ReportModel) -> Result<Vec<File>> {
    let document = document(model, model.lang);
    let file = |figure: &&Figure| {
        Ok(File {
            name: format!("{}.png", file_name(&figure.id)).into(),
            bytes: png(&figure.scene, SCALE)?,
        })
    };
    document.figures().par_iter().map(file).collect()
}

/// The identifier, or its beginning and a hash of the whole where it is too long for a file system.
fn file_name(id: &str) -> String {
    if id.len() <= MOST {
        return id.to_owned();
    }
    let hash = hex(&Sha256::digest(id));
    let kept: String = id.chars().take(MOST - 9).collect();
    format!("{kept}-{}", &hash[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        assert_eq!(file_name("p-values"), "p-values");
        let long = "a".repeat(300);
        let (one, other) = (file_name(&long), file_name(&(long.clone() + "b")));
        assert_eq!((one.len(), other.len()), (MOST, MOST));
        assert_ne!(one, other);
    }
}
