//! Runs that are cut into pieces, whichever way: by checkpoints, kills, shards, full disks, damage. The bytes
//! of the report are those of one uninterrupted run.

mod damage;
mod formats;
mod interrupted;
mod joined;
mod limits;
mod merge;
mod pieces;
mod program;
mod scale;
mod slurm;
mod small;
mod solved;
