// Checks the text of a workload and says what is wrong, where, and what would be right: it asks the file readers,
// and the compiler for the machine on stage.

import { fileSourceOf } from '../../exchange/own/source.ts';
import { readWorkload } from '../../exchange/own/workload/read.ts';
import { type OpenedScenario, ScenarioError } from '../../scenario/index.ts';
import { compileWorkload, parseWorkload } from '../../scenario/program/compile.ts';
import type { WorkloadForm } from '../../scenario/program/schema.ts';
import type { TextProblem } from '../../ui/TextEditor.tsx';

export interface Checked {
  /** Undefined: it cannot run. */
  readonly form?: WorkloadForm;
  readonly notes: readonly string[];
  readonly problem?: TextProblem;
}

export function checked(
  text: string,
  leaveOut: readonly string[],
  { machine, timings }: Pick<OpenedScenario, 'machine' | 'timings'>,
): Checked {
  try {
    const { form, notes } = readWorkload(text, { leaveOut });
    const speeds = {
      clock_mhz: Math.round(timings.clock_ghz.sim.value * 1000),
      l1_ns: timings.latency.l1.value,
    };
    const whole = parseWorkload(form);
    compileWorkload(whole, machine, speeds);
    return { form: whole, notes };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    return { notes: [], problem: problemOf(cause, text) };
  }
}

/** Where the text is wrong: the line that the error names, or that of the task it is about. */
function problemOf({ path, problem, remedy }: ScenarioError, text: string): TextProblem {
  const place = /^line (\d+)(?:, (?:column|character) (\d+))?/.exec(path);
  const task = /^tasks\[(\d+)\]/.exec(path)?.[1];
  const line = place ? Number(place[1]) : task === undefined ? 1 : lineOfTask(text, Number(task));
  const column = Number(place?.[2] ?? 1);
  const rest = place ? path.slice(place[0].length).replace(/^, /, '') : path;
  const said = rest === '' || rest === 'file' ? '' : `${rest}: `;
  const length = column > 1 ? 1 : Math.max(1, text.split('\n')[line - 1]?.length ?? 1);
  return { place: { line, column, length }, sentence: `${said}${problem}; ${remedy}.` };
}

/** In the short form a task is a line. */
function lineOfTask(text: string, index: number): number {
  const lines = text.split('\n');
  const tasks = lines.flatMap((line, at) => (/^\s*[^#\s{}"][^#]*:/.test(line) ? [at + 1] : []));
  return tasks[index] ?? 1;
}

/** The words with which what a sentence refuses can be left out. */
export const leaveOutWord = (sentence: string): string | undefined =>
  /--leave-out ([a-z-]+)/.exec(sentence)?.[1];

/** The form with where it comes from, as a recipe keeps it. */
export async function sourced(
  form: WorkloadForm,
  file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined,
  leftOut: readonly string[],
): Promise<WorkloadForm> {
  if (!file || form.source) return form;
  const source = await fileSourceOf('workload', file.name, file.bytes, undefined);
  return { source: { ...source, left_out: [...leftOut] }, ...form };
}
