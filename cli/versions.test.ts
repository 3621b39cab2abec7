import { describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

// One worker: this thread. A wake-up has the full fair class, and takes next to nothing.
const short = [
  'versions',
  'split-llc/one-wakeup',
  '--jobs',
  '1',
  '--seeds',
  '2',
  '--duration',
  '2ms',
];

describe('versions', () => {
  it('without a story lists releases, switches with their commits, and what no switch has', async () => {
    const { code, out } = await schedscape('versions');
    expect(code).toBe(0);
    expect(out).toMatch(/^switch +v5\.4 +v5\.10 .* v7\.2$/m);
    expect(out).toMatch(/^fair_order +cfs +cfs +cfs +cfs +eevdf /m);
    expect(out).toMatch(/^newidle_fail_cost raised +v6\.17 +155213a2aed4 +named/m);
    expect(out).toContain('What no switch has:');
    const { switches } = JSON.parse((await schedscape('versions', '--json')).out);
    expect(switches).toHaveLength(10);
  });

  it('runs a story along releases, each compared with the one before', async () => {
    const { code, out } = await schedscape(...short, '--releases', 'v6.6,v6.12,v6.18');
    expect(code).toBe(0);
    const rows = out.split('\n').filter((line) => /^v\d/.test(line));
    expect(rows[0]).toMatch(/^v6\.6 .* –$/);
    expect(rows[1]).toMatch(/^v6\.12 .* delayed_dequeue true \(152e11f6df29\)$/);
    expect(rows[2]).toMatch(/newidle_fail_cost raised \(155213a2aed4\)$/);
  });

  it('sets every switch of two releases alone, and all, also over what the story sets', async () => {
    const args = [...short, '--between', 'v5.15,v6.1', '--json'];
    const { kernels } = JSON.parse(
      (await schedscape(...args, '--set', 'variant.A.kernel.idle_search=util-linear')).out,
    );
    const searches = kernels.map(({ set }: { set: { idle_search: string } }) => set.idle_search);
    expect(searches).toEqual(['prop', 'prop', 'util', 'util']);
    const rules = kernels.map(({ set }: { set: { numa_imbalance: string } }) => set.numa_imbalance);
    expect(rules).toEqual(['v5.11', 'v6.0', 'v5.11', 'v6.0']);
    expect(kernels[3].name).toBe('v6.1');
    expect(kernels[3].values).toHaveLength(2);
  });

  it('takes for a change what six seeds agree on, with an error bar where claims are of such a figure', async () => {
    const run = async (...more: string[]) => {
      const lists = ['versions', 'pcp/one-zone', '--jobs', '1', '--duration', '500us'];
      const { out } = await schedscape(...lists, '--releases', 'v6.6,v6.12', ...more);
      return out.slice(out.indexOf('\nv6.12 '));
    };
    const six = await run('--seeds', '6');
    expect(six).toMatch(/^v6\.12: \+[\d.]+ % \(no tested claim is similar; /m);
    expect(six).toContain('which switch does it: --between v6.6,v6.12, each alone and all');
    expect(six).not.toContain('A first look');
    const count = await run('--seeds', '6', '--metric', 'zone_visits');
    expect(count).toContain('which switch does it');
    expect(count).not.toContain('claim');
    const few = await run('--seeds', '5');
    expect(few).toContain(
      'A first look: 5 seeds agree by chance in 1 of 16 cases. Confirm with --seeds 10.',
    );
    expect(few).not.toMatch(/claim|which switch/);
    expect(await run('--seeds', '1')).toContain('one seed cannot tell a change from chance');
  });

  it.each(['between', 'metric', 'set', 'machine', 'seeds'])(
    'refuses --%s without a scenario instead of leaving it out',
    async (option) => {
      const { code, out, err } = await schedscape('versions', `--${option}`, 'v6.6,v6.12');
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(`--${option} needs a scenario`);
    },
  );

  it.each([
    [['--releases', 'v5.11'], '--releases v5.11: is not a release here; write some of v5.4, '],
    [['--between', 'v6.6'], '--between v6.6: write two releases'],
    [['--between', 'v6.6,v6.12', '--releases', 'v6.6'], '--releases or --between, not both'],
    [['--seeds', '0'], '--seeds 0: must be a whole number'],
    [['--metric', 'speed'], '--metric speed: there is no such metric'],
    [['--variant', 'Z'], 'the variants are A'],
  ])('refuses %j with exit code 2', async (args, words) => {
    const { code, err } = await schedscape(...short, ...args);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});
