//! When a play was made: a day, or a time of RFC 3339.

/// A point in time: seconds and nanoseconds since 1970 in UTC.
pub(super) type Instant = (i64, u32);

/// Reads `2018-07-09`, or `2018-07-09T12:30:00Z` with fractions and any offset (RFC 3339, a blank for
/// the T allowed). A day begins at midnight UTC.
pub(super) fn parse(text: &str) -> Result<Instant, &'static str> {
    const BAD: &str =
        "expected a day such as 2018-07-09 or a time such as 2018-07-09T12:30:00+02:00";
    let bytes = text.as_bytes();
    if !text.is_ascii() || bytes.len() < 10 {
        return Err(BAD);
    }
    let number = |range: std::ops::Range<usize>| -> Result<i64, &'static str> {
        let part = text.get(range).ok_or(BAD)?;
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BAD);
        }
        part.parse().map_err(|_| BAD)
    };
    let at =
        |index: usize, wanted: &[u8]| bytes.get(index).is_some_and(|byte| wanted.contains(byte));
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    if !at(4, b"-") || !at(7, b"-") {
        return Err(BAD);
    }
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return Err("there is no such day");
    }
    let midnight = days(year, month, day) * 86_400;
    if bytes.len() == 10 {
        return Ok((midnight, 0));
    }
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    if !at(10, b"Tt ") || !at(13, b":") || !at(16, b":") {
        return Err(BAD);
    }
    // A leap second is taken for the one before it ends.
    if hour > 23 || minute > 59 || second > 60 {
        return Err("there is no such time of day");
    }
    let mut end = 19;
    let mut nanos = 0;
    if at(19, b".") {
        let digits = bytes[20..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        end = 20 + digits;
        let kept = digits.min(9);
        let scale = 10_i64.pow(9 - kept as u32);
        nanos = (number(20..20 + kept)? * scale) as u32;
    }
    let offset = match &text[end..] {
        "Z" | "z" => 0,
        "" => return Err("the time lacks its offset from UTC, such as Z or +02:00"),
        zone if zone.len() == 6 && at(end, b"+-") && at(end + 3, b":") => {
            let (hours, minutes) = (number(end + 1..end + 3)?, number(end + 4..end + 6)?);
            if hours > 23 || minutes > 59 {
                return Err("there is no such offset from UTC");
            }
            let ahead = hours * 3600 + minutes * 60;
            if at(end, b"-") { -ahead } else { ahead }
        }
        _ => return Err(BAD),
    };
    let time = hour * 3600 + minute * 60 + second.min(59);
    Ok((midnight + time - offset, nanos))
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970: every year before, its leap days, and the months of this one.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let leaps = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    // 719 162 days from the first of January of year 1 to that of 1970.
    365 * before + leaps + months + day - 1 - 719_162
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_by_the_calendar() {
        // date -u -d ... +%s
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("2018-07-09", 1_531_094_400),
            ("2018-07-09T12:30:00Z", 1_531_139_400),
            ("2018-07-09 14:30:00+02:00", 1_531_139_400),
            ("2018-07-09T07:00:00-05:30", 1_531_139_400),
            ("2000-02-29", 951_782_400),
            ("1969-12-31T23:59:59Z", -1),
            ("9999-12-31", 253_402_214_400),
        ] {
            assert_eq!(parse(text).map(|time| time.0), Ok(seconds), "{text}");
        }
        assert_eq!(parse("1970-01-01T00:00:00.25Z"), Ok((0, 250_000_000)));
        assert_eq!(
            parse("1970-01-01T00:00:00.1234567891Z"),
            Ok((0, 123_456_789))
        );
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "2018",
            "2018-7-09",
            "2018-02-29",
            "1900-02-29",
            "2018-13-01",
            "2018-00-01",
            "2018-01-00",
            "09/07/2018",
            "2018-07-09T",
            "2018-07-09T12:30",
            "2018-07-09T12:30:00",
            "2018-07-09T24:00:00Z",
            "2018-07-09T12:30:00.Z",
            "2018-07-09T12:30:00+2",
            "2018-07-09T12:30:00+99:00",
            "２０１８-07-09",
            "2018-07-09Z",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
