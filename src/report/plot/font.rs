//! The figures' font: bundled, so that every machine draws the same bytes.

use std::sync::OnceLock;

use plotters::style::{FontStyle, register_font};
use plotters::style::{IntoFont, TextStyle};

use crate::error::{Error, Result};

/// The family, as SVG names it; readers without it fall back to their own.
pub(super) const FAMILY: &str = "DejaVu Sans";

/// Makes the font known to the drawing library, once.
///
/// # Errors
/// (Internal) the bundled font is damaged.
pub(super) fn register() -> Result<()> {
    static DONE: OnceLock<bool> = OnceLock::new();
    let is_done = DONE.get_or_init(|| {
        let faces: [(FontStyle, &'static [u8]); 2] = [
            (FontStyle::Normal, include_bytes!("font/DejaVuSans.ttf")),
            (FontStyle::Bold, include_bytes!("font/DejaVuSans-Bold.ttf")),
        ];
        faces
            .into_iter()
            .all(|(style, bytes)| register_font(FAMILY, style, bytes).is_ok())
    });
    if *is_done {
        Ok(())
    } else {
        Err(Error::internal("the bundled font cannot be read"))
    }
}

/// The style of text `size` pixels high.
pub(super) fn style(size: f64, is_bold: bool) -> TextStyle<'static> {
    let weight = if is_bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    (FAMILY, size, weight).into_font().into()
}

/// How wide `text` is, in pixels.
pub(super) fn width(text: &str, size: f64, is_bold: bool) -> f64 {
    let measured = register().ok().and_then(|()| {
        let boxed = style(size, is_bold).font.layout_box(text).ok()?;
        Some(f64::from(boxed.1.0 - boxed.0.0))
    });
    // Six tenths of the height is what a letter takes on average.
    measured.unwrap_or_else(|| 0.6 * size * text.chars().count() as f64)
}
