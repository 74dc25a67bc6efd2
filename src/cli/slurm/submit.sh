#!/usr/bin/env bash
# Submits the shards and the merge that waits for them. Options go to every sbatch:
#   ./submit.sh --partition=long --time=1-00:00:00
# Submitting again is free: what is there already is not played again.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p parts state log

jobs=
for ((offset = 0; offset < @SHARDS@; offset += @ARRAY@)); do
    count=$((@SHARDS@ - offset < @ARRAY@ ? @SHARDS@ - offset : @ARRAY@))
    job=$(sbatch --parsable "$@" --export="ALL,TIRAGE_OFFSET=$offset" --array="1-$count" shards.sbatch)
    jobs+=":${job%%;*}"
done
merge=$(sbatch --parsable "$@" --dependency="afterok$jobs" --kill-on-invalid-dep=yes merge.sbatch)
echo "shards: ${jobs#:}; merge: ${merge%%;*}; the report will be in $PWD/report"
