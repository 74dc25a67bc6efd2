//! Text that others wrote, made harmless for those who read it.

/// `c`, or a blank in place of what could drive a terminal, end a line, reverse the order of what is
/// shown (Unicode's `Bidi_Control`), or is no character of XML.
pub(super) fn harmless(c: char) -> char {
    let is_bidi = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_line_end = matches!(c, '\u{2028}' | '\u{2029}');
    // The byte order mark, and U+xxFFFE and U+xxFFFF of every plane.
    let is_none =
        c == '\u{feff}' || matches!(c, '\u{fdd0}'..='\u{fdef}') || c as u32 & 0xfffe == 0xfffe;
    if c.is_control() || is_bidi || is_line_end || is_none {
        ' '
    } else {
        c
    }
}

/// Text on one line of a terminal, at most 200 characters.
pub(super) fn plain(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.chars().count() <= LONGEST {
        return text.chars().map(harmless).collect();
    }
    let cut = text.chars().map(harmless).take(LONGEST - 1);
    cut.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_cannot_drive_a_terminal() {
        assert_eq!(plain("a\u{1b}[31m\nb"), "a [31m b");
        assert_eq!(plain("\u{202e}fdp.exe\u{9b}\u{2028}"), " fdp.exe  ");
        assert_eq!(plain(&"x".repeat(10_000)).chars().count(), 200);
        assert_eq!(plain("Trésors שלום 😀"), "Trésors שלום 😀");
    }
}
