//! The program as users meet it: exit status, what is written where, and in what words.

mod bad_input;
mod good_runs;
mod policy;
mod support;
