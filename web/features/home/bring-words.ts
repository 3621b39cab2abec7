// Words of the box on Home that takes any text or file.

import { plural } from '../../ui/format.ts';

export const words = {
  region: 'Paste anything',
  heading: 'Paste anything',
  what: 'lscpu, lstopo or numactl; a trace; a perf c2c report; a structure; a workload; a policy; a link; or a whole mail that quotes several of them. A file can be dropped anywhere. Nothing leaves this page.',
  text: 'What you have, as text',
  placeholder: 'Paste here, or drop a file anywhere on the page',
  found: 'What was recognised',
  nothing:
    'No known format was found in it. “Bring your own” shows what to type for each kind of file.',
  unreadable: (file: string) =>
    `${file} cannot be read: it is a folder, it no longer exists, or the browser may not open it. Pack a folder first (tar czf machine.tar.gz FOLDER), or drop the file again.`,
  left: (read: number, left: number) =>
    `After the first ${read} parts ${plural(left, 'part is', 'parts are')} left out.`,
  others: (lines: number) =>
    `${plural(lines, 'other line is', 'other lines are')} the words around it.`,
  line: (line: number) => `from line ${line}`,
  notes: (count: number) => plural(count, 'note'),
  onIt: ' It is read on the machine of the same paste.',
  layout: 'layout-to-try.json',
  pasted: (name: string) => `pasted ${name.toLowerCase().replace(/^an? /, '')}`,
  dropped: (file: string, what: string) => `${file}: ${what}`,
} as const;
