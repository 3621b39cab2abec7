// The cover of a talk: of all that can be pressed there, what a speaker has come for stands out.

import { expect, it } from 'vitest';
import { testPage } from '../ui/testing/page.ts';
import { allOf, textOf } from '../ui/testing/person.ts';
import { TalkBar } from './TalkBar.tsx';
import type { TalkState } from './talk.ts';

const page = testPage();
const state: TalkState = {
  ...{ name: 'cpupri', title: 'A talk', at: 0, isBlack: false, typed: '', begun: undefined },
  ...{ computed: 1, steps: [{ title: 'A step', note: 'What is said.', seconds: 60 }] },
};

it.each([
  ['Begin', 1],
  ['Start anyway', 0.5],
])('has one button that stands out: %s', (name, computed) => {
  page.show(<TalkBar state={{ ...state, computed }} onCommand={() => {}} />);
  const cover = page.host.querySelector('section')!;
  const buttons = allOf(cover, 'button');
  expect(buttons.length).toBeGreaterThan(3);
  const strong = buttons.filter(({ dataset }) => dataset.look === 'strong');
  expect(strong.map(textOf)).toEqual([name]);
});
