//! How a run is judged, as its files say it.

use crate::audit::Rules;
use crate::engine::store::{Ask, Judged};
use crate::error::{Error, Result};

/// The rules as files keep them.
pub(super) fn judged(rules: &Rules) -> Judged {
    let text = |value: Option<f64>| value.map(|value| value.to_string());
    Judged {
        alpha: rules.alpha.to_string(),
        rtp_tolerance: text(rules.rtp_tolerance),
        cell_tolerance: text(rules.cell_tolerance),
    }
}

/// The rules that a file keeps.
///
/// # Errors
/// What stands there is no number.
pub(super) fn rules_of(ask: &Ask) -> Result<Rules> {
    let number = |text: &str| {
        let value: std::result::Result<f64, _> = text.parse();
        value.map_err(|_| Error::input(format!("has `{text}` where a number is expected")))
    };
    let some = |text: &Option<String>| text.as_deref().map(number).transpose();
    Ok(Rules {
        alpha: number(&ask.judged.alpha)?,
        rtp_tolerance: some(&ask.judged.rtp_tolerance)?,
        cell_tolerance: some(&ask.judged.cell_tolerance)?,
        ..Rules::default()
    })
}
