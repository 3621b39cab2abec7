// React as the page is built with it does what React does, for everything that the page asks of it.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listFiles } from './files.mjs';
import { leanReact } from './lean-react.mjs';
import { inRoot } from './paths.mjs';

const require = createRequire(import.meta.url);
vi.stubEnv('NODE_ENV', 'production');
const React = require('react');
const { Component, createElement, lazy, Suspense, startTransition } = React;
const file = inRoot('node_modules/react-dom/cjs/react-dom-client.production.js');
const whole = readFileSync(file, 'utf8');

/** The client that a text of it is. */
function clientOf(text) {
  const exported = {};
  new Function('require', 'exports', text)(require, exported);
  return exported;
}

/** Draws until the place shows what is waited for, which a busy machine may take long to, and rests a moment more. */
async function settled(place, test) {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 50));
  for (let turn = 0; turn < 400 && !test(place.innerHTML); turn++) await rest();
  await rest();
  return place.innerHTML;
}

class Boundary extends Component {
  state = { failure: '' };
  static getDerivedStateFromError = (error) => ({ failure: error.message });
  render = () => this.state.failure || this.props.children;
}

function Breaks() {
  throw new Error('broken');
}

/** A page with what the page of Schedscape has: lists, a part that comes later, one that breaks, fields, pictures. */
function Sample({ items, set }) {
  const [text, write] = React.useState('a');
  const later = React.useMemo(
    () => lazy(async () => ({ default: () => createElement('em', null, 'later') })),
    [],
  );
  React.useEffect(() => set({ write }), [set]);
  return createElement(
    'main',
    { 'data-text': text },
    items.map((item) => createElement('li', { key: item, style: { top: item } }, item)),
    createElement('input', { value: text, readOnly: true }),
    createElement('select', { defaultValue: 'b' }, createElement('option', { value: 'b' }, 'b')),
    createElement('textarea', { defaultValue: text }),
    createElement('img', { src: 'x.png', alt: text }),
    createElement('svg', null, createElement('title', null, 'picture')),
    createElement(Boundary, null, createElement(Breaks)),
    createElement(Suspense, { fallback: 'wait' }, createElement(later)),
    createElement(React.Fragment, null, text.length > 1 ? createElement('b', null, text) : null),
  );
}

describe('React as the page is built with it', () => {
  let window;
  beforeEach(() => {
    window = new Window();
    globalThis.window = window;
    globalThis.document = window.document;
  });
  afterEach(() => {
    delete globalThis.window;
    delete globalThis.document;
  });

  /** What a page shows in turn while it is drawn, changed at once and in a transition, and taken away. */
  async function shownBy(text) {
    const { createRoot } = clientOf(text);
    const place = window.document.createElement('div');
    const root = createRoot(place, { onCaughtError: () => {} });
    const shown = [];
    let handles = {};
    const set = (next) => {
      handles = next;
    };
    const draw = (items) => root.render(createElement(Sample, { items, set }));
    draw(['1', '2', '3']);
    const show = async (test) => shown.push(await settled(place, test));
    await show((html) => html.includes('later') && handles.write);
    handles.write('changed');
    await show((html) => html.includes('changed'));
    startTransition(() => draw(['3', '1', '4']));
    await show((html) => html.includes('>4</li>'));
    startTransition(() => root.render(createElement('p', null, 'other')));
    await show((html) => html.includes('other'));
    root.unmount();
    await show((html) => html === '');
    return shown;
  }

  it('shows the same as React does, at once, later and in transitions', async () => {
    const [lean, full] = [await shownBy(leanReact(whole)), await shownBy(whole)];
    expect(full[2]).toContain('<em>later</em>');
    expect(full[2]).toContain('broken');
    expect(new Set(full).size).toBe(5);
    expect(lean).toEqual(full);
  });

  it('refuses a React that no longer has what it leaves out', () => {
    const other = whole.replaceAll('getResource', 'findResource');
    expect(() => leanReact(other)).toThrow('React has no getResource');
  });

  it('leaves out nothing that a file of the page uses', () => {
    const names =
      /\b(hydrateRoot|ViewTransition|Activity|SuspenseList|useActionState|useFormState|preload\w*|preinit\w*|preconnect|prefetchDNS)\b/;
    const elements = /<(link|style|script|meta|Fragment ref)\b/;
    const sources = listFiles(['web'], (name) => name.endsWith('.tsx'));
    expect(sources.length).toBeGreaterThan(100);
    for (const name of sources) {
      const text = readFileSync(path.resolve(inRoot('.'), name), 'utf8');
      const imported = text.match(/^import [^;]*? from 'react[^']*';$/gm) ?? [];
      expect(imported.join().match(names)?.[0], name).toBeUndefined();
      expect(text.match(elements)?.[0], name).toBeUndefined();
    }
  });
});
