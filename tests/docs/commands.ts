// Reads the commands of a document. Runs nothing.

/** A command of the terminal as a document shows it. */
export interface ShownCommand {
  /** Whether its block is marked `sh`: such a block is run by tests, others only show. */
  readonly isRun: boolean;
  readonly text: string;
  /** Words after `npm run -s schedscape --` or `npx schedscape`; nothing for other programs. */
  readonly args: readonly string[] | undefined;
  /** The files that are piped into it, with spaces between them, and the one that takes its output. */
  readonly from: string | undefined;
  readonly into: string | undefined;
}

const ours = /npm run -s schedscape -- |npx schedscape /;

/** Words of a shell, without quotes; no variables, no patterns. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );

function commandOf(line: string, isRun: boolean): ShownCommand {
  const text = line.replace(/\s+#.*$/, '').trim();
  const found = ours.exec(text);
  if (!found) return { isRun, text, args: undefined, from: undefined, into: undefined };
  const [, from] = /^cat (.+) \| $/.exec(text.slice(0, found.index)) ?? [];
  const [own] = text.slice(found.index + found[0].length).split(/ \| | > /);
  const [, into] = / > (\S+)$/.exec(text) ?? [];
  return { isRun, text, args: wordsOf(own!), from, into };
}

/** Every line of the blocks of a shell, of a workflow, or without a language, in the order of the page. */
export function commandsOf(page: string): ShownCommand[] {
  const blocks = [...page.matchAll(/^(`{3,})([^\n`]*)\n([\s\S]*?)^\1$/gm)];
  const ofShell = blocks.filter(([, , language]) => ['sh', 'yaml', ''].includes(language!));
  return ofShell.flatMap(([, , language, block]) =>
    block!
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => language === 'sh' || ours.test(line))
      .filter((line) => line.trim() !== '')
      .map((line) => commandOf(line, language === 'sh')),
  );
}
