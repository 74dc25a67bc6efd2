//! The program as users meet it: exit status, what is written where, and in what words.

mod bad_input;
mod blocks;
mod compare;
mod exact;
mod figures;
mod good_runs;
mod languages;
mod policy;
mod power;
mod readings;
mod selftest;
mod support;
mod verdicts;
mod widths;
