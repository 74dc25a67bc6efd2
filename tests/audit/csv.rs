//! Files as they come: what can be read is counted, what cannot is told by its line.

use std::io::Read;

use tirage::game::GameEntry;
use tirage::observed::{Form, Log, read_from};
use tirage::units::{Cents, Stake};

use crate::sample::{game, games};

fn read(text: impl AsRef<[u8]>, id: &str) -> tirage::error::Result<Log> {
    let games = games();
    read_from(text.as_ref(), game(&games, id))
}

fn faults(text: impl AsRef<[u8]>, id: &str) -> Vec<(u64, String)> {
    let log = read(text, id).expect("a header");
    assert_eq!(log.bad as usize, log.faults.len());
    log.faults
        .into_iter()
        .map(|fault| (fault.line, fault.message))
        .collect()
}

#[test]
fn one_log_in_many_dresses() {
    let rows = [
        "happy-des,100,0,3",
        "happy-des,100,50,2",
        "happy-des,200,0,1",
    ];
    let plain = format!("game,stake_cents,payout_cents,count\n{}\n", rows.join("\n"));
    let dresses = [
        plain.clone(),
        plain.trim_end().to_owned(),
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.replace(',', ";"),
        plain.replace("happy-des", "\"happy-des\""),
        format!("{plain}\n\n"),
        plain.replace("game,stake_cents", " Game , STAKE_CENTS "),
        plain
            .replace("count\n", "count,played_at\n")
            .replace(",3\n", ",3,\n")
            .replace(",2\n", ",2,2020-01-02\n")
            .replace(",1\n", ",1,2020-01-01T00:00:00Z\n"),
    ];
    let wanted = read(&plain, "happy-des").expect("a file");
    assert_eq!(
        (wanted.rows, wanted.total, wanted.form),
        (3, 6, Form::Payouts)
    );
    for dress in dresses {
        let log = read(&dress, "happy-des").expect("a file");
        assert!(log.faults.is_empty(), "{dress}: {:?}", log.faults);
        assert_eq!(
            (log.rows, log.total, &log.plays),
            (3, 6, &wanted.plays),
            "{dress}"
        );
        assert_eq!(log.bytes, dress.len() as u64);
    }
}

#[test]
fn bad_lines_have_their_numbers_in_the_file() {
    let text = "game,stake_cents,payout_cents,player\n\
                happy-des,100,0,\"two\nlines\"\n\
                happy-des,100,abc,x\n\
                clefs-du-tresor,50,0,x\n\
                \n\
                happy-des,150,0,x\n\
                happy-des,100,0\n\
                happy-des,100,-5,x\n\
                happy-des,100,1.50,x\n\
                happy-des,100,0,\"never closed\n";
    let found = faults(text, "happy-des");
    let lines: Vec<u64> = found.iter().map(|fault| fault.0).collect();
    assert_eq!(lines, [4, 5, 7, 8, 9, 10, 11]);
    for (fault, part) in found.iter().zip([
        "payout_cents `abc`",
        "game `clefs-du-tresor`: this audit is of happy-des",
        "sold at 100, 200",
        "3 fields: expected 4",
        "below 0",
        "without decimals",
        "never closed",
    ]) {
        assert!(fault.1.contains(part), "{fault:?}");
    }
    let log = read(text, "happy-des").expect("a header");
    assert_eq!((log.total, log.blank), (1, 1));
}

#[test]
fn nothing_odd_is_read_silently() {
    for (line, part) in [
        (&b"happy-des,100,0,1\0"[..], "control character"),
        (b"happy-des,100,\xff0,1", "UTF-8"),
        (b"happy-des,100,0,1.0", "whole number"),
        (b"happy-des,100,0,-1", "whole number"),
        (b"happy-des,100,0,1000000000000001", "1e15"),
        (b"happy-des,100,0,99999999999999999999999999", "1e15"),
        (b"happy-des,100,,1", "payout_cents is empty"),
        (b"happy-des,100,0,", "count is empty"),
        (b"happy-des,,0,1", "stake_cents is empty"),
        (b",100,0,1", "game ``"),
        (b"happy-des,100,99999999999999999999,1", "9e14"),
        (b"happy-des,100,0,1,", "5 fields"),
        (b"happy-des;100;0;1", "1 fields"),
        (b"happy-des,1e2,0,1", "whole euro cents"),
        (b"happy-des,100,0,1\rhappy-des,100,0,1", "carriage return"),
    ] {
        let text = [b"game,stake_cents,payout_cents,count\n", line, b"\n"].concat();
        let found = faults(&text, "happy-des");
        assert_eq!(found.len(), 1, "{}", String::from_utf8_lossy(line));
        assert_eq!(found[0].0, 2);
        assert!(found[0].1.contains(part), "{found:?}");
    }
}

#[test]
fn headers_are_told_apart() {
    for (header, part) in [
        ("", "empty"),
        ("game,stake_cents", "lacks payout_cents"),
        (
            "game,stake_cents,payout_cent",
            "did you mean `payout_cents`?",
        ),
        ("game,stake_cents,payout_cents,payout_cents", "there twice"),
        ("game,stake_cents,payout_cents,table", "not both"),
        ("game,stake_cents,table,label", "lacks count"),
        (
            "game,stake_cents,table,label,count,strategy",
            "no meaning in a file of draws",
        ),
        ("game,stake_cents,payout_cents,", "no name"),
        (
            "game,stake_cents,payout_cents,shop",
            "unknown column `shop`",
        ),
    ] {
        let error = read(format!("{header}\n"), "happy-des")
            .expect_err(header)
            .to_string();
        assert!(error.contains(part), "{header}: {error}");
    }
}

#[test]
fn draws_name_tables_and_labels_as_published() {
    let header = "game,stake_cents,table,label,count\n";
    let line = |table: &str, label: &str| format!("{header}happy-des,100,{table},\"{label}\",5\n");
    let log = read(line("happy-des/stage-1", "4,00 EUR"), "happy-des").expect("a file");
    assert_eq!((log.form, log.total, log.bad), (Form::Draws, 5, 0));
    let found = faults(line("happy-des/stage1", "4,00 EUR"), "happy-des");
    assert!(
        found[0].1.contains("did you mean `happy-des/stage-1`?"),
        "{found:?}"
    );
    let found = faults(line("happy-des/stage-1", "4,00 EU"), "happy-des");
    assert!(found[0].1.contains("did you mean `4,00 EUR`?"), "{found:?}");
    let found = faults(
        format!("{header}piece-dor,50,piece-dor/block-2-00,x,1\n"),
        "piece-dor",
    );
    assert_eq!(found.len(), 1);
}

#[test]
fn strategies_blocks_and_times_are_checked() {
    let header = "game,stake_cents,payout_cents,strategy,block,played_at\n";
    for (line, part) in [
        ("happy-des,100,0,stopp,,", "did you mean `stop`?"),
        ("happy-des,100,0,stop,B1,", "not sold in blocks"),
        ("happy-des,100,0,stop,,yesterday", "played_at `yesterday`"),
        ("happy-des,100,0,stop,,2020-02-30", "no such day"),
        ("happy-des,100,0,threshold:0.01,,", "threshold"),
    ] {
        let found = faults(format!("{header}{line}\n"), "happy-des");
        assert_eq!(found.len(), 1, "{line}");
        assert!(found[0].1.contains(part), "{found:?}");
    }
    let text = format!(
        "{header}happy-des,100,0,stop,,2020-03-01T00:30:00+01:00\nhappy-des,100,0,stop,,2020-02-29T23:45:00Z\n\
         happy-des,100,0,,,2020-03-01\n"
    );
    let log = read(text, "happy-des").expect("a file");
    let (from, to) = log.period.expect("times");
    // Half past midnight, an hour ahead of UTC, is before a quarter to midnight UTC.
    assert_eq!(
        (from.as_str(), to.as_str()),
        ("2020-03-01T00:30:00+01:00", "2020-03-01")
    );
    let names: Vec<Option<&str>> = log
        .plays
        .keys()
        .map(|group| group.strategy.as_deref())
        .collect();
    assert_eq!(names, [None, Some("stop")]);
}

#[test]
fn counts_do_not_overflow() {
    let mut text = "game,stake_cents,payout_cents,count\n".to_owned();
    for _ in 0..10_000 {
        text += "happy-des,100,0,1000000000000000\n";
    }
    let log = read(text, "happy-des").expect("a file");
    assert_eq!(log.total, 9_223_000_000_000_000_000);
    assert_eq!(log.bad, 10_000 - 9_223);
    assert_eq!(log.faults.len(), 20);
    assert_eq!(log.faults[0].line, 9_225);
    assert!(log.faults[0].message.contains("2^63"));
}

/// A file that is made as it is read.
struct Endless {
    header: &'static [u8],
    line: &'static [u8],
    left: u64,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let mut count = 0;
        while count < into.len() {
            let from = if self.header.is_empty() {
                if self.at == self.line.len() {
                    if self.left == 0 {
                        break;
                    }
                    self.left -= 1;
                    self.at = 0;
                }
                &self.line[self.at..]
            } else {
                self.header
            };
            let some = from.len().min(into.len() - count);
            into[count..count + some].copy_from_slice(&from[..some]);
            count += some;
            if self.header.is_empty() {
                self.at += some;
            } else {
                self.header = &self.header[some..];
            }
        }
        Ok(count)
    }
}

fn endless(lines: u64) -> Endless {
    let line = b"tresors-ensables,100,0,gold,player-17,2024-05-06T07:08:09Z\n";
    Endless {
        header: b"game,stake_cents,payout_cents,strategy,player,played_at\n",
        line,
        left: lines,
        at: line.len(),
    }
}

#[test]
fn a_million_lines() {
    let games = games();
    let game: &dyn GameEntry = game(&games, "tresors-ensables");
    let log = read_from(endless(1_000_000), game).expect("a file");
    assert_eq!(
        (log.rows, log.total, log.bad, log.lines),
        (1_000_000, 1_000_000, 0, 1_000_001)
    );
    let (group, plays) = log.plays.first_key_value().expect("a group");
    assert_eq!(
        (group.stake, plays.payouts[&Cents(0)]),
        (Stake::from_cents(100), 1_000_000)
    );
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the figure is for the reader of the run"
)]
#[ignore = "measures: cargo test --release --test audit -- --ignored ten_million --nocapture"]
fn ten_million_lines() {
    let games = games();
    let began = std::time::Instant::now();
    let log = read_from(endless(10_000_000), game(&games, "tresors-ensables")).expect("a file");
    println!("{} lines in {:?}", log.lines, began.elapsed());
    assert_eq!(log.total, 10_000_000);
}
