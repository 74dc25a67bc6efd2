#!/usr/bin/env bash
# Eight shards on a Slurm cluster of two nodes, one of which fails at first, then the merge: the bytes are those
# of one process. Needs root, the Slurm packages (see cluster.sh) and a release build. Half a minute, or
# minutes where the host is busy.
#   tests/slurm/run.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-target/release/tirage}")
source tests/slurm/cluster.sh
work=$(mktemp -d /tmp/tirage-slurm.XXXXXX)
trap 'cluster_stop; rm -rf "$work"' EXIT

cat >"$work/scenario.toml" <<'SCENARIO'
title = "Eight shards"
seed = 7
rounds = 4_345_678
[[run]]
game = "happy-des"
strategy = "cumul"
[[run]]
game = "tresors-ensables"
strategy = "first-chest"
[[run]]
game = "clefs-du-tresor"
strategy = "play"
[[run]]
game = "o-secousses"
strategy = "buy"
SCENARIO

begin=$SECONDS
cluster_start "$work"
echo "cluster ready after $((SECONDS - begin)) s"

# The program as the nodes run it: shard 3 meets a full disk at its first attempt.
cat >"$work/faulty" <<FAULTY
#!/usr/bin/env bash
case " \$* " in
*" --shard 3/8 "*)
    if mkdir "$work/failed-once" 2>/dev/null; then
        ulimit -f 1
    fi
    ;;
esac
exec '$program' "\$@"
FAULTY
chmod +x "$work/faulty"

"$program" cluster slurm --shards 8 "$work/scenario.toml" --out "$work/jobs"
TIRAGE="$work/faulty" "$work/jobs/submit.sh" --time=10
# What matters here is the bytes, whatever the verdict.
"$program" run "$work/scenario.toml" --out "$work/whole" --format json --threads 1 >/dev/null || [ $? = 3 ]
cluster_wait 150 'the report of the merge' '[ -s "$work/jobs/report/report.json" ]'
cluster_wait 30 'an empty queue' '[ -z "$(squeue -h)" ]'

grep -q 'shard 3: status 1, requeued' "$work"/jobs/log/shard-*-3.out
diff <(timeless "$work/whole/report.json") <(timeless "$work/jobs/report/report.json")
echo "eight shards, one of them twice: the bytes of one process, $((SECONDS - begin)) s"

# Submitting again plays nothing: every shard is there already.
rm -r "$work/jobs/report"
"$work/jobs/submit.sh" --time=10
cluster_wait 100 'the report of the second merge' '[ -s "$work/jobs/report/report.json" ]'
[ "$(cat "$work"/jobs/log/shard-*.out | grep -c 'is there already')" = 8 ]
diff <(timeless "$work/whole/report.json") <(timeless "$work/jobs/report/report.json")
echo "submitted again: nothing played, the same bytes, $((SECONDS - begin)) s in all"
