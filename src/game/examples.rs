//! Which strategies stand for a family with arguments where all strategies are shown side by side.

use crate::game::entry::FamilyInfo;

/// The forms of names with arguments, each with the values tried at every place of an argument.
const EXAMPLES: [(&str, &[&[&str]]); 4] = [
    (
        "chests:K",
        &[&["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    ),
    ("lives:L", &[&["1", "2"]]),
    ("gain:EUR", &[&["0.50", "1.00", "2.00", "5.00", "10.00"]]),
    (
        "threshold:EUR:UNIVERSE",
        &[
            &["1.00", "2.00", "4.00"],
            &["cumul", "figures", "identiques"],
        ],
    ),
];

impl FamilyInfo {
    /// Names of the family that are worth comparing: its only name where it takes no argument, and
    /// none where nobody has said what its arguments range over.
    pub fn examples(&self) -> Vec<String> {
        let Some((head, _)) = self.pattern.split_once(':') else {
            return vec![self.pattern.to_owned()];
        };
        let known = EXAMPLES.iter().find(|(form, _)| *form == self.pattern);
        known.map_or_else(Vec::new, |(_, places)| {
            let start = vec![head.to_owned()];
            places.iter().fold(start, |names, values| {
                let longer =
                    |name: &String| values.iter().map(move |v| format!("{name}:{v}")).collect();
                names.iter().flat_map::<Vec<String>, _>(longer).collect()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pattern: &'static str) -> Vec<String> {
        FamilyInfo { pattern, about: "" }.examples()
    }

    #[test]
    fn patterns_become_names() {
        assert_eq!(of("optimal"), ["optimal"]);
        assert_eq!(of("lives:L"), ["lives:1", "lives:2"]);
        let thresholds = of("threshold:EUR:UNIVERSE");
        assert_eq!(thresholds.len(), 9);
        assert_eq!(thresholds[0], "threshold:1.00:cumul");
        assert_eq!(thresholds[8], "threshold:4.00:identiques");
        assert!(of("jump:N").is_empty());
    }
}
