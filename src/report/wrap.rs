//! Paragraphs for a terminal.

/// The widest line, in characters: a terminal of 80 columns shows it whole.
pub(super) const WIDTH: usize = 78;

/// `text` in lines of at most [`WIDTH`] characters, broken at blanks; lines after the first begin with
/// `indent` blanks. A longer word stands alone; no line begins with what belongs to the word before it, such as
/// the `%` of a number or the colon of a French word.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    let is_tied = |word: &str| matches!(word, ":" | ";" | "%" | "!" | "?" | "»" | "·" | "|");
    let words: Vec<&str> = text.split(' ').collect();
    for (number, word) in words.iter().enumerate() {
        let length = word.chars().count();
        let tied = words[number + 1..].iter().take_while(|next| is_tied(next));
        let needed = length + tied.map(|next| 1 + next.chars().count()).sum::<usize>();
        if used > indent && used + 1 + needed > WIDTH && !is_tied(word) {
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
        let tied = wrapped(&"cinq % ; ".repeat(40), 0);
        assert!(
            tied.lines()
                .all(|line| line.starts_with("cinq") || line.is_empty())
        );
        assert!(tied.lines().all(|line| line.chars().count() <= WIDTH));
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
