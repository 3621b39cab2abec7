// A Slurm of one machine for a test: munged, slurmctld and slurmd of Debian, with a folder and ports of
// their own, ended with the test. Not a model of a cluster: one node, no accounting.

import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Tasks at a time; a machine of fewer processors takes turns. */
const processors = 2;
/** Tries, a tenth of a second each, until the node answers. */
const mostTries = 300;

const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Why no Slurm can be started here, or undefined where one can. */
export function whyNot(): string | undefined {
  const missing = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'scancel'].filter((p) => !isThere(p));
  if (missing.length > 0) return `${missing.join(', ')} are not installed`;
  // slurmd starts tasks as the user that submitted them.
  return process.getuid?.() === 0 ? undefined : 'its daemons need root here';
}

const configuration = (folder: string, port: number): string => {
  const [host] = hostname().split('.');
  return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
CredType=cred/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
SlurmctldPort=${port}
SlurmdPort=${port + 1}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${processors} State=UNKNOWN
PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`;
};

export interface Slurm {
  /** What a program must have in its environment to reach it. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Runs as munge does: no other user may read its key. */
function startMunge(folder: string): void {
  const own = path.join(folder, 'munge');
  mkdirSync(own);
  const key = path.join(own, 'key');
  writeFileSync(key, randomBytes(1024), { mode: 0o400 });
  const at = (name: string) => path.join(own, name);
  execFileSync('munged', [
    '--force', // the folder lies below /tmp, which is world-writable
    `--key-file=${key}`,
    `--socket=${at('socket')}`,
    `--pid-file=${at('pid')}`,
    `--log-file=${at('log')}`,
    `--seed-file=${at('seed')}`,
  ]);
}

/** Ends a daemon and waits until it has written what it writes at its end; one that hangs is left. */
async function end(pidFile: string): Promise<void> {
  try {
    const daemon = Number(readFileSync(pidFile, 'utf8'));
    process.kill(daemon, 'SIGTERM');
    for (let tries = 0; tries < mostTries; tries++) {
      process.kill(daemon, 0);
      await pause(100);
    }
  } catch {
    // It never began, or is gone.
  }
}

/** Starts one; resolves once its node takes jobs. */
export async function startSlurm(port: number): Promise<Slurm> {
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-slurm-'));
  chmodSync(folder, 0o755);
  for (const name of ['state', 'spool']) mkdirSync(path.join(folder, name));
  const file = path.join(folder, 'slurm.conf');
  writeFileSync(file, configuration(folder, port));
  const environment = { SLURM_CONF: file };
  const env = { ...process.env, ...environment };
  const stop = async () => {
    for (const name of ['slurmd.pid', 'slurmctld.pid', 'munge/pid']) {
      await end(path.join(folder, name));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    startMunge(folder);
    execFileSync('slurmctld', [], { env });
    execFileSync('slurmd', [], { env });
    for (let tries = 0; tries < mostTries; tries++) {
      const { stdout } = spawnSync('sinfo', ['--noheader', '--format=%T'], {
        env,
        encoding: 'utf8',
      });
      if (stdout.trim() === 'idle') return { environment, stop };
      await pause(100);
    }
    throw new Error(
      `Slurm's node does not answer:\n${readFileSync(path.join(folder, 'slurmctld.log'), 'utf8')}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
}
