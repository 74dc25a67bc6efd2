#!/usr/bin/env bash
# A Slurm cluster of two nodes on this host, for tests: sourced, needs root and the packages slurmctld, slurmd,
# slurm-client and munge. Everything it starts it ends, by process id.
#   cluster_start DIR     starts munge, a controller and two nodes, and waits until both are idle
#   cluster_stop          ends them
set -euo pipefail

cluster_start() {
    cluster=$1
    host=$(hostname -s)
    mkdir -p "$cluster"/{state,log,spool/n1,spool/n2}
    export SLURM_CONF=$cluster/slurm.conf
    # cred_expire: a task that is put back waits that long, 120 s by default. Not for production.
    cat >"$SLURM_CONF" <<CONF
ClusterName=tirage
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=6820
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=cred_expire=5
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=20
SlurmctldTimeout=20
KillWait=2
JobRequeue=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,bf_interval=2
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/log/slurmctld.log
SlurmdLogFile=$cluster/log/slurmd.%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=6821 CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=6822 CPUs=2 RealMemory=1000
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
    munge_pid=
    if ! munge -n >/dev/null 2>&1; then
        mkdir -p /run/munge
        chown munge: /run/munge
        runuser -u munge -- munged --force --pid-file="$cluster.munge.pid" 2>"$cluster/log/munged.log"
        munge_pid=$(cat "$cluster.munge.pid")
    fi
    slurmctld -c -f "$SLURM_CONF"
    slurmd -f "$SLURM_CONF" -N n1
    slurmd -f "$SLURM_CONF" -N n2
    cluster_wait 30 'both nodes idle' '[ "$(sinfo -h -N -t idle | wc -l)" = 2 ]'
}

cluster_stop() {
    local file pid pids=${munge_pid:-}
    scancel --user=root 2>/dev/null || true
    for file in "$cluster"/slurmd.*.pid "$cluster"/slurmctld.pid; do
        if [ -s "$file" ]; then
            pids+=" $(cat "$file")"
        fi
    done
    # The daemons that watch over the steps of a job name this cluster in their environment.
    for pid in $(pgrep slurmstepd || true); do
        if cat "/proc/$pid/environ" 2>/dev/null | tr "\0" "\n" | grep -qx "SLURM_CONF=$SLURM_CONF"; then
            pids+=" $pid"
        fi
    done
    for pid in $pids; do
        kill "$pid" 2>/dev/null || true
    done
    for pid in $pids; do
        # Not children of this shell: waited for by looking.
        for _ in $(seq 50); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.1
        done
        kill -9 "$pid" 2>/dev/null || true
    done
    rm -f "$cluster.munge.pid"
}

# cluster_wait SECONDS WHAT CONDITION
cluster_wait() {
    local until=$((SECONDS + $1))
    until eval "$3"; do
        if [ "$SECONDS" -ge "$until" ]; then
            echo "waited $1 s in vain: $2" >&2
            sinfo -N -l >&2 || true
            squeue -a >&2 || true
            tail -n 20 "$cluster"/log/* "$cluster"/jobs/log/* >&2 || true
            return 1
        fi
        sleep 0.5
    done
}

# timeless FILE: a JSON report without the lines that may differ between two runs of the same rounds
timeless() {
    grep -v -E '"(elapsed_seconds|rounds_per_second|started_at)":' "$1"
}
