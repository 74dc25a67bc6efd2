//! One TOML table read key by key; every error has its line and column.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Error, Position, Result, unknown};
use crate::scenario::file::Located;

/// A table of a TOML text, with the keys that may stand in it.
pub(super) struct Section<'a> {
    text: &'a str,
    name: &'a str,
    table: &'a DeTable<'a>,
}

impl<'a> Section<'a> {
    /// Refuses the table if it has keys other than `keys`; `name` is how errors call it.
    pub(super) fn new(
        text: &'a str,
        name: &'a str,
        table: &'a DeTable<'a>,
        keys: &[&str],
    ) -> Result<Self> {
        let stranger = table
            .keys()
            .filter(|key| !keys.contains(&key.get_ref().as_ref()))
            .min_by_key(|key| key.span().start);
        if let Some(key) = stranger {
            let error = unknown(
                &format!("key in {name}"),
                key.get_ref(),
                keys.iter().copied(),
            );
            return Err(error.at(Position::of(text, key.span().start)));
        }
        Ok(Self { text, name, table })
    }

    fn position(&self, value: &Spanned<DeValue<'_>>) -> Position {
        Position::of(self.text, value.span().start)
    }

    fn wrong_type(&self, key: &str, wanted: &str, value: &Spanned<DeValue<'_>>) -> Error {
        let found = value.get_ref().type_str();
        Error::input(format!(
            "`{key}` in {} must be {wanted}, found {found}",
            self.name
        ))
        .at(self.position(value))
    }

    /// A string, if the key is there.
    pub(super) fn string(&self, key: &str) -> Result<Option<Located<String>>> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        match value.get_ref() {
            DeValue::String(text) => Ok(Some(Located {
                value: text.to_string(),
                at: Some(self.position(value)),
            })),
            _ => Err(self.wrong_type(key, "a string", value)),
        }
    }

    /// A number as it is written: an integer, a float or a string, for the caller to parse.
    pub(super) fn number(&self, key: &str) -> Result<Option<Located<String>>> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().to_owned(),
            DeValue::Float(float) => float.as_str().to_owned(),
            _ => return Err(self.wrong_type(key, "a number", value)),
        };
        Ok(Some(Located {
            value: text,
            at: Some(self.position(value)),
        }))
    }

    /// A table, if the key is there.
    pub(super) fn table(&self, key: &str) -> Result<Option<&'a DeTable<'a>>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref() {
                DeValue::Table(table) => Ok(Some(table)),
                _ => Err(self.wrong_type(key, "a table", value)),
            },
        }
    }

    /// An array of tables with the position of each; empty if the key is not there.
    pub(super) fn tables(&self, key: &str) -> Result<Vec<(Position, &'a DeTable<'a>)>> {
        let Some(value) = self.table.get(key) else {
            return Ok(Vec::new());
        };
        let wanted = format!("a list of tables, each headed [[{key}]]");
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.wrong_type(key, &wanted, value));
        };
        let table = |item: &'a Spanned<DeValue<'a>>| match item.get_ref() {
            DeValue::Table(table) => Ok((self.position(item), table)),
            _ => Err(self.wrong_type(key, &wanted, item)),
        };
        array.iter().map(table).collect()
    }

    /// All entries as strings: question to answer.
    pub(super) fn strings(
        text: &'a str,
        name: &'a str,
        table: &'a DeTable<'a>,
    ) -> Result<Vec<(String, Located<String>)>> {
        let section = Self { text, name, table };
        let entry = |key: &Spanned<toml::de::DeString<'a>>| {
            let name = key.get_ref();
            let value = section.string(name)?;
            Ok(value.map(|value| (name.to_string(), value)))
        };
        let mut entries: Vec<_> = table.keys().collect();
        entries.sort_by_key(|key| key.span().start);
        entries
            .into_iter()
            .filter_map(|key| entry(key).transpose())
            .collect()
    }
}
