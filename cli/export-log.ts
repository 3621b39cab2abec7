// `export --format rt-app-log`: the logs that rt-app would write of a workload of one's own, a file a thread.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BatchResult } from '../web/engine/batch.ts';
import { type RtAppLog, rtAppLogs } from '../web/exchange/own/workload/rt-app-log.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

export const logOptions = { task: { type: 'string' }, instance: { type: 'string' } } as const;

interface LogWanted {
  readonly out?: string | undefined;
  readonly task?: string | undefined;
  readonly instance?: string | undefined;
}

/** Logs go into a folder; one of them, named by task and instance, to standard output. Throws UsageError. */
export function writeLogs({ loops }: BatchResult, wanted: LogWanted, terminal: Terminal): void {
  if (!loops)
    throw new UsageError('rt-app-log: is of a workload of your own; name it with --workload');
  const logs = rtAppLogs(loops);
  if (loops.dropped > 0)
    terminal.err(`note: ${loops.dropped} more loops are left out of the logs.`);
  if (wanted.out !== undefined) {
    intoFolder(wanted.out, logs);
    return;
  }
  const { task, instance = '0' } = wanted;
  const found = logs.find((log) => log.task === task && String(log.instance) === instance);
  if (!found) {
    const known = [...new Set(logs.map((log) => log.task))].join(', ');
    throw new UsageError(
      `rt-app-log: has a file for each thread; give --out folder, or --task (one of ${known}) and --instance`,
    );
  }
  terminal.write([new TextEncoder().encode(found.text)]);
}

/** Throws UsageError where a file is in the way. */
function intoFolder(folder: string, logs: readonly RtAppLog[]): void {
  const taken = logs.find(({ file }) => existsSync(path.join(folder, file)));
  if (taken)
    throw new UsageError(`--out ${folder}: holds ${taken.file} already; name another folder`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const { file, text } of logs) writeFileSync(path.join(folder, file), text);
  } catch (cause) {
    throw new UsageError(
      `--out ${folder}: cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    );
  }
}
