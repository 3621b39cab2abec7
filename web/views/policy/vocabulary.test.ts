import { describe, expect, it } from 'vitest';
import { compilePolicy } from '../../policy/compile.ts';
import { constants, fields, policyCalls, questions, storages } from '../../policy/words.ts';
import { vocabulary } from './vocabulary.ts';

const written = vocabulary.flatMap(({ rows }) => rows.map(([text]) => text));

describe('the words a policy may say', () => {
  it('are all those that the compiler knows', () => {
    const called = [...policyCalls.keys(), ...questions.keys(), ...storages.keys()];
    const known = [
      ...called.map((name) => `${name}(`),
      ...[...fields.keys()].map((name) => `p.${name}`),
      ...constants.keys(),
    ];
    expect(known.filter((name) => !written.some((text) => text.includes(name)))).toEqual([]);
  });

  it('are none that it does not know, with as many arguments as it wants', () => {
    for (const text of written) {
      const [, name, given] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
      if (name === undefined) continue;
      const known = policyCalls.get(name)?.given ?? questions.get(name)?.of;
      expect(known, text).toBeDefined();
      expect(given ? given.split(',') : [], text).toHaveLength(known!.length);
    }
  });

  it('have declarations that can be run', () => {
    const declared = written.filter((text) => text.endsWith(';'));
    expect(declared).toHaveLength(5);
    for (const text of declared)
      compilePolicy(`${text}\nfunction select_cpu(p) {\n  return 0;\n}\n`);
  });
});
