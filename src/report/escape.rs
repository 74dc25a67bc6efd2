//! Text made safe inside markup.

use crate::report::harmless::harmless;

/// Text made safe inside elements and attributes of HTML, SVG and XML; see [`harmless`].
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(harmless(c)),
        }
    }
    safe
}
