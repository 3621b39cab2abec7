// Reads the commands of a document. Runs nothing.

/** A command of the terminal as a document shows it. */
export interface ShownCommand {
  /** Whether its block is marked `sh`: such a block is run by tests, others only show. */
  readonly isRun: boolean;
  readonly text: string;
  /** Words after `npm run -s schedscape --`; nothing for other programs. */
  readonly args: readonly string[] | undefined;
  /** The file that is piped into it, and the one that takes its output. */
  readonly from: string | undefined;
  readonly into: string | undefined;
}

const ours = 'npm run -s schedscape -- ';

/** Words of a shell, without quotes; no variables, no patterns. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );

function commandOf(line: string, isRun: boolean): ShownCommand {
  const text = line.replace(/\s+#.*$/, '').trim();
  const start = text.indexOf(ours);
  if (start < 0) return { isRun, text, args: undefined, from: undefined, into: undefined };
  const [, from] = /^cat (\S+) \| $/.exec(text.slice(0, start)) ?? [];
  const [own] = text.slice(start + ours.length).split(/ \| | > /);
  const [, into] = / > (\S+)$/.exec(text) ?? [];
  return { isRun, text, args: wordsOf(own!), from, into };
}

/** Every line of the blocks of a shell, or without a language, in the order of the page. */
export function commandsOf(page: string): ShownCommand[] {
  const blocks = [...page.matchAll(/^(`{3,})([^\n`]*)\n([\s\S]*?)^\1$/gm)];
  const ofShell = blocks.filter(([, , language]) => language === 'sh' || language === '');
  return ofShell.flatMap(([, , language, block]) =>
    block!
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => language === 'sh' || line.includes(ours))
      .filter((line) => line.trim() !== '')
      .map((line) => commandOf(line, language === 'sh')),
  );
}
