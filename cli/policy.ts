// A report of a policy's actions in a run, as lines of the terminal and as JSON.

import { oneLine } from '../web/base/visible.ts';
import { POLICY } from '../web/engine/abi.gen.ts';
import type { PolicyCounts } from '../web/engine/policy.ts';
import { lineHeatOf } from '../web/policy/heat.ts';
import { policyCalls } from '../web/policy/words.ts';
import { formatTime, type OpenedScenario } from '../web/scenario/index.ts';
import { formatNumber } from './table.ts';
import type { Terminal } from './terminal.ts';

const endNames = [
  'answered',
  'left to Linux',
  'refused',
  'out of fuel',
  'asked of nobody',
  'index outside',
  'number too large, or divided by zero',
];
const pointNames = [...policyCalls.keys()];

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * What to say first of a policy that decided nothing in these runs: every call of it failed, none answered or was left to
 * Linux. Undefined of any other.
 */
export function failsAlways(runs: readonly PolicyCounts[]): string | undefined {
  const ended = endNames.map((_, end) => sum(runs.map((counts) => counts.ended[end]!)));
  const calls = sum(ended);
  if (calls === 0 || ended[POLICY.END_ANSWERED]! + ended[POLICY.END_LEFT]! > 0) return undefined;
  const how = endNames.filter((_, end) => ended[end]! > 0);
  return `decided nothing: each of its ${formatNumber(calls)} calls failed (${how.join('; ')}), and Linux decided instead`;
}

/** The line of the text that the last failing call ended at. */
function faultLine({ policy }: OpenedScenario, counts: PolicyCounts) {
  const place = counts.fault && policy?.compiled.places[counts.fault.word];
  return place?.line;
}

/** Says that a policy runs which came with a recipe and was not named on the command line. */
export function tellBroughtPolicy({ policy }: OpenedScenario, terminal: Terminal): void {
  if (!policy) return;
  const lines = policy.compiled.source.trimEnd().split('\n').length;
  terminal.err(`this recipe brings a policy of ${lines} lines, which runs as ${policy.variant}`);
}

export function policyJson(opened: OpenedScenario, counts: PolicyCounts) {
  const { fault } = counts;
  const named = (names: readonly string[], numbers: readonly number[]) =>
    Object.fromEntries(names.map((name, i) => [name, numbers[i]!]));
  return {
    asked: named(pointNames, counts.asked),
    ended: named(endNames, counts.ended),
    operations: counts.operations,
    words: counts.words,
    pulled: counts.pulled,
    lines: lineHeatOf(opened.policy!.compiled, counts).map(({ line, runs, waited }) => ({
      ...{ line, runs, waited_ns: waited },
    })),
    longest_ns: counts.longest,
    ...(fault && {
      fault: {
        kind: endNames[fault.end],
        line: faultLine(opened, counts),
        cpu: fault.cpu,
        at_ns: fault.time,
      },
    }),
  };
}

/** Lines shown: those at which calls waited longest. */
const hottest = 3;

function printHeat({ policy }: OpenedScenario, counts: PolicyCounts, terminal: Terminal): void {
  const heat = lineHeatOf(policy!.compiled, counts).filter(({ waited }) => waited > 0);
  const lines = policy!.compiled.source.split('\n');
  for (const { line, runs, waited } of heat.sort((a, b) => b.waited - a.waited).slice(0, hottest)) {
    const text = oneLine(lines[line - 1]!.trim());
    terminal.out(
      `line ${line}: ran ${formatNumber(runs)} times, waited ${formatTime(waited)}: ${text}`,
    );
  }
}

export function printPolicy(
  opened: OpenedScenario,
  counts: PolicyCounts,
  terminal: Terminal,
): void {
  const calls = sum(counts.ended);
  const asked = pointNames
    .map((name, i) => [name, counts.asked[i]!] as const)
    .filter(([, times]) => times > 0)
    .map(([name, times]) => `${name} ${formatNumber(times)}`);
  terminal.out('');
  terminal.out(`your policy was asked: ${asked.join(', ') || 'nothing'}`);
  const ends = endNames
    .map((name, i) => [name, counts.ended[i]!] as const)
    .filter(([, times]) => times > 0)
    .map(([name, times]) => `${name} ${formatNumber(times)}`);
  terminal.out(`how that ended: ${ends.join(', ') || 'nothing has'}`);
  if (calls > 0) {
    const mean = (total: number) => (total / calls).toFixed(1);
    terminal.out(
      `a call: ${mean(counts.operations)} operations, ${mean(counts.words)} words, the longest ${formatTime(counts.longest)}`,
    );
  }
  printHeat(opened, counts, terminal);
  if (counts.ended[POLICY.END_ANSWERED] !== calls && counts.fault) {
    const { end, cpu, time } = counts.fault;
    const line = faultLine(opened, counts);
    const text = line === undefined ? '' : opened.policy!.compiled.source.split('\n')[line - 1]!;
    terminal.out(
      `the last that failed: ${endNames[end]} on CPU ${cpu} at ${formatTime(time)}, line ${line}: ${oneLine(text.trim())}`,
    );
  }
}
