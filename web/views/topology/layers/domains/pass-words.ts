// What the picture, the key and the tables say of a balance pass. Texts only.

import { moment, plural, whole } from '../../../../ui/format.ts';
import type { BalancePass, GroupFigures } from './pass.ts';

export const words = {
  title: 'Balance pass',
  none: 'No balance pass has been recorded yet.',
  heading: ({ to, domainCpus, groups }: BalancePass) =>
    `Balance pass for CPU ${to}: domain of ${plural(domainCpus, 'CPU')}, ${plural(groups, 'group')}`,
  at: (time: number) => moment(time),
  own: 'local group',
  busiest: 'busiest other group',
  noBusiest: 'no other group has tasks',
  tasks: ({ tasks }: GroupFigures) => plural(tasks, 'task'),
  idle: ({ idle }: GroupFigures) => plural(idle, 'idle CPU'),
  rest: ({ utilisation, load }: GroupFigures) =>
    `utilisation ${whole(utilisation)}, load ${whole(load)}`,
  moved: (count: number) => `${plural(count, 'task')} moved`,
  key: {
    to: 'CPU that balances',
    toMeaning: 'The CPU on whose behalf the last balance pass looked for tasks',
    from: 'CPU that it pulled from',
    fromMeaning: 'The CPU whose tasks the pass examined',
  },
  column: { group: 'Group', tasks: 'Tasks', idle: 'Idle CPUs', rest: 'Figures' },
  cpu: { to: 'the last balance pass was for it', from: 'the last balance pass pulled from it' },
  sentence: (pass: BalancePass) =>
    `${words.heading(pass)}; ${words.moved(pass.moved)}: ${pass.reason}.`,
} as const;
