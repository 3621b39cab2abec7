// The words of labs.

import { plural, significant } from '../../ui/format.ts';

export const words = {
  region: 'Lab',
  who: 'You',
  whoHint:
    'Your seed is computed from your course and name, so your figures are your own and your teacher can run them again. Course and name stay in this browser until you save the sheet.',
  course: 'Course',
  name: 'Name',
  begin: 'Begin',
  seed: (seed: number) => `Your seed is ${seed}.`,
  notKept:
    'This browser cannot keep your sheet, because its storage is full or forbidden. Leave this page open until you have saved the sheet.',
  leave: 'Start over as another student',
  teaches: 'Afterwards you can',
  before: 'Read before',
  minutes: (minutes: number, points: number) => `${minutes} minutes, ${plural(points, 'point')}`,
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  answer: (unit: string) => (unit ? `Your answer, in ${unit}` : 'Your answer'),
  times: (than: string) => `times that of ${than}`,
  opening: 'Loading the machine…',
  cpu: (cpu: number) => `CPU ${cpu}`,
  cpuOf: (last: number) => `Your answer, a CPU from 0 to ${last}`,
  cache: (llc: number, node: number) => `Cache ${llc}, node ${node}`,
  moment: 'Moment',
  unset: 'not chosen yet',
  momentHint: (duration: string, within: string) =>
    `The run takes ${duration}; an answer may be off by ${within}.`,
  at: (label: string, value: string | number) => `${label} ${value}`,
  drawn: (value: number, unit: string) => `${significant(value, 3)} ${unit}`.trim(),
  plot: (label: string, unit: string) => `${unit || 'The value'} over ${label}`,
  sketchHint: (within: number) =>
    `Draw in the plot, or move the sliders. A point may be off by ${within} % of the highest simulated one.`,
  circles: 'the circles',
  take: (name: string) => `Take ${name}, selected on stage`,
  skip: 'Skip the question',
  askedFirst: 'Before you go on',
  submit: 'Answer',
  tryDesign: 'Run this design',
  designHint: 'Run as many designs as you like: your sheet keeps the last one you ran.',
  editorComes: 'Loading the editor…',
  policy: 'Your policy',
  runPolicy: 'Run this policy',
  policyHint: (at: readonly string[]) =>
    `It may answer ${at.join(' and ')}. Run it as often as you like (Ctrl+Enter): your sheet keeps the last version you ran.`,
  once: 'You answer once, before anything is shown; then the simulator runs.',
  hint: (number: number, of: number) => `Hint ${number} of ${of}`,
  running: 'Simulating…',
  failed: (problem: string) => `The run failed: ${problem}`,
  you: 'Your answer',
  simulated: 'Simulated',
  missing: 'not measured',
  verdict: (points: number, of: number) =>
    points === of ? 'Correct' : points === 0 ? 'Incorrect' : 'Partly right',
  holds: 'holds',
  fails: 'does not hold',
  points: (points: number, of: number) => `${points} of ${plural(of, 'point')}`,
  worth: (points: number) => plural(points, 'point'),
  why: 'Why',
  showWhy: 'Show the reason',
  onStage: 'Show these runs on stage',
  sheet: 'Your sheet',
  total: (points: number, of: number) => `${points} of ${plural(of, 'point')} at your own seed.`,
  sheetHint:
    'Your teacher runs the sheet again, and your design at seeds that you have not seen. The file holds your name, your course, your answers and the hashes of your runs.',
  save: 'Save the sheet',
} as const;
