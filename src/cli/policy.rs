//! `tirage policy`: best or worst play as a table.

use crate::cli::args::{PolicyArguments, TableFormat};
use crate::cli::exit::Status;
use crate::cli::output;
use crate::cli::trace::answers;
use crate::error::{Error, Result};
use crate::game::{GameEntry, named};
use crate::games;
use crate::report::PolicyReport;

/// Finds the policy and prints it.
pub(super) fn policy(arguments: &PolicyArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let strategy = if arguments.worst { "worst" } else { "optimal" };
    let has_choice = |entry: &dyn GameEntry| {
        let mut families = entry.families().into_iter();
        entry.has_solver() && families.any(|family| family.pattern == strategy)
    };
    let card = entry.card();
    if !has_choice(entry) {
        let others = registry.iter().filter(|entry| has_choice(&***entry));
        let others: Vec<&str> = others.map(|entry| entry.card().id.as_str()).collect();
        return Err(Error::input(format!(
            "{} has no best play to show: there is nothing to decide, or nobody has solved it (games with one: {})",
            card.id,
            others.join(", ")
        )));
    }
    let stake = arguments.stake.or(card.stakes.first().copied());
    let stake = stake.ok_or_else(|| Error::internal(format!("{} has no stake", card.id)))?;
    let readings = answers(&arguments.readings)?;
    let report = match entry.stopping(stake, &readings, arguments.worst)? {
        (readings, Some(table)) => PolicyReport::stopping(&card.id, stake, readings, &table),
        (names, None) => {
            let (_, solution) = entry.solve(strategy, stake, &readings, None)?;
            let solution =
                solution.ok_or_else(|| Error::internal(format!("{} has no solver", card.id)))?;
            PolicyReport::deciding(&card.id, arguments.worst, stake, names, &solution)
        }
    };
    let bytes = match arguments.format {
        TableFormat::Text => report.text().into_bytes(),
        TableFormat::Csv => report.csv()?,
        TableFormat::Json => super::games::json(&report)?,
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}
