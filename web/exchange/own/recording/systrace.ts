// A trace that stands in a page: what systrace and older trace viewers save. The lines of the trace are those of the kernel,
// between scripts whose lines are of any length.

import { ScenarioError } from '../../../scenario/index.ts';
import { LineReader } from './text-lines.ts';
import type { TraceForm } from './trace-form.ts';
import { TraceLines } from './trace-lines.ts';

export const systrace: TraceForm = {
  is: (_, head) =>
    /^\s{0,64}<(!doctype html|html|head|meta)\b/i.test(head.replace(/^\u00ef\u00bb\u00bf/, '')),
  open: (gathering) => {
    const lines = new TraceLines(gathering);
    const text = new LineReader((piece, from, to) => lines.line(piece, from, to), {
      isLoose: true,
    });
    return {
      push: (bytes) => text.push(bytes),
      finish: () => text.finish(),
      nothing: () =>
        new ScenarioError(
          'file',
          'is a page without a trace of the scheduler in its text',
          'record the category sched (systrace.py sched), or save the trace as text',
        ),
    };
  },
};
