#!/usr/bin/env bash
# A node is lost in the middle of a run: its daemon, its step daemons and its tasks are killed. Slurm puts its
# tasks back, they go on from their checkpoints on the other node, and the bytes are those of one process. Some
# minutes (7.5 on a busy host of two cores), so not in the routine checks; needs what run.sh needs.
#   tests/slurm/node_loss.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-target/release/tirage}")
source tests/slurm/cluster.sh
work=$(mktemp -d /tmp/tirage-slurm.XXXXXX)
trap 'cluster_stop; rm -rf "$work"' EXIT

cat >"$work/scenario.toml" <<'SCENARIO'
title = "A lost node"
seed = 8
[[run]]
game = "happy-des"
strategy = "identiques"
rounds = "1.2e9"
SCENARIO

begin=$SECONDS
cluster_start "$work"
"$program" cluster slurm --shards 4 "$work/scenario.toml" --out "$work/jobs"
"$work/jobs/submit.sh" --time=30
cluster_wait 60 'tasks on node n2' '[ -n "$(squeue -h -w n2 -t running)" ]'
cluster_wait 60 'checkpoints' '[ "$(ls -d "$work"/jobs/state/*/checkpoint-000002.tally 2>/dev/null | wc -l)" -ge 4 ]'

# Everything of node n2: its daemon, the step daemons it started and all their descendants.
descendants() {
    local child
    for child in $(pgrep -P "$1"); do
        descendants "$child"
    done
    echo "$1"
}
steps=$(pgrep -f "^slurmstepd: \[" || true)
lost=$(cat "$work/slurmd.n2.pid")
for step in $steps; do
    if tr '\0' '\n' <"/proc/$(pgrep -P "$step" | head -n 1)/environ" | grep -qx 'SLURMD_NODENAME=n2'; then
        lost+=" $(descendants "$step")"
    fi
done
kill -9 $lost
echo "node n2 lost after $((SECONDS - begin)) s"
cluster_wait 60 'node n2 down' 'sinfo -h -N -n n2 -o %T | grep -q down'
echo "node n2 found down after $((SECONDS - begin)) s"
cluster_wait 300 'the report of the merge' '[ -s "$work/jobs/report/report.json" ]'
grep -h 'going on from' "$work"/jobs/log/shard-*.out
"$program" run "$work/scenario.toml" --out "$work/whole" --format json >/dev/null || [ $? = 3 ]
diff <(timeless "$work/whole/report.json") <(timeless "$work/jobs/report/report.json")
echo "a node lost: the bytes of one process, $((SECONDS - begin)) s"
