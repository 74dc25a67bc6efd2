//! Where plays end on the board.

use crate::exact::Ratio;
use crate::game::Ends;
use crate::games::tresors_ensables::exact::counts::Summary;
use crate::games::tresors_ensables::exact::way::{LAST, SERIES, place};

impl Summary<'_> {
    /// The chance of every way to end on every cell, under the ids of the counters of ends: 3.2.8 and
    /// 3.2.6 a on the cells before the last, 3.3.5 on the last.
    pub(super) fn ends(&self) -> Ends {
        let on = |cell: usize, rows: &[Vec<_>]| -> Ratio {
            match rows.get(cell) {
                Some(row) => self.share(self.sum(row, None, &self.unit(cell, place(cell).0 + 1))),
                None => Ratio::default(),
            }
        };
        let cells = 1..=LAST;
        let gold = |cell| {
            let unit = self.unit(LAST, SERIES);
            let reached = (cell == LAST).then(|| self.sum(&self.counts.gold, None, &unit));
            reached.map_or(Ratio::default(), |weight| self.share(weight))
        };
        let deaths = cells.clone().map(|cell| on(cell, &self.counts.deaths));
        let stops = cells.clone().map(|cell| on(cell, &self.counts.stops));
        Ends {
            places: cells.clone().map(|cell| cell.to_string()).collect(),
            ways: vec![
                ("stopped".to_owned(), stops.collect()),
                ("deaths".to_owned(), deaths.collect()),
                ("gold-reached".to_owned(), cells.map(gold).collect()),
            ],
        }
    }
}
