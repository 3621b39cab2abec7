// The form of a commit's subject, and what becomes of the check where there is no history.

import { describe, expect, it } from 'vitest';
import { newSubjects, subjectProblem, wrongSubjects } from './subjects.mjs';

describe('the subject of a commit', () => {
  it.each([
    'core: name the holder of a lock',
    'exports, story: put gauges into the SVG',
    'docs/speed: record the runtime of the report (39 min)',
    'home: need no picture',
  ])('may be "%s"', (subject) => {
    expect(subjectProblem(subject)).toBeUndefined();
  });

  it.each([
    ['What the review found: rows keep their reasons', 'area: imperative summary'],
    ['docs add a page', 'area: imperative summary'],
    ['docs: Add a page', 'lower case: "add"'],
    ['docs: added a page', '"add", not "added"'],
    ['docs: adding a page', '"adding"'],
    ['docs: add a page.', 'full stop'],
    [`docs: add ${'x'.repeat(70)}`, 'from 80 to 72 characters'],
    ['fixup! docs: add a page', 'squash'],
  ])('is refused as "%s"', (subject, word) => {
    expect(subjectProblem(subject)).toContain(word);
  });
});

describe('the subjects of new commits', () => {
  const history = (answers) => (command) => {
    const answer = answers[command];
    if (answer === undefined) throw new Error('git says no');
    return answer;
  };

  it('are those since the rule, and a wrong one is named with its commit', () => {
    const log = 'abc1234 docs: add a page\ndef5678 More words';
    const ask = history({ 'rev-parse': 'false', 'merge-base': '', log });
    const subjects = newSubjects('eee1f1a7', ask);
    expect(subjects.map(({ commit }) => commit)).toEqual(['abc1234', 'def5678']);
    expect(wrongSubjects(subjects)).toEqual([
      expect.stringMatching(/^def5678 "More words": write/),
    ]);
  });

  it('are not asked in a shallow clone, without the commit of the rule, and without git', () => {
    expect(newSubjects('eee1f1a7', history({ 'rev-parse': 'true' }))).toBe('a shallow clone');
    expect(newSubjects('eee1f1a7', history({ 'rev-parse': 'false' }))).toContain('no history');
    expect(newSubjects('eee1f1a7', history({}))).toContain('no history');
  });
});
