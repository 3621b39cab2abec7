// Reads Playwright's report: how many browser tests passed, which failed and why. Often only the last lines of a
// failed run are at hand, so only the failures are printed.

/** Lines of an error that are shown: the message and where it was; the rest is a call log. */
const errorLines = 25;

/** The command that runs a test alone. */
const commandFor = ({ file, line }, { projectName }) =>
  `npx playwright test --project=${projectName} tests/${file}:${line}`;

/** Every test of the report with where it stands. */
function* testsOf(suite) {
  for (const child of suite.suites ?? []) yield* testsOf(child);
  for (const spec of suite.specs ?? []) {
    const place = `${spec.file}:${spec.line} › ${spec.title}`;
    for (const test of spec.tests) yield { place, test, command: commandFor(spec, test) };
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const plain = (text) => text.replace(/\u001b\[[0-9;]*m/g, '');

function whyOf({ results }) {
  const bad = results.findLast(({ errors }) => errors?.length > 0) ?? results.at(-1);
  const error = bad?.errors?.[0]?.message ?? bad?.status ?? 'did not run';
  return plain(error).split('\n').slice(0, errorLines).join('\n');
}

/**
 * { passed, failed, output, commands, note } of a run: `done` is { code, output }, `report` what Playwright wrote,
 * undefined if it wrote nothing (then its output says why).
 */
export function browserResult(done, report) {
  if (!report) return { output: done.output, passed: 0, failed: 1 };
  const tests = report.suites.flatMap((suite) => [...testsOf(suite)]);
  const of = (status) => tests.filter(({ test }) => test.status === status);
  const broken = of('unexpected');
  const flaky = of('flaky');
  const stories = broken.map(({ place, test }) => `✘ ${place}\n${whyOf(test)}`);
  // Errors outside a test, such as a server that did not start.
  const outside = (report.errors ?? []).map(({ message }) => plain(message ?? ''));
  const isBad = done.code !== 0;
  const failed = isBad ? Math.max(1, broken.length) : broken.length;
  const passed = of('expected').length + flaky.length;
  const output = [...stories, ...outside].join('\n\n') || done.output;
  const commands = broken.map(({ command }) => command);
  if (flaky.length === 0) return { output, passed, failed, commands };
  // A test that passes only at the second try is broken, too: it is named until its cause is mended.
  const second = flaky.map(({ place }) => place).join('; ');
  const note = `${passed} passed, ${failed} failed; only at the second try: ${second}`;
  return { output, passed, failed, commands, note };
}
