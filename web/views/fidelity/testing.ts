// A row of a fidelity report for tests.

import type { ReportRow } from '../../scenario/claims/rows.ts';

export const row = (id: string, changes: Partial<ReportRow> = {}): ReportRow => ({
  id,
  table_row: id,
  numbers: 1,
  worth: { group: 'informative', null: 0, nullPasses: false, band: [6, 16] },
  story: 'cpupri',
  label: `What ${id} is`,
  machine: '480-CPU Xeon',
  unit: '%',
  published: 11,
  simulated: 10.1,
  interval: [9.9, 10.3],
  seeds: 10,
  error: { value: -0.9, unit: 'points' },
  claim: 'S, M(5)',
  basis: 'predicted',
  fitted: false,
  verdict: 'pass',
  judged: [{ level: 'S', passed: true, says: '9.9 to 10.3' }],
  note: null,
  explanation: null,
  run: { scenario: 'cpupri/ffmpeg-480', set: {}, variant: 'B', seed: 4 },
  ...changes,
});
