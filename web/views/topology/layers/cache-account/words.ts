// What the picture, the key and the tables say of accounts. Texts only.

import { kibibytes, percent, plural } from '../../../../ui/format.ts';
import type { Account } from './accounts.ts';

const limits = ({ refusedByThreads, refusedByMemory }: Account): string =>
  [...(refusedByThreads ? ['threads'] : []), ...(refusedByMemory ? ['memory'] : [])].join(' and ');

export const words = {
  title: 'Accounts of processes',
  heading: 'Account of cache-aware balancing: where each process ran',
  shortHeading: 'Where each process ran',
  none: 'No process has an account yet.',
  off: 'This kernel keeps no account of where processes run.',
  process: (id: number) => `process ${id}`,
  facts: ({ threads, footprintKib }: Account) =>
    `${plural(threads, 'thread')}, ${kibibytes(footprintKib)}`,
  refused: (account: Account) => (limits(account) ? `over limit: ${limits(account)}` : ''),
  prefers: (llc: number) => (llc < 0 ? 'prefers no LLC' : `prefers LLC ${llc}`),
  llc: (id: number) => `LLC ${id}`,
  share: (share: number) => percent(share, 0),
  running: (count: number) => `${count} run`,
  preferred: 'preferred',
  key: {
    bar: 'share of the account',
    barMeaning: 'How much of its counted time a process ran under each LLC',
    preferred: 'preferred LLC',
    preferredMeaning: 'The LLC that cache-aware balancing prefers for the process',
  },
  column: {
    process: 'Process',
    prefers: 'Prefers',
    shares: 'Shares by LLC',
    running: 'Running threads by LLC',
    size: 'Threads and memory',
    refused: 'Refused',
  },
  sentence: (account: Account) =>
    `Process ${account.process} ${words.prefers(account.preferred)}: ${account.shares
      .map((share, llc) => `${percent(share, 0)} of its counted time under LLC ${llc}`)
      .join(', ')}${limits(account) ? `; ${words.refused(account)}` : ''}.`,
} as const;
