// The commands there are, and what becomes of their errors.

import { bench, benchUsage } from './bench.ts';
import { c2c, c2cUsage } from './c2c.ts';
import { check, checkUsage } from './check.ts';
import { diff, diffUsage } from './diff.ts';
import { distribute, distributeUsage } from './distribute.ts';
import { exportRun, exportUsage } from './export.ts';
import { extract, extractUsage } from './extract.ts';
import { fidelity, fidelityUsage } from './fidelity.ts';
import { grade, gradeUsage } from './grade.ts';
import { importFile, importUsage } from './import.ts';
import { mergeCommand, mergeUsage } from './merge.ts';
import { race, raceUsage } from './race.ts';
import { recording, recordingUsage } from './recording.ts';
import { run, runUsage } from './run.ts';
import { sweep, sweepUsage } from './sweep.ts';
import { tellCommand, tellUsage } from './tell.ts';
import type { Terminal } from './terminal.ts';
import { tournament, tournamentUsage } from './tournament.ts';
import { exitCode, explainFailure, UsageError } from './usage.ts';
import { versions, versionsUsage } from './versions.ts';

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;

interface Registered {
  readonly run: Command;
  readonly usage: string;
  readonly does: string;
}

const commands: Readonly<Record<string, Registered>> = {
  run: { run, usage: runUsage, does: 'runs one variant of a scenario and prints what it measured' },
  export: {
    run: exportRun,
    usage: exportUsage,
    does: 'writes a run as an ftrace or Perfetto trace, or what it measured as CSV or JSON',
  },
  check: { run: check, usage: checkUsage, does: 'compares the core with vectors of the kernel' },
  sweep: {
    run: sweep,
    usage: sweepUsage,
    does: 'runs a grid of parameters with many seeds over worker threads',
  },
  versions: {
    run: versions,
    usage: versionsUsage,
    does: 'runs a story along Linux releases, or says which switch of two releases makes the difference',
  },
  race: {
    run: race,
    usage: raceUsage,
    does: 'runs policies of your own against a variant, seed by seed',
  },
  tournament: {
    run: tournament,
    usage: tournamentUsage,
    does: 'runs a folder of policies against each other on scenarios, and says which wins where',
  },
  diff: {
    run: diff,
    usage: diffUsage,
    does: 'says what differs between two runs, and gives the link that stands them side by side',
  },
  merge: { run: mergeCommand, usage: mergeUsage, does: 'puts the parts of a sweep together' },
  distribute: {
    run: distribute,
    usage: distributeUsage,
    does: 'runs a sweep or a fidelity report in parts on Slurm, Kubernetes or by GNU parallel, and puts them together',
  },
  fidelity: {
    run: fidelity,
    usage: fidelityUsage,
    does: 'sets every published figure beside the simulated one and judges by the claims',
  },
  grade: {
    run: grade,
    usage: gradeUsage,
    does: 'runs the sheets of a lab again and says what each answer is worth, and why',
  },
  tell: {
    run: tellCommand,
    usage: tellUsage,
    does: 'says what a file, a paste or a folder holds, what it tells, and which command goes on from there',
  },
  import: {
    run: importFile,
    usage: importUsage,
    does: 'reads a machine of your own (lstopo, lscpu, numactl, sysfs, core-to-core latencies) or a workload (rt-app, short form)',
  },
  recording: {
    run: recording,
    usage: recordingUsage,
    does: 'says in figures what a trace of the scheduler recorded (ftrace, trace-cmd report, perf sched script)',
  },
  extract: {
    run: extract,
    usage: extractUsage,
    does: 'makes a workload of a trace of the scheduler, exact or fitted, and says what that takes for granted',
  },
  c2c: {
    run: c2c,
    usage: c2cUsage,
    does: 'reads a report of perf c2c: which field, which function, what share, line by line',
  },
  bench: { run: bench, usage: benchUsage, does: 'measures how fast the core simulates' },
};

function help(): string {
  const rows = Object.values(commands).map(({ usage, does }) => `  ${usage}\n      ${does}`);
  return [
    'Schedscape simulates how Linux scales on a machine you choose.',
    '',
    ...rows,
    '',
    'Exit codes: 0 done, 1 a check failed, 2 bad input or usage, 3 a defect of the program.',
    'Results go to standard output, everything else to standard error.',
  ].join('\n');
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.out(help());
    return exitCode.done;
  }
  if (name === undefined) throw new UsageError(`name a command\n${help()}`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new UsageError(`"${name}" is not a command; the commands are ${known}`);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(`usage: ${command.usage}`);
    return exitCode.done;
  }
  return command.run(rest, terminal);
}

/** Runs a command line; gives its exit code. Never throws. */
export async function execute(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const { code, text } = explainFailure(error, args);
    terminal.progress('');
    terminal.err(text);
    return code;
  }
}
