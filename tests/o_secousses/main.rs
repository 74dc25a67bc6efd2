//! Ô Secousses against computations of its own: reveals evaluated once more, blocks counted by hand.

mod by_hand;
mod reveals;
mod runs;
