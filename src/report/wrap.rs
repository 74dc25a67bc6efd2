//! Paragraphs for a terminal.

/// The widest line, in characters: a terminal of 100 columns shows it whole.
const WIDTH: usize = 98;

/// `text` in lines of at most [`WIDTH`] characters, broken at blanks; lines after the first begin with
/// `indent` blanks. A longer word stands alone.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    wrapped_to(WIDTH, text, indent)
}

/// [`wrapped`] at another width.
pub(super) fn wrapped_to(width: usize, text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if used > indent && used + 1 + length > width {
            lines.push('\n');
            lines += &" ".repeat(indent);
            used = indent;
        } else if number > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_the_edge() {
        let text = "  word ".to_owned() + &"mot ".repeat(60) + "fin";
        let lines = wrapped(&text, 4);
        assert!(lines.lines().count() > 2 && lines.ends_with("fin\n"));
        assert!(lines.starts_with("  word mot"));
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(
            lines
                .lines()
                .skip(1)
                .all(|line| line.starts_with("    mot"))
        );
        let joined: Vec<&str> = lines.split_whitespace().collect();
        assert_eq!(joined, text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(wrapped("short", 4), "short\n");
    }
}
