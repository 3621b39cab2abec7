// A trace as plain text: what the kernel, trace-cmd report and perf script print.

import { LineReader } from './text-lines.ts';
import type { TraceForm } from './trace-form.ts';
import { TraceLines } from './trace-lines.ts';

export const textTrace: TraceForm = {
  is: () => true,
  open: (gathering) => {
    const lines = new TraceLines(gathering);
    const text = new LineReader((piece, from, to) => lines.line(piece, from, to));
    return {
      push: (bytes) => text.push(bytes),
      finish: () => {
        text.finish();
        lines.finish();
      },
      nothing: () => lines.nothing(),
    };
  },
};
