//! What each kind of test means, in two sentences that need no statistics.

use super::check::{Method, Null};

impl Method {
    /// The kind of test in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::PearsonChi2 => "payouts (chi-square)",
            Self::Chi2AndExactRows => "table (chi-square and exact rows)",
            Self::ExactMultinomial => "table of few draws (enumerated)",
            Self::ExactRows => "table of few draws (exact rows)",
            Self::HypergeometricChi2 => "block sold in part",
            Self::BlockEquality => "whole blocks",
            Self::Replay => "replay by the rules",
            Self::ImpossibleOutcome => "impossible outcome",
            Self::StratifiedTail => "return to player",
            Self::Binomial => "chance of an event",
            Self::LongRunNormal => "count of a long run",
            Self::MeanInterval => "interval of the RTP",
            Self::LotsPaid => "lots paid as published",
            Self::DistinctStreams => "chunks played once",
            Self::Untested => "not tested",
        }
    }

    /// Two sentences for a reader without statistics: what is compared, and what a rejection means.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::PearsonChi2 => {
                "Adds up how far each amount's count lies from what its chance leads one to expect, and \
                 asks how often an honest game would lie that far off or farther. Rejected means that \
                 chance does not reasonably explain the distance."
            }
            Self::Chi2AndExactRows => {
                "Compares how often each row of a published table was drawn with how often its chance \
                 leads one to expect: all common rows together, each rare row by itself, and the row that \
                 stands out most. Rejected means that at least one row comes up more or less often than \
                 chance reasonably explains; the note names it."
            }
            Self::ExactMultinomial => {
                "There were few draws, so every result they could have given was listed with its exact \
                 probability, and those at most as likely as the one seen were added up. Rejected means \
                 that results so unlikely hardly ever come from an honest table."
            }
            Self::ExactRows => {
                "There were few draws, so the count of each row was compared with the exact probability \
                 of a count that far off, allowing for the number of rows looked at. Rejected means that \
                 the row named in the note comes up more or less often than chance reasonably explains."
            }
            Self::HypergeometricChi2 => {
                "Compares the tickets sold of a block with the block's lots, allowing for the fact that a \
                 ticket sold is not put back. Rejected means that the tickets sold are not a fair sample \
                 of the block as published."
            }
            Self::BlockEquality => {
                "A block that is sold out must have given exactly its published lots, whatever the order. \
                 Rejected means that at least one block did not; chance plays no part."
            }
            Self::Replay => {
                "Each ticket shown was read again by the written rules, and must pay what was drawn. \
                 Rejected means that at least one did not; chance plays no part."
            }
            Self::ImpossibleOutcome => {
                "Something happened that the published rules exclude, the note says what. Once is \
                 enough for a rejection; chance plays no part."
            }
            Self::StratifiedTail => {
                "Compares all the money paid out with what the exact chances lead one to expect, the rare \
                 large prizes being counted one by one. Rejected means that the game pays back more or less \
                 than it should, by more than chance reasonably explains."
            }
            Self::Binomial => {
                "Counts the rounds or the players to whom something happened and compares with the exact \
                 chance of each. Rejected means that it happens more or less often than chance reasonably \
                 explains."
            }
            Self::LongRunNormal => {
                "Counts how often something happened in rounds that depend on each other, and compares with \
                 the exact mean, allowing for that dependence. Rejected means that it happens more or less \
                 often than chance reasonably explains."
            }
            Self::MeanInterval => {
                "Compares the share of the stakes that was paid back with the least and the most that the \
                 rules allow, whatever the exact odds behind the printed ones. Rejected means that players \
                 got back more or less than that, by more than chance reasonably explains."
            }
            Self::LotsPaid => {
                "Each ticket drawn as a lot must be paid what the text prints for that lot. Rejected means that \
                 at least one was not; chance plays no part."
            }
            Self::DistinctStreams => {
                "The run is played in chunks, each from random numbers of its own, and each must be counted \
                 once. Rejected means that a chunk was played twice, lost or miscounted: the figures cannot be \
                 relied on."
            }
            Self::Untested => {
                "No test could be made, the note says why. Nothing was found and nothing was ruled out: \
                 this is not a pass."
            }
        }
    }
}

impl Null {
    /// Two sentences for a reader without statistics: what the counts are held against.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Exact => {
                "The chances the program itself played with, as whole numbers. The question is whether the \
                 program does what it says, not whether an operator does."
            }
            Self::Reconstructed => {
                "The simplest chances that print as the published odds; often others would print the same. \
                 A rejection speaks against these chances, not yet against the operator."
            }
            Self::Composite => {
                "Every set of chances that, rounded, prints as the published odds. A rejection means that \
                 no such set explains the counts: they contradict the published table itself."
            }
            Self::Block => {
                "The lots of a block of tickets as published, dealt without putting a ticket back. A \
                 rejection means that the tickets do not come from such blocks."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_two_sentences() {
        let methods = [
            Method::PearsonChi2,
            Method::Chi2AndExactRows,
            Method::ExactMultinomial,
            Method::ExactRows,
            Method::HypergeometricChi2,
            Method::BlockEquality,
            Method::Replay,
            Method::ImpossibleOutcome,
            Method::StratifiedTail,
            Method::Binomial,
            Method::LongRunNormal,
            Method::LotsPaid,
            Method::DistinctStreams,
            Method::MeanInterval,
            Method::Untested,
        ]
        .map(Method::explanation);
        let nulls = [
            Null::Exact,
            Null::Reconstructed,
            Null::Composite,
            Null::Block,
        ];
        let nulls = nulls.map(Null::explanation);
        for text in methods.iter().chain(&nulls) {
            assert_eq!(text.matches(['.']).count(), 2, "{text}");
            assert!(!text.contains("  ") && text.ends_with('.'));
        }
    }
}
