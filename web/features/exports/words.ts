// The words of the exports. They come with them, after the first picture.

import { whole } from '../../ui/format.ts';

export const words = {
  pictures: 'Pictures',
  tables: 'Tables',
  traces: 'Traces',
  stage: 'Stage',
  story: 'Story, step by step',
  view: 'View in the dock',
  figures: 'Story figures',
  lines: 'Cache lines',
  c2c: 'c2c',
  ledger: 'Time by kind',
  timeline: 'Timeline selection',
  inspector: 'Inspector',
  dockTable: 'Table in the dock',
  topology: 'Topology',
  trace: 'Run',
  frame: 'Embed code',
  /** What an item is called: what, and in which format. */
  item: (what: string, format: string) => `${what}, ${format}`,
  formats: {
    png: 'PNG',
    svg: 'SVG',
    csv: 'CSV',
    json: 'JSON',
    ftrace: 'ftrace text',
    'trace-dat': 'trace.dat',
    perfetto: 'Perfetto',
    chrome: 'Chrome JSON',
    'perf-sched-map': 'perf sched map',
    'perf-sched-timehist': 'perf sched timehist',
    html: 'HTML',
    film: 'Video',
    print: 'Print or PDF',
  },
  opensDialog: (name: string) => `${name} …`,
  nothingMeasured:
    'Nothing was exported: the run is still warming up, and tables come from the measured window.',
  noDrawing: 'Nothing was exported: the view in the dock has no chart and no layout.',
  noDrawingRemedy: 'Open Struct layout or Curves in the dock first.',
  withheld: 'Nothing was exported: the question of this step still covers the stage.',
  storyWithheld: 'Nothing was printed: on paper the story answers the question of this step.',
  withheldRemedy: 'Answer the question first, or skip it.',
  noStage: 'Nothing was exported: no machine has been drawn yet.',
  noRange: 'Nothing was exported: no span is selected in the Timeline.',
  noRangeRemedy: 'Open the Timeline, press R and drag over the rows.',
  noTable: (where: string) => `Nothing was exported: there is no table in the ${where}.`,
  noTableRemedy: 'Open a view with a table, or select something, first.',
  inInspector: 'Inspector',
  inDock: 'dock',
  tryAgain: 'Wait a moment and export again.',
  saved: (file: string) => `${file} was saved.`,
  failed: (why: string) => `The export failed: ${why}.`,
  dialog: {
    title: 'Export a trace',
    variant: 'Variant',
    format: 'Format',
    span: 'Span',
    spans: {
      playhead: (length: string, to: string) => `${length} up to the playhead (${to})`,
      range: (from: string, to: string) => `Selected in the Timeline (${from} to ${to})`,
      window: (length: string) => `The measured window (${length})`,
      run: (length: string) => `The whole run (${length})`,
    },
    what: {
      ftrace: 'Wake-ups, migrations and switches as text, for Perfetto and LISA.',
      'trace-dat':
        'The same events in the format of trace-cmd, for trace-cmd report and KernelShark.',
      perfetto:
        'Tasks, kernel paths and lock waits of every CPU, HITM and lock counters, wake-ups as arrows, and the rows that Perfetto draws for CPUs and task states. Open it at ui.perfetto.dev.',
      chrome:
        'The same tracks, counters and arrows as JSON, without task states: for chrome://tracing and similar viewers.',
      'perf-sched-map': 'One line per switch, with the task on every CPU, as perf prints it.',
      'perf-sched-timehist':
        'One line each time a task leaves a CPU: its wait time, scheduling delay and run time, as perf prints them.',
    },
    notOfTrace: 'R is a trace already; you have its file.',
    again:
      'The variant runs once more from its start, in the background. The file is the same on every machine.',
    start: 'Export',
    cancel: 'Cancel',
    close: 'Close',
    progress: 'Export in progress',
    at: (now: string, of: string, events: number) =>
      `${now} of ${of} simulated, ${whole(events)} events`,
    left: (seconds: number) => `about ${whole(Math.max(1, Math.round(seconds)))} s left`,
  },
  film: {
    title: 'Export a film',
    from: 'From',
    starts: {
      playhead: (time: string) => `Where the playhead stands (${time})`,
      window: (time: string) => `Where the measured window begins (${time})`,
    },
    length: 'Length',
    seconds: (count: number) => `${count} s`,
    formats: {
      webm: 'WebM, 1920 × 1080',
      mp4: 'MP4, 1920 × 1080',
      frames: 'PNG pictures in a zip, 30 per second',
    },
    what: (speed: string, seconds: number, span: string) =>
      `At the speed of the stage, ${speed} simulated per second: ${seconds.toFixed(1)} s of film show ${span}. The pictures are drawn from the runs again, the same on every machine. The stage pauses until they are done.`,
    at: (done: number, of: number) => `${whole(done)} of ${whole(of)} pictures`,
    progress: 'Film in progress',
    noWorker: 'the film could not be made',
  },
  picture: {
    moment: (time: string) => `at ${time}`,
    side: (side: string, label: string, kernel: string, seed: number) =>
      `${side}  ${label}, Linux ${kernel}, seed ${seed}`,
    recorded: (label: string) => `R  ${label}, a trace, not a run`,
  },
} as const;
