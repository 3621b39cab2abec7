import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPage } from './testing/page.ts';
import { useAsked } from './use-asked.ts';

interface Question {
  readonly resolve: (answer: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Questions asked, each to be answered by hand. */
let asked: Map<string, Question>;

interface AnsweredProps {
  readonly about: string;
  readonly keepsLast?: boolean;
  readonly inTurn?: boolean;
}

function Answered({ about, keepsLast = false, inTurn = false }: AnsweredProps) {
  const { answer, problem } = useAsked(
    () => {
      if (about === '') return undefined;
      return new Promise<string | undefined>((resolve, reject) => {
        asked.set(about, { resolve, reject });
      });
    },
    [about],
    { keepsLast, inTurn },
  );
  return <p>{problem ?? answer ?? 'asking'}</p>;
}

const answer = (about: string, text: string | undefined) =>
  act(async () => asked.get(about)!.resolve(text));
const fail = (about: string, error: unknown) => act(async () => asked.get(about)!.reject(error));

describe('a question that takes a while', () => {
  const page = testPage();
  beforeEach(() => {
    asked = new Map();
  });

  it('shows its answer when it comes', async () => {
    page.show(<Answered about="a" />);
    expect(page.host.textContent).toBe('asking');
    await answer('a', 'of a');
    expect(page.host.textContent).toBe('of a');
  });
  it('shows the answer to the last question, whichever comes back first', async () => {
    page.show(<Answered about="a" />);
    page.show(<Answered about="b" />);
    await answer('b', 'of b');
    await answer('a', 'of a');
    expect(page.host.textContent).toBe('of b');
  });
  it('asks once for as long as it is about the same', async () => {
    page.show(<Answered about="a" />);
    const first = asked.get('a');
    page.show(<Answered about="a" />);
    expect(asked.get('a')).toBe(first);
  });
  it('does not take the answer to another question for its own', async () => {
    page.show(<Answered about="a" />);
    await answer('a', 'of a');
    page.show(<Answered about="b" />);
    expect(page.host.textContent).toBe('asking');
  });
  it('keeps the answer before until the next is there, where that is wanted', async () => {
    page.show(<Answered about="a" keepsLast />);
    await answer('a', 'of a');
    page.show(<Answered about="b" keepsLast />);
    expect(page.host.textContent).toBe('of a');
    await answer('b', undefined);
    expect(page.host.textContent).toBe('of a');
    page.show(<Answered about="c" keepsLast />);
    await answer('c', 'of c');
    expect(page.host.textContent).toBe('of c');
  });
  it('follows what changes faster than it is answered: in turn, and at last to the last of them', async () => {
    const show = (about: string) => page.show(<Answered about={about} keepsLast inTurn />);
    show('a');
    show('b');
    show('c');
    expect([...asked.keys()]).toEqual(['a']);
    await answer('a', 'of a');
    expect(page.host.textContent).toBe('of a');
    expect([...asked.keys()]).toEqual(['a', 'c']);
    await answer('c', 'of c');
    expect(page.host.textContent).toBe('of c');
    show('d');
    // Not in turn any more: an older answer does not replace a newer one.
    page.show(<Answered about="e" keepsLast />);
    await answer('e', 'of e');
    await answer('d', 'of d');
    expect(page.host.textContent).toBe('of e');
  });
  it('says why there is no answer', async () => {
    page.show(<Answered about="a" />);
    await fail('a', new Error('the run stopped'));
    expect(page.host.textContent).toBe('the run stopped');
  });
  it('has no answer where nothing is asked', async () => {
    page.show(<Answered about="a" />);
    await answer('a', 'of a');
    page.show(<Answered about="" />);
    expect(page.host.textContent).toBe('asking');
    expect(asked.size).toBe(1);
    page.show(<Answered about="a" keepsLast />);
    await answer('a', 'of a');
    page.show(<Answered about="" keepsLast />);
    expect(page.host.textContent).toBe('asking');
  });
  it('does nothing once it is gone', async () => {
    page.show(<Answered about="a" />);
    page.show(null);
    await answer('a', 'of a');
    expect(page.host.textContent).toBe('');
  });
});
