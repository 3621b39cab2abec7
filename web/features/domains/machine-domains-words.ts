// The words of the scheduling domains that are drawn on a machine. Loaded with them.

import { plural } from '../../ui/format.ts';

export const machineDomains = {
  button: (cpu: number) => `Domains of CPU ${cpu}`,
  hint: 'The CPUs that this CPU balances with, level by level, and the groups that it compares. The key D on the grid does the same.',
  list: (cpu: number) => `Scheduling domains of CPU ${cpu}, innermost first`,
  none: (cpu: number) => `CPU ${cpu} has no scheduling domain.`,
  level: (cpus: number, groups: number) =>
    `${plural(cpus, 'CPU', 'CPUs')} in ${plural(groups, 'group', 'groups')}`,
  span: (list: string) => `CPUs ${list}`,
} as const;
