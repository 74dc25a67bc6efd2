//! Job files. That they work is shown by `tests/slurm/run.sh`, which needs a cluster.

use std::fs;

use serde_json::Value;

use crate::program::{ended, shell, tirage};

const SCENARIO: &str = "seed = 9\nrounds = 4_000_000\n\
    [[run]]\ngame = \"happy-des\"\nstrategy = \"figures\"\n\
    [[run]]\ngame = \"o-secousses\"\nstrategy = \"buy\"\n";

#[test]
fn the_plan_lists_every_chunk_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("s.toml"), SCENARIO).expect("a file");
    let ran = tirage(at, "cluster plan --shards 3 s.toml --format json");
    ended(&ran, 0, &[]);
    let plan: Value = serde_json::from_str(&ran.out).expect("JSON");
    let runs = plan["runs"].as_array().expect("runs");
    let shards = plan["shards"].as_array().expect("shards");
    assert_eq!((runs.len(), shards.len()), (2, 3));
    for (number, run) in runs.iter().enumerate() {
        let mut next = 0;
        for shard in shards {
            let span = &shard["chunks"][number];
            assert_eq!(span["from"], next);
            next = span["to"].as_u64().expect("a chunk");
        }
        assert_eq!(run["chunks"], next);
    }
    let rounds: u64 = shards
        .iter()
        .filter_map(|shard| shard["rounds"].as_u64())
        .sum();
    assert_eq!(rounds, 8_000_000);
    // The names are those of the files that are written.
    ended(&tirage(at, "run s.toml --shard 2/3 --out parts"), 0, &[]);
    let name = shards[1]["file"].as_str().expect("a name");
    assert!(at.join("parts").join(name).exists(), "{name}");
    let text = tirage(at, "cluster plan --shards 3 s.toml");
    assert!(text.out.contains(name), "{}", text.out);
    ended(&tirage(at, "cluster plan --shards 0 s.toml"), 2, &["0"]);
    ended(
        &tirage(at, "cluster plan --shards 3 nothing.toml"),
        2,
        &["nothing.toml"],
    );
}

#[cfg(unix)]
#[test]
fn job_files_are_scripts_that_do_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("s.toml"), SCENARIO).expect("a file");
    ended(
        &tirage(at, "cluster slurm --shards 3 s.toml --out jobs --cores 2"),
        0,
        &["submit.sh"],
    );
    for name in ["shards.sbatch", "merge.sbatch", "submit.sh"] {
        let text = fs::read_to_string(at.join("jobs").join(name)).expect("a script");
        let is_gap = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase());
        assert!(
            !text.split('@').any(is_gap),
            "nothing is left to fill in: {name}"
        );
        ended(&shell(at, &format!("bash -n jobs/{name}")), 0, &[]);
    }
    // What the cluster does, without one: an array, of which the second task fails at first for want of
    // disk, and is put back; then the merge.
    let script = "cd jobs; mkdir -p parts state log; export SLURM_SUBMIT_DIR=$PWD\n\
        scontrol() { echo \"$1\" >> requeued; }; export -f scontrol 2>/dev/null\n\
        for k in 3 1; do SLURM_ARRAY_TASK_ID=$k SLURM_JOB_ID=$k bash shards.sbatch || exit; done\n\
        (ulimit -f 1; SLURM_ARRAY_TASK_ID=2 SLURM_JOB_ID=2 bash shards.sbatch); [ $? = 1 ] || exit 9\n\
        (ulimit -f 1; SLURM_RESTART_COUNT=3 SLURM_ARRAY_TASK_ID=2 SLURM_JOB_ID=2 bash shards.sbatch)\n\
        SLURM_ARRAY_TASK_ID=2 SLURM_JOB_ID=2 SLURM_RESTART_COUNT=1 bash shards.sbatch || exit\n\
        SLURM_ARRAY_TASK_ID=4 SLURM_JOB_ID=4 bash shards.sbatch; [ $? = 2 ] || exit 8\n\
        bash merge.sbatch";
    let ran = shell(at, &format!("bash -c '{script}'"));
    ended(
        &ran,
        0,
        &["shard 2: status 1, requeued", "no retry will mend"],
    );
    let requeued = fs::read_to_string(at.join("jobs/requeued")).expect("a list");
    assert_eq!(
        requeued, "requeue\n",
        "once: not after three attempts, nor for invalid input"
    );
    let report = fs::read_to_string(at.join("jobs/report/report.json")).expect("a report");
    let whole = tirage(at, "run s.toml --format json");
    assert_eq!(
        crate::program::timeless(&report),
        crate::program::timeless(&whole.out)
    );
    assert_eq!(
        fs::read_dir(at.join("jobs/state"))
            .expect("a folder")
            .count(),
        0,
        "no state is left"
    );
}
