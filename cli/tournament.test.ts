// Tournaments: the same table twice, an entrant that cannot play is left out with the reason, and the page can read
// the file.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { starters } from '../web/policy/starters.ts';
import { parseTournament } from '../web/scenario/tournament/tournament.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tournament-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = (id: string) => starters.find((each) => each.id === id)!.source;

function policies(name: string, texts: Readonly<Record<string, string>>): string {
  const into = path.join(folder, name);
  mkdirSync(into);
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(into, file), text);
  return into;
}

const small = ['--on', 'split-llc/one-wakeup', '--on', 'split-llc/wide-wakers', '--seeds', '2'];
const short = ['--duration', '3ms'];

describe('tournament', () => {
  it('gives one table twice, and a file that the page reads', async () => {
    const texts = {
      'stay.js': source('stay'),
      'linux.js': source('linux'),
      'note.txt': 'no policy',
    };
    const into = policies('two', texts);
    const file = path.join(folder, 'result.json');
    const once = await schedscape('tournament', into, ...small, ...short, '--out', file);
    expect(once.code).toBe(0);
    // Places are counted, not measured.
    expect(once.out).toMatch(/^linux\.js .* \d {2,}\d {2,}\d$/m);
    expect(once.out).toContain('predicted; none of these policies has been measured');
    const again = await schedscape('tournament', into, ...small, ...short, '--json');
    expect(JSON.parse(again.out)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    const { players, places, seeds } = parseTournament(readFileSync(file, 'utf8'));
    expect(players).toEqual(['Linux', 'linux.js', 'stay.js']);
    expect(seeds).toEqual([1, 2]);
    // A policy that leaves everything to Linux is Linux, to the last digit.
    for (const { values } of places) expect(values[1]).toEqual(values[0]);
    expect(places[0]!.values[2]).not.toEqual(places[0]!.values[0]);
  }, 120_000);

  it('says first of a policy that ran out of fuel in every call that it did, as race does', async () => {
    const texts = {
      'never.js': 'function select_cpu() {\n  while (true) {}\n}\n',
      'stay.js': source('stay'),
    };
    const into = policies('never', texts);
    const place = ['split-llc/one-wakeup', '--seeds', '1', ...short];
    const played = await schedscape('tournament', into, '--on', ...place);
    const alone = (name: string) => ['--policy', path.join(into, name)];
    const raced = await schedscape('race', ...place, ...alone('never.js'), ...alone('stay.js'));
    for (const { code, out } of [played, raced]) {
      expect(code).toBe(1);
      expect(out.split('\n')[0]).toMatch(
        /never\.js decided nothing: each of its .* \(out of fuel\)/,
      );
      expect(out).not.toContain('stay.js decided nothing');
    }
    const quiet = await schedscape('race', ...place, ...alone('never.js'), '--json');
    expect([quiet.code, JSON.parse(quiet.out).racers]).toEqual([1, [expect.anything()]]);
    expect(quiet.err).toContain('decided nothing');
    expect((await schedscape('race', ...place, ...alone('stay.js'))).code).toBe(0);
  }, 60_000);

  it('leaves out who cannot play, with the reason', async () => {
    const texts = { 'stay.js': source('stay'), 'wrong.js': 'function select_cpu() { return x; }' };
    const into = policies('wrong', texts);
    const { code, out, err } = await schedscape(
      ...['tournament', into, '--on', 'split-llc/one-wakeup', '--seeds', '1', ...short],
    );
    expect(code).toBe(0);
    expect(err).toContain('wrong.js is out: ');
    expect(err).toContain('line 1, column 32');
    expect(out).not.toContain('wrong.js');
  }, 60_000);

  it('refuses what it cannot do', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await schedscape('tournament', ...args);
      expect(code).toBe(2);
      return err;
    };
    expect(await refused(path.join(folder, 'nothing'), ...small)).toContain('cannot be read');
    expect(await refused(policies('none', {}), ...small)).toContain('holds 0 policies');
    expect(await refused(folder)).toContain('--on');
    const one = policies('one', { 'stay.js': source('stay') });
    expect(await refused(one, ...small, '--metric', 'beauty')).toContain('no such metric');
    expect(await refused(one, '--on', 'split-llc/nowhere')).toContain('nowhere');
    expect(await refused(one, '--on', 'split-llc/one-wakeup', '--seeds', '0')).toContain('--seeds');
    expect(await refused(one, ...small, '--against', 'Z')).toContain('Z');
  }, 60_000);
});
