// `c2c`: what perf c2c reported, line by line: which field, which function, what share. Nothing is run.

import { C2C_BYTES, readC2c } from '../web/exchange/own/c2c/read.ts';
import { Notes } from '../web/exchange/own/notes.ts';
import { textOf } from '../web/exchange/own/text.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { readOptions } from './options.ts';
import { readBytes } from './program.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const c2cUsage = 'schedscape c2c <file> [--json]';

export async function c2c(args: readonly string[], terminal: Terminal): Promise<number> {
  const usage = `usage: ${c2cUsage}`;
  const { values, positionals } = readOptions(
    args,
    { json: { type: 'boolean', default: false } },
    usage,
  );
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(`name one file\n${usage}`);
  const notes = new Notes();
  try {
    const lines = readC2c(textOf(readBytes(file, C2C_BYTES), C2C_BYTES), notes);
    for (const note of notes.list()) terminal.err(`note: ${note}`);
    if (values.json) terminal.out(JSON.stringify({ lines }, null, 2));
    else {
      for (const [at, { rows }] of lines.entries()) {
        terminal.out(`line ${at}`);
        const shown = rows.map((row) => [
          `0x${row.offset.toString(16)}`,
          row.symbol,
          row.rmt_hitm_pct.toFixed(2),
          row.lcl_hitm_pct.toFixed(2),
          row.store_l1_hit_pct.toFixed(2),
          String(row.records),
          String(row.cpus),
        ]);
        const head = [
          'offset',
          'symbol',
          'remote HITM %',
          'local HITM %',
          'stores %',
          'records',
          'CPUs',
        ];
        for (const line of table([head, ...shown])) terminal.out(line);
      }
    }
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    throw new UsageError(`${file}: ${cause.problem}; ${cause.remedy}`);
  }
  return exitCode.done;
}
